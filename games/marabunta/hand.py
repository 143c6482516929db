"""What the player to move can do with a hex or a leaf."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex, as the player can use it now."""

    state: str  # "legal", "anthill" (legal, and costs one), "chosen" (part of what is being picked), "no"
    move: str = ""  # the move that pressing it makes: a <button name="move">
    ask: str = ""  # or else the query string of the address that pressing it leads to (without "?"): a link
    says: str = ""  # what pressing does, or why it is not possible: one sentence
    clause: str = ""  # where it is not possible, the clause, such as "M6.2"
    number: int | None = None  # what would be written: a ghost digit
