"""How fast the queen of Mabula thinks: ``python -m games.bots_bench [--seconds 0.5] [--json]``."""

from __future__ import annotations

import argparse
import json
from random import Random
from time import process_time

from games.chance import StreamChance
from games.contract import CHANCE, NOBODY, Seat
from games.mabula import rules
from games.mabula.bots.board import MOVES, position_of
from games.mabula.bots.judgement import Judge
from games.mabula.bots.search import Search
from games.thought import Thought


def measure(seconds: float) -> dict[str, float]:
    """One game of the queen against herself for each scoring, with so much processor time for a push."""
    positions = table = estimates = 0
    times: list[float] = []
    depths: list[int] = []
    for scoring in rules.OPTIONS["scoring"]:
        state = rules.initial({"scoring": scoring})
        while rules.actor(state) is not NOBODY:
            if rules.actor(state) is CHANCE:
                state = rules.apply(state, rules.draw(state, StreamChance(b"bench", game=scoring)))
                continue
            start = process_time()
            thought = Thought.within(seconds, seed=1, clock=process_time)
            search = Search(Judge(state.scoring, state.ties), thought.is_out_of_time)
            black = state.actor is Seat.TWO
            found = search.best(position_of(state.marbles), black, most=24, random=Random(thought.seed))
            times.append(process_time() - start)
            depths.append(found.depth)
            positions += search.positions
            table = max(table, len(search.table))
            estimates = max(estimates, len(search.judge.known))
            state = rules.apply(state, MOVES[found.best])
    times.sort()
    return {
        "nodes/s": positions / sum(times),
        "turn p50 s": times[len(times) // 2],
        "turn p95 s": times[len(times) * 95 // 100],
        "depth in the opening": depths[0],
        "largest table": table,
        "most colours kept": estimates,
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m games.bots_bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each push (default: %(default)s)")
    args = parser.parse_args()
    figures = measure(args.seconds)
    if args.json:
        print(json.dumps(figures, indent=1))
    else:
        print("\n".join(f"{name:24}{value:>14,.2f}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
