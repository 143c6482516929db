"""Both sides of a race for the end of a game, each in a process of its own: ``python -m tests.proof.racers mover``.

``lay-out 500`` makes the games; then ``mover`` moves in each, ``claimer`` claims that its time is up, and ``settler``
settles it as the worker does. They read numbers of games on their standard input and answer what the door said.
``watcher`` answers every line with how the games stand.
"""

import json
import secrets
import sys
from datetime import timedelta
from unittest.mock import patch

import django

django.setup()

from django.db import transaction  # noqa: E402

from accounts.models import User  # noqa: E402
from games import kinds  # noqa: E402
from games.clocks import clock, timeouts  # noqa: E402
from games.contract import Seat  # noqa: E402
from games.lobby import challenges, departure  # noqa: E402
from games.lobby.start import Agreement  # noqa: E402
from games.models import Event, Game, Pulse  # noqa: E402
from games.moderation import game_acts  # noqa: E402
from games.table import checks, door, log, verification  # noqa: E402
from games.table.door import Act, Answer  # noqa: E402
from tests.proof.playing import do, legal  # noqa: E402

OVERDUE = timedelta(days=10)  # when the games were left: all of them are late by now, and may be settled


def lay_out(count: int) -> None:
    """Games that were left long ago, in which somebody has yet to move; and a worker that has been awake since."""
    ada, ben = (User.objects.create_user(name, f"{name}@example.org") for name in ("ada", "ben"))
    then = clock.now() - OVERDUE
    games = []
    with patch.object(clock, "now", lambda: then), transaction.atomic():  # one commit is faster than thousands
        for number in range(count):
            kind = "mabula" if number % 5 else "marabunta"
            offer = challenges.challenge(creator=ada, agreement=Agreement(kind, {}, "3d+12h"), seat=Seat.ONE)
            game = challenges.accept(challenge_id=offer.pk, user=ben)
            while not checks.have_both_moved(log.position(game)) or handing_over(game) is None:
                do(game, Act.MOVE, handing_over(game) or legal(game)[0])
                game.refresh_from_db()
            games.append(game.pk)
    Pulse.objects.create(pk=1, at=clock.now(), since=then)
    print(json.dumps(games))


def lay_out_matches(count: int) -> None:
    """Mirror matches, each with somebody else in it, at the same step on both boards."""
    ada = User.objects.create_user("ada", "ada@example.org")
    matches = []
    for number in range(count):
        other = User.objects.create_user(f"ben{number}", f"ben{number}@example.org")
        offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), seat=Seat.ONE, is_mirrored=True)
        game = challenges.accept(challenge_id=offer.pk, user=other)
        assert game.partner
        matches.append([game.pk, game.partner.pk])
    print(json.dumps(matches))


def resign(game: Game) -> Answer:
    return _submit(game, Seat(game.to_move or 0), Act.RESIGN)


def annul(game: Game) -> Answer:
    return game_acts.act(by=None, game_id=game.pk, what=Act.ANNUL, reason="So be it.", seen=game.head)


def leave(game: Game) -> None:
    """Ben deletes the account."""
    user = User.objects.get(seats__game=game, username__startswith="ben")
    departure.leave(user=user)


def move(game: Game) -> Answer:
    return _submit(game, Seat(game.to_move or 0), Act.MOVE, handing_over(game) or "")


def handing_over(game: Game) -> str | None:
    """A move with which the turn is done."""
    rules = kinds.get(game.kind).rules
    state = log.position(game).state
    texts = (text for text in rules.legal(state) if rules.actor(rules.apply(state, text)) is not rules.actor(state))
    return next(texts, None)


def claim(game: Game) -> Answer:
    return _submit(game, Seat(game.to_move or 0).other, Act.TIMEOUT)


def settle(game: Game) -> Answer:
    answer = timeouts.settle(game.pk)
    assert answer
    return answer


def _submit(game: Game, seat: Seat, act: Act, text: str = "") -> Answer:
    return door.submit(game_id=game.pk, seat=seat, act=act, text=text, seen=game.head, key=secrets.token_hex(8))


def race(role: str) -> None:
    act = ROLES[role]
    for line in sys.stdin:
        game = Game.objects.get(pk=int(line))
        log.position(game)
        print("ready", flush=True)
        sys.stdin.readline()
        answer = act(game)
        said = "accepted" if answer is None else answer.refusal.code if answer.refusal else answer.verdict.value
        print(said, flush=True)


def watch() -> None:
    """How many games run and are over, and how many events ended one; asked for ``faults``, those of the log."""
    for line in sys.stdin:
        if line.strip() == "faults":
            found = [str(fault) for verified in verification.all_games() for fault in verified.faults]
            print(json.dumps(found), flush=True)
            continue
        counts = {str(status): Game.objects.filter(status=status).count() for status in Game.Status}
        ends = Event.objects.filter(act__in=(Act.TIMEOUT, Act.ABORT)).count()
        print(json.dumps({**counts, "endings": ends}), flush=True)


ROLES = {
    "mover": move,
    "claimer": claim,
    "settler": settle,
    "resigner": resign,
    "annuller": annul,
    "leaver": leave,
}

if __name__ == "__main__":
    match sys.argv[1:]:
        case ["lay-out-matches", count]:
            lay_out_matches(int(count))
        case ["lay-out", count]:
            lay_out(int(count))
        case ["watcher"]:
            watch()
        case [role]:
            race(role)
