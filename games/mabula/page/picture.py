"""The board as mabula/board.svg draws it: in lists, mails and link previews as on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.contract import CHANCE, Seat
from games.mabula import rules
from games.mabula.page import sides
from games.mabula.page.outline import outline
from games.mabula.page.push import rolls, row
from games.mabula.page.sides import Side
from games.mabula.rules import State, groups
from games.mabula.rules.board import PUSHES, name_of

SIZE: Final = 72  # of a space; the board has eight by eight of them and a margin on every side
MARGIN: Final = 20
WORTH_A_BADGE: Final = 3  # smaller groups are counted at a glance


@dataclass(frozen=True, slots=True)
class Marble:
    space: str
    side: str
    x: int
    y: int
    turn: int  # which way the swirl in the glass lies: by its space, so that a marble that rolled has turned
    is_ghost: bool  # not there yet: where the push that is being tried would bring it


@dataclass(frozen=True, slots=True)
class Group:
    """Two or more marbles of a side that belong together."""

    side: str
    size: int
    path: str
    badge: tuple[int, int] | None  # where its size is written, if it is


@dataclass(frozen=True, slots=True)
class Mark:
    """Something at a place: the ring round a marble, or a letter of the frame."""

    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Picture:
    label: str  # the picture in words
    marbles: tuple[Marble, ...]
    groups: tuple[Group, ...]
    rings: tuple[Mark, ...]  # round the marbles of the last push
    trails: tuple[str, ...]  # the ways that the pushed marbles came
    letters: tuple[Mark, ...]


def picture(state: State, *, latest: Sequence[str] = (), push: str = "") -> Picture:
    """The position with its last pushes; where a legal ``push`` is tried, as it would be after that."""
    shown = rules.apply(state, push) if push else state
    tried = PUSHES[push][0].spaces if push else ()
    ghosts = {roll.stop for roll in rolls(state.marbles, push)} if push else set()
    made = [move for move in latest if move in PUSHES]
    ringed = dict.fromkeys(space for move in made for space in row(state.marbles, move) if space not in tried)
    return Picture(
        label=_label(shown, made, push),
        marbles=_marbles(shown.marbles, ghosts) + (_marbles(state.marbles, set(), only=tried[0]) if push else ()),
        groups=tuple(group for side in Side for group in _groups(shown.marbles, side)),
        rings=tuple(Mark(name_of(space), *_middle(space)) for space in ringed),
        trails=tuple(_trail(move) for move in made if row(state.marbles, move) and PUSHES[move][0].spaces != tried),
        letters=_LETTERS,
    )


def _marbles(marbles: int, ghosts: set[int], *, only: int | None = None) -> tuple[Marble, ...]:
    spaces = range(64) if only is None else (only,)
    lying = ((space, side) for space in spaces if (side := sides.on(marbles, space)))
    return tuple(
        Marble(name_of(space), side.value, *_middle(space), turn=(space * 5 + space // 8) % 4, is_ghost=space in ghosts)
        for space, side in lying
    )


def _groups(marbles: int, side: Side) -> list[Group]:
    found = [group for group in groups(marbles, side.layer) if len(group) > 1]
    most = max(map(len, found), default=0)
    return [
        Group(
            side.value,
            len(group),
            outline(group, size=SIZE, margin=MARGIN, inset=5, round_by=25),
            _corner(min(group)) if len(group) == most >= WORTH_A_BADGE else None,
        )
        for group in found
    ]


def _trail(move: str) -> str:
    """From the rim to where the marble stopped; between the two all is empty."""
    edge, distance = PUSHES[move]
    (x, y), (to_x, to_y) = _middle(edge.spaces[0]), _middle(edge.spaces[distance])
    return f"M{x} {y}L{to_x} {to_y}"


def _label(state: State, latest: Sequence[str], push: str) -> str:
    if state.actor is CHANCE:
        return _("Mabula board, still empty.")
    white, black = (", ".join(str(len(group)) for group in groups(state.marbles, side.layer)) for side in Side)
    said = [
        _("Mabula board after the push %(move)s.") % {"move": push}
        if push
        else _("Mabula board. %(side)s to push.") % {"side": sides.of(state.actor).title}
        if isinstance(state.actor, Seat)
        else _("Mabula board at the end of the game."),
        _("White’s groups: %(sizes)s.") % {"sizes": white},
        _("Black’s groups: %(sizes)s.") % {"sizes": black},
    ]
    if latest:
        said.append(_("Last push: %(moves)s.") % {"moves": ", ".join(latest)})
    return " ".join(said)


def _middle(space: int) -> tuple[int, int]:
    return MARGIN + SIZE // 2 + SIZE * (space % 8), MARGIN + SIZE // 2 + SIZE * (space // 8)


def _corner(space: int) -> tuple[int, int]:
    """The upper left of a space, where a marble leaves room."""
    x, y = _middle(space)
    return x - 26, y - 26


# B1.1: as in chess, files under the board and ranks at its left.
_LETTERS: Final = (
    *(Mark(name_of(space)[0], _middle(space)[0], 602) for space in range(8)),
    *(Mark(name_of(space)[1], 14, _middle(space)[1]) for space in range(0, 64, 8)),
)
