"""Measure how often the bots of each level play what the strongest would: what is usual, for games.bots.agreement.

    python -m games.lab.agreement --games 12 --write

A level plays against itself, on all boards that are offered in turn. The two seats of a game count as two.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from multiprocessing import get_context
from random import Random

from games import kinds
from games.bots import agreement
from games.chance import stream_of
from games.contract import CHANCE, NOBODY, Seat
from games.contract.bots import SearchBudget

Counts = list[tuple[int, int]]  # for each seat: agreed, and all its decisions


def count_game(kind: str, level: str, number: int) -> Counts:
    """Play a game of a level against itself, and ask the strongest bot about it."""
    chosen = kinds.get(kind)
    options = next(islice(cycle(chosen.option_sets()), number, None))
    moves = list(_moves(kind, level, options, number))
    found = []
    for seat in (Seat.ONE, Seat.TWO):
        given = agreement.decisions(kind, options, moves, seat)
        agreed = [agreement.preferred(kind, one.state) == one.move for one in given]
        found.append((sum(agreed), len(agreed)))
    return found


def measure(games: int, jobs: int = 1) -> dict[str, dict[str, Counts]]:
    """For each kind and level: the counts of so many games."""
    wanted = [
        (kind.key, level, number) for kind in kinds.all() for level in kind.bots.levels for number in range(games)
    ]
    found: dict[str, dict[str, Counts]] = {kind.key: {level: [] for level in kind.bots.levels} for kind in kinds.all()}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for (kind, level, _), counts in zip(wanted, pool.map(count_game, *zip(*wanted, strict=True)), strict=True):
            found[kind][level] += counts
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(description="Measure how often bots play what the strongest would.")
    parser.add_argument("--games", type=int, default=6, help="of each level against itself")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="into the file that the site reads")
    given = parser.parse_args(arguments)
    measured = measure(given.games, given.jobs)
    if given.write:
        content = {"method": agreement.METHOD, "kinds": measured}
        agreement.USUAL_FILE.write_text(json.dumps(content, separators=(",", ":")) + "\n")
    for kind, levels in measured.items():
        for level, counts in levels.items():
            if found := agreement.share(counts):
                print(f"{kind:10} {level:9} {found.percent:3} % ± {found.error_percent} of {found.decisions} decisions")


def _moves(kind: str, level: str, options: dict[str, str], number: int) -> Iterator[tuple[Seat | None, str]]:
    chosen, random = kinds.get(kind), Random(f"{kind} {level} {number}")
    rules, chance = chosen.rules, 0
    state = rules.initial(options)
    while (actor := rules.actor(state)) is not NOBODY:
        if actor is CHANCE:
            chance += 1
            stream = stream_of(b"agreement", game=number, number=chance, nonces=("one", "two"))
            move, seat = rules.draw(state, stream), None
        else:
            budget = SearchBudget.counting(agreement.LOOKS, seed=random.getrandbits(64))
            move, seat = chosen.bots.levels[level](state, budget), Seat(actor)
        yield seat, move
        state = rules.apply(state, move)


if __name__ == "__main__":
    main()
