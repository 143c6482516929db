"""Making marks: which an effect allows, why not another, and what a mark sets off.

``options`` and the four kinds of marks share ``Table.spots``, ``Table.blank_leaves`` and
``Table.open_groups``: each rule is written once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.contract import IllegalMove, Seat
from games.marabunta.rules.board import BLANK, LETTERS, REGIONS, Place
from games.marabunta.rules.effects import CRATE, CROSS, CUPCAKES, FILL, ONE_CRATE, POINTS, POWERS, WRITE, Effect
from games.marabunta.rules.moves import Use
from games.marabunta.rules.state import Trigger
from games.marabunta.rules.table import Table


def options(table: Table, effect: Effect, prefix: str = "") -> list[str]:
    """Every way to use the effect, as notation writes it behind the element."""
    shape = effect.shape
    if shape is WRITE or shape is CROSS:
        return _hex_options(table, effect, prefix + shape.value)
    if shape is CRATE:
        return [f"{prefix}#{group + 1}" for group in table.open_groups()]
    blank = table.blank_leaves(effect)
    if effect.region is not None or not blank:
        return [prefix + "*"] if blank else []
    pairs = combinations(blank, min(effect.count, len(blank)))  # M5.2: as many as are possible
    return [f"{prefix}*{''.join(LETTERS[leaf] for leaf in leaves)}" for leaves in pairs]


def has_options(table: Table, effect: Effect) -> bool:
    """Whether there is any way to use the effect, without listing them all."""
    shape = effect.shape
    if shape is CRATE:
        return bool(table.open_groups())
    if shape is FILL:
        return bool(table.blank_leaves(effect))
    _, near, far = table.spots(effect)
    return bool(near or far) if effect.count == 1 else next(_sets(table, effect), None) is not None


def _hex_options(table: Table, effect: Effect, head: str) -> list[str]:
    if effect.count > 1:
        return [head + name for name in _sets(table, effect)]
    _, near, far = table.spots(effect)
    names_in = table.board.names_in
    moves = [head + name for name in names_in(near)]
    return moves + [f"{head}{name}^" for name in names_in(far)] if far else moves


def _sets(table: Table, effect: Effect) -> Iterator[str]:
    """The pairs or triangles that an effect may use (M6.6)."""
    spots, near, far = table.spots(effect)
    for name, hexes, _, _ in table.board.places[effect.count]:
        if hexes & spots == hexes:
            if hexes & near:
                yield name
            elif far:
                yield name + "^"


def mark(table: Table, effect: Effect, move: Use) -> None:
    """Use an effect so, with all that follows until somebody must choose again. Raises IllegalMove."""
    shape = move.shape
    if shape is not effect.shape:
        raise IllegalMove("another-kind-of-mark", effect.clause, effect=effect.key)
    if shape is WRITE:
        _write(table, effect, move)
    elif shape is CRATE:
        _cross_crate(table, effect, move)
    elif shape is FILL:
        _fill(table, effect, move)
    else:
        _cross(table, effect, move)
    if table.waiting:
        settle(table)


def settle(table: Table) -> None:
    """M8.2, M11: a waiting effect without options is lost; judged when it comes to the top, not before."""
    while table.waiting and not has_options(table, table.waiting[-1]):
        table.waiting = table.waiting[:-1]


def _write(table: Table, effect: Effect, move: Use) -> None:
    """Numbers on hexes (M6) and the hex effects (M7): cupcakes at once, crates chosen one after the other."""
    spots, near, far = table.spots(effect)
    _, _, _, hexes, size, anthill, _, _ = move
    board = table.board
    is_legal = not hexes & ~far if anthill else hexes & near and not hexes & ~spots
    place = board.place.get(hexes)
    if not is_legal or size != effect.count or place is None:
        raise _why_not_there(table, effect, move, near)
    if anthill:
        table.anthills -= 1
    table.numbers |= hexes
    table.reach |= place.beside
    number = effect.number
    if number & 1:
        table.ones |= hexes
    if number & 2:
        table.twos |= hexes
    _close(table, place)
    if cupcakes := hexes & board.cupcakes:
        _eat(table, cupcakes.bit_count())
    if crates := hexes & board.crates:
        table.waiting += (ONE_CRATE,) * crates.bit_count()


def _cross(table: Table, effect: Effect, move: Use) -> None:
    """Hexes crossed out: nobody gets anything (M7.4)."""
    _, near, _ = table.spots(effect)
    place = table.board.place.get(move.hexes)
    if move.hexes & ~near or move.size != effect.count or place is None:
        raise _why_not_there(table, effect, move, near)
    _close(table, place)


def _fill(table: Table, effect: Effect, move: Use) -> None:
    """Circles on leaves (M4.5)."""
    blank = table.blank_leaves(effect)
    circles, theirs = list(table.circles), table.theirs.circles
    for leaf in move.leaves:
        if leaf not in blank:
            raise IllegalMove("leaf-is-full", "M4.5", region=REGIONS[leaf])
        circles[leaf] += 1
    if move.size != min(effect.count, len(blank)):
        raise IllegalMove("another-number-of-leaves", "M5.2", needed=min(effect.count, len(blank)))
    table.circles = tuple(circles)
    if any(circles[leaf] + theirs[leaf] == BLANK for leaf in move.leaves):
        _end_by(table, ["leaf"])


def _cross_crate(table: Table, effect: Effect, move: Use) -> None:
    """A crate on the own colony board (M4.6); the last one of a group unlocks its power (M8.1)."""
    group = move.group
    if group not in table.open_groups():
        raise IllegalMove("no-crate-left", "M8.1", group=group + 1)
    if effect.count == 2:
        table.waiting += (ONE_CRATE,)
    crates = list(table.crates)
    crates[group] += 1
    table.crates = tuple(crates)
    power, size = table.board.groups[group]
    if crates[group] == size:
        _unlock(table, POWERS[power])


def _unlock(table: Table, power: Effect) -> None:
    """M8.1: a power is used at once; points and cupcakes never ask (M11)."""
    if power.shape is POINTS:
        table.points += power.count
    elif power.shape is CUPCAKES:
        _eat(table, power.count)
    else:
        table.waiting += (power,)


def _eat(table: Table, cupcakes: int) -> None:
    """M7.1: the next spaces of the cupcake row, as far as there are any (M7.3)."""
    row, before = table.board.row, table.cupcakes
    table.cupcakes = min(before + cupcakes, len(row))
    table.points += sum(row[before : table.cupcakes])


def _close(table: Table, place: Place) -> None:
    """These hexes are available no more (M6.1), which may bring the end (M9.1)."""
    table.open = open = table.open & ~place.hexes
    causes = []
    for region in place.regions:
        if not open & region:
            causes.append("region")
            break
    if not open & table.board.cupcakes:
        causes.append("cupcakes")
    if causes:
        _end_by(table, causes)


def _end_by(table: Table, causes: list[str]) -> None:
    """M9.3: who first fulfils a condition has triggered the end; later ones change nothing."""
    if table.trigger is None:
        table.trigger = Trigger(Seat.ONE if table.actor is Seat.ONE else Seat.TWO, tuple(causes))


def _why_not_there(table: Table, effect: Effect, move: Use, near: int) -> IllegalMove:
    """M11, last line: available, region, adjacency or anthill, in this order."""
    board = table.board
    names = ",".join(board.names_in(move.hexes))
    if move.size != effect.count:
        return IllegalMove("another-number-of-hexes", effect.clause, needed=effect.count)
    if taken := move.hexes & ~table.open:
        is_written = taken & (table.numbers | table.theirs.numbers)
        hex = board.names_in(is_written or taken)[0]
        return IllegalMove("already-written" if is_written else "crossed-out", "M6.1", hex=hex)
    if effect.region is not None and move.hexes & ~board.regions[effect.region]:
        return IllegalMove("another-region", "M4.3", hex=names, region=REGIONS[effect.region])
    if effect.cupcakes_only and move.hexes & ~board.cupcakes:
        return IllegalMove("no-cupcake-hex", "M5", hex=names)
    if move.hexes not in board.place:
        return IllegalMove("not-touching", "M6.6" if effect.shape is WRITE else "M5", hexes=names)
    if move.hexes & near:
        return IllegalMove("needless-anthill", "M6.4", hexes=names)
    if not move.anthill:
        return IllegalMove("not-adjacent", "M6.2", hexes=names, anthills=table.anthills)
    return IllegalMove("no-anthill-left", "M6.3", hexes=names)
