"""What the page of a game weighs and costs: the second half of ``make bench``.

    python -m tests.page_bench [--json]

*Weight* is everything a browser loads on its first visit, compressed, fonts apart. *Cost* is the CPU
time of the page of a long game as a multiple of that of a short one, in the same run.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import re
import secrets
from pathlib import Path
from time import process_time
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.staticfiles import finders  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, get_runner, setup_test_environment  # noqa: E402

from marabunta_site.storage import minify  # noqa: E402

LONG, SHORT = 300, 10
ROUNDS = 40
FONTS = (".woff2",)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.page_bench", description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    setup_test_environment()
    settings.ALLOWED_HOSTS = ["testserver"]
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        figures = {kind: measure(kind) for kind in ("marabunta", "mabula")}
    finally:
        runner.teardown_databases(databases)
    print(json.dumps(figures, indent=1) if args.json else table(figures))


def measure(kind: str) -> dict[str, float]:
    long, short = game_of(kind, LONG), game_of(kind, SHORT)
    clients = {game.pk: client_of(game) for game in (long, short)}
    costs = dict.fromkeys(clients, float("inf"))
    for _ in range(ROUNDS):
        for pk, browser in clients.items():
            start = process_time()
            browser.get(f"/games/{pk}/")
            costs[pk] = min(costs[pk], process_time() - start)
    figures = weights(clients[long.pk], f"/games/{long.pk}/")
    return {
        **figures,
        "queries": queries(clients[long.pk], f"/games/{long.pk}/"),
        "events, long game": long.head,
        "events, short game": short.head,
        "page, short game, ms": costs[short.pk] * 1000,
        "cost, long : short": costs[long.pk] / costs[short.pk],
    }


def game_of(kind: str, moves: int) -> Any:
    """A game with that many events, some taken back again, or as many as it has before its end."""
    from accounts.models import User  # noqa: PLC0415 - only once Django is set up
    from games import kinds  # noqa: PLC0415
    from games.contract import Seat  # noqa: PLC0415
    from games.lobby import challenges  # noqa: PLC0415
    from games.lobby.start import Agreement  # noqa: PLC0415
    from games.table import checks, log  # noqa: PLC0415
    from games.table import door as play  # noqa: PLC0415

    number = secrets.token_hex(4)
    one, two = (User.objects.create_user(f"{name}{number}", f"{name}{number}@example.org") for name in ("ada", "ben"))
    offer = challenges.challenge(creator=one, agreement=Agreement(kind, {}), audience="public", seat=Seat.ONE)
    game = challenges.accept(challenge_id=offer.pk, user=two)
    rules = kinds.get(kind).rules
    dice = random.Random(7)
    while game.head < moves:
        position, seat = log.position(game), Seat(game.to_move or 0)
        if checks.can_undo(kinds.get(kind), position, seat) and dice.random() < 0.4:
            submit(game, seat, play.Act.UNDO, "")
            continue
        state = position.state
        after = {move: rules.apply(state, move) for move in rules.legal(state)}
        going_on = [move for move, then in after.items() if rules.outcome(then) is None]
        lasting = [move for move in going_on if move != "end" and not getattr(after[move], "trigger", None)]
        if not going_on:
            break
        move = dice.choice(lasting or going_on)
        submit(game, seat, play.Act.MOVE, move)
    return game


def submit(game: Any, seat: Any, act: Any, text: str) -> None:
    from games.table import door as play  # noqa: PLC0415

    play.submit(game_id=game.pk, seat=seat, act=act, text=text, seen=game.head, key=secrets.token_hex(8))
    game.refresh_from_db()


def client_of(game: Any) -> Client:
    """The browser of whoever is to move, which has been here before."""
    client = Client()
    client.force_login(game.seats.get(number=game.to_move).user)
    client.get(f"/games/{game.pk}/")
    return client


def weights(client: Client, address: str) -> dict[str, float]:
    """In compressed kilobytes, as they are served."""
    page = client.get(address).content
    loaded = set(re.findall(rb'<(?:script|link|img)[^>]+(?:src|href)="/static/([^"]+)"', page))
    files = {name.decode(): _static(name.decode()) for name in loaded}
    for name in [name for name in files if name.endswith(".js")]:
        for more in re.findall(rb'import[^"\']*["\']\./([^"\']+)["\']', files[name]):
            files[f"js/{more.decode()}"] = _static(f"js/{more.decode()}")
    sizes = {name: len(gzip.compress(content, 9)) / 1024 for name, content in files.items()}
    fonts = sum(len(content) for name, content in files.items() if name.endswith(FONTS)) / 1024
    own = sum(size for name, size in sizes.items() if name.startswith("js/"))
    rest = sum(size for name, size in sizes.items() if not name.endswith(FONTS))
    html = len(gzip.compress(page, 9)) / 1024
    return {"page itself, KB": html, "own scripts, KB": own, "all but fonts, KB": html + rest, "fonts, KB": fonts}


def queries(client: Client, address: str) -> int:
    from django.db import connection  # noqa: PLC0415

    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    return len(captured)


def table(figures: dict[str, dict[str, float]]) -> str:
    rows = list(next(iter(figures.values())))
    lines = [f"{'':24}" + "".join(f"{kind:>14}" for kind in figures)]
    lines += [f"{row:24}" + "".join(f"{kind[row]:>14,.2f}" for kind in figures.values()) for row in rows]
    return "\n".join(lines)


def _static(name: str) -> bytes:
    path = finders.find(name)
    assert isinstance(path, str), f"{name} is not there"
    return minify(name, Path(path).read_bytes())


if __name__ == "__main__":
    main()
