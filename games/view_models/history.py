"""The moves of a game in words: beside the board, and since a player's last visit."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from math import inf

from django.urls import reverse

from games.access import Viewer
from games.contract import Seat
from games.kind_pages import storytellers
from games.kind_pages.story import MoveStory
from games.table.position import PlatformEvent, Position, StandingMove
from games.view_models import platform_events
from games.view_models.steps import StepLinks

TOLD_ROUNDS = 2  # beside the board; the others are told when somebody asks for them
TOLD_NEWS = 8
TOLD_AT_ONCE = 4  # of what has just happened; nobody listens to more
MOST_PLAYED = 20


@dataclass(frozen=True)
class HistoryLine:
    """A line of the list of moves."""

    href: str
    side: str
    told: MoveStory
    is_current: bool = False


@dataclass(frozen=True)
class HistoryRound:
    """The moves of a round, or of the whole game where a kind has no rounds; the newest first."""

    number: int | None
    entries: list[HistoryLine]


@dataclass(frozen=True)
class PlayedMove:
    """A move that a page plays back."""

    seq: int
    side: str
    told: MoveStory


@dataclass(frozen=True)
class News:
    """What happened since a player's last visit, in the order in which it did."""

    entries: list[HistoryLine]
    more: int

    @property
    def first(self) -> HistoryLine:
        return self.entries[0]

    @property
    def count(self) -> int:
        return len(self.entries) + self.more


@dataclass(frozen=True)
class History(StepLinks):
    """The moves of a game that stand, told, and what else was done: around the step that is shown, or all of it."""

    is_whole: bool = False

    @cached_property
    def chapters(self) -> list[HistoryRound]:
        """The newest first."""
        first, last = self._told_chapters
        begins = [*self.begins, self.count]
        return [self._chapter(place, begins[place], begins[place + 1]) for place in reversed(range(first, last))]

    @property
    def has_earlier(self) -> bool:
        return self._told_chapters[0] > 0

    @property
    def has_later(self) -> bool:
        return self._told_chapters[1] < len(self.begins)

    @property
    def whole(self) -> str:
        """The address of the complete list."""
        query = self._query(self.page.at, is_flipped=self.page.is_flipped)
        return f"{reverse('games:moves', args=[self.page.game.pk])}?{query}"

    @property
    def sentence(self) -> str:
        """What happened in the step that is shown."""
        if not self.current or self.is_taken_back:
            return ""
        place = bisect_left(self.stops, self.current) - 1
        return self._tell(place, place + 1)[0].text

    @cached_property
    def ending(self) -> HistoryLine | None:
        """How the platform ended the game, if it did."""
        end, events = self.page.head.ending, self.page.head.platform_events
        return next((self._aside(event) for event in events if end and event.seq == end.seq), None)

    @cached_property
    def played(self) -> list[PlayedMove]:
        """The moves that the viewer's page did not have, in their order; in a replay the one that led to the step."""
        if not self.page.is_now:
            end = bisect_left(self.stops, self.current)
            begin = end if self.is_taken_back else max(end - 1, 0)
        elif self.page.had is not None:
            end = self.count
            begin = max(bisect_right(self.stops, self.page.had) - 1, end - MOST_PLAYED)
        else:
            return []
        told = zip(self.moves[begin:end], self._tell(begin, end), strict=True)
        return [PlayedMove(made.seq, self._side_of(made), story) for made, story in told]

    def news(self, since: int) -> News | None:
        """What the other player and chance did after event ``since``; nothing if the other did nothing.

        Whoever is here for the first time has missed nothing: the list of moves tells it all.
        """
        if not since:
            return None
        seat, begin = self.page.viewer.seat, bisect_right(self.stops, since) - 1
        new = [place for place in range(begin, self.count) if self.moves[place].seat is not seat]
        ending = self.ending if self.page.head.seq > since else None
        if ending is None and all(self.moves[place].seat is None for place in new):
            return None
        shown = new[:TOLD_NEWS]
        told = self._tell(begin, shown[-1] + 1) if shown else []
        entries = [self._entry(self.moves[place], told[place - begin]) for place in shown]
        entries += [ending] if ending else []
        entries = [replace(entry, is_current=False) for entry in entries]  # that mark belongs to the list of all moves
        return News(entries, len(new) - len(shown))

    def told_since(self, seq: int) -> str:
        """The last moves after event ``seq`` in sentences, for who hears the page."""
        begin = bisect_right(self.stops, seq) - 1
        told = [story.text for story in self._tell(max(begin, self.count - TOLD_AT_ONCE), self.count)]
        ending = [self.ending.told.text] if self.ending and self.page.head.seq > seq else []
        return " ".join([*told, *ending])

    def _chapter(self, place: int, begin: int, end: int) -> HistoryRound:
        told = zip(self.moves[begin:end], self._tell(begin, end), strict=True)
        lines = {made.seq: self._entry(made, story) for made, story in told}
        since, until = self.stops[begin + 1] if place else 0, [*self.stops, inf][end + 1]
        events = self.page.head.platform_events
        lines |= {event.seq: self._aside(event) for event in events if since < event.seq < until}
        entries = [lines[seq] for seq in sorted(lines, reverse=True)]
        return HistoryRound(place + 1 if self.page.kind.has_rounds else None, entries)

    def _entry(self, made: StandingMove, told: MoveStory) -> HistoryLine:
        is_last_line = self.ending is None or not self.page.is_now
        is_current = made.seq == self.current and is_last_line
        return HistoryLine(self.address(made.seq), self._side_of(made), told, is_current)

    def _side_of(self, made: StandingMove) -> str:
        return self.page.kind.seats[made.seat - 1] if made.seat else "chance"

    def _aside(self, event: PlatformEvent) -> HistoryLine:
        """A line for an event that is no move. The one that ended the game links to the game as it is now."""
        end, seats = self.page.head.ending, self.page.kind.seats
        is_end = end is not None and end.seq == event.seq
        seat = platform_events.seat_concerned(event)
        side = seats[seat - 1] if seat and event.seat else ""
        href = self.now if is_end else self.address(event.seq)
        told = MoveStory(platform_events.sentence_of(seats, event))
        return HistoryLine(href, side, told, is_current=is_end and self.page.is_now)

    def _tell(self, begin: int, end: int) -> list[MoveStory]:
        return storytellers.tell(self.page.game, self.moves, begin, end)

    @cached_property
    def _told_chapters(self) -> tuple[int, int]:
        """The place of the first chapter that is told, and of the first after them that is not."""
        count = len(self.begins)
        if self.is_whole:
            return 0, count
        last = count if self.page.is_now else min(count, self.round_of(max(self.number, 1)) + 1)
        return max(0, last - TOLD_ROUNDS), last


def latest(position: Position, viewer: Viewer, since: int | None = None) -> list[str]:
    """The moves whose traces are marked: the other's after event ``since``, or else those of the other's last turn."""
    seat = viewer.seat or _who_waits(position.moves)
    if since is not None:
        new = [made.text for made in position.moves if made.seq > since and made.seat not in (None, seat)]
        if new:
            return new
    theirs = list(position.moves)
    while theirs and theirs[-1].seat in (None, seat):
        theirs.pop()
    turn = [made.text for made in takewhile(lambda made: made.seat is theirs[-1].seat, reversed(theirs))]
    return turn[::-1]


def _who_waits(moves: Sequence[StandingMove]) -> Seat | None:
    """The seat that did not move last, for a spectator."""
    mover = next((made.seat for made in reversed(moves) if made.seat), None)
    return mover.other if mover else None
