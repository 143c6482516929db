"""A sentence for every refusal of the rules."""

from typing import Final

from games.contract import IllegalMove

SENTENCES: Final = {
    "game-over": "The game is over.",
    "no-such-heap": "No heap has %(count)s stones.",
    "not-a-move": "This is no move: “%(text)s”.",
    "not-now": "It is not time for that.",
    "too-many": "You cannot take %(count)s stones, but at most %(most)s.",
}


def sentence(refused: IllegalMove) -> str:
    return SENTENCES[refused.code] % refused.facts
