"""Every column of a game and of its seats is a term, a projection of the log, or the person's; see docs/log.md.

Each projected column is changed in turn, in stored games of every phase, and verification finds each change.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction

from accounts.models import User
from games.clocks import clock
from games.contract import Seat
from games.lobby import challenges, departure
from games.lobby.start import Agreement
from games.models import Event, Game
from games.models import Seat as SeatRow
from games.table import door, projection, verification
from games.table.door import Act, Verdict
from tests.games.matches import do as do_in_match
from tests.games.matches import play_step, play_turn, start_match
from tests.luck import dice
from tests.proof.playing import do, legal

TERM, PROJECTION, PERSON = "term", "projection", "person"

GAME = {
    "id": (TERM, "the number of the game, which the stream of chance is drawn for"),
    "kind": (TERM, "agreed on"),
    "options": (TERM, "agreed on"),
    "clock": (TERM, "agreed on"),
    "has_weekends_off": (TERM, "agreed on"),
    "agreed_rated": (TERM, "agreed on"),
    "commitment": (TERM, "made with the challenge"),
    "created_at": (TERM, "when the game began, and with it the first turn"),
    "rules": (TERM, "the version of the rules when the game began"),
    "draws": (TERM, "the version of chance's draws when the game began"),
    "is_public": (TERM, "who may see the game, by the audience of the challenge; a match, once both boards are over"),
    "is_imported": (TERM, "whether the first rolls came from another place"),
    "partner": (TERM, "the other game of a mirror match"),
    "stream": (TERM, "the first game of the match, in the second one, which has its luck"),
    "is_rated": (PROJECTION, "a bot that plays on for a person makes the game unrated"),
    "is_hidden": (PROJECTION, "by acts of moderators"),
    "head": (PROJECTION, "the number of the last event that both players may know"),
    "veiled": (PROJECTION, "the number of events after it, in a step of a mirror match"),
    "status": (PROJECTION, "the rules, or an event, end the game"),
    "to_move": (PROJECTION, "by the rules; nobody while the board of a match waits for the other one"),
    "held_by": (PROJECTION, "who has finished the turn on a board that waits"),
    "turn_since": (PROJECTION, "the time of the event that began the turn"),
    "deadline": (PROJECTION, "by the clocks"),
    "remind_at": (PROJECTION, "by the clocks: a mark of the turn, the next one as soon as the one before is told"),
    "paused_at": (PROJECTION, "by acts of moderators"),
    "draw_offered_by": (PROJECTION, "by acts of the players"),
    "bot_to_move": (PROJECTION, "who plays the seat to move"),
    "bot_to_answer": (PROJECTION, "who plays the seat that a draw is offered to"),
    "has_person": (PROJECTION, "who plays the seats"),
    "winner": (PROJECTION, "the rules, or an event, end the game"),
    "decided": (PROJECTION, "the rules, or an event, end the game"),
    "ended_at": (PROJECTION, "the time of the event that ended the game"),
}
SEAT = {
    "id": (TERM, "the number of the row; nothing depends on it"),
    "game": (TERM, "the game that it belongs to"),
    "number": (TERM, "one or two"),
    "bot_at_start": (TERM, "the bot that sat down, if no person did"),
    "nonce": (TERM, "added by each player before the game"),
    "time_zone": (TERM, "the zone of the weekends, as it was at the start"),
    "bot": (PROJECTION, "bots play on for people, and give the seat back"),
    "left_at": (PROJECTION, "the time of the event by which the player left the running game"),
    "bank": (PROJECTION, "by the clocks"),
    "user": (PERSON, "erased when the person leaves: the log names seats only"),
    "pauses": (PERSON, "the person's vacations as announced; their past never changes, the clocks take them as given"),
    "seen": (PERSON, "what the person has looked at"),
    "seen_at": (PERSON, "when the person looked"),
    "since": (PERSON, "what the person had looked at before this visit"),
    "is_muted": (PERSON, "the person's choice"),
    "has_chat": (PERSON, "the person's choice"),
    "chat_read": (PERSON, "what the person has read"),
}


def projected(columns: dict[str, tuple[str, str]]) -> list[str]:
    return [name for name, (what, _) in columns.items() if what == PROJECTION]


@pytest.mark.parametrize(("model", "columns"), [(Game, GAME), (SeatRow, SEAT)])
def test_every_column_is_a_term_a_projection_or_the_persons(
    model: type[models.Model], columns: dict[str, tuple[str, str]]
):
    assert {field.name for field in model._meta.concrete_fields} == set(columns)
    assert all(reason for _, reason in columns.values())


def test_the_columns_that_are_projected_are_those_that_the_projection_writes():
    assert set(projection.GAME_COLUMNS) == set(projected(GAME))
    assert set(projection.SEAT_COLUMNS) == set(projected(SEAT))


class Stage:
    """A rated game on a clock between two people, as far as a test takes it."""

    def __init__(self) -> None:
        one, two = (User.objects.create_user(name, f"{name}@example.org") for name in ("ada", "ben"))
        self.players = {Seat.ONE: one, Seat.TWO: two}
        agreement = Agreement("mabula", {}, "3d", is_rated=True)
        offer = challenges.challenge(creator=one, agreement=agreement, seat=Seat.ONE)
        self.game = challenges.accept(challenge_id=offer.pk, user=two)

    def move(self, count: int = 1) -> None:
        for _ in range(count):
            assert do(self.game, Act.MOVE, legal(self.game)[0]).verdict is Verdict.ACCEPTED

    def play(self, act: Act, text: str = "", *, seat: Seat) -> None:
        assert do(self.game, act, text, seat=seat).verdict is Verdict.ACCEPTED

    def moderate(self, act: Act, text: str = "") -> None:
        self.game.refresh_from_db()
        key = secrets.token_hex(8)
        answer = door.submit(game_id=self.game.pk, seat=None, act=act, text=text, seen=self.game.head, key=key)
        assert answer.verdict is Verdict.ACCEPTED, answer

    def leave(self, seat: Seat) -> None:
        departure.leave(user=self.players[seat])


def held(stage: Stage) -> None:
    first, _ = start_match(stage.players[Seat.ONE], stage.players[Seat.TWO], "mabula", is_rated=True)
    play_turn(first, dice(1))
    stage.game = Game.objects.get(pk=first.pk)
    assert stage.game.held_by and stage.game.veiled


def in_the_midst_of_a_step(stage: Stage) -> None:
    match = start_match(stage.players[Seat.ONE], stage.players[Seat.TWO], "marabunta", is_rated=True)
    play_step(match, dice(1))
    do_in_match(match[1], text="take 1")
    stage.game = Game.objects.get(pk=match[1].pk)
    assert stage.game.to_move and stage.game.veiled == 1


def alone(stage: Stage) -> None:
    first, second = start_match(stage.players[Seat.ONE], stage.players[Seat.TWO], "mabula", is_rated=True)
    play_turn(first, dice(1))
    do_in_match(second, Act.RESIGN)
    stage.game = first


def just_begun(stage: Stage) -> None:
    pass


def under_way(stage: Stage) -> None:
    stage.move(5)
    stage.play(Act.OFFER_DRAW, seat=Seat.ONE)


def given_time(stage: Stage) -> None:
    stage.move(2)
    stage.play(Act.GIVE_TIME, "24", seat=Seat.ONE)


def paused_and_hidden(stage: Stage) -> None:
    stage.move(3)
    stage.moderate(Act.PAUSE)
    stage.moderate(Act.HIDE)


def played_on_by_a_bot(stage: Stage) -> None:
    stage.move(3)
    stage.moderate(Act.BOT_IN, "2 larva")
    stage.move(2)


def a_bot_is_offered_a_draw(stage: Stage) -> None:
    played_on_by_a_bot(stage)
    stage.play(Act.OFFER_DRAW, seat=Seat.ONE)
    stage.game.refresh_from_db()
    assert stage.game.bot_to_answer == "larva"


def given_back(stage: Stage) -> None:
    played_on_by_a_bot(stage)
    stage.moderate(Act.BOT_OUT, "2")
    stage.move()


def left(stage: Stage) -> None:
    stage.move(3)
    stage.leave(Seat.TWO)
    stage.move(3)


def left_by_both(stage: Stage) -> None:
    stage.leave(Seat.ONE)
    stage.leave(Seat.TWO)


def left_and_over(stage: Stage) -> None:
    left(stage)
    stage.play(Act.RESIGN, seat=Seat.ONE)


def over_and_left(stage: Stage) -> None:
    stage.move(3)
    stage.play(Act.RESIGN, seat=Seat.ONE)
    stage.leave(Seat.TWO)


def over_and_left_and_restored(stage: Stage) -> None:
    stage.move(3)
    stage.moderate(Act.ADJUDICATE, "1")
    stage.leave(Seat.TWO)
    stage.moderate(Act.RESTORE)


def annulled(stage: Stage) -> None:
    stage.move(2)
    stage.moderate(Act.ANNUL)


def played_to_the_end(stage: Stage) -> None:
    while legal(stage.game):
        stage.move()


PHASES = [
    just_begun,
    under_way,
    given_time,
    paused_and_hidden,
    played_on_by_a_bot,
    a_bot_is_offered_a_draw,
    given_back,
    left,
    left_by_both,
    left_and_over,
    over_and_left,
    over_and_left_and_restored,
    annulled,
    played_to_the_end,
    held,
    in_the_midst_of_a_step,
    alone,
]
LEFT_AFTER_THE_END = [over_and_left, over_and_left_and_restored]  # the log was closed: no event says when


@pytest.mark.django_db
@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.__name__)
def test_each_projected_column_that_is_changed_is_found(phase):
    stage = Stage()
    phase(stage)
    game = Game.objects.get(pk=stage.game.pk)
    assert verification.one_game(game.pk).faults == ()
    tried = 0
    for model, names in ((Game, projected(GAME)), (SeatRow, projected(SEAT))):
        rows: Any = model._default_manager.filter(**{"pk" if model is Game else "game": game.pk})
        for row in rows.order_by("pk"):
            for name in names:
                if name == "left_at" and row.left_at and phase in LEFT_AFTER_THE_END:
                    continue
                for value in others(getattr(row, name), name):
                    with rolled_back():
                        if not is_refused(rows.filter(pk=row.pk), {name: value}):
                            faults = verification.one_game(game.pk).faults
                            assert faults, f"{model.__name__}.{name} is {value!r} instead of {getattr(row, name)!r}"
                        tried += 1
    assert tried >= len(projected(GAME)) + 2 * len(projected(SEAT))
    assert verification.one_game(game.pk).faults == ()


@pytest.mark.django_db
@pytest.mark.parametrize("phase", LEFT_AFTER_THE_END, ids=lambda phase: phase.__name__)
def test_nobody_left_without_an_event_while_the_game_ran(phase):
    stage = Stage()
    phase(stage)
    seats = SeatRow.objects.filter(game=stage.game, number=Seat.TWO)
    second = Event.objects.get(game=stage.game, seq=2)
    seats.update(left_at=second.at - timedelta(microseconds=1))
    assert any("left_at of seat 2" in fault.what for fault in verification.one_game(stage.game.pk).faults)


@pytest.mark.django_db
def test_nobody_sits_in_a_seat_that_was_left():
    stage = Stage()
    left(stage)
    SeatRow.objects.filter(game=stage.game, number=Seat.TWO).update(user=User.objects.create_user("cleo", "c@e.org"))
    assert [fault.what for fault in verification.one_game(stage.game.pk).faults] == [
        "the player of seat 2 has left, and still sits there"
    ]


def others(value: object, name: str) -> list[Any]:
    """Other values for a column: another of its kind, and nothing or something."""
    now = clock.now()
    match value:
        case bool():
            return [not value]
        case datetime():
            nothing = [] if name == "turn_since" else [None]
            return [value + timedelta(seconds=1), value - timedelta(days=1), *nothing]
        case timedelta():
            return [value + timedelta(seconds=1), None]
        case int() if name == "head":
            return [value + 1, value - 1]
        case int():
            return [3 - value, None]
        case str() if name == "status":
            return ["over" if value == "running" else "running"]
        case str() if name == "bot":
            return ["queen", *([""] if value else [])]
        case str():
            return ["timeout", *([""] if value else [])]
        case None if name == "bank":
            return [timedelta(days=1)]
        case None if name.endswith("_at") or name == "deadline":
            return [now]
        case None if name.startswith("bot_"):
            return ["queen"]
        case None:
            return [1, 2]
    raise AssertionError(value)


def is_refused(rows: Any, change: dict[str, Any]) -> bool:
    """Whether a constraint of the database does not let it happen at all."""
    try:
        with transaction.atomic():
            rows.update(**change)
    except IntegrityError:
        return True
    return False


@contextmanager
def rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
