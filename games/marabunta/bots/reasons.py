"""Why a move is a good one."""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

from games.contract import Seat
from games.contract.bots import Reason
from games.marabunta import rules
from games.marabunta.bots.elements import in_hand, worths
from games.marabunta.bots.judgement import Judge, judge_of, sign_of
from games.marabunta.bots.turns import resolve
from games.marabunta.bots.weights import COUNTING, TUNED
from games.marabunta.rules import Phase, State, tally
from games.marabunta.rules.board import BLANK, REGIONS, bits
from games.marabunta.rules.effects import CRATE, CROSS, FILL, ONE_CRATE, POWERS, Effect
from games.marabunta.rules.moves import Split, Use, read
from games.marabunta.rules.open_state import OpenState
from games.marabunta.rules.resolving import effect_of
from games.marabunta.rules.scoring import region_part
from games.marabunta.rules.state import letters

_EVEN: Final = (
    1.0  # point: what differs by less is said to be alike, as a wider search might see it the other way round
)
_WIDTH: Final = 32  # of the search behind a reason for a split or a choice: four times the queen’s, so that it holds
_Facts = dict[str, object]


def explain(state: State, move: str) -> Reason:
    """The strongest reason for a legal move, by its immediate effect. Raises IllegalMove.

    Regions are named (``pink`` …), elements are letters (``P`` … ``T``), pools are several of those, powers are keys
    (``two-leaves``), hexes names (``d4``). ``gain`` is what the move adds to ``evaluate``, in points.

    Splits, all with ``pools`` (both):
      ``even-split``       the other can make about as much of either
      ``split``            any other, with ``bests`` (of each pool the element that is worth most to me, "" for none)

    Choices, all with ``pool`` (1 or 2), ``elements`` (its), ``left`` (the other pool), ``mine`` and ``theirs`` (how
    many points more I, and the other, can make of it than of the pool left); less than a point is even:
      ``better-pool``      I make more of it
      ``keeps-away``       I make less of it, but the other would make more
      ``lesser-pool``      I make less of it, and the other would make no more
      ``even-choice``      I make as much of either

    Resolving, all with ``element`` (the letter, or "" for a power or a crate that waits), ``effect`` (its key: ``P3``,
    ``two-crates``, ``crate``), ``die`` (behind the = of die-again, or ""), ``anthill`` (whether one is spent) and
    ``gain``:
      ``triggers-end``     ``causes`` (``region``, ``leaf``, ``cupcakes``), ``points`` (of seats one and two, as if it
                           ended now)
    with ``hexes``, their ``regions``, the ``number`` written, ``cupcakes`` and ``crates`` on them (how many) and
    ``reached`` (how many open hexes come within reach):
      ``eats``             ``points`` scored, ``spaces`` of the row now crossed out, ``next`` (the points of the next;
                           0 for none, and when this round is the last); cupcakes never touch, so it is one
      ``takes-lead``, ``draws-level``, ``extends-lead``, ``catches-up``
                           in ``region``; ``before`` and ``after`` (my sum, the other's), ``circles`` (the same)
      ``opens-crate``      it lies on a crate hex, and there is a crate to cross out: ``powers`` (that lack but one),
                           ``late`` (this round is the last)
      ``reaches``          ``cupcakes_reached`` (hexes), ``regions_reached`` (new ones)
      ``writes``           none of this
    with ``leaves`` (regions), ``circles`` (mine after it, for each leaf), ``blank`` (circles left, for each) and
    ``final`` (nobody has a turn after mine):
      ``fills-own-leaf``   I lead in all of these regions
      ``fills-open-leaf``  in one or more nobody leads
      ``fills-their-leaf`` in one or more the other leads
    with ``group`` (from 1), ``power``, ``crossed`` (of it, after the move) and ``crates`` (of it, in all):
      ``unlocks``          the last crate of its group; ``points`` scored by that, ``lost`` if the power cannot be used
      ``crosses-crate``    one of several; ``late`` (this round is the last)
    with ``hexes``, ``regions``, ``cupcakes`` (how many of them) and ``mine``, ``theirs`` (how many were in reach):
      ``must-cross-cupcake``  the crossed-out cupcake tile
      ``crosses-out``
    without an effect that is used:
      ``declines``         ``power``, ``anthills`` (left)
      ``ends-turn``        ``unused`` (elements), ``others``: ``none`` if nothing else is legal, ``worse`` if no other
                           way to go on is found that makes the position better, else ``some``
      ``wins``, ``loses``  the turn and with it the game ends: ``points``, ``decided``
    """
    seat = state.actor
    after = rules.apply(state, move)
    assert isinstance(seat, Seat)
    if state.phase is Phase.SPLIT:
        return _split(state, move, seat)
    if state.phase is Phase.CHOOSE:
        return _choice(state, move, seat)
    judge = judge_of(state.board, TUNED)
    gain = round(sign_of(seat) * (judge.points(after) - judge.points(state)), 1)
    if move == "end":
        return _end(state, after, seat, judge)
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
    facts: _Facts = {"pools": tuple(map(letters, split.pools))}
    if abs(_more_of(split.pools, state, seat.other)) < _EVEN:
        return Reason("even-split", facts)
    own = worths(state, seat, judge_of(state.board, COUNTING))
    return Reason("split", {**facts, "bests": tuple(_best(pool, own) for pool in split.pools)})


def _choice(state: State, move: str, seat: Seat) -> Reason:
    number = int(move[-1])
    pools = pool, left = state.round.pools[number - 1], state.round.pools[2 - number]
    mine, theirs = (_more_of(pools, state, one) for one in (seat, seat.other))
    if mine >= _EVEN:
        code = "better-pool"
    elif mine > -_EVEN:
        code = "even-choice"
    else:
        code = "keeps-away" if theirs >= _EVEN else "lesser-pool"
    facts: _Facts = {"pool": number, "elements": letters(pool), "left": letters(left)}
    return Reason(code, {**facts, "mine": round(mine, 1), "theirs": round(theirs, 1)})


def _more_of(pools: tuple[int, int], state: State, seat: Seat) -> float:
    """How much more a seat can make of the first of two pools, if it were its turn."""
    judge = judge_of(state.board, TUNED)
    one, two = (resolve(in_hand(state, seat, pool), judge, width=_WIDTH)[0].value for pool in pools)
    return one - two


def _end(state: State, after: State, seat: Seat, judge: Judge) -> Reason:
    if ended := rules.outcome(after):
        facts: _Facts = {"points": ended.points, "decided": ended.decided}
        return Reason("wins" if ended.winner is seat else "loses", facts)
    others = [rules.apply(state, move) for move in rules.legal(state) if move != "end"]
    lines = [line.state for line in resolve(state, judge, width=_WIDTH)] if others else []
    now = judge.points(state)
    helps = any(sign_of(seat) * (judge.points(other) - now) > 0 for other in chain(others, lines))
    told = "some" if helps else "worse" if others else "none"
    return Reason("ends-turn", {"unused": letters(state.left), "others": told})


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
        coming = () if after.trigger else board.row[then.cupcakes : then.cupcakes + 1]
        points = then.points - own.points
        return "eats", {"points": points, "spaces": then.cupcakes, "next": coming[0] if coming else 0}
    leads = [_lead(state, after, seat, region) for region, hexes in enumerate(board.regions) if hexes & use.hexes]
    known = [lead for lead in leads if lead is not None]
    if known and known[0][0] in {"takes-lead", "draws-level"}:
        return known[0]
    if after.waiting and after.waiting[-1] is ONE_CRATE and use.hexes & board.crates:
        sizes = zip(board.groups, then.crates, strict=True)
        powers = tuple(group.power for group, crossed in sizes if crossed == group.crates - 1)
        return "opens-crate", {"powers": powers, "late": after.trigger is not None}
    if known:
        return known[0]
    if after.trigger and not after.left and not after.waiting:
        return "writes", {}
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
    is_final = state.trigger is not None and seat is state.round.first
    return code, {"leaves": names, "circles": tuple(circles), "blank": tuple(blank), "final": is_final}


def _crate(state: State, after: State, seat: Seat, use: Use) -> tuple[str, _Facts]:
    group = state.board.groups[use.group]
    own, then = state.players[seat - 1], after.players[seat - 1]
    crossed = then.crates[use.group]
    facts: _Facts = {"group": use.group + 1, "power": group.power, "crossed": crossed, "crates": group.crates}
    if crossed == group.crates:
        is_used = then.points > own.points or then.cupcakes > own.cupcakes
        is_lost = not is_used and not (after.waiting and after.waiting[-1] is POWERS[group.power])
        return "unlocks", {**facts, "points": then.points - own.points, "lost": is_lost}
    return "crosses-crate", {**facts, "late": after.trigger is not None}


def _effect(state: State, use: Use) -> Effect:
    """The effect that the move uses."""
    if not use.element:
        return state.waiting[-1]
    return effect_of(OpenState(state), use.die or use.element)


def _best(pool: int, values: dict[int, float]) -> str:
    """The element that is worth most, if any is worth anything."""
    best = max(bits(pool), key=lambda element: values[element])
    return letters(best) if values[best] > 0 else ""


def _own_first(pair: Any, seat: Seat) -> tuple[int, int]:
    one, two = pair
    return (one, two) if seat is Seat.ONE else (two, one)
