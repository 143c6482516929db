"""Write the stored games of ``logs.json``: ``python -m tests.golden.collect_logs``.

Only to add games, at the end of GAMES: those that are there must come out as they are in the file.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, NamedTuple

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection  # noqa: E402
from django.test.utils import setup_databases, teardown_databases  # noqa: E402

from games import kinds  # noqa: E402
from games.chance import stream_of  # noqa: E402
from games.contract import CHANCE, NOBODY, Seat  # noqa: E402
from games.models import Game  # noqa: E402
from games.table import log  # noqa: E402
from games.table.door import Act  # noqa: E402
from tests.golden.logs import FILE, Row, StoredGame, final_of, lay_out, read, rows_of, submit  # noqa: E402

START = datetime(2026, 1, 5, 12, tzinfo=UTC)  # a Monday
DAY = timedelta(days=1)
NONCES = ("ada's", "ben's")


class Step(NamedTuple):
    """An act of somebody, so long after the one before; without a seat, of a moderator."""

    act: Act
    text: str = ""
    seat: Seat | None = None
    after: timedelta = timedelta(minutes=7)


Script = Callable[[Game], Iterator[Step]]


def main() -> None:
    config = setup_databases(verbosity=0, interactive=False)
    try:
        stored = [play(1001 + place, name, **given) for place, (name, given) in enumerate(GAMES.items())]
    finally:
        teardown_databases(config, verbosity=0)
    known = read() if FILE.exists() else []
    assert stored[: len(known)] == known, "what is stored must come out as it is"
    lines = ",\n".join(as_json(game) for game in stored)
    FILE.write_text(f"[\n{lines}\n]\n")
    for game in stored:
        print(f"{game.name}: {len(game.rows)} events, {game.final}")


def as_json(game: StoredGame) -> str:
    """A line for each event, so that a change can be compared."""
    shown = {**game._asdict(), "rows": ...}
    if game.draws == 1:  # the first games were written when there was no other version
        del shown["draws"]
    head = json.dumps(shown, default=lambda _: "ROWS")
    rows = ",\n".join(f"  {json.dumps(row)}" for row in game.rows)
    return head.replace('"ROWS"', f"[\n{rows}\n]")


def play(number: int, name: str, *, script: Script, wanted: str = "", draws: int = 1, **terms: Any) -> StoredGame:
    terms = {"options": {}, "clock": "none", **terms}
    seed = wanted_seed(number, terms, wanted) if wanted else bytes([number % 251]) * 32
    game = StoredGame(name, number, terms, seed.hex(), NONCES, {}, (), draws)
    at = START
    laid_out = lay_out(game, at.isoformat())
    for step in script(laid_out):
        laid_out.refresh_from_db()
        at += step.after
        seq = laid_out.head + 1
        submit(laid_out, Row(seq, step.act, step.seat, step.text, at.isoformat(), f"key-{seq}", "", ""))
    return game._replace(final=final_of(laid_out), rows=rows_of(laid_out))


def wanted_seed(number: int, terms: Mapping[str, Any], wanted: str) -> bytes:
    """The first seed with which the game of the dice ends that way, in the first version of chance's draws."""
    rules = kinds.get(terms["kind"]).rules
    for luck in count():
        seed = (number * 10**9 + luck).to_bytes(32, "big")
        state, rolls, dice = rules.initial(terms["options"]), 0, random.Random(number)
        while (actor := rules.actor(state)) is not NOBODY:
            if actor is CHANCE:
                move = rules.draws[1](state, stream_of(seed, game=number, number=rolls, nonces=NONCES))
                rolls += 1
            else:
                move = dice.choice(rules.legal(state))
            state = rules.apply(state, move)
        outcome = rules.outcome(state)
        if outcome and outcome.decided == wanted:
            return seed
    raise AssertionError


def legal(game: Game) -> list[str]:
    game.refresh_from_db()
    return list(kinds.get(game.kind).rules.legal(log.position(game).state))


def move(game: Game, pick: Callable[[list[str]], str] = lambda moves: moves[0]) -> Step:
    options = legal(game)
    return Step(Act.MOVE, pick(options), Seat(int(game.to_move or 0)))


def moves(game: Game, number: int) -> Iterator[Step]:
    for _ in range(number):
        yield move(game)


def to_the_end(game: Game) -> Iterator[Step]:
    dice = random.Random(game.pk)
    game.refresh_from_db()
    while game.to_move:
        yield move(game, dice.choice)
        game.refresh_from_db()


def then(*steps: Step, moved: int = 2) -> Script:
    """Some moves, and then these acts."""

    def script(game: Game) -> Iterator[Step]:
        yield from moves(game, moved)
        yield from steps

    return script


def to_move(game: Game) -> Seat:
    game.refresh_from_db()
    assert game.to_move
    return Seat(game.to_move)


def late(act: Act, text: str = "", *, moved: int = 12, after: timedelta = 4 * DAY) -> Script:
    """The other does something when the one to move is out of time."""

    def script(game: Game) -> Iterator[Step]:
        yield from moves(game, moved)
        yield Step(act, text, to_move(game).other, after)

    return script


def with_everything(game: Game) -> Iterator[Step]:
    """Every act that a log can hold and that does not end the game, and then an end."""
    yield from moves(game, 3)
    while True:
        seat = to_move(game)
        yield move(game)
        if to_move(game) is seat and log.position(game).moves[-1].seat is seat:
            yield Step(Act.UNDO, "", seat)
            break
    yield Step(Act.GIVE_TIME, "24", to_move(game))
    yield Step(Act.PAUSE)
    yield Step(Act.RESUME, after=2 * DAY)
    yield Step(Act.ADD_TIME, "1 24")
    yield Step(Act.TAKE_TIME, "1 24")
    yield Step(Act.HIDE)
    yield Step(Act.SHOW)
    yield Step(Act.BOT_IN, "2 larva")
    yield Step(Act.BOT_OUT, "2")
    standing = [made.seq for made in log.position(game).moves]
    yield Step(Act.REWIND, str(standing[-3]))
    yield Step(Act.RESTORE)
    yield move(game)
    yield Step(Act.SUBSTITUTE, "larva", to_move(game).other, after=9 * DAY)
    yield Step(Act.ANNUL)
    yield Step(Act.RESTORE)
    yield Step(Act.RESIGN, "", Seat.ONE)


ONE, TWO = Seat
GAMES: dict[str, dict[str, Any]] = {
    "resigned": {"kind": "mabula", "script": then(Step(Act.RESIGN, "", ONE))},
    "agreed": {
        "kind": "mabula",
        "script": then(
            Step(Act.OFFER_DRAW, "", ONE),
            Step(Act.DECLINE_DRAW, "", TWO),
            Step(Act.OFFER_DRAW, "", TWO),
            Step(Act.ACCEPT_DRAW, "", ONE),
        ),
    },
    "aborted": {"kind": "marabunta", "script": then(Step(Act.ABORT, "", TWO), moved=1)},
    "won on time": {"kind": "mabula", "clock": "3d", "script": late(Act.TIMEOUT)},
    "won on time by itself": {"kind": "mabula", "clock": "3d", "script": late(Act.TIMEOUT, "settled", after=8 * DAY)},
    "aborted by itself": {
        "kind": "mabula",
        "clock": "3d",
        "script": late(Act.ABORT, "settled", moved=2, after=8 * DAY),
    },
    "annulled": {"kind": "marabunta", "script": then(Step(Act.ANNUL))},
    "adjudicated": {"kind": "mabula", "script": then(Step(Act.ADJUDICATE, "2"))},
    "adjudicated as a draw": {"kind": "mabula", "script": then(Step(Act.ADJUDICATE, "draw"))},
    "with everything": {"kind": "marabunta", "clock": "3d", "script": with_everything},
    "by the largest group": {"kind": "mabula", "script": to_the_end, "wanted": "largest"},
    "by the product": {"kind": "mabula", "options": {"scoring": "product"}, "script": to_the_end, "wanted": "product"},
    "by the next group": {
        "kind": "mabula",
        "options": {"ties": "next-group"},
        "script": to_the_end,
        "wanted": "next-group",
    },
    "drawn": {"kind": "mabula", "script": to_the_end, "wanted": "draw"},
    "by points": {"kind": "marabunta", "script": to_the_end, "wanted": "points"},
    "by cupcakes": {"kind": "marabunta", "script": to_the_end, "wanted": "cupcakes"},
    "by the trigger": {"kind": "marabunta", "script": to_the_end, "wanted": "trigger"},
    "left by one": {
        "kind": "marabunta",
        "clock": "3d",
        "is_rated": True,
        "script": then(Step(Act.LEAVE, "worker", ONE), Step(Act.RESIGN, "", TWO), moved=4),
    },
    "with a ring by its number": {"kind": "mabula", "draws": 2, "script": to_the_end},
}

if __name__ == "__main__":
    assert connection.vendor == "sqlite"
    main()
