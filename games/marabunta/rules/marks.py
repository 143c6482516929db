"""Making marks: which an effect allows, why not another, and what a mark sets off.

``options`` and the four kinds of marks share ``Table.spots``, ``Table.has_blank`` and
``Table.has_crate``: each rule is written once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.contract import IllegalMove, Seat
from games.marabunta.rules.board import ANYWHERE, CUPCAKE_HEXES, LETTERS, REGIONS, Place
from games.marabunta.rules.effects import CRATE, CROSS, CUPCAKES, FILL, ONE_CRATE, POINTS, POWERS, WRITE, Effect
from games.marabunta.rules.moves import Use
from games.marabunta.rules.resolving import take_effect
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
    if effect.area != ANYWHERE or not blank:
        return [prefix + "*"] if blank else []
    pairs = combinations(blank, min(effect.count, len(blank)))  # M5.2: as many as are possible
    return [f"{prefix}*{''.join(LETTERS[leaf] for leaf in leaves)}" for leaves in pairs]


def has_options(table: Table, effect: Effect) -> bool:
    """Whether there is any way to use the effect, without listing them all."""
    shape = effect.shape
    if shape is CRATE:
        return table.crates != table.board.sizes  # M4.6: not all are crossed out
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
    for place in table.board.places[effect.count]:
        hexes = place.hexes
        if hexes & spots == hexes:
            if hexes & near:
                yield place.name
            elif far:
                yield place.name + "^"


def settle(table: Table) -> None:
    """M8.2, M11: a waiting effect without options is lost; judged when it comes to the top, not before."""
    while table.waiting and not has_options(table, table.waiting[-1]):
        table.waiting = table.waiting[:-1]


def write(table: Table, move: Use) -> None:
    """Numbers on hexes (M6) and the hex effects (M7): cupcakes at once, crates chosen one after the other."""
    effect = take_effect(table, move.element, move.die, WRITE)
    spots, near, far = table.spots(effect)
    hexes, place = move.hexes, move.place
    is_legal = hexes & far == hexes if move.anthill else hexes & near and hexes & spots == hexes
    if not is_legal or move.size != effect.count or place is None:
        raise _why_not_there(table, effect, move, near)
    if move.anthill:
        table.anthills -= 1
    table.numbers |= hexes
    table.reach |= place.beside
    if number := effect.number:
        if number & 1:
            table.ones |= hexes
        if number & 2:
            table.twos |= hexes
    _close(table, place)
    if place.cupcakes:
        _eat(table, place.cupcakes)
    if place.crates:
        table.waiting += (ONE_CRATE,) * place.crates
    if table.waiting:
        settle(table)


def cross(table: Table, move: Use) -> None:
    """Hexes crossed out: nobody gets anything (M7.4)."""
    effect = take_effect(table, move.element, move.die, CROSS)
    _, near, _ = table.spots(effect)
    hexes, place = move.hexes, move.place
    if hexes & near != hexes or move.size != effect.count or place is None:
        raise _why_not_there(table, effect, move, near)
    _close(table, place)
    if table.waiting:
        settle(table)


def fill(table: Table, move: Use) -> None:
    """Circles on leaves (M4.5)."""
    leaves = move.leaves
    effect = take_effect(table, move.element, move.die, FILL)
    circles = list(table.circles)
    for leaf in leaves:
        if not table.has_blank(leaf):
            raise IllegalMove("leaf-is-full", "M4.5", region=REGIONS[leaf])
        circles[leaf] += 1
    if len(leaves) != effect.count:
        _fewer_leaves(table, effect, leaves)
    table.circles = tuple(circles)
    for leaf in leaves:
        if not table.has_blank(leaf):
            _end_by(table, "leaf")
    if table.waiting:
        settle(table)


def cross_crate(table: Table, move: Use) -> None:
    """A crate on the own colony board (M4.6); the last one of a group unlocks its power (M8.1)."""
    group = move.group
    effect = take_effect(table, move.element, move.die, CRATE)
    if not table.has_crate(group):
        raise IllegalMove("no-crate-left", "M8.1", group=group + 1)
    if effect.count == 2:
        table.waiting += (ONE_CRATE,)
    crates = list(table.crates)
    crates[group] += 1
    table.crates = tuple(crates)
    power, size = table.board.groups[group]
    if crates[group] == size:
        _unlock(table, POWERS[power])
    if table.waiting:
        settle(table)


def _fewer_leaves(table: Table, effect: Effect, leaves: tuple[int, ...]) -> None:
    """M5.2: as many as are possible, where there are fewer than the effect fills."""
    needed = min(effect.count, len(table.blank_leaves(effect)))
    if len(leaves) != needed:
        raise IllegalMove("another-number-of-leaves", "M5.2", needed=needed)


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
    table.open = open = table.open ^ place.hexes
    for area in place.areas:
        if not open & area:
            _end_by(table, *_causes(table, place))
            break


def _causes(table: Table, place: Place) -> Iterator[str]:
    """M9.1: a region, or all cupcakes, without an available hex."""
    if not all(region & table.open for region in place.regions):
        yield "region"
    if not table.board.cupcakes & table.open:
        yield "cupcakes"


def _end_by(table: Table, *causes: str) -> None:
    """M9.3: who first fulfils a condition has triggered the end; later ones change nothing."""
    if table.trigger is None:
        table.trigger = Trigger(Seat.ONE if table.actor is Seat.ONE else Seat.TWO, causes)


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
    if move.hexes & ~board.areas[effect.area]:
        if effect.area == CUPCAKE_HEXES:
            return IllegalMove("no-cupcake-hex", "M5", hex=names)
        return IllegalMove("another-region", "M4.3", hex=names, region=REGIONS[effect.area])
    if move.place is None:
        return IllegalMove("not-touching", "M6.6" if effect.shape is WRITE else "M5", hexes=names)
    if move.hexes & near:
        return IllegalMove("needless-anthill", "M6.4", hexes=names)
    if not move.anthill:
        return IllegalMove("not-adjacent", "M6.2", hexes=names, anthills=table.anthills)
    return IllegalMove("no-anthill-left", "M6.3", hexes=names)
