"""Measure how fair boards and options are, by games between bots of the same level: ``make balance``.

    python -m games.lab.balance [--kind marabunta] [--level queen] [--games 40] [--seconds 0.02] [--seed 0] [--jobs 1]

The first player of Marabunta is the one who splits first, as chance names them; in Mabula it is white.
A power counts as used when it was unlocked and had an effect, a tile when its owner resolved it. An end counts as
brought about from behind when the turn that triggered it, though another move was to be had, left its player behind by
the count as it stood then. The effect of a head
start is computed from finished games: the share that the first player would have won with that many points more, a tie
as half a win.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log10
from multiprocessing import get_context
from random import Random
from time import thread_time
from typing import Any, NamedTuple

from games import kinds
from games.chance import stream_of
from games.contract import CHANCE, NOBODY, Seat
from games.contract.bots import SearchBudget
from games.kinds import Kind
from games.lab.tournament import levels_of, percentile, wilson
from games.marabunta import rules
from games.marabunta.rules import Phase, State
from games.marabunta.rules.effects import CUPCAKES, POINTS, POWERS

HEAD_STARTS = (1, 2, 3)  # points that a first player might be given


class Trial(NamedTuple):
    """A game to play, with the same level in both seats."""

    kind: str
    options: Mapping[str, str]
    level: str
    seed: int
    seconds: float  # processor time for each move


class TrialResult(NamedTuple):
    """What is counted of a finished game."""

    first: Seat
    winner: Seat | None
    points: tuple[int, int]
    rounds: int  # in Mabula: pushes
    causes: tuple[str, ...]  # what brought the end
    powers: Mapping[str, int]  # how often each was used, by both players together
    tiles: Mapping[str, int]  # how often each was resolved, by both players together
    seen: Mapping[str, int]  # how often each tile lay in a pool
    from_behind: bool = False  # whether the end was triggered by a seat that its turn left behind, without need


def trials(
    kind: Kind, options: Mapping[str, str], level: str, *, games: int, seconds: float, seed: int = 0
) -> Iterator[Trial]:
    """That many games, each with rolls of its own."""
    return (Trial(kind.key, options, level, seed + number, seconds) for number in range(games))


def play_trial(trial: Trial, *, clock: Callable[[], float] = thread_time) -> TrialResult:
    """Play a game to its end, and count."""
    kind = kinds.get(trial.kind)
    choose, play = levels_of(kind)[trial.level], kind.rules
    random = Random(f"{trial.seed} {trial.level}")
    state = play.initial(trial.options)
    rounds = moves = 0
    powers: Counter[str] = Counter()
    tiles: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    first, ends_it, from_behind = Seat.ONE, None, False
    while (actor := play.actor(state)) is not NOBODY:
        if actor is CHANCE:
            chance = stream_of(str(trial.seed).encode(), game=0, number=rounds, nonces=("", ""))
            move = play.draw(state, chance)
            rounds += 1
            after = play.apply(state, move)
            if move.startswith("first"):
                first = after.round.first
            elif kind.has_rounds:
                seen[after.round.tile] += 1
        else:
            budget = SearchBudget.within(trial.seconds, seed=random.getrandbits(64), clock=clock)
            move = choose(state, budget)
            moves += 1
            after = play.apply(state, move)
            if isinstance(state, State):
                powers.update(_powers_used(state, move, after))
                tiles.update([state.round.tile] if state.phase is Phase.RESOLVE and move.startswith("T") else [])
                if after.trigger and not state.trigger and _has_another(state):
                    ends_it = actor
                if ends_it is actor and play.actor(after) is not actor:  # the turn is over
                    from_behind, ends_it = kind.tally(after).winner is not actor, None
        state = after
    outcome = play.outcome(state)
    assert outcome is not None
    length = state.round.number if kind.has_rounds else moves
    causes = outcome.causes
    return TrialResult(first, outcome.winner, outcome.points, length, causes, powers, tiles, seen, from_behind)


def _has_another(state: State) -> bool:
    """Whether there is a move that does not trigger the end."""
    return any(rules.apply(state, move).trigger is None for move in rules.legal(state))


def _powers_used(state: State, move: str, after: State) -> list[str]:
    """Powers without a choice, when they are unlocked, and the power that the move is made with."""
    used = []
    if state.waiting and state.waiting[-1].key in POWERS and move != "decline":
        used.append(state.waiting[-1].key)
    for before, then in zip(state.players, after.players, strict=True):
        for group, (power, crates) in enumerate(state.board.groups):
            if before.crates[group] < crates == then.crates[group] and POWERS[power].shape in {POINTS, CUPCAKES}:
                used.append(power)
    return used


def play_all(given: Sequence[Trial], *, jobs: int = 1) -> Iterator[TrialResult]:
    """Play games, and yield the results in order. More than one job means that many processes."""
    if jobs == 1:
        yield from map(play_trial, given)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play_trial, given, chunksize=4)


def summarize(options: Mapping[str, str], results: Iterable[TrialResult]) -> dict[str, Any]:
    """The figures of the games with these options."""
    played = list(results)
    games = len(played)
    won = sum(result.winner is result.first for result in played)
    drawn = sum(result.winner is None for result in played)
    rate = (won + drawn / 2) / games
    lengths = [float(result.rounds) for result in played]
    causes = Counter("+".join(result.causes) for result in played if result.causes)
    powers, tiles, seen = (
        sum((Counter(counted) for counted in counts), Counter())
        for counts in zip(*((result.powers, result.tiles, result.seen) for result in played), strict=True)
    )
    return {
        "options": dict(options),
        "games": games,
        "first player": rate,
        "interval": wilson(rate, games),
        "in rating": round(400 * log10(rate / (1 - rate))) if 0 < rate < 1 else None,  # what going first is worth
        "draws": drawn,
        "head starts": _head_starts(played) if "territory" in options else {},
        "rounds": {"p50": percentile(lengths, 50), "p95": percentile(lengths, 95)},
        "ends": {cause: count / games for cause, count in causes.most_common()},
        "from behind": sum(result.from_behind for result in played) / games,
        "winner": sum(max(result.points) for result in played) / games,
        "loser": sum(min(result.points) for result in played) / games,
        "margin": sum(abs(result.points[0] - result.points[1]) for result in played) / games,
        "powers": {power: powers[power] / games for power in _powers_of(options)},
        "tiles": {tile: tiles[tile] / count for tile, count in sorted(seen.items())},
    }


def _head_starts(played: Sequence[TrialResult]) -> dict[int, float]:
    """The share of games that the first player would have won, by the points of the head start."""
    ahead = [result.points[result.first - 1] - result.points[result.first.other - 1] for result in played]
    return {
        given: sum(0.5 if points + given == 0 else points + given > 0 for points in ahead) / len(ahead)
        for given in HEAD_STARTS
    }


def _powers_of(options: Mapping[str, str]) -> list[str]:
    """Every power on this colony side, so that a power which nobody uses is listed too."""
    if "colony" not in options:
        return []
    board = kinds.get("marabunta").rules.initial(options).board
    return list(dict.fromkeys(group.power for group in board.groups))


def format_figures(found: Mapping[str, Any]) -> Iterator[str]:
    """The figures as lines of text."""
    low, high = found["interval"]
    yield f"{' '.join(found['options'].values())}: {found['games']} games"
    draws = f", {found['draws']} draws as half a win each" if found["draws"] else ""
    yield f"  first player wins {found['first player']:.1%} [{low:.1%}, {high:.1%}]{draws}"
    if found["in rating"] is not None:
        yield f"  going first is worth {found['in rating']:+d} in rating"
    if found["head starts"]:
        given = ", ".join(f"{points}: {share:.1%}" for points, share in found["head starts"].items())
        yield f"  with a head start of so many points {given}"
    yield f"  length p50 {found['rounds']['p50']:.0f}, p95 {found['rounds']['p95']:.0f}"
    if "colony" in found["options"]:
        yield f"  ended from behind without need {found['from behind']:.1%}"
    yield f"  points {found['winner']:.1f} : {found['loser']:.1f}, margin {found['margin']:.1f}"
    for name, unit in (("ends", "of games"), ("powers", "a game"), ("tiles", "of those seen")):
        if found[name]:
            shares = ", ".join(
                f"{key} {share:.2f}" if name == "powers" else f"{key} {share:.0%}" for key, share in found[name].items()
            )
            yield f"  {name} ({unit}): {shares}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m games.lab.balance", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kind", choices=[kind.key for kind in kinds.all()], default="marabunta")
    parser.add_argument("--level", default="queen", help="the bot in both seats (default: %(default)s)")
    parser.add_argument("--games", type=int, default=40, help="for each set of options (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=0.02, help="processor time for a move (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same chance (default: 0)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args(arguments)
    if args.games < 1 or args.jobs < 1:
        parser.error("at least one game, and one job")
    kind = kinds.get(args.kind)
    if args.level not in levels_of(kind):
        parser.error(f"{kind.title} has no such bot: {args.level}")
    boards = []
    for options in kind.option_sets():
        given = list(trials(kind, options, args.level, games=args.games, seconds=args.seconds, seed=args.seed))
        boards.append(summarize(options, play_all(given, jobs=args.jobs)))
        if not args.json:
            print("\n".join(format_figures(boards[-1])), flush=True)
    if args.json:
        about = {"kind": kind.key, "level": args.level, "seconds": args.seconds, "seed": args.seed}
        print(json.dumps({**about, "boards": boards}, indent=1))


if __name__ == "__main__":
    main()
