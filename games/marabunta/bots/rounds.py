"""Plans for a round: a split, a take and the order of a pool, with the other's answers in the same round."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from heapq import nlargest
from itertools import product
from typing import Final, NamedTuple

from games.contract import Seat
from games.marabunta import rules
from games.marabunta.bots.elements import in_hand, worth_of, worths
from games.marabunta.bots.judgement import Judge, sign_of
from games.marabunta.bots.turns import Line, ends_from_behind, resolve
from games.marabunta.rules import State
from games.marabunta.rules.moves import Split, read
from games.marabunta.rules.state import ALL_ELEMENTS

TAKES: Final = ("take 1", "take 2")
MOST: Final = 4  # plans that are handed over


class Plan(NamedTuple):
    """A move, and where the round is expected to end after it, if it was looked at so far."""

    move: str
    ended: State | None = None


class Planner:
    """Plans the rest of a round. Whatever takes long looks at the clock, and is content with less when time is up.

    All plans are the best first; only one when time is up.
    """

    def __init__(
        self,
        judge: Judge,
        *,
        width: int,
        splits: int,
        is_out_of_time: Callable[[], bool],
        quick: int = 2,
        replies: int = 0,
        plays_out: bool = False,
    ) -> None:
        self._judge = judge
        self._width = width  # lines that a beam keeps in a turn of one's own
        self._quick = quick  # and in one that may never come
        self._splits = splits  # looked at closely, of those that look best
        self._plays_out = plays_out  # both turns after a split one after the other, or as if they did not meet
        self._replies = replies  # lines after which the first player's answer is looked at
        self._is_out_of_time = is_out_of_time

    def split(self, state: State) -> list[Plan]:
        """The best splits for the splitter, when the other takes the pool that is best for them."""
        first, other = state.round.first, state.round.first.other
        gains = {seat: self._estimates(state, seat) for seat in Seat}
        lines: dict[tuple[Seat, int], Line] = {}
        now = {seat: sign_of(seat) * self._judge.value(state) for seat in Seat}

        def worth(pools: tuple[int, int]) -> float:
            one, two = pools
            mine, theirs = gains[first], gains[other]
            return min(mine[two] - theirs[one], mine[one] - theirs[two])

        splits = splits_of(state)
        played: dict[str, float] = {}
        ends: dict[str, State] = {}
        most = MOST
        while len(played) < self._splits:
            if self._is_out_of_time():
                most = 1
                break
            move = max(splits, key=lambda move: played[move] if move in played else worth(splits[move]))
            if move in played:
                played = {move: played[move], **played}  # the first of those that are as good
                break
            for seat, pool in product(Seat, splits[move]):
                if (seat, pool) not in lines:
                    lines[seat, pool] = line = resolve(in_hand(state, seat, pool), self._judge, width=self._quick)[0]
                    gains[seat][pool] = line.value - now[seat]
            played[move] = worth(splits[move])
            if self._plays_out:
                takes = [self._answered(lines[other, pool].state) for pool in splits[move]]
                after, ends[move] = max(takes, key=_value)
                played[move] = -after - now[first]
        values = played or {move: worth(pools) for move, pools in splits.items()}
        return [Plan(move, ends.get(move)) for move in nlargest(most, values, key=values.__getitem__)]

    def take(self, state: State) -> list[Plan]:
        """The pool after which the round ends better, with both pools resolved."""
        assert isinstance(state.actor, Seat)
        if self._is_out_of_time():
            values = worths(state, state.actor, self._judge)
            return [Plan(max(TAKES, key=lambda move: worth_of(state.round.pools[TAKES.index(move)], values)))]
        after = {move: self._after_round(rules.apply(state, move)) for move in TAKES}
        return [Plan(move, after[move][1]) for move in sorted(TAKES, key=lambda move: -after[move][0])]

    def use(self, state: State) -> list[Plan]:
        """The first moves of the best ways to resolve the rest of the pool."""
        assert isinstance(state.actor, Seat)
        lines = resolve(state, self._judge, width=self._width, is_out_of_time=self._is_out_of_time)
        if self._judge.weights.wins and not state.trigger:
            lines = [line for line in lines if not ends_from_behind(line.state)] or lines
        if state.actor is state.round.first:
            return [_plan(line, rules.apply(line.state, "end")) for line in lines[:MOST]]
        answered: list[tuple[float, Plan]] = []
        most = MOST
        for line in lines[: self._replies]:
            if self._is_out_of_time():
                most = 1
                break
            after, ended = self._answered(line.state)
            answered.append((after, _plan(line, ended)))
        return [plan for _, plan in nlargest(most, answered, key=_value)] or [_plan(lines[0])]

    def _estimates(self, state: State, seat: Seat) -> list[float]:
        """The worth of every pool if its elements did not influence each other."""
        values = worths(state, seat, self._judge)
        return [worth_of(pool, values) for pool in range(ALL_ELEMENTS + 1)]

    def _after_round(self, state: State) -> tuple[float, State]:
        """The value for the seat that took a pool, when both pools are resolved."""
        return self._answered(resolve(state, self._judge, width=self._width)[0].state)

    def _answered(self, state: State) -> tuple[float, State]:
        """The value for the seat that resolved a pool, once the first player has resolved the other."""
        answer = resolve(rules.apply(state, "end"), self._judge, width=self._quick)[0]
        ended = rules.apply(answer.state, "end")
        return -sign_of(state.round.first) * self._judge.value(ended), ended


def _plan(line: Line, ended: State | None = None) -> Plan:
    return Plan(line.moves[0] if line.moves else "end", ended)


def _value(rated: tuple[float, object]) -> float:
    return rated[0]


def splits_of(state: State) -> dict[str, tuple[int, int]]:
    """Every split with its pools."""
    return _read(state.board, tuple(rules.legal(state)))


@lru_cache(maxsize=16)
def _read(board: rules.Board, moves: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    found = {}
    for move in moves:
        split = read(board, move)
        assert isinstance(split, Split)
        found[move] = split.pools
    return found
