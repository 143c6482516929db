"""The final count (M10), which may be asked for at any time: "if the game ended now"."""

from __future__ import annotations

from games.contract import Outcome, Part, Seat
from games.marabunta.rules.board import PRINTED, REGIONS
from games.marabunta.rules.state import Phase, Player, State


def outcome(state: State) -> Outcome | None:
    return tally(state) if state.phase is Phase.OVER else None


def tally(state: State) -> Outcome:
    """M10.3: points; then cupcakes; then the player who triggered the end, or nobody while nobody has."""
    one, two = state.players
    parts = (*_parts_before_the_end(state), *(region_part(state, region) for region in range(6)))
    points = (sum(part.points[0] for part in parts), sum(part.points[1] for part in parts))
    causes = state.trigger.causes if state.trigger else ()
    for decided, values in (("points", points), ("cupcakes", (one.cupcakes, two.cupcakes))):
        if values[0] != values[1]:
            winner = Seat.ONE if values[0] > values[1] else Seat.TWO
            return Outcome(winner, decided, points, parts, causes)
    return Outcome(state.trigger.seat if state.trigger else None, "trigger", points, parts, causes)


def region_part(state: State, region: int) -> Part:
    """M10.2: the higher sum scores its circles on the leaf; equal sums score nobody."""
    one, two = state.players
    sums = (_sum(state, one, region), _sum(state, two, region))
    circles = (PRINTED + one.circles[region], PRINTED + two.circles[region])
    points = (circles[0] if sums[0] > sums[1] else 0, circles[1] if sums[1] > sums[0] else 0)
    return Part(REGIONS[region], points, {"sums": sums, "circles": circles})


def _parts_before_the_end(state: State) -> tuple[Part, Part]:
    """M10.1: the points scored during the game, by cupcakes and by powers."""
    one, two = state.players
    row = state.board.row
    cupcakes = (sum(row[: one.cupcakes]), sum(row[: two.cupcakes]))
    powers = (one.points - cupcakes[0], two.points - cupcakes[1])
    return (
        Part("cupcakes", cupcakes, {"spaces": (one.cupcakes, two.cupcakes)}),
        Part("powers", powers),
    )


def _sum(state: State, player: Player, region: int) -> int:
    hexes = player.numbers & state.board.regions[region]
    return (hexes & state.ones).bit_count() + 2 * (hexes & state.twos).bit_count()
