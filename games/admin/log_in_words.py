"""The log of a game as sentences: every event, also moves that were taken back.

Of a game that cannot be replayed, or of a kind that was removed, it is the events as they are stored: an administrator
then needs them most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import kinds
from games.contract import Seat
from games.kind_pages import storytellers
from games.models import Event, Game
from games.table import acts, log, unreadable
from games.table.acts import Act
from games.table.position import after
from games.table.unreadable import Unreadable
from games.view_models.platform_events import sentence_of
from games.words import names


@dataclass(frozen=True, slots=True)
class LogLine:
    seq: int
    at: datetime
    who: str
    text: str
    is_taken_back: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Log:
    lines: list[LogLine]
    can_be_replayed: bool


def log_of(game: Game, shown: int) -> Log:
    """A line for each event that both players may know; ``shown`` is the event after which the page shows the board."""
    events = list(Event.objects.filter(game=game, seq__lte=game.head).order_by("seq"))
    try:
        with unreadable.noticed(game):
            told, can_be_replayed = _told(game, events), True
    except Unreadable:
        told, can_be_replayed = [(_as_stored(event), False) for event in events], False
    players = {seat.number: names.name_of(seat) for seat in game.seats.all()}
    lines = [
        LogLine(event.seq, event.at, _who(event, game, players), text, is_taken_back, event.seq == shown)
        for event, (text, is_taken_back) in zip(events, told, strict=True)
    ]
    return Log(lines, can_be_replayed)


def _told(game: Game, events: Sequence[Event]) -> list[tuple[str, bool]]:
    """Each event in words, and whether it was taken back."""
    standing = log.position(game).moves
    stories = storytellers.tell(game, standing, 0, len(standing))
    known = {made.seq: story.text for made, story in zip(standing, stories, strict=True)}
    found: list[tuple[str, bool]] = []
    position = log.beginning(game)
    for event in events:
        seat = Seat(event.seat) if event.seat else None
        position = after(game, position, acts.read(Act(event.act), event.text), seat)
        is_move = event.act == Act.MOVE
        text = known.get(event.seq) or (_taken_back if is_move else _in_words)(game, position, event)
        found.append((text, is_move and event.seq not in known))
    return found


def _as_stored(event: Event) -> str:
    return f"{capfirst(event.get_act_display())} {event.text}".strip()


def _taken_back(game: Game, position: log.Position, _event: Event) -> str:
    count = len(position.moves)
    return storytellers.tell(game, position.moves, count - 1, count)[0].text


def _in_words(game: Game, position: log.Position, event: Event) -> str:
    """An event as the list of moves tells it; one that is not in the list, by its label."""
    if position.platform_events and position.platform_events[-1].seq == event.seq:
        return sentence_of(kinds.get(game.kind).seats, position.platform_events[-1])
    return capfirst(event.get_act_display())


def _who(event: Event, game: Game, players: Mapping[int, str]) -> str:
    if event.seat:
        try:
            side = names.name_of_side(kinds.get(game.kind).seats[event.seat - 1])
        except kinds.UnknownKind:
            return players.get(event.seat, "")
        facts = {"name": players.get(event.seat, ""), "side": side}
        return pgettext("a player and their colour", "%(name)s (%(side)s)") % facts
    return _("Chance") if event.key is None else _("Moderator")
