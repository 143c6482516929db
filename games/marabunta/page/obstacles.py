"""Why something is not possible now: facts with their clause, never advice."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import IllegalMove
from games.marabunta import rules
from games.marabunta.page.choice import Choice, Obstacle
from games.marabunta.page.names import place
from games.marabunta.page.refusals import SENTENCES, sentence
from games.marabunta.rules import State
from games.marabunta.rules.board import LETTERS
from games.marabunta.rules.effects import AGAIN, CRATE, CROSS, FILL, WRITE, Effect
from games.marabunta.rules.open_state import OpenState


def of_move(state: State, move: str) -> Obstacle:
    """Why a move is refused."""
    try:
        rules.apply(state, move)
    except IllegalMove as refused:
        return Obstacle(_reworded(refused), refused.clause)
    raise AssertionError(f"{move} is legal")


def of_hex(state: State, made: Choice, name: str) -> Obstacle:
    """Why a hex cannot be picked."""
    effect, board = made.effect, state.board
    if effect.shape not in {WRITE, CROSS}:
        return Obstacle(_no_hex(effect), effect.clause)
    hex = 1 << board.names.index(name)
    if effect.count == 1:
        return of_move(state, f"{made.source}{effect.shape.value}{name}")
    if not state.open & hex:
        is_written = any(player.numbers & hex for player in state.players)
        return Obstacle(str(SENTENCES["already-written" if is_written else "crossed-out"]) % {"hex": name}, "M6.1")
    wanted = hex | sum(1 << board.names.index(other) for other in made.picked)
    if len(made.picked) + 1 == effect.count:
        return of_move(state, f"{made.source}{effect.shape.value}{','.join(board.names_in(wanted))}")
    for touching in board.places[effect.count]:
        if touching.hexes & wanted == wanted and not touching.hexes & ~state.open:
            return _no_neighbour(state, names=",".join(board.names_in(wanted)))
    clause = "M6.6" if effect.shape is WRITE else "M5"
    facts = {"names": ",".join(board.names_in(wanted)), "count": effect.count}
    return Obstacle(_("There are no %(count)s free hexes that all touch each other around %(names)s.") % facts, clause)


def of_leaf(state: State, made: Choice, letter: str) -> Obstacle:
    """Why a leaf cannot be filled."""
    effect = made.effect
    if effect.shape is not FILL:
        return Obstacle(_("This is not about a leaf."), effect.clause)
    if effect.region is not None and effect.region != LETTERS.index(letter):
        return Obstacle(
            _("This die fills the leaf of its own region: %(place)s.") % {"place": place(effect.key[0])}, "M4.5"
        )
    return Obstacle(str(SENTENCES["leaf-is-full"]) % {"region": place(letter)}, "M4.5")


def of_group(state: State, made: Choice, number: str) -> Obstacle:
    """Why no crate of a group can be crossed out."""
    if made.effect.shape is not CRATE:
        return Obstacle(_("This is not about a crate."), made.effect.clause)
    return of_move(state, f"{made.source}#{number}")


def of_piece(state: State, effect: Effect) -> Obstacle:
    """Why a piece, or a die again, can do nothing."""
    opened = OpenState(state)
    if effect.shape is AGAIN:
        if opened.own_pool().bit_count() == 1:
            return Obstacle(_("There is no die in your pool to be used again."), "M5.1")
        return Obstacle(_("No die of your pool can be used at the moment."), "M5.1")
    if effect.shape is CRATE:
        return Obstacle(_("All crates of your colony are crossed out."), effect.clause)
    if effect.shape is FILL and effect.region is None:
        return Obstacle(_("There is no blank circle left on any leaf."), effect.clause)
    if effect.shape is FILL:
        return Obstacle(str(SENTENCES["leaf-is-full"]) % {"region": place(effect.key[0])}, effect.clause)
    return _no_room(opened, effect)


def _no_room(opened: OpenState, effect: Effect) -> Obstacle:
    """Why there is no hex for a number or a cross."""
    spots, _near, _far = opened.spots(effect)
    if effect.cupcakes_only:
        return Obstacle(_("No cupcake hex is free any more."), "M4.2")
    if not spots and effect.region is not None:
        return Obstacle(_("No hex is free in this region: %(place)s.") % {"place": place(effect.key[0])}, "M4.3")
    if not any(touching.hexes & ~spots == 0 for touching in opened.board.places[effect.count]):
        facts = {"count": effect.count}
        return Obstacle(_("There are no %(count)s free hexes that all touch each other.") % facts, effect.clause)
    return Obstacle(_("No hex for it is next to a number of yours, and you have no anthill left."), "M6.3")


def _no_neighbour(state: State, names: str) -> Obstacle:
    """Why hexes that are free and touch cannot be picked together."""
    facts = {"names": names}
    if OpenState(state).anthills:
        says = _(
            "Such hexes with %(names)s among them are not next to a number of yours: to begin there costs an anthill."
        )
        return Obstacle(says % facts, "M6.2")
    says = _("Such hexes with %(names)s among them are not next to a number of yours, and you have no anthill left.")
    return Obstacle(says % facts, "M6.3")


def _reworded(refused: IllegalMove) -> str:
    """The sentence for a player who presses things: without the notation of moves."""
    if refused.code != "not-adjacent":
        return sentence(refused)
    if refused.facts["anthills"]:
        return _("%(hexes)s is not next to a number of yours: to begin there costs an anthill.") % refused.facts
    return _("%(hexes)s is not next to a number of yours, and you have no anthill left.") % refused.facts


def _no_hex(effect: Effect) -> str:
    if effect.shape is AGAIN:
        return _("First choose the die that is used once more.")
    if effect.shape is CRATE:
        return _("This is about a crate of your colony, not about a hex.")
    return _("This is about a leaf, not about a hex.")
