"""What the page of a game weighs and costs: the second half of ``make bench``.

    python -m tests.page_bench [--json]

*Requests* are those of a first visit, and *weight* is everything they load, as it is served in production: bundled and
compressed, fonts apart. *Cost* is the CPU time of the page of a long game as a multiple of that of a short one, in the
same run. *Cold* is the same for a position of which the process knows nothing yet, of a game with very many events.
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
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import (  # noqa: E402
    CaptureQueriesContext,
    get_runner,
    override_settings,
    setup_test_environment,
)

LONG, SHORT = 300, 10
COLD_LONG, COLD_SHORT = 3000, 30
ROUNDS = 40
FONT = ".woff2"
PRODUCTION = {**settings.STORAGES, "staticfiles": {"BACKEND": "marabunta_site.storage.MinifiedStaticFilesStorage"}}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.page_bench", description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    setup_test_environment()
    settings.ALLOWED_HOSTS = ["testserver"]
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        with TemporaryDirectory() as folder, override_settings(DEBUG=False, STATIC_ROOT=folder, STORAGES=PRODUCTION):
            call_command("collectstatic", interactive=False, verbosity=0)
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
        **cold_positions(kind),
    }


def cold_positions(kind: str) -> dict[str, float]:
    """What it costs to work out where a game stands from the whole of its log."""
    from games.table import log  # noqa: PLC0415

    games = {number: restless_game_of(kind, number) for number in (COLD_SHORT, COLD_LONG)}
    costs = dict.fromkeys(games, float("inf"))
    for _ in range(ROUNDS):
        for number, game in games.items():
            log.forget_all()
            start = process_time()
            log.position(game)
            costs[number] = min(costs[number], process_time() - start)
    return {
        "cold, 3,000 events, ms": costs[COLD_LONG] * 1000,
        "cold, 3,000 : 30 events": costs[COLD_LONG] / costs[COLD_SHORT],
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


def restless_game_of(kind: str, events: int) -> Any:
    """A game whose players try moves and take them back, or offer draws and decline, until it has so many events."""
    from games import kinds  # noqa: PLC0415
    from games.contract import Seat  # noqa: PLC0415
    from games.table import checks, log  # noqa: PLC0415
    from games.table.door import Act  # noqa: PLC0415

    known = kinds.get(kind)
    game = game_of(kind, min(events, LONG if known.has_undo else COLD_SHORT // 2))
    dice = random.Random(8)
    while game.head < events:
        position, seat = log.position(game), Seat(game.to_move or 0)
        tries = [move for move in known.rules.legal(position.state) if move != "end"]
        if known.has_draws:
            submit(game, seat, Act.OFFER_DRAW, "")
            submit(game, seat.other, Act.DECLINE_DRAW, "")
        elif checks.can_undo(known, position, seat) and (not tries or dice.random() < 0.5):
            submit(game, seat, Act.UNDO, "")
        else:
            submit(game, seat, Act.MOVE, dice.choice(tries))
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
    loaded = {name.decode() for name in re.findall(rb'<(?:script|link)[^>]+(?:src|href)="/static/([^"]+)"', page)}
    for name in [name for name in loaded if name.endswith(".css")]:
        loaded |= {f"bundles/{more}" for more in re.findall(r'url\("?([^#)"]+)"?\)', _static(name, "").decode())}
    files = {os.path.normpath(name) for name in loaded}
    light = {name for name in files if not name.endswith(FONT)}
    icon = client.get(re.findall(r'rel="icon" href="([^"]+)"', page.decode())[0]).content
    html = _kilobytes(gzip.compress(page, 9), gzip.compress(icon, 9))
    return {
        "requests but fonts": len(light) + 2,
        "page itself, KB": _kilobytes(gzip.compress(page, 9)),
        "own scripts, KB": _kilobytes(*(_static(name, ".gz") for name in light if re.match(r"bundles/.*js$", name))),
        "all but fonts, KB": html + _kilobytes(*(_static(name, ".gz") for name in light)),
        "the same, Brotli, KB": html + _kilobytes(*(_static(name, ".br") for name in light)),
        "fonts, KB": _kilobytes(*(_static(name, "") for name in files - light)),
    }


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


def _kilobytes(*contents: bytes) -> float:
    return sum(map(len, contents)) / 1024


def _static(name: str, compression: str) -> bytes:
    """A collected file as it is served to a browser that understands this compression; small ones have none."""
    path = Path(settings.STATIC_ROOT, name)
    compressed = path.with_name(path.name + compression)
    return (compressed if compressed.exists() else path).read_bytes()


if __name__ == "__main__":
    main()
