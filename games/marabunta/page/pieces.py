"""The seven pieces of a round: six dice and a tile, as they are shown and named."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.marabunta.page.names import DIE_NAMES, EFFECT_NAMES, FACE_NAMES, effect_in_words, effect_name, place
from games.marabunta.rules import State
from games.marabunta.rules.board import LETTERS, REGIONS
from games.marabunta.rules.effects import DICE, TILES, Effect
from games.marabunta.rules.state import letters


@dataclass(frozen=True, slots=True)
class Piece:
    """A die that shows a face, or a tile."""

    letter: str
    region: str  # nothing for the tile
    face: str  # 0 1 2 3 F C, or the key of the tile
    name: str  # in short: "Lawn: 2"
    label: str  # for screen readers: "Green die (Lawn): 2"

    @property
    def effect(self) -> Effect:
        return DICE[LETTERS.index(self.letter)][self.face] if self.region else TILES[self.face]

    @property
    def says(self) -> str:
        """What it does, in a sentence."""
        return effect_in_words(self.effect)


def pieces_of(state: State, elements: int) -> tuple[Piece, ...]:
    """The pieces of a set of elements, in canonical order."""
    return tuple(piece_of(state, letter) for letter in letters(elements))


def piece_of(state: State, letter: str) -> Piece:
    effect = effect_of(state, letter)
    if letter == "T":
        label = _("Tile: %(name)s") % {"name": EFFECT_NAMES[effect.key]}
        return Piece(letter, "", effect.key, effect_name(effect), label)
    face = effect.key[1]
    facts = {"die": DIE_NAMES[letter], "place": place(letter), "face": FACE_NAMES.get(face, face)}
    label = _("%(die)s (%(place)s): %(face)s") % facts
    return Piece(letter, REGIONS[LETTERS.index(letter)], face, effect_name(effect), label)


def effect_of(state: State, letter: str) -> Effect:
    """The effect of the face of a die, or of the tile, in this round."""
    if letter == "T":
        return TILES[state.round.tile]
    die = LETTERS.index(letter)
    return DICE[die][state.round.faces[die]]
