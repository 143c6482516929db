"""Hints: the move that a bot would make in the place of a player, and why; only in casual games against a bot.

Nothing is stored: a hint is an address of the game's page, on which the move is picked but not made.
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
SECONDS: Final = 0.3  # the player waits for it, in the request


@dataclass(frozen=True, slots=True)
class Hint:
    move: str
    says: str  # the move in words
    why: str


def check(game: Game, seat: Seat) -> None:
    """Whether this seat may have a hint now. Raises IllegalMove with the reason."""
    mine, other = sorted(game.seats.all(), key=lambda row: row.number != seat)
    if game.is_rated or mine.bot or not other.bot or other.user_id:  # the player before the bot may come back
        raise IllegalMove("hints-against-bots", "")
    if game.to_move is None:
        raise IllegalMove("game-over", "")
    if game.to_move != seat:
        raise IllegalMove("not-your-turn", "")


def suggest(game: Game) -> str:
    """The move that a bot would make now. It thinks in this request, for SECONDS by the clock on the wall."""
    choose, state = kinds.get(game.kind).bots.levels[LEVEL], log.position(game).state
    with _one_at_a_time:
        return choose(state, SearchBudget.within(SECONDS, seed=secrets.randbits(64), clock=monotonic))


def way_to(game: Game, move: str) -> dict[str, str]:
    """The query of the address at which the page shows the hint."""
    return {**page_of(game.kind).advice.way_to(log.position(game).state, move), "hint": move}


def read(game: Game, move: str) -> Hint | None:
    """The hint of an address; None if its move is not legal now."""
    state = log.position(game).state
    try:
        reason = kinds.get(game.kind).bots.explain(state, move)
    except IllegalMove:
        return None
    page = page_of(game.kind)
    return Hint(move, page.presenter.say(state, move), page.advice.advise(state, reason))


_one_at_a_time = Lock()  # so that hints never take more than half of the time of a process
