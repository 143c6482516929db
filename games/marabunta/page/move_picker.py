"""The move picker: the choices of the player who resolves a pool, step by step.

The choices made so far are in the address of the page (``ask``), and nowhere else.
Every legal move is reached by links and buttons from here, and no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Seat
from games.marabunta import rules
from games.marabunta.page import foresight, obstacles
from games.marabunta.page.choice import Choice, Obstacle, Spot, choice
from games.marabunta.page.held import Held, dice_again, held_pieces, why_not
from games.marabunta.page.names import effect_in_words, effect_name
from games.marabunta.page.pieces import Piece, effect_of, pieces_of
from games.marabunta.page.targets import Targets, no_targets, targets, with_consequences
from games.marabunta.rules import State
from games.marabunta.rules.effects import CRATE, CROSS, FILL, WRITE, Effect
from games.marabunta.rules.open_state import OpenState
from games.marabunta.rules.state import ALL_ELEMENTS

__all__ = ["Anthill", "MovePicker", "PendingEffect", "Spot", "picker"]


@dataclass(frozen=True, slots=True)
class PendingEffect:
    """Something that was set off and is still to be done."""

    name: str
    says: str
    is_due: bool


@dataclass(frozen=True, slots=True)
class Anthill:
    """The switch that also shows moves that cost an anthill."""

    is_on: bool
    ask: str  # nothing where there is no way without
    says: str  # its price, in a sentence


@dataclass(frozen=True, slots=True)
class MovePicker:
    pieces: tuple[Held, ...]  # the own pool
    again: tuple[Held, ...]  # the dice among which "a die again" chooses
    others: tuple[Piece, ...]  # the other player's pool
    steps: tuple[PendingEffect, ...]  # effects that were set off, the next one first
    name: str  # of the piece or effect in use; nothing if all is done
    says: str  # its effect
    clause: str  # the rule of its effect
    about: str  # the sort of its marks: "hex", "leaf", "crate", or nothing
    progress: str  # "1 of 2", while several things are picked
    anthill: Anthill | None
    move: str  # of a die that has but one way: to fill its leaf
    can_decline: bool
    end: Obstacle | None  # why the turn cannot end yet
    unused: int  # pieces that could still be used
    why: Obstacle | None  # the answer to ``why`` in ``ask``
    brings: str  # what the moves that are shown, or ending the turn, bring about besides
    spots: Mapping[str, Spot] = field(repr=False)
    leaf_spots: Mapping[str, Spot] = field(repr=False)  # by the letters of the regions
    group_spots: Mapping[int, Spot] = field(repr=False)


def picker(state: State, ask: Mapping[str, str]) -> MovePicker:
    """The choices of the actor with a pool; ``ask`` holds those made so far, and nonsense in it is ignored."""
    uses, words = _uses(state)
    source = _source(state, uses, ask.get("piece", ""))
    effect = _effect(state, source)
    made = choice(source, effect, uses.get(source, []), ask) if effect else None
    pieces = held_pieces(state, uses, source)
    shown = targets(state, made) if made else no_targets(state, _nothing_left(state))
    shown = with_consequences(state, shown)
    end = None if "end" in words else obstacles.of_move(state, "end")
    return MovePicker(
        pieces=pieces,
        again=dice_again(state, uses, source),
        others=pieces_of(state, ALL_ELEMENTS & ~OpenState(state).own_pool()),
        steps=_steps(state, can_decline="decline" in words),
        name=effect_name(effect) if effect else "",
        says=_says(state, made),
        clause=effect.clause if effect else "",
        about=_ABOUT.get(effect.shape, "") if effect else "",
        progress=_progress(made),
        anthill=_anthill(state, made),
        move=_only_move(made),
        can_decline="decline" in words,
        end=end,
        unused=sum(held.state in {"usable", "selected"} for held in pieces),
        why=_why(state, ask.get("why", ""), shown, uses, end),
        brings=_brings(state, shown, may_end=end is None and not uses),
        spots=shown.hexes,
        leaf_spots=shown.leaves,
        group_spots={int(number): spot for number, spot in shown.groups.items()},
    )


_ABOUT = {WRITE: "hex", CROSS: "hex", FILL: "leaf", CRATE: "crate"}


def _uses(state: State) -> tuple[dict[str, list[str]], set[str]]:
    """The legal moves by the piece they use, as notation writes it; and those that are a single word."""
    uses: dict[str, list[str]] = {}
    words = {"end", "decline"}.intersection(legal := rules.legal(state))
    for move in legal:
        if move not in words:
            length = 0 if state.waiting else 3 if move[1] == "=" else 1
            uses.setdefault(move[:length], []).append(move)
    return uses, words


def _source(state: State, uses: Mapping[str, list[str]], asked: str) -> str:
    """The piece in use: the picked one, or the first that needs no anthill, or the first; none if an effect waits."""
    if asked in uses or not uses:
        return asked if asked in uses else ""
    again = [source for source in uses if source.startswith("T=")]
    cheap = [source for source, moves in uses.items() if any(not move.endswith("^") for move in moves)]
    source = next(iter((*(one for one in cheap if one not in again), *cheap, *uses)))  # a die again comes last
    if again and (asked == "T" or source in again):
        return "T" if len(again) > 1 else again[0]
    return source


def _effect(state: State, source: str) -> Effect | None:
    if source:
        return effect_of(state, source[-1])
    return state.waiting[-1] if state.waiting else None


def _steps(state: State, *, can_decline: bool) -> tuple[PendingEffect, ...]:
    """The stack of M8.3. Whether a lower effect may be declined is known only when it comes to the top."""
    waiting = reversed(state.waiting)
    top = [
        PendingEffect(effect_name(effect), effect_in_words(effect), not can_decline) for effect in state.waiting[-1:]
    ]
    below = [PendingEffect(effect_name(effect), effect_in_words(effect), False) for effect in list(waiting)[1:]]
    return (*top, *below)


def _says(state: State, made: Choice | None) -> str:
    if made is None:
        return _nothing_left(state)
    if made.moves and not made.plain:
        return _("Placing it costs an anthill: none of your numbers touches a free hex for it.")
    return effect_in_words(made.effect)


def _nothing_left(state: State) -> str:
    if state.left:
        return _("You can’t use anything left in your pool.")
    return _("You’ve used your whole pool.")


def _progress(made: Choice | None) -> str:
    if made is None or not made.picked:
        return ""
    return _("%(picked)s of %(size)s picked.") % {"picked": len(made.picked), "size": made.size}


def _anthill(state: State, made: Choice | None) -> Anthill | None:
    """Only where it makes a difference."""
    if made is None or len(made.plain) == len(made.moves):
        return None
    assert isinstance(state.actor, Seat)
    anthills = state.players[state.actor - 1].anthills
    says = ngettext("This costs your last anthill.", "This costs one of your %(count)s anthills.", anthills)
    return Anthill(
        made.anthill, made.address(anthill=not made.anthill) if made.plain else "", says % {"count": anthills}
    )


def _only_move(made: Choice | None) -> str:
    if made is None or made.effect.shape is not FILL or made.effect.region is None:
        return ""
    return next(iter(made.moves.values()), "")


def _brings(state: State, shown: Targets, *, may_end: bool) -> str:
    """A warning before it is too late: that a move makes the round the last, or that ending the turn ends the game."""
    if may_end:
        return foresight.consequence(state, "end")
    spots = [spot for part in (shown.hexes, shown.leaves, shown.groups) for spot in part.values() if spot.move]
    warned = [spot.brings for spot in spots if spot.brings]
    if warned and len(warned) < len(spots):
        return _("Moves marked with a flag make this the last round.")
    return warned[0] if warned else ""


def _why(
    state: State, asked: str, shown: Targets, uses: Mapping[str, list[str]], end: Obstacle | None
) -> Obstacle | None:
    """The answer to ``why=``: a hex, a leaf, a group, a piece, or the end of the turn; nothing for all else."""
    if asked == "end":
        return end
    spot = shown.named(asked)
    if spot is not None:
        return Obstacle(str(spot.says), str(spot.clause)) if spot.state == "no" else None
    is_usable = any(source == asked or source[:1] == asked for source in uses)
    return None if is_usable else why_not(state, asked)
