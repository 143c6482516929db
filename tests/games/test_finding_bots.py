"""Bots to move, and draws offered to bots, are found by an index on the games alone, however many games there are."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.bots import scheduler
from games.claims import Claims
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement, NewPlayer, new_secret, start_game
from games.models import Claim, Game
from games.table import verification
from games.table.door import Act

pytestmark = pytest.mark.django_db

MANY = 5000


@pytest.fixture
def many_games():
    """Games of people that run, in which no bot is to do anything."""
    now = timezone.now()
    Game.objects.bulk_create(
        [
            Game(
                kind="mabula",
                rules=1,
                draws=1,
                commitment=f"{at:064}",
                to_move=1 + at % 2,
                turn_since=now - timedelta(minutes=at),
                draw_offered_by=1 + at % 2 if at % 3 == 0 else None,
            )
            for at in range(MANY)
        ],
        batch_size=500,
    )


def plans(find):
    """How the database would find it: a plan for each query."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as asked:
        find()
    for query in asked.captured_queries:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {'QUERY PLAN ' if connection.vendor == 'sqlite' else ''}{query['sql']}")
            yield "\n".join(str(row) for row in cursor.fetchall())


@pytest.mark.parametrize(
    ("find", "index"),
    [(scheduler.find_waiting_bots, "game_waits_for_bot"), (scheduler.find_offered_draws, "game_asks_bot")],
)
def test_the_games_are_found_by_their_own_index(ada, many_games, find, index):
    for _ in range(3):
        challenges.play_bot(user=ada, bot="worker", agreement=Agreement("mabula", {}))
    Game.objects.filter(seats__bot="worker").update(bot_to_move="worker", bot_to_answer="worker")
    claims = Claims(Claim.Job.BOTS)
    for game in Game.objects.filter(bot_to_move="worker")[:2]:
        Claims(Claim.Job.BOTS).take(game.pk)
    (plan,) = plans(lambda: find(claims))
    assert index in plan, plan
    assert "games_seat" not in plan
    assert "Seq Scan on games_game" not in plan and "SCAN games_game\n" not in plan, plan
    assert len(find(claims)) == 1


def test_bots_come_in_the_order_of_the_index(ada, many_games):
    games = [challenges.play_bot(user=ada, bot="worker", agreement=Agreement("mabula", {})) for _ in range(3)]
    for at, game in enumerate(games):
        changed = {"bot_to_move": "worker", "has_person": at > 0, "turn_since": timezone.now() - timedelta(hours=at)}
        Game.objects.filter(pk=game.pk).update(**changed)
    assert [one.game for one in scheduler.find_waiting_bots()] == [games[2].pk, games[1].pk, games[0].pk]
    (plan,) = plans(scheduler.find_waiting_bots)
    assert "Sort" not in plan and "TEMP B-TREE" not in plan, plan


def test_the_migration_fills_the_columns_of_the_games_that_there_are(ada, start, act):
    """Verification works each of them out from the log, and finds no fault."""
    games = [
        start("mabula"),
        challenges.play_bot(user=ada, bot="worker", agreement=Agreement("mabula", {}), seat=Seat.ONE),
        challenges.play_bot(user=ada, bot="queen", agreement=Agreement("mabula", {}), seat=Seat.TWO),
        challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}), seat=Seat.ONE),
        start_game(
            agreement=Agreement("mabula", {}),
            players=(NewPlayer(bot="worker"), NewPlayer(bot="larva")),
            is_public=True,
            sealed=new_secret(),
        ),
    ]
    act(games[0], kind=Act.OFFER_DRAW, seat=1)
    act(games[1], kind=Act.OFFER_DRAW, seat=1)
    act(games[3], kind=Act.OFFER_DRAW, seat=1)
    act(games[3], kind=Act.RESIGN, seat=1)
    columns = ("bot_to_move", "bot_to_answer", "has_person")
    right = [
        (None, None, True),
        (None, "worker", True),
        ("queen", None, True),
        (None, None, True),
        ("worker", None, False),
    ]
    assert list(Game.objects.order_by("pk").values_list(*columns)) == right
    Game.objects.update(bot_to_move=None, bot_to_answer=None, has_person=True)
    import_module("games.migrations.0020_bots_to_move").fill(apps, None)
    assert list(Game.objects.order_by("pk").values_list(*columns)) == right
    assert all(verification.one_game(game.pk).faults == () for game in games)
