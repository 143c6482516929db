"""A choice in several steps: the piece in use, the marks it allows, and those picked so far.

Hexes, leaves and groups of crates are chosen alike: a move marks a set of them, and the set is
picked one after the other. The last pick makes the move; the others are addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.kind_pages.story import Words, later
from games.marabunta.page.names import place
from games.marabunta.rules.effects import CRATE, CROSS, FILL, WRITE, Effect


class Obstacle(NamedTuple):
    """The reason why something is not possible: a sentence, and the clause behind it."""

    says: str
    clause: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex, as the player can use it now."""

    state: str  # "legal", "anthill" (legal, and costs one), "chosen" (picked already), "no"
    move: str = ""  # the move that pressing it makes: a <button name="move">
    ask: str = ""  # or else the query string of the address that pressing it leads to (without "?"): a link
    says: Words = ""  # the effect of pressing it, or the reason why it is not possible: one sentence
    clause: Words = ""  # where it is not possible, the clause, such as "M6.2"
    number: int | None = None  # the number that would be written: a ghost digit
    brings: str = ""  # what else the move brings about, such as the last round


@dataclass(frozen=True, slots=True)
class Choice:
    """The marks that a piece or a waiting effect allows, and those that the player has picked."""

    source: str  # as notation writes it: G, T, T=B, or nothing for a waiting effect
    effect: Effect
    moves: Mapping[frozenset[str], str]  # every move, by its marks
    picked: tuple[str, ...] = ()
    anthill: bool = False  # whether moves that cost an anthill are shown too

    @property
    def plain(self) -> Mapping[frozenset[str], str]:
        return {marks: move for marks, move in self.moves.items() if not move.endswith("^")}

    @property
    def shown(self) -> Mapping[frozenset[str], str]:
        return self.moves if self.anthill else self.plain

    @property
    def size(self) -> int:
        """How many marks a move makes."""
        return max(map(len, self.moves), default=self.effect.count)

    def address(self, *, picked: Iterable[str] | None = None, anthill: bool | None = None, why: str = "") -> str:
        """The query string of this choice, with one thing about it changed. It is never empty."""
        picked = self.picked if picked is None else picked
        facts = {
            "piece": self.source,
            "with": ",".join(picked),
            "anthill": "1" if (self.anthill if anthill is None else anthill) else "",
            "why": why,
        }
        return urlencode({name: value for name, value in facts.items() if value}, safe=",") or "with="


def choice(source: str, effect: Effect, moves: Sequence[str], ask: Mapping[str, str]) -> Choice:
    """The choice among these moves of one source. Picks that are not possible are ignored."""
    by_marks = {_marks(source, move): move for move in moves}
    is_costly = all(move.endswith("^") for move in moves)
    made = Choice(source, effect, by_marks, anthill=bool(moves) and (is_costly or ask.get("anthill") == "1"))
    picked: tuple[str, ...] = ()
    for name in ask.get("with", "").split(","):
        more = frozenset((*picked, name))
        if name not in picked and any(more < marks for marks in made.shown):
            picked = (*picked, name)
    return Choice(source, effect, by_marks, picked, made.anthill)


def spots(made: Choice, names: Iterable[str], why_not: Callable[[str], Obstacle], prefix: str = "") -> dict[str, Spot]:
    """The effect of pressing each of these hexes, leaves or groups now. ``prefix`` tells leaves from dice."""
    shown, picked = made.shown, frozenset(made.picked)
    open_moves = {marks: move for marks, move in shown.items() if picked <= marks}
    found = {}
    for name in names:
        moves = {marks: move for marks, move in open_moves.items() if name in marks}
        if name in picked:
            found[name] = _chosen(made, name)
        elif moves:
            found[name] = _possible(made, name, moves)
        else:
            found[name] = _impossible(name, why_not, made.address(why=prefix + name))
    return found


def _impossible(name: str, why_not: Callable[[str], Obstacle], ask: str) -> Spot:
    """Of most, nobody asks why."""
    return Spot("no", ask=ask, says=later(lambda: why_not(name).says), clause=later(lambda: why_not(name).clause))


def _chosen(made: Choice, name: str) -> Spot:
    left = [other for other in made.picked if other != name]
    says = _("%(name)s is picked. Press to unpick.") % {"name": _named(made, name)}
    return Spot("chosen", ask=made.address(picked=left), says=says, number=_number(made))


def _possible(made: Choice, name: str, moves: Mapping[frozenset[str], str]) -> Spot:
    """The last pick makes a move, another one leads on."""
    state = "anthill" if all(move.endswith("^") for move in moves.values()) else "legal"
    picked = (*made.picked, name)
    if move := moves.get(frozenset(picked)):
        return Spot(state, move=move, says=_says(made, picked, state), number=_number(made))
    facts = {"name": _named(made, name), "place": len(picked), "size": made.size}
    says = _("Pick %(name)s: %(place)s of %(size)s.") % facts
    return Spot(state, ask=made.address(picked=picked), says=says, number=_number(made))


def _says(made: Choice, picked: tuple[str, ...], state: str) -> str:
    """The effect of a move, as an order."""
    facts = {"where": ", ".join(_named(made, name) for name in picked), "number": made.effect.number}
    if made.effect.shape is CROSS:
        return _("Cross out %(where)s.") % facts
    if made.effect.shape is FILL:
        return _("Fill a circle on: %(where)s.") % facts
    if made.effect.shape is CRATE:
        return _("Cross out a crate in group %(where)s.") % facts
    if state == "anthill":
        return _("Write %(number)s on %(where)s. It costs an anthill.") % facts
    return _("Write %(number)s on %(where)s.") % facts


def _number(made: Choice) -> int | None:
    return made.effect.number if made.effect.shape is WRITE else None


def _named(made: Choice, name: str) -> str:
    return place(name) if made.effect.shape is FILL else name


def _marks(source: str, move: str) -> frozenset[str]:
    """The marks of a move: hexes, letters of leaves, or the number of a group."""
    act, rest = move[len(source)], move[len(source) + 1 :].removesuffix("^")
    if act == "*":
        return frozenset(rest or source[-1])  # a die fills its own leaf
    return frozenset(rest.split(","))
