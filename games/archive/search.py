"""The reads of the archive. Games are in the order of their numbers, in which they began, the newest first.

A person's seats are found by the index on user and game. A page begins behind a game, not at a count of games: however
far back it is, nothing before it is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _

from accounts.for_games import name_key
from games import kinds, queries
from games.models import UNPLAYED, Game, GameMark, Seat
from games.notebook import marks
from games.words import names

if TYPE_CHECKING:
    from accounts.for_games import User

PAGE = 20
LARGEST_NUMBER = 2**63 - 1  # that a database stores


class Result(TextChoices):
    """How a game ended for the person whose archive it is."""

    WON = "won", _("Won")
    LOST = "lost", _("Lost")
    DRAWN = "drawn", _("Drawn")
    UNPLAYED = "unplayed", _("Aborted or annulled")
    RUNNING = "running", _("Running")


class Opponents(TextChoices):
    PEOPLE = "people", _("People")
    BOTS = "bots", _("Bots")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the games have in common that are looked for. Whatever is empty does not matter."""

    text: str = ""  # the number of a game, or a part of the opponent's name
    kind: str = ""
    options: Mapping[str, str] = field(default_factory=dict)  # of that kind
    result: str = ""
    opponents: str = ""
    is_rated: bool | None = None
    kept: str = ""  # what the viewer has marked: see games.notebook.marks
    tag: str = ""  # of the viewer's own
    against: int | None = None  # one person
    since: datetime | None = None  # when they began, and before when
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A page of games, and the numbers of games behind which other pages begin, if there are any."""

    games: list[Game]
    newer: int | None
    older: int | None


@dataclass(frozen=True, slots=True)
class Sums:
    """How many games were found in all, how many of them go on, and how those ended that were played."""

    games: int
    running: int
    won: int
    drawn: int
    lost: int


def find(
    person: User, wanted: Wanted, *, viewer: User | None, before: int | None = None, after: int | None = None
) -> Found:
    """The games of a person before or after one of them, of those that the viewer may see; else the newest."""
    seats = _seats(person, wanted, viewer).select_related("game").prefetch_related("game__seats__user")
    if after is not None:
        rows = seats.filter(game__gt=after).order_by("game_id")
    elif before is not None:
        rows = seats.filter(game__lt=before).order_by("-game_id")
    else:
        rows = seats.order_by("-game_id")
    found = list(rows[: PAGE + 1])
    page, goes_on = found[:PAGE], len(found) > PAGE
    if not page:
        return Found([], None, None)
    if after is not None:
        page.reverse()
    newest, oldest = page[0].game_id, page[-1].game_id
    if after is not None:
        has_newer, has_older = goes_on, seats.filter(game__lt=oldest).exists()
    else:
        has_newer, has_older = before is not None and seats.filter(game__gt=newest).exists(), goes_on
    return Found([seat.game for seat in page], newest if has_newer else None, oldest if has_older else None)


def count(person: User, wanted: Wanted, *, viewer: User | None) -> Sums:
    played = _ENDED & ~_UNPLAYED
    sums = _seats(person, wanted, viewer).aggregate(
        games=Count("pk"),
        running=Count("pk", filter=~_ENDED),
        won=Count("pk", filter=played & _WON),
        drawn=Count("pk", filter=played & _DRAWN),
        lost=Count("pk", filter=played & _LOST),
    )
    return Sums(**sums)


def _seats(person: User, wanted: Wanted, viewer: User | None) -> QuerySet[Seat]:
    """The seats of a person in the games that are looked for."""
    seats = Seat.objects.filter(queries.may_be_seen(person, viewer, "game__"), user=person)
    if wanted.text:
        seats = seats.filter(_is_named(wanted.text))
    if wanted.kind:
        seats = seats.filter(game__kind=wanted.kind)
        for option, value in wanted.options.items():
            seats = seats.filter(_has_option(wanted.kind, option, value))
    if wanted.result:
        seats = seats.filter(_RESULTS[Result(wanted.result)])
    if wanted.opponents:
        is_bot = Exists(_opponent().exclude(bot_at_start=""))
        seats = seats.filter(is_bot if wanted.opponents == Opponents.BOTS else ~is_bot)
    if wanted.is_rated is not None:
        seats = seats.filter(game__is_rated=wanted.is_rated)
    if wanted.kept or wanted.tag:
        own = GameMark.objects.filter(marks.wanted(wanted.kept, wanted.tag), user=viewer, game=OuterRef("game"))
        seats = seats.filter(Exists(own))
    if wanted.against is not None:
        seats = seats.filter(Exists(_opponent().filter(user=wanted.against)))
    if wanted.since:
        seats = seats.filter(game__created_at__gte=wanted.since)
    if wanted.until:
        seats = seats.filter(game__created_at__lt=wanted.until)
    return seats


def _is_named(text: str) -> Q:
    """A condition on seats: the number of the game is the text, or the opponent's name as lists show it contains it."""
    called = Q(user__username__icontains=text)
    if key := name_key(text):
        called |= Q(user__name_key__contains=key)
    folded = text.casefold()
    levels = [level for level in names.BOTS if folded in names.name_of_bot(level).casefold()]
    called |= Q(user=None, left_at=None, bot_at_start__in=levels)
    if folded in str(names.FORMER).casefold():
        called |= Q(user=None, left_at__isnull=False)
    number = text.removeprefix("#")
    is_number = number.isascii() and number.isdecimal() and int(number) <= LARGEST_NUMBER
    return Q(Exists(_opponent().filter(called))) | (Q(game=int(number)) if is_number else Q())


def _has_option(kind: str, option: str, value: str) -> Q:
    """A condition on seats. A game that came from a file may not name an option that has its default."""
    named = f"game__options__{option}"
    condition = Q(**{named: value})
    return condition | Q(**{f"{named}__isnull": True}) if value == kinds.get(kind).options[option][0] else condition


def _opponent() -> QuerySet[Seat, Any]:
    """The other seat of the same game."""
    return Seat.objects.filter(game=OuterRef("game")).exclude(number=OuterRef("number"))


_ENDED = Q(game__ended_at__isnull=False)
_UNPLAYED = Q(game__decided__in=UNPLAYED)
_WON = Q(game__winner=F("number"))
_DRAWN = Q(game__winner=None)
_LOST = Q(game__winner__isnull=False) & ~_WON
_RESULTS = {
    Result.WON: _WON,
    Result.LOST: _LOST,
    Result.DRAWN: _ENDED & _DRAWN & ~_UNPLAYED,
    Result.UNPLAYED: _UNPLAYED,
    Result.RUNNING: ~_ENDED,
}
