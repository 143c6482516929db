"""The effect of a move of Marabunta, in sentences that need no board beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Actor, Seat
from games.kind_pages.story import MoveStory, together
from games.marabunta.page import phrases
from games.marabunta.page.names import EFFECT_NAMES
from games.marabunta.rules import Player, State, outcome
from games.marabunta.rules.board import BLANK, REGIONS, bits
from games.marabunta.rules.effects import CRATE, CUPCAKES, DICE, FILL, ONE_CRATE, POINTS, POWERS, TILES, WRITE, Effect
from games.marabunta.rules.moves import Decline, End, First, Roll, Split, Take, Use, read
from games.marabunta.rules.state import ALL_ELEMENTS, TILE, letters


def tell(before: State, move: str, after: State) -> MoveStory:
    """The story of this legal move between the two states."""
    made = read(before.board, move)
    match made:
        case First():
            return MoveStory(_("%(side)s goes first (random).") % _by(made.seat), kind="first")
        case Roll():
            facts = {"dice": name_pieces(after, ALL_ELEMENTS & ~TILE), "tile": phrases.EFFECTS[made.tile]}
            return MoveStory(
                _("The dice: %(dice)s. The tile: %(tile)s.") % facts, kind="roll", traces=tuple(letters(ALL_ELEMENTS))
            )
        case Split():
            one, two = (name_pieces(before, pool) for pool in made.pools)
            facts = _by(before.actor) | {"one": one, "two": two}
            return MoveStory(
                _("%(side)s splits: %(one)s – %(two)s.") % facts, kind="split", traces=tuple(letters(ALL_ELEMENTS))
            )
        case Take():
            taken = letters(before.round.pools[made.pool - 1])
            return MoveStory(_take(before, made.pool), kind="take", traces=tuple(taken))
        case Use():
            return _use(before, made, after)
        case Decline():
            facts = _by(before.actor) | {"effect": EFFECT_NAMES[before.waiting[-1].key]}
            sentence = _("%(side)s declines the power: %(effect)s.") % facts
            return MoveStory(together(sentence, _lost(before.waiting[:-1], after)), kind="decline")
        case End():
            return MoveStory(together(_end(before), _result(after)), kind="end")
    assert_never(made)


def _take(before: State, pool: int) -> str:
    facts = _by(before.actor) | {"pieces": name_pieces(before, before.round.pools[pool - 1])}
    if pool == 1:
        return _("%(side)s takes the first pool: %(pieces)s.") % facts
    return _("%(side)s takes the second pool: %(pieces)s.") % facts


def _use(before: State, made: Use, after: State) -> MoveStory:
    """The use of an element of the pool, or of a waiting effect."""
    effect = _effect(before, made)
    shape = effect.shape
    places = traces = tuple(before.board.names_in(made.hexes))
    if shape is WRITE:
        kind, sentence = "write", _write(before, made, after, effect.number)
    elif shape is CRATE:
        kind, sentence, traces = "crate", _cross_crate(before, made, after), (str(made.group + 1),)
    elif shape is FILL:
        kind, sentence, traces = "fill", _fill(before, made), tuple(REGIONS[leaf] for leaf in made.leaves)
    else:
        kind, sentence = "cross", _cross(before, made)
    lost = _lost(_set_off(before, made, effect), after)
    regions = [REGIONS[leaf] for leaf in made.leaves] or _regions(before, made.hexes)
    return MoveStory(
        together(_with(before, made, sentence), lost, *_trigger(before, made, after)),
        places=places,
        region=regions[0] if len(regions) == 1 else "",
        number=effect.number if shape is WRITE else None,
        kind=kind,
        traces=traces,
    )


def _write(before: State, made: Use, after: State, number: int) -> str:
    was, now = _player(before, before), _player(before, after)
    eaten, points = now.cupcakes - was.cupcakes, now.points - was.points
    board, facts = before.board, _by(before.actor) | {"number": number, "points": points}
    crates = (made.hexes & board.crates).bit_count()
    if made.size > 1:
        facts["hexes"] = listed(board.names_in(made.hexes))
        reached = ngettext("That reaches a crate.", "That reaches %(count)s crates.", crates) % {"count": crates}
        return together(phrases.SETS[made.size, made.anthill] % facts, _eaten(eaten, points), reached if crates else "")
    facts |= {"hex": board.name[made.hexes], "where": phrases.WHERE[_regions(before, made.hexes)[0]]}
    found = "crate" if crates else "points" if points else "cupcake" if eaten else "nothing"
    return phrases.WRITES[found, made.anthill] % facts


def _cross_crate(before: State, made: Use, after: State) -> str:
    was, now = _player(before, before), _player(before, after)
    group = before.board.groups[made.group]
    facts = _by(before.actor) | {
        "power": EFFECT_NAMES[group.power],
        "crossed": now.crates[made.group],
        "crates": group.crates,
        "points": now.points - was.points,
    }
    if now.crates[made.group] < group.crates:
        return _("%(side)s crosses out crate %(crossed)s of %(crates)s for the power: %(power)s.") % facts
    if POWERS[group.power].shape is POINTS:
        return _("%(side)s crosses out a crate and unlocks: %(power)s (+%(points)s).") % facts
    unlocks = _("%(side)s crosses out a crate and unlocks: %(power)s.") % facts
    return together(unlocks, _eaten(now.cupcakes - was.cupcakes, now.points - was.points))


def _fill(before: State, made: Use) -> str:
    leaves = [REGIONS[leaf] for leaf in made.leaves]
    if len(leaves) == 1:
        return _("%(side)s fills a circle %(on_leaf)s.") % (_by(before.actor) | {"on_leaf": phrases.ON_LEAF[leaves[0]]})
    names = listed([str(phrases.REGIONS[leaf]) for leaf in leaves])
    return _("%(side)s fills a circle on each of two leaves: %(leaves)s.") % (_by(before.actor) | {"leaves": names})


def _cross(before: State, made: Use) -> str:
    facts = _by(before.actor) | {"hexes": listed(before.board.names_in(made.hexes))}
    if made.size > 1:
        return _("%(side)s crosses out %(hexes)s.") % facts
    return _("%(side)s crosses out the cupcake on %(hexes)s.") % facts


def _end(before: State) -> str:
    if not before.left:
        return _("%(side)s ends the turn.") % _by(before.actor)
    return _("%(side)s ends the turn; unused: %(pieces)s.") % (
        _by(before.actor) | {"pieces": name_pieces(before, before.left)}
    )


def _result(after: State) -> str:
    """M10.3, if this was the last move."""
    end = outcome(after)
    if end is None:
        return ""
    assert end.winner
    facts = {"winner": phrases.SIDES[end.winner - 1], "more": max(end.points), "fewer": min(end.points)}
    match end.decided:
        case "points":
            return _("The game is over: %(winner)s wins by %(more)s to %(fewer)s points.") % facts
        case "cupcakes":
            return _("The game is over, tied at %(more)s points: %(winner)s wins with more cupcakes.") % facts
    return _("The game is over, tied in points and cupcakes: %(winner)s wins, having triggered the end.") % facts


def _eaten(cupcakes: int, points: int) -> str:
    if not cupcakes:
        return ""
    eaten = ngettext("A cupcake is eaten.", "%(count)s cupcakes are eaten.", cupcakes) % {"count": cupcakes}
    if not points:
        return eaten
    return together(
        eaten, ngettext("That scores %(points)s point.", "That scores %(points)s points.", points) % {"points": points}
    )


def _trigger(before: State, made: Use, after: State) -> Iterator[str]:
    """M9.1: the causes by which this move made the round the last."""
    if before.trigger or not after.trigger:
        return
    one, two = after.players
    causes = after.trigger.causes
    if "region" in causes:
        full = (region for region in _regions(before, made.hexes) if not after.open & _hexes(after, region))
        yield from (str(phrases.FULL[region]) for region in full)
    if "leaf" in causes:
        full_leaves = (leaf for leaf in made.leaves if one.circles[leaf] + two.circles[leaf] == BLANK)
        yield from (str(phrases.FULL_LEAF[REGIONS[leaf]]) for leaf in full_leaves)
    if "cupcakes" in causes:
        is_only_cause = len(causes) == 1
        yield _("No cupcakes left: last round.") if is_only_cause else _("No cupcakes left either.")


def _effect(before: State, made: Use) -> Effect:
    """The effect that the move has resolved."""
    element = made.die or made.element
    if not element:
        return before.waiting[-1]
    die = element.bit_length() - 1
    return TILES[before.round.tile] if element == TILE else DICE[die][before.round.faces[die]]


def _set_off(before: State, made: Use, effect: Effect) -> tuple[Effect, ...]:
    """Everything that waits after the move, whether it can be used or not."""
    waiting = before.waiting if made.element else before.waiting[:-1]
    if effect.shape is WRITE:
        waiting += (ONE_CRATE,) * (made.hexes & before.board.crates).bit_count()
    elif effect.shape is CRATE:
        waiting += (ONE_CRATE,) * (effect.count - 1)
        group = before.board.groups[made.group]
        power = POWERS[group.power]
        is_unlocked = _player(before, before).crates[made.group] + 1 == group.crates
        waiting += (power,) * (is_unlocked and power.shape not in (POINTS, CUPCAKES))
    return waiting


def _lost(waiting: tuple[Effect, ...], after: State) -> str:
    """M8.2: the effects that had no use when their turn came."""
    lost = [str(phrases.EFFECTS[effect.key]) for effect in reversed(waiting[len(after.waiting) :])]
    return _("It can’t be used, so it’s lost: %(effects)s.") % {"effects": listed(lost)} if lost else ""


def _with(before: State, made: Use, sentence: str) -> str:
    """By which piece, where the sentence itself does not show it."""
    if made.die:
        return _("The tile, %(die)s again: %(sentence)s") % {"die": name_piece(before, made.die), "sentence": sentence}
    if made.element == TILE:
        return _("The tile: %(sentence)s") % {"sentence": sentence}
    if not made.element and before.waiting[-1] != ONE_CRATE:
        return _("The power: %(sentence)s") % {"sentence": sentence}
    return sentence


def name_pieces(state: State, elements: int) -> str:
    return listed([name_piece(state, element) for element in bits(elements)])


def name_piece(state: State, element: int) -> str:
    if element == TILE:
        return _("the tile (%(tile)s)") % {"tile": phrases.EFFECTS[state.round.tile]}
    die = element.bit_length() - 1
    facts = {"region": phrases.REGIONS[REGIONS[die]], "face": phrases.DIE_FACES[state.round.faces[die]]}
    return _("%(region)s %(face)s") % facts


def listed(items: list[str]) -> str:
    return get_text_list(items, _("and"))


def _by(actor: Actor) -> dict[str, Any]:
    assert isinstance(actor, Seat)
    return {"side": phrases.SIDES[actor - 1]}


def _player(before: State, state: State) -> Player:
    """The own things of the player who made the move."""
    assert isinstance(before.actor, Seat)
    return state.players[before.actor - 1]


def _regions(state: State, hexes: int) -> list[str]:
    return [name for name, region in zip(REGIONS, state.board.regions, strict=True) if region & hexes]


def _hexes(state: State, region: str) -> int:
    return state.board.regions[REGIONS.index(region)]
