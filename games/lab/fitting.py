"""Fit the weights of the queen of Marabunta to positions of her own games and to the winners of these games.

    python -m games.lab.fitting [--games 40] [--seconds 0.02] [--passes 8] [--jobs 1]

Queens play each other on all boards; the position after every round is kept with the winner of its game. Then each
number in turn is made a little larger or smaller, as long as that predicts the winners better (logistic loss). Fitted
weights play other games, so the fit is repeated with those until nothing changes. A match against the previous weights
decides whether the new ones are kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from math import exp, log, sqrt
from multiprocessing import get_context
from random import Random
from time import thread_time
from typing import Any, NamedTuple, TypeAlias

from games import kinds
from games.chance import stream_of
from games.contract import CHANCE, NOBODY, Seat
from games.contract.bots import SearchBudget
from games.marabunta.bots import outlook
from games.marabunta.bots.judgement import Judge
from games.marabunta.bots.weights import TUNED, Weights
from games.marabunta.rules import State

Numbers: TypeAlias = Mapping[str, float]  # the weights, the powers as ``power <key>``, and the shape of the curve
STEP = 0.25  # the first relative change of a number
SMALLEST = 0.02


class LabelledPosition(NamedTuple):
    """A position and its label: 1 if seat one won the game, 0 if seat two did, 0.5 for a draw."""

    state: State
    won: float


def play_game(seed: int, seconds: float) -> list[LabelledPosition]:
    """Play a game of two queens; the positions after its rounds."""
    kind = kinds.get("marabunta")
    sets = kind.option_sets()
    rules, random = kind.rules, Random(seed)
    state, rolls, seen = rules.initial(sets[seed % len(sets)]), 0, []
    while (actor := rules.actor(state)) is not NOBODY:
        if actor is CHANCE:
            seen += [state] if rolls > 1 else []
            move = rules.draw(state, stream_of(b"fitting", game=seed, number=rolls, nonces=("", "")))
            rolls += 1
        else:
            budget = SearchBudget.within(seconds, seed=random.getrandbits(64), clock=thread_time)
            move = kind.bots.levels["queen"](state, budget)
        state = rules.apply(state, move)
    outcome = rules.outcome(state)
    assert outcome is not None
    won = 0.5 if outcome.winner is None else float(outcome.winner is Seat.ONE)
    return [LabelledPosition(position, won) for position in seen]


def collect_positions(games: int, *, seconds: float, jobs: int = 1) -> list[LabelledPosition]:
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        played = pool.map(partial(play_game, seconds=seconds), range(games))
        return [position for positions in played for position in positions]


def numbers_of(weights: Weights) -> dict[str, float]:
    """Every number that the fit may change."""
    found = asdict(weights)
    del found["on"]
    powers = {f"power {key}": value for key, value in found.pop("powers").items()}
    return {**found, **powers, "curve": outlook.DOUBT, "surprise": outlook.SURPRISE}


def weights_of(numbers: Numbers) -> Weights:
    powers = {name.removeprefix("power "): value for name, value in numbers.items() if name.startswith("power ")}
    own: dict[str, Any] = {name: value for name, value in numbers.items() if name in Weights.__slots__}
    return replace(Weights(powers=powers), **own)


def loss(numbers: Numbers, given: Sequence[LabelledPosition]) -> float:
    """The mean logistic loss of predicting the winners."""
    weights = weights_of(numbers)
    judges = {board: Judge(board, weights) for board in {position.state.board for position in given}}
    total = 0.0
    for state, won in given:
        judge = judges[state.board]
        scale = numbers["curve"] * sqrt(judge.time_left(state) / 4 + numbers["surprise"])
        chance = 1 / (1 + exp(-max(-30.0, min(30.0, judge.points(state) / scale))))
        total -= won * log(chance) + (1 - won) * log(1 - chance)
    return total / len(given)


def fit(numbers: Numbers, given: Sequence[LabelledPosition], *, passes: int) -> Iterator[tuple[float, Numbers]]:
    """Yield the loss and the numbers after every pass."""
    best, known = loss(numbers, given), dict(numbers)
    steps = dict.fromkeys(known, STEP)
    for _ in range(passes):
        for name in list(known):
            for sign in (1, -1):
                other = known | {name: max(0.0, known[name] * (1 + sign * steps[name]) + sign * SMALLEST / 10)}
                if (found := loss(other, given)) < best:
                    best, known = found, other
                    steps[name] *= 1.3
                    break
            else:
                steps[name] *= 0.6
        yield best, known
        if max(steps.values()) < SMALLEST:
            return


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m games.lab.fitting", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="how many to play (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=0.02, help="processor time for a move (default: %(default)s)")
    parser.add_argument("--passes", type=int, default=8, help="how often each number is tried (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play (default: %(default)s)")
    args = parser.parse_args(arguments)
    given = collect_positions(args.games, seconds=args.seconds, jobs=args.jobs)
    start = numbers_of(TUNED)
    print(f"{len(given)} positions, loss {loss(start, given):.4f}", flush=True)
    for found, numbers in fit(start, given, passes=args.passes):
        print(f"{found:.4f}", {name: round(value, 3) for name, value in numbers.items()}, flush=True)


if __name__ == "__main__":
    main()
