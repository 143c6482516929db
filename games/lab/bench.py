"""Measure the speed of the engines beside python-chess in the same run: ``make bench``.

    python -m games.lab.bench [--json] [--seconds 1.0]

Times depend on the machine, ratios hardly do. Every figure is the best of several short
stretches, taken in turn for all engines, so that a busy moment distorts no single engine.

- *playout*: random games with the full list of legal moves before every move, from the moment
  a player is to move (the moves of chance before that are made already, as the pieces of chess are set up);
- *list*: ``legal`` alone, on the positions of those games;
- *apply*: ``apply`` alone, one known legal move after the other;
- *replay*: ``fold`` alone, whole games of known legal moves, the same over and over;
- *opening*: chance's moves before a player is to move, with the stream of a stored game; against a whole playout,
  and, where there was another version of the draw before, against the first of them.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, cycle
from time import process_time
from typing import Any

import chess

from games import kinds
from games.chance import stream_of
from games.contract import CHANCE, NOBODY, Draw, Rules, Seat, play, replay

STRETCHES = 7
PLIES = 200  # a random game of chess, cut where it would only shuffle kings


class RandomChance:
    """Draws without HMAC, so that the engines are measured and not SHA-256."""

    def __init__(self, random_: random.Random) -> None:
        self._random = random_.random

    def draw(self, n: int) -> int:
        return int(self._random() * n)


@dataclass
class RandomGames:
    """Whole random games of a kind, and every position in them."""

    rules: Rules[Any]
    games: list[tuple[Mapping[str, str], list[str]]]
    positions: list[tuple[Any, str]]  # a state, and the move made there
    openings: list[Any]  # the first state of each game in which a player is to move

    @classmethod
    def of(cls, kind: kinds.Kind, games: int) -> RandomGames:
        played = cls(kind.rules, [], [], [])
        for options, seed in zip(cycle(kind.option_sets()), range(games), strict=False):
            states = [kind.rules.initial(options)]
            moves = []
            for move, state in random_game(kind, options, random.Random(seed)):
                moves.append(move)
                states.append(state)
            played.games.append((options, moves))
            played.positions += zip(states, moves, strict=False)
            played.openings.append(next(state for state in states if isinstance(kind.rules.actor(state), Seat)))
        return played


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m games.lab.bench", description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--seconds", type=float, default=0.4, help="length of each stretch (default: %(default)s)")
    parser.add_argument("--memory-of", metavar="KIND", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.memory_of:
        print(_peak_memory_here(args.memory_of))
        return
    figures = measure(args.seconds)
    print(json.dumps(figures, indent=1) if args.json else format_table(figures))


def measure(seconds: float) -> dict[str, dict[str, float]]:
    """All figures, by engine."""
    work: dict[tuple[str, str], Callable[[], tuple[int, int]]] = {("chess", "playout"): _chess_playout()}
    for kind in kinds.all():
        played = RandomGames.of(kind, games=80)
        work[kind.key, "playout"] = _playout(played)
        work[kind.key, "list"] = _list(played)
        work[kind.key, "apply"] = _apply(played)
        work[kind.key, "replay"] = _replay(played)
        for version, draw in kind.rules.draws.items():
            work[kind.key, f"opening {version}"] = _opening(played, draw)
    best = dict.fromkeys(work, (0.0, 0.0))
    for _ in range(STRETCHES):
        for key, step in work.items():
            best[key] = max(best[key], _rate(step, seconds))
    yardstick = best["chess", "playout"][0]
    figures = {"chess": {"playout moves/s": yardstick, "playouts/s": best["chess", "playout"][1]}}
    for kind in kinds.all():
        rates = {what: best[kind.key, what][0] for what in ("playout", "list", "apply", "replay")}
        figures[kind.key] = {
            **{f"{what} moves/s": rate for what, rate in rates.items()},
            "playouts/s": best[kind.key, "playout"][1],
            "playout : python-chess": rates["playout"] / yardstick,
            "replay : playout": rates["replay"] / rates["playout"],
            "replay : list": rates["replay"] / rates["list"],
            **_opening_figures(kind, {what: games for (key, what), (_, games) in best.items() if key == kind.key}),
            "peak memory MB": _peak_memory(kind.key),
        }
    return figures


def format_table(figures: Mapping[str, Mapping[str, float]]) -> str:
    rows = list(dict.fromkeys(name for engine in figures.values() for name in engine))
    lines = [f"{'':24}" + "".join(f"{engine:>14}" for engine in figures)]
    for row in rows:
        cells = (_cell(row, engine[row]) if row in engine else "" for engine in figures.values())
        lines.append(f"{row:24}" + "".join(f"{cell:>14}" for cell in cells))
    return "\n".join(lines)


def random_game(kind: kinds.Kind, options: Mapping[str, str], random_: random.Random) -> Iterator[tuple[str, Any]]:
    chance = RandomChance(random_)
    return play(kind.rules, options, chance=chance, choose=lambda _, legal: random_.choice(legal))


def _rate(step: Callable[[], tuple[int, int]], seconds: float) -> tuple[float, float]:
    """Moves and games in a second of processor time, when the step is repeated for ``seconds``."""
    moves = games = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        more_moves, more_games = step()
        moves += more_moves
        games += more_games
    return moves / spent, games / spent


def _chess_playout() -> Callable[[], tuple[int, int]]:
    random_ = random.Random(1)

    def step() -> tuple[int, int]:
        board = chess.Board()
        while board.ply() < PLIES and (moves := list(board.legal_moves)):
            board.push(random_.choice(moves))
        return board.ply(), 1

    return step


def _playout(played: RandomGames) -> Callable[[], tuple[int, int]]:
    random_ = random.Random(1)
    chance = RandomChance(random_)
    openings = cycle(played.openings)
    rules = played.rules

    def step() -> tuple[int, int]:
        state, moves = next(openings), 0
        while (actor := rules.actor(state)) is not NOBODY:
            move = rules.draw(state, chance) if actor is CHANCE else random_.choice(rules.legal(state))
            state = rules.apply(state, move)
            moves += 1
        return moves, 1

    return step


def _list(played: RandomGames) -> Callable[[], tuple[int, int]]:
    def step() -> tuple[int, int]:
        legal = played.rules.legal
        for state, _ in played.positions:
            legal(state)
        return len(played.positions), len(played.games)

    return step


def _apply(played: RandomGames) -> Callable[[], tuple[int, int]]:
    def step() -> tuple[int, int]:
        apply = played.rules.apply
        for state, move in played.positions:
            apply(state, move)
        return len(played.positions), len(played.games)

    return step


def _replay(played: RandomGames) -> Callable[[], tuple[int, int]]:
    def step() -> tuple[int, int]:
        for options, moves in played.games:
            replay(played.rules, options, moves)
        return len(played.positions), len(played.games)

    return step


def _opening(played: RandomGames, draw: Draw[Any]) -> Callable[[], tuple[int, int]]:
    numbers = count()
    rules = played.rules

    def step() -> tuple[int, int]:
        state, moves = rules.initial({}), 0
        while rules.actor(state) is CHANCE:
            state = rules.apply(state, draw(state, stream_of(b"bench", game=next(numbers), number=0, nonces=("", ""))))
            moves += 1
        return moves, 1

    return step


def _opening_figures(kind: kinds.Kind, games: Mapping[str, float]) -> dict[str, float]:
    """What it takes to begin a game, from the games in a second of each measure of the kind."""
    latest = games[f"opening {max(kind.rules.draws)}"]
    figures = {"opening us": 1e6 / latest, "opening : playout": games["playout"] / latest}
    if len(kind.rules.draws) > 1:
        figures["opening : version 1"] = games["opening 1"] / latest
    return figures


def _peak_memory(key: str) -> float:
    """The peak memory of a separate process that plays this kind alone."""
    command = [sys.executable, "-m", "games.lab.bench", "--memory-of", key]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _peak_memory_here(key: str) -> float:
    step = _playout(RandomGames.of(kinds.get(key), games=80))
    for _ in range(200):
        step()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _cell(row: str, value: float) -> str:
    if ":" in row and value < 1:
        return f"{value:,.3f}"
    return f"{value:,.1f}" if ":" in row or "MB" in row else f"{value:,.0f}"


if __name__ == "__main__":
    main()
