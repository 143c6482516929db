"""Marks: those that an effect allows, the refusals of others, and the effects that a mark sets off.

``options`` and the four kinds of marks share ``OpenState.spots``, ``OpenState.has_blank`` and
``OpenState.has_crate``: each rule is written once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.contract import IllegalMove, Seat
from games.marabunta.rules.board import ANYWHERE, CUPCAKE_HEXES, LETTERS, REGIONS, Place
from games.marabunta.rules.effects import CRATE, CROSS, CUPCAKES, FILL, ONE_CRATE, POINTS, POWERS, WRITE, Effect
from games.marabunta.rules.moves import Use
from games.marabunta.rules.open_state import OpenState
from games.marabunta.rules.resolving import take_effect
from games.marabunta.rules.state import Trigger


def options(opened: OpenState, effect: Effect, prefix: str = "") -> list[str]:
    """Every way to use the effect, as notation writes it behind the element."""
    shape = effect.shape
    if shape is WRITE or shape is CROSS:
        return _hex_options(opened, effect, prefix + shape.value)
    if shape is CRATE:
        return [f"{prefix}#{group + 1}" for group in opened.open_groups()]
    blank = opened.blank_leaves(effect)
    if effect.area != ANYWHERE or not blank:
        return [prefix + "*"] if blank else []
    pairs = combinations(blank, min(effect.count, len(blank)))  # M5.2: as many as are possible
    return [f"{prefix}*{''.join(LETTERS[leaf] for leaf in leaves)}" for leaves in pairs]


def has_options(opened: OpenState, effect: Effect) -> bool:
    """Whether there is any way to use the effect, without listing them all."""
    shape = effect.shape
    if shape is CRATE:
        return opened.crates != opened.board.sizes  # M4.6: not all are crossed out
    if shape is FILL:
        return bool(opened.blank_leaves(effect))
    _, near, far = opened.spots(effect)
    return bool(near or far) if effect.count == 1 else next(_sets(opened, effect), None) is not None


def _hex_options(opened: OpenState, effect: Effect, head: str) -> list[str]:
    if effect.count > 1:
        return [head + name for name in _sets(opened, effect)]
    _, near, far = opened.spots(effect)
    names_in = opened.board.names_in
    moves = [head + name for name in names_in(near)]
    return moves + [f"{head}{name}^" for name in names_in(far)] if far else moves


def _sets(opened: OpenState, effect: Effect) -> Iterator[str]:
    """The pairs or triangles that an effect may use (M6.6)."""
    spots, near, far = opened.spots(effect)
    for place in opened.board.places[effect.count]:
        hexes = place.hexes
        if hexes & spots == hexes:
            if hexes & near:
                yield place.name
            elif far:
                yield place.name + "^"


def settle(opened: OpenState) -> None:
    """M8.2, M11: a waiting effect without options is lost; judged when it comes to the top, not before."""
    while opened.waiting and not has_options(opened, opened.waiting[-1]):
        opened.waiting = opened.waiting[:-1]


def write(opened: OpenState, move: Use) -> None:
    """Numbers on hexes (M6) and the hex effects (M7): cupcakes at once, crates chosen one after the other."""
    effect = take_effect(opened, move.element, move.die, WRITE)
    spots, near, far = opened.spots(effect)
    hexes, place = move.hexes, move.place
    is_legal = hexes & far == hexes if move.anthill else hexes & near and hexes & spots == hexes
    if not is_legal or move.size != effect.count or place is None:
        raise _why_not_there(opened, effect, move, near)
    if move.anthill:
        opened.anthills -= 1
    opened.numbers |= hexes
    opened.reach |= place.beside
    if number := effect.number:
        if number & 1:
            opened.ones |= hexes
        if number & 2:
            opened.twos |= hexes
    _close(opened, place)
    if place.cupcakes:
        _eat(opened, place.cupcakes)
    if place.crates:
        opened.waiting += (ONE_CRATE,) * place.crates
    if opened.waiting:
        settle(opened)


def cross(opened: OpenState, move: Use) -> None:
    """Hexes crossed out: nobody gets anything (M7.4)."""
    effect = take_effect(opened, move.element, move.die, CROSS)
    _, near, _ = opened.spots(effect)
    hexes, place = move.hexes, move.place
    if hexes & near != hexes or move.size != effect.count or place is None:
        raise _why_not_there(opened, effect, move, near)
    _close(opened, place)
    if opened.waiting:
        settle(opened)


def fill(opened: OpenState, move: Use) -> None:
    """Circles on leaves (M4.5)."""
    leaves = move.leaves
    effect = take_effect(opened, move.element, move.die, FILL)
    circles = list(opened.circles)
    for leaf in leaves:
        if not opened.has_blank(leaf):
            raise IllegalMove("leaf-is-full", "M4.5", region=REGIONS[leaf])
        circles[leaf] += 1
    if len(leaves) != effect.count:
        _fewer_leaves(opened, effect, leaves)
    opened.circles = tuple(circles)
    for leaf in leaves:
        if not opened.has_blank(leaf):
            _end_by(opened, "leaf")
    if opened.waiting:
        settle(opened)


def cross_crate(opened: OpenState, move: Use) -> None:
    """A crate on the own colony board (M4.6); the last one of a group unlocks its power (M8.1)."""
    group = move.group
    effect = take_effect(opened, move.element, move.die, CRATE)
    if not opened.has_crate(group):
        raise IllegalMove("no-crate-left", "M8.1", group=group + 1)
    if effect.count == 2:
        opened.waiting += (ONE_CRATE,)
    crates = list(opened.crates)
    crates[group] += 1
    opened.crates = tuple(crates)
    power, size = opened.board.groups[group]
    if crates[group] == size:
        _unlock(opened, POWERS[power])
    if opened.waiting:
        settle(opened)


def _fewer_leaves(opened: OpenState, effect: Effect, leaves: tuple[int, ...]) -> None:
    """M5.2: as many as are possible, where there are fewer than the effect fills."""
    needed = min(effect.count, len(opened.blank_leaves(effect)))
    if len(leaves) != needed:
        raise IllegalMove("another-number-of-leaves", "M5.2", needed=needed)


def _unlock(opened: OpenState, power: Effect) -> None:
    """M8.1: a power is used at once; points and cupcakes never ask (M11)."""
    if power.shape is POINTS:
        opened.points += power.count
    elif power.shape is CUPCAKES:
        _eat(opened, power.count)
    else:
        opened.waiting += (power,)


def _eat(opened: OpenState, cupcakes: int) -> None:
    """M7.1: the next spaces of the cupcake row, as far as there are any (M7.3)."""
    row, before = opened.board.row, opened.cupcakes
    opened.cupcakes = min(before + cupcakes, len(row))
    opened.points += sum(row[before : opened.cupcakes])


def _close(opened: OpenState, place: Place) -> None:
    """These hexes are available no more (M6.1), which may bring the end (M9.1)."""
    opened.open = open = opened.open ^ place.hexes
    for area in place.areas:
        if not open & area:
            _end_by(opened, *_causes(opened, place))
            break


def _causes(opened: OpenState, place: Place) -> Iterator[str]:
    """M9.1: a region, or all cupcakes, without an available hex."""
    if not all(region & opened.open for region in place.regions):
        yield "region"
    if not opened.board.cupcakes & opened.open:
        yield "cupcakes"


def _end_by(opened: OpenState, *causes: str) -> None:
    """M9.3: the first player to fulfil a condition has triggered the end; later ones change nothing."""
    if opened.trigger is None:
        opened.trigger = Trigger(Seat.ONE if opened.actor is Seat.ONE else Seat.TWO, causes)


def _why_not_there(opened: OpenState, effect: Effect, move: Use, near: int) -> IllegalMove:
    """M11, last line: available, region, adjacency or anthill, in this order."""
    board = opened.board
    names = ",".join(board.names_in(move.hexes))
    if move.size != effect.count:
        return IllegalMove("another-number-of-hexes", effect.clause, needed=effect.count)
    if taken := move.hexes & ~opened.open:
        is_written = taken & (opened.numbers | opened.theirs.numbers)
        hex = board.names_in(is_written or taken)[0]
        return IllegalMove("already-written" if is_written else "crossed-out", "M6.1", hex=hex)
    if move.hexes & ~board.areas[effect.area]:
        if effect.area == CUPCAKE_HEXES:
            return IllegalMove("no-cupcake-hex", effect.clause, hex=names)
        return IllegalMove("another-region", "M4.3", hex=names, region=REGIONS[effect.area])
    if move.place is None:
        return IllegalMove("not-touching", "M6.6" if effect.shape is WRITE else effect.clause, hexes=names)
    if move.hexes & near:
        return IllegalMove("needless-anthill", "M6.4", hexes=names)
    if not move.anthill:
        return IllegalMove("not-adjacent", "M6.2", hexes=names, anthills=opened.anthills)
    return IllegalMove("no-anthill-left", "M6.3", hexes=names)
