"""What drawing costs those who do not wait for it: the time of a game's page, alone and while pictures are drawn.

    python -m tests.pictures_bench [--seconds 15] [--rounds 3] [--json]

One server, and a game of two bots. Two visitors ask for pictures of its positions, each for another one, while somebody
else loads its page again and again; in between the page is loaded with nobody drawing. Only addresses are used that
every version of the site has, so that versions can be compared.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import ExitStack, closing
from itertools import count
from statistics import mean, median
from threading import Event, Thread

from tests.proof.server import Browser, Site, new_site, serving

VISITORS = 2
PLAY = """
from games.bots import turns
from games.lobby.start import Agreement, NewPlayer, new_secret, start_game
players = NewPlayer(bot="larva"), NewPlayer(bot="larva")
game = start_game(agreement=Agreement("marabunta", {}), players=players, is_public=True, sealed=new_secret())
turns.take_turns(game.pk)
game.refresh_from_db()
print(game.pk, game.head)
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pictures_bench", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=15.0, help="how long is measured, each time")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    with ExitStack() as stack:
        plain = stack.enter_context(new_site())
        site = Site({**plain.environment, "WORKER": "off"})
        game, head = map(int, site.run("manage.py", "shell", "--no-imports", "--command", PLAY).split())
        (port,) = stack.enter_context(serving(site, processes=1))
        moments = iter(range(head, 0, -1))
        pages_of(port, game, 2.0)  # so that templates are read
        alone: list[float] = []
        beside: list[float] = []
        drawn = 0
        for _ in range(args.rounds):
            alone += pages_of(port, game, args.seconds)
            stop, pictures = Event(), count()
            visitors = [Thread(target=draw, args=(port, game, moments, pictures, stop)) for _ in range(VISITORS)]
            for visitor in visitors:
                visitor.start()
            beside += pages_of(port, game, args.seconds)
            stop.set()
            for visitor in visitors:
                visitor.join()
            drawn += next(pictures)
    figures = {
        "page alone, median ms": 1000 * median(alone),
        "page while drawing, median ms": 1000 * median(beside),
        "ratio of medians": median(beside) / median(alone),
        "ratio of means": mean(beside) / mean(alone),
        "slowest while drawing, ms": 1000 * max(beside),
        "pictures drawn": drawn,
    }
    print(json.dumps(figures) if args.json else "\n".join(f"{name}: {value:.2f}" for name, value in figures.items()))


def pages_of(port: int, game: int, seconds: float) -> list[float]:
    """How long each page took, one after the other."""
    taken: list[float] = []
    end = time.monotonic() + seconds
    with closing(Browser(port, "nobody")) as browser:
        while time.monotonic() < end:
            start = time.perf_counter()
            assert browser.get(f"/games/{game}/")[0] == 200
            taken.append(time.perf_counter() - start)
    return taken


def draw(port: int, game: int, moments, pictures, stop: Event) -> None:
    with closing(Browser(port, "nobody")) as browser:
        while not stop.is_set():
            assert browser.get(f"/games/{game}/board.png?at={next(moments)}")[0] == 200
            next(pictures)


if __name__ == "__main__":
    main()
