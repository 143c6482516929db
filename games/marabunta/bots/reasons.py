"""Why a move is a good one."""

from __future__ import annotations

from typing import Any, Final

from games.contract import Seat
from games.contract.bots import Reason
from games.marabunta import rules
from games.marabunta.bots.elements import worth_of, worths
from games.marabunta.bots.judgement import judge_of, sign_of
from games.marabunta.bots.weights import TUNED
from games.marabunta.rules import Phase, State, tally
from games.marabunta.rules.board import BLANK, REGIONS, bits
from games.marabunta.rules.effects import CRATE, CROSS, FILL, Effect
from games.marabunta.rules.moves import Split, Use, read
from games.marabunta.rules.open_state import OpenState
from games.marabunta.rules.resolving import effect_of
from games.marabunta.rules.scoring import region_part
from games.marabunta.rules.state import letters

_EVEN: Final = 1.0  # point: pools that differ by less are said to be alike
_Facts = dict[str, object]


def explain(state: State, move: str) -> Reason:
    """The strongest reason for a legal move, by its immediate effect. Raises IllegalMove.

    Regions are named (``pink`` …), elements are letters (``P`` … ``T``), pools are several of those, powers are keys
    (``two-leaves``), hexes names (``d4``). ``gain`` is what the move adds to ``evaluate``, in points.

    Splits, all with ``pools`` (both), ``theirs`` (what the other would take), ``mine`` (what that leaves),
    ``gain`` (by how much ``mine`` is worth more to me than ``theirs`` to the other, may be below zero) and
    ``best`` (the element of ``mine`` that is worth most to me):
      ``even-split``       the other gains about as much from one pool as from the other
      ``tempting-split``   one pool is better for the other, and what it leaves is worth more to me
      ``split``            any other

    Choices, all with ``pool`` (1 or 2), ``elements`` (its), ``left`` (the other pool), ``best`` (the element of mine
    that is worth most to me), ``gain`` (by how much it is worth more to me than the pool left):
      ``better-pool``      it is worth more to me
      ``keeps-away``       it is worth less to me, but the other would gain more from it: ``theirs``, by how much
      ``lesser-pool``      neither

    Resolving, all with ``element`` (the letter, or "" for a power or a crate that waits), ``effect`` (its key: ``P3``,
    ``two-crates``, ``crate``), ``die`` (behind the = of die-again, or ""), ``anthill`` (whether one is spent) and
    ``gain``:
      ``triggers-end``     ``causes`` (``region``, ``leaf``, ``cupcakes``), ``points`` (of seats one and two, as if it
                           ended now)
    with ``hexes``, their ``regions``, the ``number`` written, ``cupcakes`` and ``crates`` on them (how many) and
    ``reached`` (how many open hexes come within reach):
      ``eats``             ``points`` scored, ``spaces`` of the row now crossed out, ``next`` (the points of the next)
      ``takes-lead``, ``draws-level``, ``extends-lead``, ``catches-up``
                           in ``region``; ``before`` and ``after`` (my sum, the other's), ``circles`` (the same)
      ``opens-crate``      it lies on a crate hex
      ``reaches``          ``cupcakes_reached`` (hexes), ``regions_reached`` (new ones)
      ``writes``           none of this
    with ``leaves`` (regions), ``circles`` (mine after it, for each leaf) and ``blank`` (circles left, for each):
      ``fills-own-leaf``   I lead in all of these regions
      ``fills-open-leaf``  in one or more nobody leads
      ``fills-their-leaf`` in one or more the other leads: a circle less for them
    with ``group`` (from 1), ``power``, ``crossed`` (of it, after the move) and ``crates`` (of it, in all):
      ``unlocks``          the last crate of its group; ``points`` scored by that
      ``crosses-crate``    one of several
    with ``hexes``, ``regions``, ``cupcakes`` (how many of them) and ``mine``, ``theirs`` (how many were in reach):
      ``must-cross-cupcake``  the crossed-out cupcake tile
      ``crosses-out``
    without an effect that is used:
      ``declines``         ``power``, ``anthills`` (left)
      ``ends-turn``        ``unused`` (elements)
      ``wins``, ``loses``  the turn and with it the game ends: ``points``, ``decided``
    """
    seat = state.actor
    after = rules.apply(state, move)
    assert isinstance(seat, Seat)
    if state.phase is Phase.SPLIT:
        return _split(state, move, seat)
    if state.phase is Phase.CHOOSE:
        return _choice(state, after, seat)
    judge = judge_of(state.board, TUNED)
    gain = round(sign_of(seat) * (judge.value(after) - judge.value(state)), 1)
    if move == "end":
        return _end(state, after, seat)
    if move == "decline":
        power = state.waiting[-1].key
        return Reason("declines", {"power": power, "anthills": state.players[seat - 1].anthills, "gain": gain})
    use = read(state.board, move)
    assert isinstance(use, Use)
    effect = _effect(state, use)
    code, facts = _mark(state, after, seat, use, effect)
    if after.trigger and not state.trigger:
        code, facts = "triggers-end", {**facts, "causes": after.trigger.causes, "points": tally(after).points}
    about: _Facts = {
        "element": letters(use.element),
        "effect": effect.key,
        "die": letters(use.die),
        "anthill": use.anthill,
        "gain": gain,
    }
    return Reason(code, {**about, **facts})


def _split(state: State, move: str, seat: Seat) -> Reason:
    split = read(state.board, move)
    assert isinstance(split, Split)
    judge = judge_of(state.board, TUNED)
    own, others = worths(state, seat, judge), worths(state, seat.other, judge)
    one, two = split.pools
    theirs, mine = split.pools if _swing(one, others, own) >= _swing(two, others, own) else (two, one)
    gain = worth_of(mine, own) - worth_of(theirs, others)
    code = "split"
    if abs(worth_of(one, others) - worth_of(two, others)) < _EVEN:
        code = "even-split"
    elif gain > 0:
        code = "tempting-split"
    facts: _Facts = {"pools": (letters(one), letters(two)), "theirs": letters(theirs), "mine": letters(mine)}
    return Reason(code, {**facts, "best": _best(mine, own), "gain": round(gain, 1)})


def _choice(state: State, after: State, seat: Seat) -> Reason:
    judge = judge_of(state.board, TUNED)
    own, others = worths(state, seat, judge), worths(state, seat.other, judge)
    taken = after.round.taken
    pool, left = state.round.pools[taken - 1], state.round.pools[2 - taken]
    gain = worth_of(pool, own) - worth_of(left, own)
    harm = worth_of(pool, others) - worth_of(left, others)
    code = "better-pool" if gain >= 0 else "keeps-away" if harm > -gain else "lesser-pool"
    facts: _Facts = {"pool": taken, "elements": letters(pool), "left": letters(left), "best": _best(pool, own)}
    return Reason(code, {**facts, "gain": round(gain, 1), "theirs": round(harm, 1)})


def _end(state: State, after: State, seat: Seat) -> Reason:
    if ended := rules.outcome(after):
        facts: _Facts = {"points": ended.points, "decided": ended.decided}
        return Reason("wins" if ended.winner is seat else "loses", facts)
    return Reason("ends-turn", {"unused": letters(state.left)})


def _mark(state: State, after: State, seat: Seat, use: Use, effect: Effect) -> tuple[str, _Facts]:
    if effect.shape is CRATE:
        return _crate(state, after, seat, use)
    if effect.shape is FILL:
        return _leaves(state, after, seat, use)
    board = state.board
    hexes: _Facts = {
        "hexes": tuple(board.names_in(use.hexes)),
        "regions": tuple(name for name, region in zip(REGIONS, board.regions, strict=True) if region & use.hexes),
        "cupcakes": (use.hexes & board.cupcakes).bit_count(),
    }
    if effect.shape is CROSS:
        mine, theirs = ((use.hexes & state.players[place - 1].reach).bit_count() for place in (seat, seat.other))
        code = "must-cross-cupcake" if effect.cupcakes_only else "crosses-out"
        return code, {**hexes, "mine": mine, "theirs": theirs}
    code, facts = _written(state, after, seat, use)
    own, then = state.players[seat - 1], after.players[seat - 1]
    reached = (then.reach & ~own.reach & after.open).bit_count()
    crates = (use.hexes & board.crates).bit_count()
    return code, {**hexes, "number": effect.number, "crates": crates, "reached": reached, **facts}


def _written(state: State, after: State, seat: Seat, use: Use) -> tuple[str, _Facts]:
    """The effects of written numbers for their writer, the strongest first."""
    board = state.board
    own, then = state.players[seat - 1], after.players[seat - 1]
    if then.cupcakes > own.cupcakes:
        coming = board.row[then.cupcakes : then.cupcakes + 1]
        points = then.points - own.points
        return "eats", {"points": points, "spaces": then.cupcakes, "next": coming[0] if coming else 0}
    leads = [_lead(state, after, seat, region) for region, hexes in enumerate(board.regions) if hexes & use.hexes]
    known = [lead for lead in leads if lead is not None]
    if known and known[0][0] in {"takes-lead", "draws-level"}:
        return known[0]
    if use.hexes & board.crates:
        return "opens-crate", {}
    if known:
        return known[0]
    new = then.reach & ~own.reach & after.open
    regions = tuple(
        name
        for name, region in zip(REGIONS, board.regions, strict=True)
        if region & new and not region & (own.reach | own.numbers)
    )
    cupcakes = tuple(board.names_in(new & board.cupcakes))
    if cupcakes or regions:
        return "reaches", {"cupcakes_reached": cupcakes, "regions_reached": regions}
    return "writes", {}


def _lead(state: State, after: State, seat: Seat, region: int) -> tuple[str, _Facts] | None:
    """The change of a region's sums; nothing if they stayed the same."""
    before, now = (_own_first(region_part(one, region).facts["sums"], seat) for one in (state, after))
    if before == now:
        return None
    circles = _own_first(region_part(after, region).facts["circles"], seat)
    lead, then = before[0] - before[1], now[0] - now[1]
    if lead > 0:
        code = "extends-lead"
    elif then > 0:
        code = "takes-lead"
    else:
        code = "draws-level" if then == 0 else "catches-up"
    return code, {"region": REGIONS[region], "before": before, "after": now, "circles": circles}


def _leaves(state: State, after: State, seat: Seat, use: Use) -> tuple[str, _Facts]:
    leads = []
    for leaf in use.leaves:
        mine, theirs = _own_first(region_part(state, leaf).facts["sums"], seat)
        leads.append(mine - theirs)
    code = "fills-own-leaf" if min(leads) > 0 else "fills-their-leaf" if min(leads) < 0 else "fills-open-leaf"
    circles = [_own_first(region_part(after, leaf).facts["circles"], seat)[0] for leaf in use.leaves]
    blank = [BLANK - sum(player.circles[leaf] for player in after.players) for leaf in use.leaves]
    names = tuple(REGIONS[leaf] for leaf in use.leaves)
    return code, {"leaves": names, "circles": tuple(circles), "blank": tuple(blank)}


def _crate(state: State, after: State, seat: Seat, use: Use) -> tuple[str, _Facts]:
    group = state.board.groups[use.group]
    own, then = state.players[seat - 1], after.players[seat - 1]
    crossed = then.crates[use.group]
    facts: _Facts = {"group": use.group + 1, "power": group.power, "crossed": crossed, "crates": group.crates}
    if crossed == group.crates:
        return "unlocks", {**facts, "points": then.points - own.points}
    return "crosses-crate", facts


def _effect(state: State, use: Use) -> Effect:
    """The effect that the move uses."""
    if not use.element:
        return state.waiting[-1]
    return effect_of(OpenState(state), use.die or use.element)


def _swing(pool: int, own: dict[int, float], others: dict[int, float]) -> float:
    """The worth of a pool to the own side, plus its worth to the other, from whom it is kept."""
    return worth_of(pool, own) + worth_of(pool, others)


def _best(pool: int, values: dict[int, float]) -> str:
    return letters(max(bits(pool), key=lambda element: values[element]))


def _own_first(pair: Any, seat: Seat) -> tuple[int, int]:
    one, two = pair
    return (one, two) if seat is Seat.ONE else (two, one)
