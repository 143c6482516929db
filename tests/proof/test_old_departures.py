"""Games that were left before leaving was an event: the migration enters it, and verification is satisfied."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from games.contract import Seat
from games.models import Event, Game
from games.models import Seat as SeatRow
from games.table import log, verification
from games.table.door import Act
from tests.proof.test_columns import (
    Stage,
    given_back,
    just_begun,
    left,
    left_and_over,
    left_by_both,
    over_and_left,
    played_on_by_a_bot,
)

migration = import_module("games.migrations.0015_leaving_is_an_event")


def left_while_a_bot_played(stage: Stage) -> None:
    played_on_by_a_bot(stage)
    stage.leave(Seat.TWO)
    stage.move(2)


PHASES = [
    just_begun,
    left,
    left_by_both,
    left_and_over,
    over_and_left,
    played_on_by_a_bot,
    given_back,
    left_while_a_bot_played,
]


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.__name__)
def test_a_game_as_it_was_stored_before_is_sound_after_the_migration(phase, unlocked):
    stage = Stage()
    phase(stage)
    departures = Event.objects.filter(game=stage.game, act=Act.LEAVE).count()
    before = as_before(stage.game)
    migration.separate(apps, None)
    log.forget_all()
    assert verification.one_game(stage.game.pk).faults == ()
    game = Game.objects.get(pk=stage.game.pk)
    assert game.agreed_rated
    assert set(game.seats.values_list("bot_at_start", flat=True)) == {""}
    entered = Event.objects.filter(game=game, act=Act.LEAVE)
    assert entered.count() == departures
    assert set(entered.values_list("key", flat=True)) <= {verification.ENTERED_LATER}
    assert list(Event.objects.filter(game=game).exclude(act=Act.LEAVE).order_by("seq").values()) == before


@pytest.mark.parametrize("phase", [left, left_while_a_bot_played], ids=lambda phase: phase.__name__)
def test_such_a_game_can_be_played_on(phase, unlocked):
    stage = Stage()
    phase(stage)
    as_before(stage.game)
    migration.separate(apps, None)
    log.forget_all()
    stage.move(2)
    assert verification.one_game(stage.game.pk).faults == ()
    stage.game.refresh_from_db()
    assert (stage.game.is_rated, stage.game.deadline) == (False, None)
    assert stage.game.seats.get(number=Seat.TWO).bot == "worker"


def test_bots_that_sat_down_themselves_stay_where_they_are(played):
    game = played("mabula", acts=3)
    as_before(game)
    migration.separate(apps, None)
    assert verification.one_game(game.pk).faults == ()
    assert list(game.seats.values_list("bot_at_start", "bot")) == [("larva", "larva")] * 2


def as_before(game: Game) -> list[Any]:
    """Store a game as the code before the migration did: without events of leaving, and without the new columns."""
    log.forget_all()
    rows = list(Event.objects.filter(game=game).exclude(act=Act.LEAVE).order_by("seq"))
    Event.objects.filter(game=game).delete()
    chain = log.GENESIS
    for seq, row in enumerate(rows, start=1):
        row.seq = seq
        chain = row.chain = log.chain(chain, row)
        row.save(force_insert=True)
    Game.objects.filter(pk=game.pk).update(head=len(rows), agreed_rated=False)
    SeatRow.objects.filter(game=game).update(bot_at_start="")
    return list(Event.objects.filter(game=game).order_by("seq").values())
