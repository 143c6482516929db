"""Measure the speed and the memory of the bots: the third part of ``make bench``.

    python -m games.lab.bots_bench [--seconds 0.1] [--json]

- *Mabula*: positions that the queen's search visits in a second, and the largest size of its tables;
- *Marabunta*: positions that a judge values in a second, pools resolved by a narrow beam in a second,
  and the largest number of colony boards that a judge keeps;
- both: games of workers in a second, and the time of a turn of the queen with so many seconds for a move.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from games import kinds
from games.chance import StreamChance
from games.contract import CHANCE, NOBODY, Seat
from games.contract.bots import Choose, SearchBudget
from games.kinds import Kind
from games.lab.tournament import ScheduledGame, levels_of, percentile, play_game
from games.mabula.bots.board import MOVES, position_of
from games.mabula.bots.judgement import Judge as MabulaJudge
from games.mabula.bots.search import Search
from games.marabunta.bots.judgement import Judge
from games.marabunta.bots.turns import resolve
from games.marabunta.bots.weights import TUNED
from games.marabunta.rules import Phase

PLAYOUTS = 6  # games of workers


def measure(seconds: float) -> dict[str, dict[str, float]]:
    """The figures of every kind; ``seconds`` is the processor time for a move of the queen."""
    return {
        "mabula": {**_mabula(seconds), **_playouts(kinds.get("mabula")), **_turns(kinds.get("mabula"), seconds)},
        "marabunta": {**_marabunta(), **_playouts(kinds.get("marabunta")), **_turns(kinds.get("marabunta"), seconds)},
    }


def _mabula(seconds: float) -> dict[str, float]:
    """One game of the queen against herself for each scoring."""
    positions = table = estimates = 0
    spent = 0.0
    depths: list[int] = []
    rules = kinds.get("mabula").rules
    for scoring in kinds.get("mabula").options["scoring"]:
        state = _first_state(kinds.get("mabula"), {"scoring": scoring})
        while rules.actor(state) is not NOBODY:
            start = process_time()
            budget = SearchBudget.within(seconds, seed=1, clock=process_time)
            search = Search(MabulaJudge(state.scoring, state.ties), budget.is_out_of_time)
            black = state.actor is Seat.TWO
            found = search.best(position_of(state.marbles), black, most=24, random=Random(budget.seed))
            spent += process_time() - start
            depths.append(found.depth)
            positions += search.positions
            table = max(table, len(search.table))
            estimates = max(estimates, len(search.judge.known))
            state = rules.apply(state, MOVES[found.best])
    return {
        "positions/s": positions / spent,
        "depth in the opening": depths[0],
        "largest table": table,
        "most colours kept": estimates,
    }


def _marabunta() -> dict[str, float]:
    """Judging, and resolving pools, in the positions of a game of workers."""
    kind = kinds.get("marabunta")
    states = list(_states(kind, levels_of(kind)["worker"]))
    judge = Judge(states[0].board, TUNED)
    start = process_time()
    for _ in range(20):
        for state in states:
            judge.value(state)
    judged = process_time() - start
    pools = [state for state in states if state.phase is Phase.RESOLVE]
    start = process_time()
    for state in pools:
        resolve(state, judge, width=2)
    resolved = process_time() - start
    return {
        "evaluations/s": 20 * len(states) / judged,
        "pools resolved/s": len(pools) / resolved,
        "most colonies kept": len(judge.known),
    }


def _playouts(kind: Kind) -> dict[str, float]:
    start = process_time()
    for seed in range(PLAYOUTS):
        play_game(ScheduledGame(kind.key, kind.option_sets()[0], ("worker", "worker"), seed, 0.0), clock=process_time)
    return {"workers' games/s": PLAYOUTS / (process_time() - start)}


def _turns(kind: Kind, seconds: float) -> dict[str, float]:
    """The time of a turn, in one game of the queen against herself."""
    game = ScheduledGame(kind.key, kind.option_sets()[0], ("queen", "queen"), 1, seconds)
    turns = [turn for seat in play_game(game, clock=process_time).turns for turn in seat]
    return {"turn p50 s": percentile(turns, 50), "turn p95 s": percentile(turns, 95)}


def _first_state(kind: Kind, options: dict[str, str]) -> Any:
    """The first state of a game in which a seat is to move."""
    state, chance = kind.rules.initial(options), StreamChance(b"bench", game=kind.key)
    while kind.rules.actor(state) is CHANCE:
        state = kind.rules.apply(state, kind.rules.draw(state, chance))
    return state


def _states(kind: Kind, choose: Choose) -> Iterator[Any]:
    """The states of a game in which a seat is to move."""
    rules, state, chance = kind.rules, _first_state(kind, kind.agreed({})), StreamChance(b"bench", game="goes on")
    while (actor := rules.actor(state)) is not NOBODY:
        if actor is not CHANCE:
            yield state
        move = rules.draw(state, chance) if actor is CHANCE else choose(state, SearchBudget.counting(1, seed=1))
        state = rules.apply(state, move)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m games.lab.bots_bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--seconds", type=float, default=0.1, help="for each move of a queen (default: %(default)s)")
    args = parser.parse_args()
    figures = measure(args.seconds)
    if args.json:
        print(json.dumps(figures, indent=1))
        return
    for kind, values in figures.items():
        print("\n".join([kind, *(f"  {name:24}{value:>14,.3f}" for name, value in values.items())]))


if __name__ == "__main__":
    main()
