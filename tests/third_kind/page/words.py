"""The names of Heap's sides and options."""

from typing import Final

from games.kind_pages.page import KindWords

WORDS: Final = KindWords(
    pitch="Take the last stone.",
    credit="Heap is a very old game.",
    doubt="Is the heap rigged?",
    sides={"north": "North", "south": "South"},
    options={"most": "At most"},
    values={("most", "three"): "Three stones", ("most", "two"): "Two stones"},
    bots={
        "larva": "Takes stones at random.",
        "worker": "Counts before every other move.",
        "queen": "Counts before every move.",
    },
)
