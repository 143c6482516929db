"""Alpha-beta over pushes: the best push, looking so many pushes ahead, or as far as time allows.

Principal variation search with iterative deepening. The table remembers positions, as different
orders of the same pushes meet again and again. A push is tried early if it was best here before,
refuted a sibling, or leaves a good board; late ones are first looked at one push less deep.
When every push to the end fits into the depth, the value is no estimate: won, lost or drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from games.mabula.bots.board import EDGE, can_push, pushes
from games.mabula.bots.judgement import Judge
from games.mabula.bots.memory import Known, known

WON: Final = 1000.0  # beyond every estimate
MOST_KNOWN: Final = 1 << 17  # positions in the table: some 35 MB
_ABOVE: Final = 10 * WON
_STEP: Final = 1e-6  # the width of a window that only asks: better or not?
_LOOK: Final = 128  # positions between two looks at the clock
_EARLY: Final = 4  # pushes that are never looked at less deep
_FEW: Final = 5  # marbles left on the edge: from here on the end is looked for
_NEAR_END: Final = 11  # marbles left on the edge from which on the rest can be read
_LAST_ESTIMATE: Final = 6  # pushes ahead that are estimated before that
_KILLER: Final = 0.1  # the bonus, in ordering, of a push that refuted a sibling


class Found(NamedTuple):
    """The result of a search."""

    best: int  # the number of the push in ``board.MOVES``
    value: float  # for the side to move
    depth: int  # pushes ahead that were seen in full
    is_exact: bool  # nothing was estimated


class Search:
    """The search of one turn. Its memory lasts no longer than the turn."""

    def __init__(
        self, judge: Judge, is_out_of_time: Callable[[], bool] = lambda: False, *, has_table: bool = True
    ) -> None:
        self.judge = judge
        self.positions = 0  # looked at so far
        self.table: dict[int, Known] = {}
        self._is_out_of_time = is_out_of_time
        self._has_table = has_table
        self._history = ([0] * 144, [0] * 144)  # how often a push refuted something, by colour
        self._killers = [(-1, -1)] * 25  # the last two pushes that did, by the marbles left on the edge

    def best(self, position: int, black: bool, *, most: int, random: Random) -> Found:
        """The best push as far as time allows, at most so many pushes ahead; equal ones are chosen among at random."""
        left = (position & EDGE).bit_count()
        order = pushes(position, black)
        random.shuffle(order)
        order.sort(key=lambda option: self.judge.value(option[1], black), reverse=True)
        found = Found(order[0][0], self.judge.value(order[0][1], black), 0, False)
        if len(order) == 1:
            return found
        try:
            for depth in _depths(left, most):
                better = self._deepen(order, black, depth, left)
                if better.value == -WON and found.depth:
                    return found._replace(value=-WON, is_exact=True)  # lost: what held out longest
                found = better
                if abs(found.value) == WON:
                    break
        except OutOfTime as late:
            found = late.found or found
            if found.value == -WON:  # any other may still hold
                found = Found(order[1][0], self.judge.value(order[1][1], black), found.depth, False)
        return found

    def value(self, position: int, black: bool, depth: int) -> float:
        """The value of a position for the side to move, so many pushes ahead."""
        return self._search(position, black, depth, -_ABOVE, _ABOVE)

    def _deepen(self, order: list[tuple[int, int]], black: bool, depth: int, left: int) -> Found:
        """Look at all pushes so deep, and bring the best one to the front."""
        alpha = -_ABOVE
        found: Found | None = None
        try:
            for number, after in tuple(order):
                value = self._scout(after, black, depth - 1, alpha, WON, place=int(found is not None))
                if value > alpha:
                    alpha = value
                    found = Found(number, value, depth, is_exact=depth >= left or abs(value) == WON)
                    order.remove((number, after))
                    order.insert(0, (number, after))
                    if value == WON:
                        break
        except OutOfTime as late:
            if found is not None:  # at least as good as what the last depth found, which was looked at first
                late.found = found._replace(depth=depth - 1, is_exact=found.value == WON)
            raise
        assert found is not None
        return found

    def _search(self, position: int, black: bool, depth: int, alpha: float, beta: float) -> float:
        """The value for the side to move, or a bound of it outside alpha and beta."""
        self.positions += 1
        if not self.positions % _LOOK and self._is_out_of_time():
            raise OutOfTime
        left = (position & EDGE).bit_count()
        if depth <= 0 and not self._is_over(position, left):
            return self.judge.value(position, black)
        key = -position if black else position
        before = self.table.get(key)
        if before is not None and before.answers(depth, alpha, beta):
            return before.value
        options = pushes(position, black)
        if not options:
            if not can_push(position, not black):
                return self.judge.end(position, black) * WON  # B3.1
            return -self._search(position, not black, depth, -beta, -alpha)  # B2.6: the turn is lost
        if depth > 1 and (refuted := self._known_refutation(options, black, depth, beta)) is not None:
            return refuted
        if depth == 1 and left > _FEW:
            value, number = self._look(options, black, beta)
        else:
            self._sort(options, black, left, before)
            value, number = self._try(options, black, depth, alpha, beta)
        if value >= beta:
            self._remember_refutation(number, black, depth, left)
        self._remember(key, known(depth, value, number, alpha, beta))
        return value

    def _known_refutation(self, options: list[tuple[int, int]], black: bool, depth: int, beta: float) -> float | None:
        """The value of a push that the table alone shows to be too good."""
        for _, after in options:
            answer = self.table.get(after if black else -after)
            if answer is not None and answer.refutes(depth - 1, beta):
                return -answer.value
        return None

    def _try(
        self, options: list[tuple[int, int]], black: bool, depth: int, alpha: float, beta: float
    ) -> tuple[float, int]:
        """The best of these pushes and its value, or the first that is too good."""
        best, chosen = -_ABOVE, -1
        for place, (number, after) in enumerate(options):
            value = self._scout(after, black, depth - 1, alpha, beta, place)
            if value > best:
                best, chosen = value, number
                alpha = max(alpha, value)
                if value >= beta:
                    break
        return best, chosen

    def _scout(self, after: int, black: bool, depth: int, alpha: float, beta: float, place: int) -> float:
        """The value of a push for the side that makes it; after the first, only as exact as it must be."""
        other = not black
        if not place:
            return -self._search(after, other, depth, -beta, -alpha)
        if place >= _EARLY and 2 <= depth < (after & EDGE).bit_count():
            value = -self._search(after, other, depth - 1, -alpha - _STEP, -alpha)
            if value <= alpha:
                return value
        value = -self._search(after, other, depth, -alpha - _STEP, -alpha)
        if alpha < value < beta:
            value = -self._search(after, other, depth, -beta, -alpha)
        return value

    def _look(self, options: list[tuple[int, int]], black: bool, beta: float) -> tuple[float, int]:
        """As ``_try`` one push ahead, where most of the time goes."""
        history = self._history[black]
        options.sort(key=lambda option: history[option[0]], reverse=True)
        judge = self.judge.value
        best, chosen = -_ABOVE, -1
        for number, after in options:
            value = judge(after, black)
            if value > best:
                best, chosen = value, number
                if value >= beta:
                    break
        return best, chosen

    def _sort(self, options: list[tuple[int, int]], black: bool, left: int, before: Known | None) -> None:
        """The most promising push first."""
        judge = self.judge.value
        first = before.best if before else -1
        killers = self._killers[left]

        def promise(option: tuple[int, int]) -> float:
            number, after = option
            if number == first:
                return _ABOVE
            return judge(after, black) + (_KILLER if number in killers else 0.0)

        options.sort(key=promise, reverse=True)

    def _remember_refutation(self, number: int, black: bool, depth: int, left: int) -> None:
        self._history[black][number] += depth * depth
        if number != self._killers[left][0]:
            self._killers[left] = (number, self._killers[left][0])

    def _remember(self, key: int, found: Known) -> None:
        if not self._has_table:
            return
        if len(self.table) >= MOST_KNOWN:
            self.table.clear()
        self.table[key] = found

    def _is_over(self, position: int, left: int) -> bool:
        """B3.1, and only looked for where it is likely: more marbles are hardly ever stuck on the edge."""
        return left <= _FEW and not can_push(position, False) and not can_push(position, True)


def _depths(left: int, most: int) -> list[int]:
    """One push deeper each time; near the end all the rest at once, as estimates help no longer."""
    depths = list(range(1, min(left, most) + 1))
    return [*depths[:_LAST_ESTIMATE], left] if _LAST_ESTIMATE < left <= min(most, _NEAR_END) else depths


class OutOfTime(Exception):
    """Time was up before a depth was seen in full."""

    found: Found | None = None  # the best push so far
