from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from itertools import takewhile
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games import kinds, queries, words
from games.access import Viewer
from games.bots import hints
from games.bots.hints import Hint
from games.clocks import clock
from games.clocks.clock import Clocks
from games.contract import CHANCE, NOBODY, IllegalMove, Outcome, Seat
from games.kind_pages.page import KindPage, PositionView
from games.kind_pages.registry import page_of
from games.kinds import Kind
from games.models import Game, ModerationAct
from games.models import Seat as SeatRow
from games.table import door, log, visits
from games.table.door import Act
from games.table.log import Position
from games.view_models import results
from games.view_models.away import away
from games.view_models.player_view import Place

HURRIED = timedelta(hours=6)


@dataclass(frozen=True)
class Asked:
    """A move that was chosen, and is made when the player says yes."""

    move: str
    seen: int
    key: str


@dataclass(frozen=True)
class Sheet:
    """A game as its page shows it to a viewer: now, or after one of its events (``at``)."""

    game: Game
    viewer: Viewer
    at: int | None = None
    ask: Mapping[str, str] = field(default_factory=dict)  # what the viewer has picked so far, and not yet played
    latest: Sequence[str] = ()  # moves whose traces are marked on the board
    since: int | None = None  # the last event that a player had seen before this visit
    is_flipped: bool = False
    typed: str = ""  # what was sent and refused: nobody types it twice
    asked: Asked | None = None
    hinted: str = ""  # a move that a bot has suggested

    @property
    def key(self) -> str:
        """Another one for every form: what one of them sends is one act, however often it is sent."""
        return secrets.token_urlsafe(16)

    @property
    def flip_alone(self) -> str:
        """What an address has to say so that the view stays as it is."""
        return "?flip=1" if self.is_flipped else ""

    @property
    def flip_too(self) -> str:
        """The same, where it has something to say already."""
        return "&flip=1" if self.is_flipped else ""

    @cached_property
    def kind(self) -> Kind:
        return kinds.get(self.game.kind)

    @property
    def page(self) -> KindPage:
        """The kind's own parts of the page."""
        return page_of(self.game.kind)

    @cached_property
    def head(self) -> Position:
        return log.position(self.game)

    @cached_property
    def shown(self) -> Position:
        return self.head if self.at is None else log.position(self.game, at=self.at)

    @property
    def is_now(self) -> bool:
        return self.at is None

    @property
    def is_over(self) -> bool:
        return self.game.status == Game.Status.OVER

    @property
    def is_your_turn(self) -> bool:
        seat = self.viewer.seat
        return seat is not None and self.game.to_move == seat and not self._row(seat).bot

    def _row(self, seat: Seat) -> SeatRow:
        return next(row for row in self.game.seats.all() if row.number == seat)

    # Time

    @cached_property
    def now(self) -> datetime:
        """For what is shown: what is done, the door judges by the database's time."""
        return timezone.now()

    @cached_property
    def clocks(self) -> Clocks | None:
        return None if self.is_over else clock.of(self.game, self.game.seats.all())

    @property
    def is_late(self) -> bool:
        return self.game.deadline is not None and self.game.deadline < self.now

    @property
    def is_hurried(self) -> bool:
        return self.game.deadline is not None and self.game.deadline < self.now + HURRIED

    @property
    def time_left(self) -> str:
        """How long the clock of who is to move may still run: less than until the deadline, if it stands still."""
        return words.duration(max(self._left(), timedelta()))

    @property
    def runs_until(self) -> datetime:
        """The deadline, if the clock did not stand still before it."""
        return self.now + max(self._left(), timedelta())

    def _left(self) -> timedelta:
        assert self.clocks and self.game.to_move
        return self.clocks.left(Seat(self.game.to_move), self.now, is_to_move=True)

    @property
    def resumes(self) -> datetime | None:
        """When the clock runs again that stands still now."""
        if self.clocks is None or self.game.to_move is None or self.is_late:
            return None
        return self.clocks.stops[self.game.to_move - 1].resumes(self.now)

    @property
    def settles(self) -> datetime | None:
        """When a game whose time is up ends by itself."""
        return self.clocks.settles(Seat(self.game.to_move)) if self.clocks and self.game.to_move else None

    @property
    def can_decide(self) -> bool:
        """Whether who looks waits for somebody whose time is up."""
        return bool(self.is_late and self.you and not self.is_your_turn and self.clocks)

    @property
    def gifts(self) -> list[int]:
        """The hours that may be given."""
        return list(clock.GIFTS)

    @cached_property
    def places(self) -> list[Place]:
        return [
            Place(
                row,
                self.kind.seats[row.number - 1],
                is_you=row.number == self.viewer.seat,
                is_to_move=row.number == self.game.to_move,
                bank=self._bank(row),
                away=None if self.is_over or row.bot else away(clock.spans(row.pauses), self.now),
            )
            for row in self.game.seats.all()
        ]

    def _bank(self, row: SeatRow) -> str:
        """With a full bank for every turn there is nothing to say, unless somebody was given more."""
        if self.clocks is None:
            return ""
        pace, bank = self.clocks.pace, self.clocks.banks[row.number - 1]
        if pace.increment == pace.most and bank <= pace.most:
            return ""
        left = self.clocks.left(Seat(row.number), self.now, is_to_move=row.number == self.game.to_move)
        return words.duration(max(left, timedelta()))

    @property
    def you(self) -> Place | None:
        return next((place for place in self.places if place.is_you), None)

    @property
    def other(self) -> Place:
        """The opponent of who looks; for who only watches, the second of the two."""
        return next(place for place in reversed(self.places) if not place.is_you)

    @property
    def to_move(self) -> Place | None:
        return next((place for place in self.places if place.is_to_move), None)

    @property
    def winner(self) -> Place | None:
        return next((place for place in self.places if place.row.number == self.game.winner), None)

    @property
    def is_news(self) -> bool:
        """Whether something happened that the viewer, who plays here, has not seen."""
        return self.you is not None and visits.is_new(self.you.row, self.game)

    @property
    def options(self) -> list[tuple[str, str]]:
        return words.options_of(self.game)

    @property
    def task(self) -> str:
        return self.page.presenter.task(self.head.state) if not self.is_over else ""

    @property
    def may_have_gift(self) -> bool:
        """Whether time can have been given in this turn: something happened in it besides the moves that stand."""
        if not (self.is_your_turn and self.clocks):
            return False
        own = sum(1 for _ in takewhile(lambda made: made.seat == self.viewer.seat, reversed(self.head.moves)))
        before = self.head.moves[-own - 1].seq if own < len(self.head.moves) else 0
        return self.game.head - before > own

    @property
    def headline(self) -> str:
        """The same in two or three words, for the head of the page."""
        if self.is_over:
            return results.in_short(self.game.decided, self.winner)
        if self.is_your_turn:
            return _("Your turn")
        assert self.to_move
        if self.waits_for_bot:
            return self.thinks
        return _("%(name)s’s turn") % {"name": self.to_move.name}

    @property
    def status(self) -> str:
        """Where the game stands, in one sentence for this viewer."""
        if self.is_over:
            return results.in_full(self.game.decided, self.places, self.winner)
        assert self.to_move
        if self.is_your_turn:
            return _("It is your turn.")
        if self.waits_for_bot:
            return self.thinks
        return _("It is the turn of %(name)s.") % {"name": self.to_move.name}

    @cached_property
    def moderated(self) -> list[ModerationAct]:
        """What moderators did here, the latest first. Where they did nothing, nothing is asked."""
        return list(queries.acts_on(self.game)) if self.head.is_moderated else []

    @property
    def is_told_why(self) -> bool:
        """Whether who looks reads the reasons of moderators, which are for the two who play."""
        return self.viewer.seat is not None or self.viewer.is_moderator

    @property
    def thinks(self) -> str:
        """What a bot does that is to move."""
        assert self.to_move
        return _("%(bot)s is thinking…") % {"bot": words.BOTS.get(self.to_move.row.bot, self.to_move.row.bot)}

    # The board

    @cached_property
    def view(self) -> PositionView:
        """What the templates of the kind show: the position, and what the viewer may do in it."""
        return self.page.presenter.view(
            self.shown.state,
            seat=self.viewer.seat,
            is_yours=self.is_now and self.is_your_turn,
            ask=self.ask,
            latest=self.latest if self.is_now else [made.text for made in self.shown.moves[-1:]],
            rounds=self._rounds() if self.is_over and self.is_now else (),
        )

    @property
    def near(self) -> Place:
        """Who is shown on the near side: the viewer, or else the first of the two."""
        return self.you or self.places[0]

    @property
    def far(self) -> Place:
        return self.other

    @property
    def near_points(self) -> int:
        return self._points(self.near)

    @property
    def far_points(self) -> int:
        return self._points(self.far)

    def _points(self, place: Place) -> int:
        """What the count would be if the game ended now; and what it is, when it is over."""
        return self.view.estimate[place.row.number - 1]

    def _rounds(self) -> list[Any]:
        """The states at the end of every round, or after every move of a kind that has no rounds."""
        rules = self.kind.rules
        state = rules.initial(self.game.options)
        states = []
        for move in self.head.moves:
            state = rules.apply(state, move.text)
            if not self.kind.has_rounds or move is self.head.moves[-1] or rules.actor(state) is CHANCE:
                states.append(state)
        return states

    @property
    def outcome(self) -> Outcome | None:
        """How the rules ended the game, in the position that is shown."""
        return self.kind.rules.outcome(self.shown.state)

    @property
    def outcome_winner(self) -> str | None:
        winner = self.outcome.winner if self.outcome else None
        return words.name_of_side(self.kind.seats[winner - 1]) if winner else None

    # What may be done

    @property
    def is_question(self) -> bool:
        """Whether there is a legal move to be confirmed; anything else the door answers at once."""
        if self.asked is None or not self.is_your_turn or self.asked.seen != self.game.head:
            return False
        return self.asked.move in self.kind.rules.legal(self.head.state)

    @property
    def can_hint(self) -> bool:
        if not (self.is_now and self.is_your_turn and self.viewer.seat):
            return False
        try:
            hints.check(self.game, self.viewer.seat)
        except IllegalMove:
            return False
        return True

    @cached_property
    def hint(self) -> Hint | None:
        return hints.read(self.game, self.hinted) if self.hinted and self.can_hint else None

    @property
    def asked_in_words(self) -> str:
        return self.page.presenter.say(self.head.state, self.asked.move) if self.asked else ""

    @cached_property
    def acts(self) -> set[Act]:
        seat = self.viewer.seat
        if not self.is_now or seat is None or self.head.actor(self.kind.rules) is NOBODY or self._row(seat).bot:
            return set()
        return set(door.possible_acts(self.game, self.head, seat, self.now))

    @property
    def can_report(self) -> bool:
        """Whether anybody else, who is no bot, plays here."""
        return any(place.row.user_id and not place.is_you for place in self.places)

    @property
    def draw_offer(self) -> Place | None:
        """Who offers a draw."""
        return next((place for place in self.places if place.row.number == self.game.draw_offered_by), None)

    @property
    def waits_for_bot(self) -> bool:
        return bool(self.to_move and self.to_move.row.bot)

    @property
    def can_rematch(self) -> bool:
        """Whether there is somebody to offer it to."""
        if not (self.is_over and self.you):
            return False
        return bool(self.other.row.bot or self.other.member)
