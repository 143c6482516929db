"""The database itself refuses to change or delete an event, whoever asks and in whatever way."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, models, transaction

from accounts.models import User
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Event, Game
from games.table import verification
from games.table.door import Act
from tests.proof.playing import do, legal

pytestmark = pytest.mark.django_db(transaction=True)

Try = Callable[[Event], object]


def sql(statement: str) -> Try:
    def execute(event: Event) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement, {"id": event.pk, "game": event.game_id, "seq": event.seq})

    return execute


def save_changed(event: Event) -> object:
    event.text = "changed"
    event.save()
    return event


def save_changed_in_bulk(event: Event) -> object:
    event.text = "changed"
    return Event.objects.bulk_update([event], ["text"])


def upsert(event: Event) -> object:
    event.text = "changed"
    return Event.objects.bulk_create(
        [event], update_conflicts=True, unique_fields=["game", "seq"], update_fields=["text"]
    )


COPY = "SELECT {id}, game_id, seq, act, seat, 'changed', at, key, digest, chain FROM games_event WHERE id = %(id)s"
ROW = "games_event (id, game_id, seq, act, seat, text, at, key, digest, chain)"

TRIES: dict[str, Try] = {
    "save": save_changed,
    "bulk_update": save_changed_in_bulk,
    "queryset update": lambda event: Event.objects.filter(pk=event.pk).update(text="changed"),
    "update of all": lambda event: Event.objects.update(seat=1),
    "update by expression": lambda event: Event.objects.filter(pk=event.pk).update(seq=models.F("seq") + 1000),
    "update_or_create": lambda event: Event.objects.update_or_create(pk=event.pk, defaults={"text": "changed"}),
    "upsert": upsert,
    "delete": lambda event: event.delete(),
    "queryset delete": lambda event: Event.objects.filter(game=event.game_id).delete(),
    "raw delete of all": lambda event: Event.objects.all()._raw_delete(using="default"),
    "SQL update": sql("UPDATE games_event SET text = 'changed' WHERE id = %(id)s"),
    "SQL update to the same": sql("UPDATE games_event SET text = text WHERE id = %(id)s"),
    "SQL delete": sql("DELETE FROM games_event WHERE id = %(id)s"),
    "SQL delete of all": sql("DELETE FROM games_event"),
    "SQL upsert": sql(
        f"INSERT INTO {ROW} {COPY.format(id='id')} ON CONFLICT (game_id, seq) DO UPDATE SET text = excluded.text"
    ),
    "the same number again": sql(f"INSERT INTO {ROW} {COPY.format(id='id + 1000')}"),
    "delete of its game": lambda event: event.game.delete(),
    "delete of all games": lambda event: Game.objects.all().delete(),
    "SQL delete of its game": sql("DELETE FROM games_game WHERE id = %(game)s"),
}
if connection.vendor == "sqlite":
    TRIES |= {
        "SQL replace by number": sql(f"INSERT OR REPLACE INTO {ROW} {COPY.format(id='id + 1000')}"),
        "SQL replace by row": sql(f"REPLACE INTO {ROW} {COPY.format(id='id')}"),
        "SQL update or replace": sql("UPDATE OR REPLACE games_event SET seq = seq + 1 WHERE id = %(id)s"),
    }
if connection.vendor == "postgresql":
    TRIES |= {
        "SQL truncate": sql("TRUNCATE games_event"),
        "SQL truncate of games": sql("TRUNCATE games_game CASCADE"),
    }


@pytest.fixture
def game() -> Game:
    ada, ben = (User.objects.create_user(name, f"{name}@example.org") for name in ("ada", "ben"))
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), seat=Seat.ONE)
    game = challenges.accept(challenge_id=offer.pk, user=ben)
    for _ in range(4):
        do(game, Act.MOVE, legal(game)[0])
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("way", TRIES)
def test_a_row_of_the_log_can_be_neither_changed_nor_deleted_by(way: str, game: Game):
    before = rows()
    event = Event.objects.get(game=game, seq=3)
    with pytest.raises(IntegrityError), transaction.atomic():
        TRIES[way](event)
    assert rows() == before
    assert verification.one_game(game.pk).faults == ()


def test_a_deleted_account_leaves_its_games_as_they_were(game: Game):
    before = rows()
    User.objects.filter(username="ada").delete()
    assert rows() == before
    assert verification.one_game(game.pk).faults == ()


def rows() -> list[tuple[object, ...]]:
    return list(Event.objects.order_by("pk").values_list())
