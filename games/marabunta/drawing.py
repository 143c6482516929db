"""A position of Marabunta as text, for terminals, tests and readers of Braille.

Every hex shows its name and, below it, the letter of its region with what is on it:
``.`` nothing, ``u`` a cupcake, ``#`` a crate, ``r2`` a red 2, ``b0`` a blue 0, ``x`` crossed out.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.contract import Seat
from games.marabunta.rules import Phase, Player, State, tally
from games.marabunta.rules.board import BLANK, LETTERS, REGIONS
from games.marabunta.rules.state import letters, value_at

COLOURS = {Seat.ONE: "red", Seat.TWO: "blue"}


def draw(state: State) -> str:
    return "\n\n".join(["\n".join(_territory(state)), "\n".join(_facts(state)), "\n".join(_round(state))])


def _territory(state: State) -> Iterator[str]:
    """Flat-top hexes: a column is five characters wide, a hex two lines high, the next column half a hex off."""
    board = state.board
    top = min(2 * r + q for q, r in board.columns)
    lines: dict[int, dict[int, str]] = {}
    for number, (q, r) in enumerate(board.columns):
        line = 2 * r + q - top
        lines.setdefault(line, {})[q] = board.names[number]
        lines.setdefault(line + 1, {})[q] = _content(state, 1 << number)
    for _, cells in sorted(lines.items()):
        yield "".join(f"{cells.get(q, ''):5}" for q in range(max(cells) + 1)).rstrip()


def _content(state: State, hex: int) -> str:
    board = state.board
    region = next(letter for letter, hexes in zip(LETTERS, board.regions, strict=True) if hexes & hex)
    for colour, player in zip("rb", state.players, strict=True):
        if player.numbers & hex:
            return f"{region}{colour}{value_at(state, hex)}"
    if not state.open & hex:
        return region + "x"
    return region + ("u" if board.cupcakes & hex else "#" if board.crates & hex else ".")


def _facts(state: State) -> Iterator[str]:
    """Leaves and colonies, with the count as it would be now."""
    now = tally(state)
    yield f"{'leaf':8}{'sums':>10}{'circles':>11}{'blank':>8}"
    for region, part in enumerate(part for part in now.parts if part.what in REGIONS):
        sums, circles = (_pair(part.facts[fact]) for fact in ("sums", "circles"))
        blank = BLANK - sum(player.circles[region] for player in state.players)
        yield f"{LETTERS[region]} {REGIONS[region]:6}{sums:>10}{circles:>11}{blank:>8}"
    yield ""
    for seat, player in zip(Seat, state.players, strict=True):
        yield f"{COLOURS[seat]:5} {now.points[seat - 1]} points if it ended now; {_colony(state, player)}"


def _colony(state: State, player: Player) -> str:
    board = state.board
    groups = [
        f"{number} {group.power} {crossed}/{group.crates}"
        for number, (group, crossed) in enumerate(zip(board.groups, player.crates, strict=True), start=1)
    ]
    lines = [", ".join(groups[start : start + 4]) for start in range(0, len(groups), 4)]
    crates = ",\n              ".join(lines)
    return f"anthills {player.anthills}, cupcakes {player.cupcakes}/{len(board.row)}\n      crates: {crates}"


def _round(state: State) -> Iterator[str]:
    round = state.round
    if round.number:
        yield f"round {round.number}, first player {COLOURS[round.first]}"
    if round.tile:
        dice = " ".join(map("".join, zip(LETTERS, round.faces, strict=True)))
        yield f"tile {round.tile}, dice {dice}"
    if round.pools[0]:
        yield f"pools: 1 {letters(round.pools[0])}, 2 {letters(round.pools[1])}"
    if state.trigger:
        yield f"{COLOURS[state.trigger.seat]} triggered the end: {' and '.join(state.trigger.causes)}"
    yield _turn(state)


def _turn(state: State) -> str:
    if not isinstance(state.actor, Seat):
        return "the game is over" if state.phase is Phase.OVER else "chance is to move"
    who = COLOURS[state.actor]
    if state.phase is not Phase.RESOLVE:
        return f"{who} to {state.phase.value}"
    if state.waiting:
        return f"{who} to use: {state.waiting[-1].key}" + (
            f", then {len(state.waiting) - 1} more" * (len(state.waiting) > 1)
        )
    return f"{who} to resolve: {letters(state.left) or 'nothing left'}"


def _pair(values: object) -> str:
    assert isinstance(values, tuple)
    return f"{values[0]}:{values[1]}"
