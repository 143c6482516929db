"""What the terminal says, as long as nobody asks for a language of the site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.contract import BadOptions, IllegalMove, Outcome, Seat
from games.contract.kind import Kind


@dataclass(frozen=True)
class Words:
    """What the terminal says: English in a few words, which needs nothing but the library.

    ``games.kind_pages.terminal`` says the same in whole sentences, in the languages of the site.
    """

    kind: Kind

    def greeting(self, level: str, seed: str) -> str:
        against = f"Against the {level}.\n" if level else ""
        return f"{against}{self.kind.title}, seed {seed}. Type ? for the legal moves, quit to leave."

    def name(self, actor: object) -> str:
        return self.kind.seats[actor - 1] if isinstance(actor, Seat) else "chance"

    def position(self, state: Any) -> str:
        return self.kind.draw(state)

    def told(self, _before: Any, _move: str, _after: Any) -> str:
        """The effect of a move that was made, besides the move itself."""
        return ""

    def hint(self, _state: Any, move: str) -> str:
        return move

    def refused(self, why: IllegalMove) -> str:
        return f"not legal: {why}"

    def saved(self, file: str) -> str:
        return f"saved in {file}"

    def not_saved(self, why: OSError) -> str:
        return f"not saved: {why}"

    def result(self, outcome: Outcome) -> str:
        score = f"{outcome.points[0]}:{outcome.points[1]}"
        if outcome.winner is None:
            return f"{self.parts(outcome)}\na draw, {score}"
        return f"{self.parts(outcome)}\n{self.name(outcome.winner)} wins {score}, decided by {outcome.decided}"

    def parts(self, outcome: Outcome) -> str:
        """What was counted, in the words of the record."""
        return "\n".join(
            f"{part.what:10} {part.points[0]:>3} : {part.points[1]}"
            + "".join(f"   {name} {values}" for name, values in part.facts.items())
            for part in outcome.parts
        )

    # What makes no game

    def no_such_bot(self, level: str) -> str:
        return f"{self.kind.title} has no bot {level!r}; it has {', '.join(self.kind.bots.levels)}"

    def bad_option(self, why: BadOptions) -> str:
        return str(why)

    def unreadable(self, _file: str, why: Exception) -> str:
        return str(why)

    def next_bot(self, level: str) -> str:
        return f"next on the ladder: --level {level}"
