"""An exception at every statement of the door, before it and after it: all is stored, or nothing."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection, models

from accounts.models import User
from games import kinds
from games.contract import CHANCE, Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Challenge, Delivery, Event, Game, Notification, Secret
from games.models import Seat as SeatRow
from games.table import log, verification
from games.table.door import Act, Verdict, submit
from tests.proof.playing import do, legal, new_game, to_move

pytestmark = pytest.mark.django_db(transaction=True)

TABLES: tuple[type[models.Model], ...] = (Challenge, Game, SeatRow, Event, Notification, Delivery)
Step = tuple[Act, Seat, str]


class Outage(OperationalError):
    """The database is away."""


class Interrupted(BaseException):
    """The process is told to stop, as by Ctrl-C."""


class Fault:
    """Raises at the n-th statement, COMMIT among them, before or after the database has done it."""

    def __init__(self, at: int, when: str, error: type[BaseException]) -> None:
        self.at, self.when, self.error = at, when, error
        self.count = 0
        self.struck = ""

    def around(self, name: str, run: Callable[[], Any], error: type[BaseException]) -> Any:
        if name.startswith("BEGIN") and self.when == "after":
            return run()  # that is before the first statement in it
        self.count += 1
        is_it = self.count == self.at
        result = None if is_it and self.when == "before" else run()
        if is_it:
            self.struck = name
            raise error(name)
        return result

    @contextmanager
    def at_work(self) -> Iterator[None]:
        commit = connection._commit  # type: ignore[attr-defined]
        connection._commit = lambda: self.around("COMMIT", commit, Outage)  # type: ignore[attr-defined]
        try:
            with connection.execute_wrapper(
                lambda execute, sql, params, many, context: self.around(
                    sql, lambda: execute(sql, params, many, context), self.error
                )
            ):
                yield
        finally:
            del connection._commit  # type: ignore[attr-defined]


def to_a_roll() -> tuple[Game, Step]:
    """A game whose next move makes chance move."""
    game = new_game("marabunta")
    rules = kinds.get("marabunta").rules
    while True:
        state = log.position(game).state
        rolling = [move for move in legal(game) if move == "end" and rules.actor(rules.apply(state, move)) is CHANCE]
        if rolling:
            return game, (Act.MOVE, to_move(game), rolling[0])
        do(game, Act.MOVE, "end" if "end" in legal(game) else legal(game)[0])
        game.refresh_from_db()


def to_an_undo() -> tuple[Game, Step]:
    game = new_game("marabunta")
    for _ in range(2):  # split, take
        do(game, Act.MOVE, legal(game)[0])
    game.refresh_from_db()
    return game, (Act.UNDO, to_move(game), "")


def to_a_resignation() -> tuple[Game, Step]:
    return new_game("mabula"), (Act.RESIGN, Seat.TWO, "")


WAYS = {"a move that makes chance move": to_a_roll, "an undo": to_an_undo, "a resignation": to_a_resignation}


@pytest.mark.parametrize("error", [Outage, Interrupted])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("way", WAYS)
def test_an_act_is_stored_whole_or_not_at_all_and_its_retry_stores_it_once(way, when, error):
    struck: list[str] = []
    while True:
        game, (act, seat, text) = WAYS[way]()
        what: dict[str, Any] = {"game_id": game.pk, "seat": seat, "act": act, "text": text, "key": secrets.token_hex(8)}
        before, head = everything(), game.head
        fault = Fault(len(struck) + 1, when, error)
        try:
            with fault.at_work():
                answer = submit(seen=head, **what)
        except (error, Outage):
            struck.append(fault.struck)
            is_stored = (fault.struck, when) == ("COMMIT", "after")
            assert (everything() == before) is not is_stored
            answer = submit(seen=head, **what)
            assert answer.verdict is (Verdict.REPEATED if is_stored else Verdict.ACCEPTED)
        else:
            assert answer.verdict is Verdict.ACCEPTED
            assert not fault.struck
            break
        assert submit(seen=head, **what).verdict is Verdict.REPEATED
        assert Event.objects.filter(game=game, seat=seat, key=what["key"]).count() == 1
        assert verification.one_game(game.pk).faults == ()
    assert struck[-1] == "COMMIT"
    # the event; and with a move the notification of whose turn it is, with an end that the game is to be counted
    assert sum("INSERT INTO" in statement for statement in struck) == (1 if act is Act.UNDO else 2)
    assert any("UPDATE" in statement for statement in struck)


@pytest.mark.parametrize("error", [Outage, Interrupted])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_challenge_is_accepted_whole_or_not_at_all_and_can_be_accepted_once(when, error):
    ada, ben = (User.objects.create_user(name, f"{name}@example.org") for name in ("ada", "ben"))
    struck: list[str] = []
    while True:
        offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), seat=Seat.ONE)
        before = everything()
        fault = Fault(len(struck) + 1, when, error)
        try:
            with fault.at_work():
                challenges.accept(challenge_id=offer.pk, user=ben)
        except (error, Outage):
            struck.append(fault.struck)
            is_stored = (fault.struck, when) == ("COMMIT", "after")
            assert (everything() == before) is not is_stored
            if not is_stored:
                challenges.accept(challenge_id=offer.pk, user=ben)
        else:
            break
        with pytest.raises(challenges.LobbyRefused, match="challenge-accepted"):
            challenges.accept(challenge_id=offer.pk, user=ben)
        offer.refresh_from_db()
        assert offer.game is not None
        assert verification.one_game(offer.game.pk).faults == ()
        assert Game.objects.count() == len(struck)
    assert struck[-1] == "COMMIT"
    inserts = sum("INSERT INTO" in statement for statement in struck)
    assert inserts == 7  # the game, its seats, a draw, who is told


def everything() -> list[list[tuple[object, ...]]]:
    """Every row that the door and the lobby write; of the secrets, whose seeds never change, the names."""
    tables = [list(model._default_manager.order_by("pk").values_list()) for model in TABLES]
    return [*tables, list(Secret.objects.order_by("pk").values_list("commitment"))]
