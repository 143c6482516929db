"""A position of Mabula for the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from games.contract import Outcome, Seat
from games.kind_pages.page import MoveGroup
from games.mabula import rules
from games.mabula.page import sides
from games.mabula.page.chart import Chart, chart
from games.mabula.page.move_picker import MovePicker, Spot, at_rest, effect_of, picker
from games.mabula.page.picture import Picture, picture
from games.mabula.page.push import on_rim, pushable
from games.mabula.page.sides import Side
from games.mabula.rules import State
from games.mabula.rules.scoring import tally


@dataclass(frozen=True, slots=True)
class SideStanding:
    """How a side stands."""

    side: str
    title: str
    sizes: tuple[int, ...]  # of its groups, the largest first
    on_rim: int
    movable: int  # of those on the rim
    points: int  # what counts in this game: the largest group, or all multiplied


@dataclass(frozen=True, slots=True)
class MabulaView:
    picture: Picture
    spots: tuple[Spot, ...]  # every space, with its content
    picker: MovePicker | None  # of the viewer, when it is their turn
    standings: tuple[SideStanding, ...]  # White's, Black's
    estimate: tuple[int, int]  # the points if the game ended now
    scoring: str
    ties: str
    passes: str  # a sentence about the side that cannot push and so loses turns; "" if both can, or neither
    outcome: Outcome | None
    winner: str  # by the rules, in words
    chart: Chart | None
    deeds: str = ""  # a push is seen on the board


def view(
    state: State,
    *,
    seat: Seat | None,
    is_yours: bool,
    ask: Mapping[str, str],
    latest: Sequence[str] = (),
    rounds: Sequence[State] = (),
) -> MabulaView:
    """The view of the viewer in ``seat``; ``rounds`` are the states of a game that is over."""
    held = picker(state, ask) if is_yours and seat == state.actor else None
    outcome = rules.outcome(state)
    estimate = tally(state).points
    return MabulaView(
        picture=picture(state, latest=latest, push=held.move if held else ""),
        picker=held,
        spots=held.spots if held else at_rest(state),
        standings=tuple(_standing(state, side, points) for side, points in zip(Side, estimate, strict=True)),
        estimate=estimate,
        scoring=state.scoring,
        ties=state.ties,
        passes=_passes(state),
        outcome=outcome,
        winner=sides.of(outcome.winner).title if outcome and outcome.winner else "",
        chart=chart(rounds),
    )


def written(post: Mapping[str, str]) -> str:
    """Every move of Mabula is a single button, so no form's fields stand for one."""
    return ""


def task(state: State) -> str:
    """The task of the player to move."""
    return _("Push a marble from the rim") if isinstance(state.actor, Seat) else ""


def doing(state: State, name: str) -> str:
    """What the player to move is doing, for who waits."""
    return _("%(name)s is choosing a push") % {"name": name} if isinstance(state.actor, Seat) else ""


def alarm(state: State) -> str:
    """The end of Mabula takes nobody by surprise."""
    return ""


def caution(state: State, move: str) -> str:
    """Every turn is one push, so nothing can be forgotten."""
    return ""


def moves(state: State) -> list[MoveGroup]:
    """All pushes, by the marble."""
    pushes = groupby(rules.legal(state), key=lambda move: move.split("-")[0])
    return [
        MoveGroup(_("Marble on %(space)s") % {"space": start}, tuple((move, effect_of(state, move)) for move in group))
        for start, group in pushes
    ]


def say(state: State, move: str) -> str:
    start, stop = move.split("-")
    return _("push from %(start)s to %(stop)s") % {"start": start, "stop": stop}


def _standing(state: State, side: Side, points: int) -> SideStanding:
    sizes = tuple(len(group) for group in rules.groups(state.marbles, side.layer))
    movable = len(pushable(state.marbles, side.layer))
    return SideStanding(side.value, side.title, sizes, on_rim(state.marbles, side.layer), movable, points)


def _passes(state: State) -> str:
    """B2.6: a sentence about the side that has no push left, or none for the time being."""
    if not isinstance(state.actor, Seat):
        return ""
    waits = sides.of(state.actor.other)
    if pushable(state.marbles, waits.layer):
        return ""
    return _("%(side)s can’t push, and passes until one of their rim marbles has room again.") % {"side": waits.title}
