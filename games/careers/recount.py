"""Everything that careers store, worked out anew from the logs: after an upgrade, or whenever somebody doubts it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.contrib.auth import get_user_model
from django.db import transaction

from games.careers import facts, recorder
from games.models import Achievement, Game, SeatFacts

BATCH: Final = 200


@dataclass(frozen=True, slots=True)
class Recount:
    """What there is after it, and how many rows were another before."""

    games: int
    people: int
    changed_facts: int
    changed_achievements: int


def everything() -> Recount:
    """A game or a person at a time, so that it holds nobody up; it may be stopped and begun again."""
    games = changed_facts = people = changed = 0
    for game in _games():
        games += 1
        before = _stored_facts(game)
        with transaction.atomic():
            facts.store(game)
        changed_facts += _stored_facts(game) != before
    users = get_user_model().objects.filter(seats__game__status=Game.Status.OVER)
    for user in users.order_by("pk").distinct().iterator(BATCH):
        people += 1
        before_them = _stored_achievements(user.pk)
        with transaction.atomic():
            recorder.award(user)
        changed += len(before_them ^ _stored_achievements(user.pk))
    return Recount(games, people, changed_facts, changed)


def _games() -> Iterator[Game]:
    over, last = Game.objects.filter(status=Game.Status.OVER).prefetch_related("seats").order_by("pk"), 0
    while batch := list(over.filter(pk__gt=last)[:BATCH]):
        yield from batch
        last = batch[-1].pk


def _stored_facts(game: Game) -> list[tuple[object, ...]]:
    rows = SeatFacts.objects.filter(seat__game=game).order_by("seat")
    return list(rows.values_list("seat", "went_first", "turns", "seconds", "was_behind", "feats"))


def _stored_achievements(user: int) -> set[tuple[object, ...]]:
    return set(Achievement.objects.filter(user=user).values_list("what", "game", "at"))
