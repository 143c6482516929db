"""Who tells the moves of each kind; and what was told, kept for the next who asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from django.utils.translation import get_language

from games import kinds
from games.kind_pages.story import Told
from games.mabula.page import story as mabula
from games.marabunta.page import story as marabunta
from games.models import Game
from games.table.log import Made


class Storyteller(Protocol):
    def tell(self, before: Any, move: str, after: Any) -> Told:
        """What a legal move did between the two states, in the reader's language."""


def tell(game: Game, moves: Sequence[Made], begin: int, end: int) -> list[Told]:
    """Of a game's moves that stand, those from ``begin`` to before ``end``.

    An event never changes: what was told of it before, in the reader's language, is not told again.
    """
    language = get_language()
    keys = [(game.commitment, made.seq, language) for made in moves[begin:end]]
    told = []
    for key in keys:
        if (known := _told.get(key)) is None:
            break
        told.append(known)
    if len(told) < len(keys):
        anew = _tell_anew(game, [made.text for made in moves[:end]], begin + len(told))
        _told.update(zip(keys[len(told) :], anew, strict=True))
        told += anew
        while len(_told) > _MOST_TOLD:
            _told.pop(next(iter(_told)), None)
    return told


def _tell_anew(game: Game, texts: list[str], begin: int) -> list[Told]:
    rules, storyteller = kinds.get(game.kind).rules, _STORYTELLERS[game.kind]
    state = rules.fold(rules.initial(game.options), texts[:begin])
    told = []
    for text in texts[begin:]:
        before, state = state, rules.apply(state, text)
        told.append(storyteller.tell(before, text, state))
    return told


_STORYTELLERS: Final[Mapping[str, Storyteller]] = {"marabunta": marabunta, "mabula": mabula}
_MOST_TOLD: Final = 10_000
_told: dict[tuple[str, int, str | None], Told] = {}  # by the game's commitment, which no other has, event and language
