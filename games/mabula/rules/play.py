"""A game of Mabula, move by move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from games.chance import Chance
from games.contract import CHANCE, NOBODY, Actor, BadOptions, IllegalMove, Seat, choose_options
from games.mabula.rules import rings
from games.mabula.rules.board import (
    BLACK,
    CORNERS,
    EDGES,
    PUSHES,
    READY,
    WHITE,
    Push,
    can_push,
    gaps,
    is_edge,
    is_legal_ring,
    lay,
    picture,
    push,
    space_of,
)

version: Final = 1
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "scoring": ("largest", "product"),  # B3.2, B3.3
    "ties": ("draw", "next-group"),  # B3.5
}


ONE, TWO = Seat


class State(NamedTuple):
    marbles: int  # see board.py
    actor: Actor
    scoring: str
    ties: str


def initial(options: Mapping[str, str]) -> State:
    chosen = choose_options(OPTIONS, options)
    if chosen["scoring"] == "product" and chosen["ties"] == "next-group":
        raise BadOptions("ties", "next-group", ("draw",))  # B3.5
    return State(0, CHANCE, chosen["scoring"], chosen["ties"])


def actor(state: State) -> Actor:
    return state.actor


def legal(state: State) -> Sequence[str]:
    """B2.2, B2.4: every push of an own edge marble, as far as the gaps of its line allow."""
    marbles, mover, _, _ = state
    if mover is not ONE and mover is not TWO:
        return ()
    moves: list[str] = []
    for edge in EDGES:
        if marbles & (edge.white if mover is ONE else edge.black):
            moves += edge.moves[: gaps(marbles, edge.field)]
    return moves


def apply(state: State, move: str) -> State:
    marbles, mover, scoring, ties = state
    if mover is CHANCE:
        return State(_lay_ring(state, move), ONE, scoring, ties)  # B2.1
    try:
        marbles = push(marbles, _PUSHES[mover], move)
    except KeyError:
        raise _why_not(state, move) from None
    return State(marbles, _turn_after(mover, marbles), scoring, ties)


def fold(state: State, moves: Iterable[str]) -> State:
    """The state after all these moves.

    A push shows by itself that its player had the turn: whose turn it is (B2.6) is asked only where
    the move is not a push of the other player, and at the end.
    """
    marbles, mover, scoring, ties = state
    pusher: Actor | None = None  # the actor of the last push, until the next turn is worked out
    for move in moves:
        if mover is CHANCE:
            marbles, mover = _lay_ring(state, move), ONE  # B2.1
            continue
        try:
            marbles = push(marbles, _PUSHES[mover], move)
            pusher, mover = mover, TWO if mover is ONE else ONE
        except KeyError:
            mover = _turn_after(pusher, marbles) if pusher else mover
            marbles, mover, _, _ = apply(State(marbles, mover, scoring, ties), move)
            pusher = None
    return State(marbles, _turn_after(pusher, marbles) if pusher else mover, scoring, ties)


def draw(state: State, chance: Chance) -> str:
    """B4: any of the legal rings, by its number."""
    return f"ring {rings.drawn(chance)}"


def draw_by_shuffling(state: State, chance: Chance) -> str:
    """B4, as it was for the first games."""
    return f"ring {rings.shuffled(chance)}"


def encode(state: State) -> str:
    rows = picture(state.marbles).replace(" ", "-").replace("\n", "/")
    return f"mabula {version} {state.scoring} {state.ties} {state.actor.name.lower()} {rows}"


def _turn_after(mover: Actor, marbles: int) -> Actor:
    """B2.6: a player who cannot move loses the turn. B3.1: the game is over when nobody can."""
    other = TWO if mover is ONE else ONE
    if can_push(marbles, other is TWO):
        return other
    return mover if can_push(marbles, mover is TWO) else NOBODY


def _lay_ring(state: State, move: str) -> int:
    """The only move of chance (B1.2)."""
    if not _RING.fullmatch(move):
        raise _why_not(state, move)
    ring = move.removeprefix("ring ")
    if not is_legal_ring(ring):
        raise IllegalMove("bad-ring", "B1.2", ring=ring)
    return lay(ring)


def _why_not(state: State, move: str) -> IllegalMove:
    """The first clause that fails: form, whose turn, the start, the way, the marble, the distance."""
    parts = _PUSH.fullmatch(move)
    if parts is None and not _RING.fullmatch(move):
        return IllegalMove("not-a-move", "B4", text=move[:40])
    if state.actor is NOBODY:
        return IllegalMove("game-over", "B3.1")
    if parts is None:
        return IllegalMove("ring-is-laid", "B1.2")
    if state.actor is CHANCE:
        return IllegalMove("no-ring-yet", "B1.2")
    start, stop = parts.groups()
    space, end = space_of(start), space_of(stop)
    for name, place in ((start, space), (stop, end)):
        if place in CORNERS:
            return IllegalMove("no-such-space", "B1.1", space=name)
    if not is_edge(space):
        return IllegalMove("not-from-the-edge", "B2.5", space=start)
    if is_edge(end):
        return IllegalMove("ends-on-the-edge", "B2.2", space=stop)
    if move not in PUSHES:
        return IllegalMove("not-straight-across", "B2.2", space=start, stop=stop)
    edge, distance = PUSHES[move]
    if not state.marbles & (edge.white | edge.black):
        return IllegalMove("no-marble", "B2.2", space=start)
    if not state.marbles & (edge.white if state.actor is ONE else edge.black):
        return IllegalMove("not-yours", "B2.2", space=start)
    return IllegalMove("too-far", "B2.4", space=start, distance=distance, most=gaps(state.marbles, edge.field))


draws: Final = {1: draw_by_shuffling, 2: draw}
_PUSHES: Final[Mapping[Actor, Mapping[str, Push]]] = {ONE: READY[WHITE], TWO: READY[BLACK], NOBODY: {}}
_PUSH: Final = re.compile(r"([a-h][1-8])-([a-h][1-8])")
_RING: Final = re.compile(r"ring [WB]{24}")
