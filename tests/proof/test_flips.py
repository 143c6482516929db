"""One flipped bit anywhere in a log, or a row dropped, doubled or swapped: all of it is found."""

import random
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction

from accounts.models import User
from games.contract import Seat
from games.lobby.start import Agreement, NewPlayer, new_secret, start_game
from games.models import Event, Game, Secret
from games.models import Seat as SeatRow
from games.table import door, verification
from games.table.door import Act, Verdict
from tests.luck import dice
from tests.proof.playing import Played, do, play_on

FLIPS = 300
EVENT = ("game_id", "seq", "act", "seat", "text", "at", "key", "digest", "chain")
TERMS = ("rules", "draws", "kind", "commitment")
GAME = (*TERMS, "head", "status", "to_move", "draw_offered_by", "winner", "decided", "ended_at")
MODERATED = ("is_hidden", "paused_at", "is_rated", "turn_since", "deadline")
SEAT = ("nonce", "bot", "left_at", "bank")
COLUMNS: list[tuple[type[models.Model], str]] = [
    *((Event, name) for name in EVENT),
    *((Game, name) for name in (*GAME, *MODERATED)),
    *((SeatRow, name) for name in SEAT),
    (Secret, "seed"),
]

INTERVENTIONS = [
    (Act.ANNUL, ""),
    (Act.RESTORE, ""),
    (Act.REWIND, "5"),
    (Act.PAUSE, ""),
    (Act.RESUME, ""),
    (Act.ADD_TIME, "2 24"),
    (Act.TAKE_TIME, "2 24"),
    (Act.ADD_TIME, "2 48"),
    (Act.BOT_IN, "1 larva"),
    (Act.BOT_OUT, "1"),
    (Act.HIDE, ""),
    (Act.SHOW, ""),
    (Act.ADJUDICATE, "2"),
    (Act.RESTORE, ""),
    (Act.HIDE, ""),
    (Act.PAUSE, ""),
]


@pytest.fixture
def games(played: Played) -> list[Game]:
    """Of both kinds, with every act in them; running, played to the end, resigned, drawn and called off."""
    running, ended, resigned = played(acts=60, luck=3), played("mabula", luck=4), played("mabula", acts=12, luck=5)
    drawn, called_off = played("mabula", acts=0), played(acts=0)
    for game, act, seat in (
        (resigned, Act.RESIGN, Seat.TWO),
        (drawn, Act.OFFER_DRAW, Seat.TWO),
        (drawn, Act.DECLINE_DRAW, Seat.ONE),
        (drawn, Act.OFFER_DRAW, Seat.ONE),
        (drawn, Act.ACCEPT_DRAW, Seat.TWO),
        (called_off, Act.ABORT, Seat.ONE),
    ):
        assert do(game, act, seat=seat).verdict is Verdict.ACCEPTED
    one, two = (NewPlayer(User.objects.create_user(name, f"{name}@example.org")) for name in ("ada", "ben"))
    moderated = start_game(agreement=Agreement("mabula", {}), players=(one, two), is_public=True, sealed=new_secret())
    play_on(moderated, dice(6), acts=12)
    assert do(moderated, Act.GIVE_TIME, "24", seat=Seat.ONE).verdict is Verdict.ACCEPTED
    for act, text in INTERVENTIONS:
        moderated.refresh_from_db()
        answer = door.submit(
            game_id=moderated.pk, seat=None, act=act, text=text, seen=moderated.head, key=secrets.token_hex(8)
        )
        assert answer.verdict is Verdict.ACCEPTED
    left = start_game(agreement=Agreement("mabula", {}), players=(one, two), is_public=True, sealed=new_secret())
    play_on(left, random.Random(7), acts=3)
    assert do(left, Act.LEAVE, "worker", seat=Seat.TWO).verdict is Verdict.ACCEPTED
    left.seats.filter(number=Seat.TWO).update(user=None)
    play_on(left, random.Random(8), acts=2)
    games = [running, ended, resigned, drawn, called_off, moderated, left]
    for game in games:
        game.refresh_from_db()
    of_clocks = {Act.TIMEOUT, Act.SUBSTITUTE}  # these need somebody whose time is up: test_timeouts.py
    of_matches = {Act.RELEASE}  # these take two games: tests/games/test_mirror.py
    assert set(Event.objects.values_list("act", flat=True)) == set(Act) - of_clocks - of_matches
    return games


def test_every_flipped_bit_is_found(games: list[Game]):
    luck = dice(2026)
    sound = {game.pk: verification.one_game(game.pk) for game in games}
    assert not any(verified.faults for verified in sound.values())
    found: Counter[str] = Counter()
    for number in range(FLIPS):
        model, column = COLUMNS[number % len(COLUMNS)]
        game = luck.choice(games)
        rows = of_game(model, game)
        pk, value = luck.choice(list(rows.order_by("pk").values_list("pk", column)))
        flipped = flip(value, luck, column, games)
        assert flipped != value
        with taken_back():
            try:
                with transaction.atomic():
                    rows.filter(pk=pk).update(**{column: flipped})
            except IntegrityError:
                found[f"{column} refused"] += 1
            else:
                faults = verification.one_game(game.pk).faults
                assert faults, f"{model.__name__} {pk} of {game}: {column} from {value!r} to {flipped!r}"
                found[column] += 1
    assert sum(found.values()) == FLIPS
    assert {column for _, column in COLUMNS} <= {name.partition(" ")[0] for name in found}
    assert not any(verification.one_game(game.pk).faults for game in games)


def test_rows_dropped_swapped_or_doubled_are_found(games: list[Game]):
    luck = dice(2026)
    for _ in range(15):
        for harm in (drop, swap, double):
            game = luck.choice(games)
            seq = luck.randint(1, game.head - 1)
            with taken_back():
                harm(game, seq)
                assert verification.one_game(game.pk).faults, f"{harm.__name__} {seq} of {game}"


def test_an_event_of_a_game_that_does_not_exist_is_found(games: list[Game]):
    with taken_back():
        Event.objects.filter(game=games[0], seq=1).update(game_id=10**6)
        stray = list(verification.all_games())[-1]
        assert str(stray.faults[0]) == f"game {10**6}, event 1: belongs to a game that does not exist"


@contextmanager
def taken_back() -> Iterator[None]:
    """What is done to the log in here is undone at the end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def of_game(model: type[models.Model], game: Game) -> models.QuerySet[Any]:
    own: dict[type[models.Model], dict[str, object]] = {Game: {"pk": game.pk}, Secret: {"pk": game.commitment}}
    return model._default_manager.filter(**own.get(model, {"game": game}))


def flip(value: object, luck: random.Random, column: str, games: list[Game]) -> object:
    match value:
        case _ if column == "game_id":
            return luck.choice([game.pk for game in games if game.pk != value])
        case _ if column in ("seat", "to_move", "draw_offered_by", "winner"):
            return luck.choice([seat for seat in (1, 2, None) if seat != value])
        case datetime() | timedelta():
            return value + timedelta(microseconds=1 << luck.randrange(40))
        case bool():
            return not value
        case int():
            return value ^ (1 << luck.randrange(6))
        case str() if value:
            place = luck.randrange(len(value))
            return f"{value[:place]}{flipped_letter(value[place], luck)}{value[place + 1 :]}"
        case bytes() | memoryview():
            content = bytearray(value)
            content[luck.randrange(len(content))] ^= 1 << luck.randrange(8)
            return bytes(content)
    nothing: dict[str, object] = {"bank": timedelta(days=1)}
    is_time = column.endswith("_at") or column == "deadline"
    return games[0].turn_since if is_time else nothing.get(column, "0")  # where there was nothing


def flipped_letter(letter: str, luck: random.Random) -> str:
    """Another letter; not the zero byte, which PostgreSQL does not store."""
    return luck.choice([chr(other) for bit in range(7) if (other := ord(letter) ^ (1 << bit))])


def drop(game: Game, seq: int) -> None:
    """One that the row does not miss: the others close the gap."""
    Event.objects.filter(game=game, seq=seq).delete()
    for later in range(seq + 1, game.head + 1):
        Event.objects.filter(game=game, seq=later).update(seq=later - 1)
    Game.objects.filter(pk=game.pk).update(head=game.head - 1)


def swap(game: Game, seq: int) -> None:
    for old, new in ((seq, 10**6), (seq + 1, seq), (10**6, seq + 1)):
        Event.objects.filter(game=game, seq=old).update(seq=new)


def double(game: Game, seq: int) -> None:
    """The same row once more after itself: the others make room, the key is another."""
    for later in range(game.head, seq, -1):
        Event.objects.filter(game=game, seq=later).update(seq=later + 1)
    row = Event.objects.get(game=game, seq=seq)
    row.pk, row.seq, row.key = None, seq + 1, row.key and f"{row.key[:60]}-2"
    row.save(force_insert=True)
    Game.objects.filter(pk=game.pk).update(head=game.head + 1)
