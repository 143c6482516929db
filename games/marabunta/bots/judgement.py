"""The value of a position, as an estimate while the game goes on and for certain when it is over.

Every region is worth the circles of both players, each times the chance to have the higher sum in
the end. To that come the points scored, and what the rest of the game promises on the colony board.
Searches ask for values some hundred thousand times a second's work, so all that can be is looked up.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, sqrt
from typing import Final, NamedTuple

from games.contract import Seat
from games.marabunta.bots.weights import Weights
from games.marabunta.rules import Board, Phase, Player, State
from games.marabunta.rules.board import BLANK, PRINTED

MOST_KNOWN: Final = 1 << 15  # colony boards kept: some 10 MB
_STEPS: Final = 4  # of a round: so finely is the time left told apart
_LONGEST: Final = 12 * _STEPS  # more time left is all the same
_PARTS: Final = 8  # of a number: so finely are leads told apart
_MOST: Final = 50 * _PARTS  # that one may be ahead
_OVER = Phase.OVER


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
        self._board = board
        hexes = max(region.bit_count() for region in board.regions) + 1
        times = [step / _STEPS for step in range(_LONGEST + 1)]
        self._chances = [_chances(weights.doubt, left) for left in times]
        self._promises = [_promises(weights, left, hexes) for left in times]

    def value(self, state: State) -> float:
        """In points, for seat one; for seat two it is the negative."""
        left = self.time_left(state)
        one, two = state.players
        value = one.points - two.points + sum(self.regions(state, left))
        if not left:
            return value
        known, cupcakes = self.known, state.open & self._board.cupcakes
        for player, sign in ((one, 1), (two, -1)):
            key = (player[2:5], (cupcakes & player.reach).bit_count(), cupcakes.bit_count(), left)
            promised = known.get(key)
            if promised is None:
                if len(known) >= MOST_KNOWN:
                    known.clear()
                promised = known[key] = sum(self.colony(state, player, left))
            value += sign * promised
        return value

    def time_left(self, state: State) -> int:
        """In quarters of a round, an estimate by the cupcakes, hexes and circles left before the end (M9.1)."""
        if state.phase is _OVER:
            return 0
        if state.trigger:
            return 1
        open, board = state.open, self._board
        cupcakes = (open & board.cupcakes).bit_count()
        before = max(0, 8 - state.round.number)  # M3.5: from then on a tile takes one each round
        eaten = 0.9 * before
        left = cupcakes / 0.9 if cupcakes <= eaten else before + (cupcakes - eaten) / 1.9
        hexes = min([(open & region).bit_count() for region in board.regions])
        if hexes < left:
            left = float(hexes)
        one, two = state.players
        circles = 2.0 * (BLANK - max(map(int.__add__, one.circles, two.circles)))
        left = min(left, circles)
        return max(2, min(int(left * _STEPS), _LONGEST))

    def regions(self, state: State, left: int) -> list[float]:
        """The value of each region for seat one."""
        one, two = state.players
        open, ones, twos = state.open, state.ones, state.twos
        mine, theirs = one.numbers, two.numbers
        my_reach, their_reach = one.reach & open, two.reach & open
        my_ones, my_twos, their_ones, their_twos = mine & ones, mine & twos, theirs & ones, theirs & twos
        chances, promise = self._chances[left], self._promises[left]
        more = PRINTED + self.weights.circles * left / _STEPS
        found = []
        for region, my_circles, their_circles in zip(self._board.regions, one.circles, two.circles, strict=True):
            ahead = (
                (
                    (my_ones & region).bit_count()
                    + 2 * (my_twos & region).bit_count()
                    - (their_ones & region).bit_count()
                    - 2 * (their_twos & region).bit_count()
                )
                * _PARTS
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
            fading * self._progress(player.crates),
            fading * weights.anthill * player.anthills,
        )

    def _progress(self, crates: tuple[int, ...]) -> float:
        """The worth of unfinished groups."""
        weights = self.weights
        return sum(
            weights.powers[group.power] * float((crossed / group.crates) ** weights.crates)
            for group, crossed in zip(self._board.groups, crates, strict=True)
            if crossed < group.crates
        )


@lru_cache(maxsize=32)
def judge_of(board: Board, weights: Weights) -> Judge:
    """The one for this board."""
    return Judge(board, weights)


def sign_of(seat: Seat) -> int:
    """The factor that turns a value for seat one into a value for this seat."""
    return 1 if seat is Seat.ONE else -1


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
