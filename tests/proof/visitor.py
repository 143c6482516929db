"""Every page of a site visited, and every running game played on: ``python -m tests.proof.visitor``, on its behalf."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator

import django

django.setup()

from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from games import kinds  # noqa: E402
from games.models import Game  # noqa: E402
from games.table import log  # noqa: E402
from tests import growth_pages  # noqa: E402

MOVES = 4  # in each game
OF_A_GAME = ("", "moves/", "fairness/", "board.png")


def main() -> None:
    setup_test_environment()  # the client's host is a good one
    readers = growth_pages.readers()
    pages = {
        f"{name}, as {reader}": client.get(address).status_code
        for name, address in growth_pages.addresses().items()
        for reader, client in readers.items()
    }
    games = {
        address: readers["administrator"].get(address).status_code
        for pk in Game.objects.order_by("pk").values_list("pk", flat=True)
        for address in (f"/games/{pk}/{part}" for part in OF_A_GAME)
    }
    moves = [status for game in Game.objects.filter(status="running").order_by("pk") for status in play_on(game)]
    print(json.dumps({"pages": pages, "games": games, "moves": moves}))


def play_on(game: Game) -> Iterator[int]:
    """As the people whose turn it is, through the page of the game."""
    for _ in range(MOVES):
        game.refresh_from_db()
        seat = game.seats.filter(number=game.to_move or 0, bot="", user__isnull=False).first()
        if game.status != "running" or seat is None or seat.user is None:
            return
        browser = Client()
        browser.force_login(seat.user, backend="accounts.backends.NameOrAddress")
        move = kinds.get(game.kind).rules.legal(log.position(game).state)[0]
        act = {"act": "move", "move": move, "seen": game.head, "key": secrets.token_hex(8), "sure": "1"}
        yield browser.post(f"/games/{game.pk}/act/", act).status_code


if __name__ == "__main__":
    main()
