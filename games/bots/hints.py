"""A move that a bot would make in somebody's place, and why; only against a bot, and where nothing is at stake.

Nothing is stored: a hint is an address of the page, on which the move is as good as picked.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Final

from games import kinds
from games.contract import IllegalMove, Seat
from games.contract.bots import SearchBudget
from games.kind_pages.registry import page_of
from games.models import Game
from games.table import log

LEVEL: Final = "queen"
SECONDS: Final = 0.3  # in the request: who asks waits for it


@dataclass(frozen=True, slots=True)
class Hint:
    move: str
    says: str  # the move in words
    why: str


def check(game: Game, seat: Seat) -> None:
    """Whether this seat may have a hint now. Raises IllegalMove with the reason."""
    mine, other = sorted(game.seats.all(), key=lambda row: row.number != seat)
    if game.is_rated or mine.bot or not other.bot or other.user_id:  # who was here before may come back
        raise IllegalMove("hints-against-bots", "")
    if game.to_move is None:
        raise IllegalMove("game-over", "")
    if game.to_move != seat:
        raise IllegalMove("not-your-turn", "")


def suggest(game: Game) -> str:
    """The move for who is to move, thought of within a blink, on the clock of who waits for it."""
    choose, state = kinds.get(game.kind).bots.levels[LEVEL], log.position(game).state
    with _one_at_a_time:
        return choose(state, SearchBudget.within(SECONDS, seed=secrets.randbits(64), clock=monotonic))


def way_to(game: Game, move: str) -> dict[str, str]:
    """The ask of the page on which the hint is shown."""
    return {**page_of(game.kind).advice.way_to(log.position(game).state, move), "hint": move}


def read(game: Game, move: str) -> Hint | None:
    """The hint that an address speaks of; nothing if that move is not possible, or not any more."""
    state = log.position(game).state
    try:
        reason = kinds.get(game.kind).bots.explain(state, move)
    except IllegalMove:
        return None
    page = page_of(game.kind)
    return Hint(move, page.presenter.say(state, move), page.advice.advise(state, reason))


_one_at_a_time = Lock()  # so that however many ask, a process has half of its time left for pages
