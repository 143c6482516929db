"""The rules of Heap for people."""

from collections.abc import Collection
from typing import Final

SECTIONS: Final = {"H1": "The heap", "H2": "A turn", "H3": "The end", "H4": "How moves are written"}
CLAUSES: Final = {
    "H1": "At the start chance lays a heap of nine to fourteen stones.",
    "H2": "The players take one to three stones in turn; or one or two, as agreed.",
    "H3": "Whoever takes the last stone wins.",
    "H4": "A move is written as take and a number.",
}
RULINGS: Final[Collection[str]] = ()
