"""The value of a position, as an estimate while the game goes on and for certain when it is over.

Every region is worth the circles of both players, each times the chance to have the higher sum in
the end. To that come the points scored, and what the rest of the game promises on the colony board.
Searches ask for values some hundred thousand times a second's work, so all that can be is looked up.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, sqrt, tanh
from typing import Final, NamedTuple

from games.contract import Seat
from games.marabunta.bots.weights import Weights
from games.marabunta.rules import Board, Phase, Player, State, outcome
from games.marabunta.rules.board import BLANK, PRINTED

MOST_KNOWN: Final = 1 << 15  # colony boards kept: some 10 MB
_STEPS: Final = 4  # of a round: so finely is the time left told apart
_LEAST: Final = 2  # less only when the end is triggered
_LONGEST: Final = 12 * _STEPS  # more time left is all the same
_PARTS: Final = 8  # of a number: so finely are leads told apart
_MOST: Final = 50 * _PARTS  # that one may be ahead
_OVER = Phase.OVER
_ORDINARY: Final = 8  # M3.5: from this round on a tile takes a cupcake each round
_DEAR: Final = "two-cupcakes"  # the power whose worth the row tells
_LATE: Final = 3.9  # points: who is so far ahead when the end is triggered has three quarters of what winning is worth


class Colony(NamedTuple):
    """The points that a colony board still promises, part by part."""

    cupcakes: float
    crates: float
    anthills: float


class Judge:
    """Judges positions on one board."""

    def __init__(self, board: Board, weights: Weights) -> None:
        self.weights = weights
        self.known: dict[tuple[object, ...], float] = {}
        self._wins = weights.wins
        self._board = board
        self._wide = len(board.names)  # bits of a set of hexes
        self._summed = [_repeated(region, self._wide, 6) for region in board.regions]
        self._none = [3 * region.bit_count() for region in board.regions]
        self._rounds = [_rounds_by_cupcakes(before, board.cupcakes.bit_count()) for before in range(_ORDINARY + 1)]
        self._most_circles: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        hexes = max(region.bit_count() for region in board.regions) + 1
        times = [step / _STEPS for step in range(_LONGEST + 1)]
        self._chances = [_chances(weights.doubt, left) for left in times]
        self._promises = [_promises(weights, left, hexes) for left in times]

    def value(self, state: State, *, winning: bool = True) -> float:
        """What a search goes by, for seat one; for seat two it is the negative.

        The points and, once the end is triggered, what it is worth to win: who is behind does better to play on.
        """
        left = self.time_left(state)
        one, two = state.players
        value = one.points - two.points + sum(self.regions(state, left))
        if left:
            known, cupcakes = self.known, state.open & self._board.cupcakes
            for player, sign in ((one, 1), (two, -1)):
                key = (player[2:5], (cupcakes & player.reach).bit_count(), cupcakes.bit_count(), left)
                promised = known.get(key)
                if promised is None:
                    if len(known) >= MOST_KNOWN:
                        known.clear()
                    promised = known[key] = sum(self.colony(state, player, left))
                value += sign * promised
        if left < _LEAST and winning and self._wins:
            value += self._wins * _winning(state, value)
        return value

    def points(self, state: State) -> float:
        """The same without what winning is worth."""
        return self.value(state, winning=False)

    def time_left(self, state: State) -> int:
        """In quarters of a round, an estimate by the cupcakes, hexes and circles left before the end (M9.1)."""
        if state.phase is _OVER:
            return 0
        if state.trigger:
            return 1
        open, board = state.open, self._board
        number = state.round.number
        left = self._rounds[_ORDINARY - number if number < _ORDINARY else 0][(open & board.cupcakes).bit_count()]
        hexes = min([(open & region).bit_count() for region in board.regions])
        left = min(left, hexes)
        one, two = state.players
        both = one.circles, two.circles
        most = self._most_circles.get(both)
        if most is None:
            most = self._most_circles[both] = max(map(int.__add__, *both))
        circles = 2.0 * (BLANK - most)
        left = min(left, circles)
        steps = int(left * _STEPS)
        return _LEAST if steps < _LEAST else min(steps, _LONGEST)

    def regions(self, state: State, left: int) -> list[float]:
        """The value of each region for seat one."""
        one, two = state.players
        open, ones, twos, wide, whole = state.open, state.ones, state.twos, self._wide, self._board.whole
        mine, theirs = one.numbers, two.numbers
        my_reach, their_reach = one.reach & open, two.reach & open
        my_twos, their_twos = mine & twos, whole ^ theirs & twos
        # Both sums of a region by one count: a 2 stands twice, and what the other has is missing.
        marks = mine & ones | (my_twos | (my_twos | (whole ^ theirs & ones) << wide) << wide) << wide
        marks |= (their_twos | their_twos << wide) << 4 * wide
        chances, promise = self._chances[left], self._promises[left]
        more = PRINTED + self.weights.circles * left / _STEPS
        found = []
        for region, summed, none, my_circles, their_circles in zip(
            self._board.regions, self._summed, self._none, one.circles, two.circles, strict=True
        ):
            ahead = (
                ((marks & summed).bit_count() - none) * _PARTS
                + promise[(my_reach & region).bit_count()]
                - promise[(their_reach & region).bit_count()]
            )
            wins = chances[ahead]
            if left or ahead:
                found.append(wins * (my_circles + more) - (1 - wins) * (their_circles + more))
            else:
                found.append(0.0)  # M10.2: equal sums score nobody
        return found

    def colony(self, state: State, player: Player, left: int) -> Colony:
        """The points that a player's own board still promises."""
        if not left:
            return Colony(0.0, 0.0, 0.0)
        weights, board, rounds = self.weights, self._board, left / _STEPS
        cupcakes = state.open & board.cupcakes
        near = weights.near * (cupcakes & player.reach).bit_count() * min(1.0, rounds)
        eaten = min(weights.cupcakes * rounds + near, float(cupcakes.bit_count()))
        fading = min(1.0, rounds / weights.hurry)
        return Colony(
            _eat(board.row, player.cupcakes, eaten),
            fading * self._progress(player.crates, sum(board.row[player.cupcakes : player.cupcakes + 2])),
            fading * weights.anthill * player.anthills,
        )

    def _progress(self, crates: tuple[int, ...], spaces: int) -> float:
        """The worth of unfinished groups; one grows with the points of the next two spaces of the row."""
        weights, worths = self.weights, self.weights.powers
        return sum(
            (worths[group.power] + (weights.spaces * spaces if group.power == _DEAR else 0.0))
            * float((crossed / group.crates) ** weights.crates)
            for group, crossed in zip(self._board.groups, crates, strict=True)
            if crossed < group.crates
        )


@lru_cache(maxsize=32)
def judge_of(board: Board, weights: Weights) -> Judge:
    """The one for this board."""
    return Judge(board, weights.on.get(board.colony, weights))


def sign_of(seat: Seat) -> int:
    """The factor that turns a value for seat one into a value for this seat."""
    return 1 if seat is Seat.ONE else -1


def _winning(state: State, points: float) -> float:
    """From -1, lost, to 1, won, for seat one; for certain when the game is over."""
    if ended := outcome(state):
        return 1.0 if ended.winner is Seat.ONE else -1.0
    return tanh(points / _LATE)


def _repeated(hexes: int, wide: int, times: int) -> int:
    """The same set so many times side by side."""
    return sum(hexes << wide * time for time in range(times))


def _rounds_by_cupcakes(before: int, most: int) -> list[float]:
    """The rounds that cupcake hexes last, by how many are left; before M3.5 takes one each, so many are to come."""
    eaten = 0.9 * before
    return [left / 0.9 if left <= eaten else before + (left - eaten) / 1.9 for left in range(most + 1)]


def _chances(doubt: float, left: float) -> list[float]:
    """The chance to win a region, by the lead in it; negative leads count from the end of the list."""
    leads = (*range(_MOST + 1), *range(-_MOST, 0))
    if not left:
        return [float(ahead > 0) for ahead in leads]
    scale = doubt * sqrt(left) * _PARTS
    return [1 / (1 + exp(-max(-500.0, min(500.0, ahead / scale)))) for ahead in leads]


def _promises(weights: Weights, left: float, hexes: int) -> list[int]:
    """Of sum, in parts of a number, by the open hexes of a region that are in reach."""
    share = min(1.0, left / 4) * weights.reach * _PARTS
    return [round(share * (1 - weights.each**count)) for count in range(hexes)]


def _eat(row: tuple[int, ...], eaten: int, more: float) -> float:
    """The points of the next spaces, each times the chance to come so far; by Poisson, if so many more are expected."""
    chance, at_least, points = exp(-more), 1.0, 0.0
    for number, space in enumerate(row[eaten:], start=1):
        at_least -= chance
        chance *= more / number
        points += at_least * space
    return points
