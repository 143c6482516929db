"""A move in words."""

from games.contract import Seat
from games.kind_pages.story import MoveStory
from tests.third_kind.page.words import WORDS
from tests.third_kind.rules import State


def tell(before: State, move: str, after: State) -> MoveStory:
    if not isinstance(before.actor, Seat):
        return MoveStory(f"A heap of {after.heap} stones is laid.")
    side = list(WORDS.sides.values())[before.actor - 1]
    return MoveStory(f"{side} takes {before.heap - after.heap} and leaves {after.heap}.")
