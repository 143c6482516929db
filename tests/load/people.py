"""People, games and what will be played in them: ``python -m tests.load.people mabula 32``, on behalf of a new site.

Prints a script as JSON. Chance is a stream that was sealed when a game began, so all of its moves are known here: who
plays the script does nothing but send requests.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import django

django.setup()

from accounts.models import User  # noqa: E402
from games import kinds  # noqa: E402
from games.contract import CHANCE, NOBODY, Seat  # noqa: E402
from games.lobby import challenges  # noqa: E402
from games.lobby.start import Agreement  # noqa: E402
from games.models import Game  # noqa: E402
from games.table import door, log  # noqa: E402
from tests.proof.people import session, start  # noqa: E402

MOVES = 60  # of a game, at most
CHALLENGERS = 50  # with four open challenges each
GAMES_AT_HOME = 30


def main(kind: str, games: int) -> None:
    tables = [played(kind, person(f"ada-{number}"), person(f"ben-{number}")) for number in range(games)]
    for number in range(CHALLENGERS):
        challenger = person(f"challenger-{number}")
        for offered in ("mabula", "marabunta") * 2:
            challenges.challenge(creator=challenger, agreement=Agreement(offered, {}))
    cleo, dora = person("cleo"), person("dora")
    own = [start(kind, cleo, dora) for _ in range(GAMES_AT_HOME)]
    print(json.dumps({"games": tables, "reader": session(cleo), "pages": pages(kind, own[0])}))


def person(name: str) -> User:
    return User.objects.create_user(name, f"{name}@example.org")


def played(kind: str, one: User, two: User) -> dict[str, Any]:
    pk = start(kind, one, two)
    return {"pk": pk, "sessions": [session(one), session(two)], "moves": planned(pk)}


def planned(pk: int) -> list[tuple[int, str, int]]:
    """Moves of players by chance: who makes each (0 or 1), the move, and the number of events before it."""
    game = Game.objects.get(pk=pk)
    rules, dice, position = kinds.get(game.kind).rules, random.Random(pk), log.position(game)
    state, head, rolls = position.state, game.head, position.rolls
    moves: list[tuple[int, str, int]] = []
    while (actor := rules.actor(state)) is not NOBODY and len(moves) < MOVES:
        if actor is CHANCE:
            move, rolls = rules.draw(state, door.stream(game, rolls)), rolls + 1
        else:
            assert isinstance(actor, Seat)
            move = dice.choice(rules.legal(state))
            moves.append((actor - 1, move, head))
        state, head = rules.apply(state, move), head + 1
    return moves


def pages(kind: str, pk: int) -> dict[str, str]:
    head: Any = Game.objects.get(pk=pk).head
    return {
        "home": "/",
        "lobby": "/lobby/",
        f"page of a game ({kind})": f"/games/{pk}/",
        "nothing new (204)": f"/games/{pk}/?have={head}",
        "badges (/waiting/)": "/waiting/",
        "/healthz": "/healthz",
    }


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
