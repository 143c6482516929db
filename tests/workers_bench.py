"""What more workers are worth: moves of bots in a second with one worker and with two.

    python -m tests.with_services python -m tests.workers_bench [--wait] [--level queen] [--seconds 15] [--rounds 3]

Bots of one level play each other, without pauses, on a site of its own; without services, on SQLite. One worker and two
take turns, so that whatever else the machine does falls on both. On a machine that is busy, two workers find no second
processor; ``--wait`` has bots wait for 0.3 seconds instead, which shows what sharing the work costs by itself.
"""

from __future__ import annotations

import argparse
import json
import time
from statistics import median

from tests.proof.server import Site, new_site
from tests.proof.workers import NOTING, WORKER, ask, moves_of_seats, start_games, wait_until, working

GAMES = 40
TO_BEGIN = 60.0  # seconds that workers may take to start


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.workers_bench", description=__doc__.splitlines()[0])
    parser.add_argument("--kind", default="mabula")
    parser.add_argument("--level", default="queen", help="the bots that play; only queens look at the clock")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long is measured, each time")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--wait", action="store_true", help="bots wait instead of thinking")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    found: dict[int, list[float]] = {1: [], 2: []}
    with new_site() as plain:
        site = Site({**plain.environment, "BOT_FIRST_PAUSE": "0", "BOT_PAUSE": "0", "BRAIN": "wait_and_think"})
        level, program = ("larva", NOTING) if args.wait else (args.level, WORKER)
        start_games(site, [(args.kind, "", (level, level))] * GAMES)
        for _ in range(args.rounds):
            for number, figures in found.items():
                figures.append(moves_a_second(site, number, args.seconds, program))
                if not args.json:
                    print(f"{number} with {level}: {figures[-1]:.2f} moves a second", flush=True)
    ratios = [
        two / one for one, two in zip(found[1], found[2], strict=True)
    ]  # of neighbours, which had the same machine
    summary = {"one": median(found[1]), "two": median(found[2]), "ratio": median(ratios)}
    print(json.dumps(summary) if args.json else "  ".join(f"{name} {value:.2f}" for name, value in summary.items()))


def moves_a_second(site: Site, workers: int, seconds: float, program: tuple[str, ...]) -> float:
    """With so many workers, once all of them are at it."""
    with working(site, workers, program) as started:
        wait_until(lambda: claiming(site) >= {worker.pid for worker in started}, site, TO_BEGIN)
        first = moves_of_seats(site)
        wait_until(lambda: moves_of_seats(site) >= first + 4 * workers, site, TO_BEGIN)  # those that think have started
        begun, before = time.monotonic(), moves_of_seats(site)
        time.sleep(seconds)
        return (moves_of_seats(site) - before) / (time.monotonic() - begun)


def claiming(site: Site) -> set[int]:
    """The workers that have claimed something."""
    return {int(name.split(":")[1]) for (name,) in ask(site, "SELECT worker FROM games_claim")}


if __name__ == "__main__":
    main()
