"""Why something is not possible now: facts with their clause, never advice."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
            return _no_neighbour(state, ",".join(board.names_in(wanted)), effect.count)
    clause = "M6.6" if effect.shape is WRITE else effect.clause
    facts = {"names": ",".join(board.names_in(wanted)), "count": effect.count}
    return Obstacle(_("There aren’t %(count)s free hexes around %(names)s that all touch each other.") % facts, clause)


def of_leaf(state: State, made: Choice, letter: str) -> Obstacle:
    """Why a leaf cannot be filled."""
    effect = made.effect
    if effect.shape is not FILL:
        return Obstacle(_("Choose a hex, not a leaf."), effect.clause)
    if effect.region is not None and effect.region != LETTERS.index(letter):
        return Obstacle(_("This die fills its own region’s leaf: %(place)s.") % {"place": place(effect.key[0])}, "M4.5")
    return Obstacle(str(SENTENCES["leaf-is-full"]) % {"region": place(letter)}, "M4.5")


def of_group(state: State, made: Choice, number: str) -> Obstacle:
    """Why no crate of a group can be crossed out."""
    if made.effect.shape is not CRATE:
        return Obstacle(_("This piece doesn’t cross out crates."), made.effect.clause)
    return of_move(state, f"{made.source}#{number}")


def of_piece(state: State, effect: Effect) -> Obstacle:
    """Why a piece, or a die again, can do nothing."""
    opened = OpenState(state)
    if effect.shape is AGAIN:
        if opened.own_pool().bit_count() == 1:
            return Obstacle(_("There’s no die in your pool to reuse."), "M5.1")
        return Obstacle(_("No die in your pool can be used right now."), "M5.1")
    if effect.shape is CRATE:
        return Obstacle(_("All your crates are already crossed out."), effect.clause)
    if effect.shape is FILL and effect.region is None:
        return Obstacle(_("No leaf has a blank circle left."), effect.clause)
    if effect.shape is FILL:
        return Obstacle(str(SENTENCES["leaf-is-full"]) % {"region": place(effect.key[0])}, effect.clause)
    return _no_room(opened, effect)


def _no_room(opened: OpenState, effect: Effect) -> Obstacle:
    """Why there is no hex for a number or a cross."""
    spots, _near, _far = opened.spots(effect)
    if effect.cupcakes_only:
        return Obstacle(_("No free cupcake hexes left."), "M4.2")
    if not spots and effect.region is not None:
        return Obstacle(_("No free hexes left in this region: %(place)s.") % {"place": place(effect.key[0])}, "M4.3")
    if not any(touching.hexes & ~spots == 0 for touching in opened.board.places[effect.count]):
        facts = {"count": effect.count}
        return Obstacle(_("There aren’t %(count)s free hexes that all touch each other.") % facts, effect.clause)
    return Obstacle(_("None of your numbers touches a free hex for it, and you have no anthills left."), "M6.3")


def _no_neighbour(state: State, names: str, count: int) -> Obstacle:
    """Why hexes that are free and touch cannot be picked together."""
    has_anthills = bool(OpenState(state).anthills)
    says = str(_FAR[count == PAIR, has_anthills]) % {"names": names}
    return Obstacle(says, "M6.2" if has_anthills else "M6.3")


PAIR: Final = 2
_FAR = {  # two hexes or three, and whether there is an anthill to spend
    (True, True): gettext_lazy("Needs an anthill: no pair with %(names)s touches one of your numbers."),
    (True, False): gettext_lazy("No pair with %(names)s touches one of your numbers, and you have no anthills left."),
    (False, True): gettext_lazy("Needs an anthill: no triangle with %(names)s touches one of your numbers."),
    (False, False): gettext_lazy(
        "No triangle with %(names)s touches one of your numbers, and you have no anthills left."
    ),
}


def _reworded(refused: IllegalMove) -> str:
    """The sentence for a player who presses things: without the notation of moves."""
    if refused.code != "not-adjacent":
        return sentence(refused)
    if refused.facts["anthills"]:
        return _("Needs an anthill: none of your numbers touches %(hexes)s.") % refused.facts
    return _("None of your numbers touches %(hexes)s, and you have no anthills left.") % refused.facts


def _no_hex(effect: Effect) -> str:
    if effect.shape is AGAIN:
        return _("First choose the die to use again.")
    if effect.shape is CRATE:
        return _("Choose a crate in your colony, not a hex.")
    return _("Choose a leaf, not a hex.")
