"""Verification: every rating worked out anew from the games alone, and compared with what is stored."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from django.db.models import F, Model

from games import kinds
from games.models import Rated, RatingChange, RatingDue
from games.models import Seat as SeatRow
from games.ratings import ledger
from games.ratings.history import Standing
from games.ratings.ledger import Ladder


@dataclass(frozen=True, slots=True)
class RatingFault:
    kind: str
    ladder: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind}, {self.ladder}: {self.what}"


@dataclass(frozen=True, slots=True)
class VerifiedLadder:
    """The result for one ladder of a kind."""

    kind: str
    ladder: str
    changes: int
    faults: tuple[RatingFault, ...]


def all_ladders() -> Iterator[VerifiedLadder]:
    """Also those on which nobody is rated: perhaps somebody should be."""
    stored = Rated.objects.order_by().values_list("kind", flat=True).distinct()
    for kind, ladder in product(sorted({*stored, *(kind.key for kind in kinds.all())}), Ladder):
        yield one_ladder(kind, ladder)


def one_ladder(kind: str, ladder: Ladder) -> VerifiedLadder:
    """Games that are still due are left alone: their rows come soon."""
    said = list(_faults(kind, ladder))
    faults = tuple(RatingFault(kind, ladder.value, what) for what in said)
    count = RatingChange.objects.filter(rated__kind=kind, rated__ladder=ladder).count()
    return VerifiedLadder(kind, ladder.value, count, faults)


def _faults(kind: str, ladder: Ladder) -> Iterator[str]:
    waiting = {*RatingDue.objects.filter(game__kind=kind).values_list("game", flat=True)}
    if waiting:
        yield f"{len(waiting)} games are still to be rated: let the worker run, then verify again"
        return
    rows = {(row.game_id, row.seat): row for row in RatingChange.objects.filter(rated__kind=kind, rated__ladder=ladder)}
    standings: dict[Hashable, Standing] = {}
    for change in ledger.recompute(kind, ladder, standings):
        row = rows.pop((change.game, change.seat), None)
        if row is None:
            yield f"game {change.game}, seat {change.seat}: is not rated"
        else:
            yield from _differences(f"game {change.game}, seat {change.seat}", row, ledger.columns(change))
    for number, seat in rows:
        yield f"game {number}, seat {seat}: is rated, but does not count"
    yield from _strangers(kind, ladder)
    for rated in Rated.objects.filter(kind=kind, ladder=ladder).order_by("pk"):
        yield from _differences(str(rated), rated, ledger.standing_columns(standings.get(rated.pk, Standing())))


def _strangers(kind: str, ladder: Ladder) -> Iterator[str]:
    """Games that changed the rating of somebody else than who sat there; who has left has no name in either."""
    ours = {"rated__kind": kind, "rated__ladder": ladder, "seat": F("number")}
    seats = SeatRow.objects.filter(**{f"game__rating_changes__{name}": value for name, value in ours.items()})
    rated = "game__rating_changes__rated"
    rows = seats.values_list("game", "number", "user", "bot_at_start", f"{rated}__user", f"{rated}__bot")
    for game, number, user, bot, rated_user, rated_bot in rows.order_by("game", "number"):
        if (user, bot) != (rated_user, rated_bot):
            yield f"game {game}, seat {number}: changed the rating of somebody else"


def _differences(what: str, row: Model, wanted: Mapping[str, object]) -> Iterator[str]:
    for name, value in wanted.items():
        if getattr(row, name) != value:
            yield f"{what}: {name} is {getattr(row, name)} instead of {value}"
