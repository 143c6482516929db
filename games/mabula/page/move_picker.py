"""The move picker: the player to move chooses a marble, and then where it stops: that is the push.

The marble that is chosen is what the page's address asks; a stop is a button. A push that is hinted at, or about which
the player is asked once more, is seen on the board before it is made (``to``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.contract import NOBODY, IllegalMove
from games.kind_pages.story import Words, later, together
from games.mabula import rules
from games.mabula.page import sides
from games.mabula.page.push import EDGE_OF, rolls
from games.mabula.page.refusals import sentence
from games.mabula.rules import State
from games.mabula.rules.board import BLACK, CORNERS, PUSHES, WHITE, is_edge, name_of, space_of
from games.mabula.rules.scoring import tally


@dataclass(frozen=True, slots=True)
class Spot:
    """A space of the board: the effect of choosing it, or the reason why it cannot be chosen."""

    name: str
    state: str  # "legal", "chosen" or "no"
    says: Words
    ask: str  # the choices so far and this one, as a query string; nothing where it puts the marble back, or is a push
    move: str = ""  # the push that ends here, where the chosen marble can stop: a button
    is_taken: bool = False  # whether the picture shows a marble here
    clause: Words = ""  # the clause that forbids it
    holds: str = ""  # its content in words

    @property
    def file(self) -> int:
        """0 to 7, from a."""
        return space_of(self.name) % 8

    @property
    def rank(self) -> int:
        """0 to 7, from the top."""
        return space_of(self.name) // 8

    @property
    def label(self) -> str:
        """For screen readers: the content of the space, and the effect of choosing it."""
        return f"{self.holds} {self.says}".strip()

    @property
    def number(self) -> int:
        """How far the push goes that ends here; 0 where none does."""
        return PUSHES[self.move][1] if self.move else 0


@dataclass(frozen=True, slots=True)
class MovePicker:
    spots: tuple[Spot, ...]  # all sixty: the chosen marble and its stops, then the others as one reads
    start: str  # the chosen marble
    move: str  # the chosen push
    title: str  # the next step
    says: str
    then: str  # how it would stand after the push
    why: Spot | None  # the space of which the player asks why it cannot be chosen

    @property
    def stops(self) -> list[Spot]:
        """Where the chosen marble may stop, the nearest first."""
        return [spot for spot in self.spots if spot.move]


def picker(state: State, ask: Mapping[str, str]) -> MovePicker:
    """``ask`` holds ``from``, ``to`` and ``why``, each the name of a space; nonsense in it is ignored."""
    pushes = {start: tuple(moves) for start, moves in groupby(rules.legal(state), key=lambda move: move.split("-")[0])}
    start = ask.get("from", "") if ask.get("from") in pushes else ""
    move = f"{start}-{ask.get('to')}"
    choice = _Choice(state, pushes, start, move if move in pushes.get(start, ()) else "")
    held = {spot.name: spot.holds for spot in at_rest(state)}
    spots = [replace(choice.spot(space), holds=held[name_of(space)]) for space in range(64) if space not in CORNERS]
    return MovePicker(
        spots=tuple(sorted(spots, key=lambda spot: (spot.name != start, spot.number or 9))),
        start=start,
        move=choice.move,
        title=choice.title(),
        says=choice.says(),
        then=choice.then(),
        why=next((spot for spot in spots if spot.name == ask.get("why") and spot.state == "no"), None),
    )


def at_rest(state: State) -> tuple[Spot, ...]:
    """The spaces for a viewer who cannot choose now: only the content of each."""
    language, marbles = get_language(), state.marbles
    return tuple(
        _at_rest(language, name_of(space), bool(marbles >> space + WHITE & 1), bool(marbles >> space + BLACK & 1))
        for space in range(64)
        if space not in CORNERS
    )


@lru_cache(maxsize=2000)  # 180 for each language
def _at_rest(_language: str | None, name: str, is_white: bool, is_black: bool) -> Spot:
    sentence = (
        _("%(space)s: a white marble.")
        if is_white
        else _("%(space)s: a black marble.")
        if is_black
        else _("%(space)s: empty.")
    )
    return Spot(name, "", "", "", holds=sentence % {"space": name})


@dataclass(frozen=True, slots=True)
class _Choice:
    """The position, and the choices made in it so far."""

    state: State
    pushes: Mapping[str, Sequence[str]]  # by where they start, the shortest first
    start: str
    move: str

    def spot(self, space: int) -> Spot:
        name = name_of(space)
        push = f"{self.start}-{name}"
        if name == self.start:
            return Spot(
                name,
                "chosen",
                _("Your marble on %(space)s is selected. Press again to unselect.") % {"space": name},
                "",
            )
        if push == self.move:
            return Spot(name, "chosen", effect_of(self.state, push), "", push, is_taken=True)
        if push in self.pushes.get(self.start, ()):
            return Spot(name, "legal", effect_of(self.state, push), "", push, self._is_taken(space))
        if name in self.pushes:
            return Spot(name, "legal", self._could(name), _ask(name))
        ask = _ask(self.start, self.move.partition("-")[2], name)
        says, clause = (lambda: sentence(self._refusal(space))), (lambda: self._refusal(space).clause)
        return Spot(name, "no", later(says), ask, clause=later(clause))  # of most, nobody asks why

    def title(self) -> str:
        if self.move:
            start, stop = self.move.split("-")
            return _("Push from %(start)s to %(stop)s") % {"start": start, "stop": stop}
        if self.start:
            return _("Choose where %(space)s stops") % {"space": self.start}
        return _("Choose a marble on the rim")

    def says(self) -> str:
        if self.move:
            ahead, stop = len(rolls(self.state.marbles, self.move)) - 1, self.move.split("-")[1]
            if not ahead:
                return _("Stops on %(space)s and moves no other marble.") % {"space": stop}
            says = ngettext(
                "Stops on %(space)s and pushes %(ahead)s marble ahead.",
                "Stops on %(space)s and pushes %(ahead)s marbles ahead.",
                ahead,
            )
            return says % {"space": stop, "ahead": ahead}
        if self.start:
            return _(
                "Choosing a stop makes the push, and you can’t undo it. Marbles in the way roll ahead; none may "
                "reach the far rim."
            )
        says = ngettext("You can push %(count)s marble.", "You can push %(count)s marbles.", len(self.pushes))
        return says % {"count": len(self.pushes)}

    def then(self) -> str:
        if not self.move:
            return ""
        white, black = tally(rules.apply(self.state, self.move)).points
        says = (
            _("Groups multiplied after this: White %(white)s, Black %(black)s.")
            if self.state.scoring == "product"
            else _("Largest groups after this: White %(white)s, Black %(black)s.")
        )
        return says % {"white": white, "black": black}

    def _could(self, start: str) -> str:
        """How far a marble can go."""
        far = len(self.pushes[start])
        says = ngettext(
            "Choose your marble on %(space)s. It can go %(far)s space.",
            "Choose your marble on %(space)s. It can go up to %(far)s spaces.",
            far,
        )
        return says % {"space": start, "far": far}

    def _is_taken(self, space: int) -> bool:
        shown = rules.apply(self.state, self.move) if self.move else self.state
        return sides.on(shown.marbles, space) is not None

    def _refusal(self, space: int) -> IllegalMove:
        """Why this space cannot be chosen: asked of the rules, as the move that choosing it would mean."""
        name = name_of(space)
        if self.start and (not is_edge(space) or space == EDGE_OF[space_of(self.start)].spaces[7]):
            means = f"{self.start}-{name}"  # where the chosen marble stops
        else:
            means = f"{name}-{name_of(EDGE_OF[space].spaces[1]) if is_edge(space) else name}"  # another marble
        try:
            rules.apply(self.state, means)
        except IllegalMove as refused:
            return refused
        raise AssertionError(f"{means} is legal, and so offered")


def effect_of(state: State, push: str) -> str:
    """The effect of a push, in words."""
    stop, ahead = push.split("-")[1], len(rolls(state.marbles, push)) - 1
    facts = {"number": PUSHES[push][1], "space": stop, "ahead": ahead}
    if not ahead:
        says = _("Stop %(number)s: push to %(space)s.") % facts
    else:
        says = (
            ngettext(
                "Stop %(number)s: push to %(space)s; %(ahead)s marble rolls ahead.",
                "Stop %(number)s: push to %(space)s; %(ahead)s marbles roll ahead.",
                ahead,
            )
            % facts
        )
    if rules.apply(state, push).actor is NOBODY:
        return together(says, _("This ends the game."))
    return says


def _ask(start: str, stop: str = "", why: str = "") -> str:
    """The names of spaces need no encoding."""
    chosen = {"from": start, "to": stop, "why": why}
    return "&".join(f"{name}={value}" for name, value in chosen.items() if value)
