"""Verification: every rating worked out anew from the games alone, and compared with what is stored."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Model

from games.models import Rated, RatingChange, RatingDue
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
    pairs = Rated.objects.order_by("kind", "ladder").values_list("kind", "ladder").distinct()
    for kind, ladder in pairs:
        yield one_ladder(kind, Ladder(ladder))


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
    for rated in Rated.objects.filter(kind=kind, ladder=ladder).order_by("pk"):
        yield from _differences(str(rated), rated, ledger.standing_columns(standings.get(rated.pk, Standing())))


def _differences(what: str, row: Model, wanted: Mapping[str, object]) -> Iterator[str]:
    for name, value in wanted.items():
        if getattr(row, name) != value:
            yield f"{what}: {name} is {getattr(row, name)} instead of {value}"
