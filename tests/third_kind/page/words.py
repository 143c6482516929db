"""The names of Heap's sides and options."""

from typing import Final

from games.kind_pages.page import KindWords

WORDS: Final = KindWords(
    credit="Heap is a very old game.",
    sides={"north": "North", "south": "South"},
    options={"most": "At most"},
    values={("most", "three"): "Three stones", ("most", "two"): "Two stones"},
)
