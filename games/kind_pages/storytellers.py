"""The moves of a game in words, remembered for the next page that shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from django.utils.translation import get_language

from games import kinds
from games.kind_pages.registry import page_of
from games.kind_pages.story import MoveStory
from games.models import Game
from games.table.position import StandingMove


def tell(game: Game, moves: Sequence[StandingMove], begin: int, end: int) -> list[MoveStory]:
    """Of a game's moves that stand, those from ``begin`` to before ``end``.

    An event never changes, so its story in the reader's language is made once.
    """
    language = get_language()
    keys = [(game.pk, game.commitment, made.seq, language) for made in moves[begin:end]]
    stories = []
    for key in keys:
        if (known := _stories.get(key)) is None:
            break
        stories.append(known)
    if len(stories) < len(keys):
        anew = _tell_anew(game, [made.text for made in moves[:end]], begin + len(stories))
        _stories.update(zip(keys[len(stories) :], anew, strict=True))
        stories += anew
        while len(_stories) > _MOST_STORIES:
            _stories.pop(next(iter(_stories)), None)
    return stories


def _tell_anew(game: Game, texts: list[str], begin: int) -> list[MoveStory]:
    rules, storyteller = kinds.get(game.kind).rules, page_of(game.kind).story
    state = rules.fold(rules.initial(game.options), texts[:begin])
    stories = []
    for text in texts[begin:]:
        before, state = state, rules.apply(state, text)
        stories.append(storyteller.tell(before, text, state))
    return stories


_MOST_STORIES: Final = 10_000
_Key: TypeAlias = tuple[int, str, int, str | None]  # of a game its number and its seal, the event, the language
_stories: dict[_Key, MoveStory] = {}
