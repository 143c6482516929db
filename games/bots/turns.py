"""The turns of bots: what a bot has to think about, and its moves, through the same door as everybody's."""

from __future__ import annotations

import logging
import secrets
from typing import Final

from django.conf import settings

from games import kinds
from games.bots import pool
from games.bots.pool import Task
from games.contract import Seat
from games.kinds import Kind
from games.models import Game
from games.table import door, log
from games.table.door import Answer, Verdict

logger = logging.getLogger(__name__)

STAND_IN: Final = "worker"  # plays on for a person; every kind has it
LEAST_SECONDS: Final = 0.3  # for a turn, however many bots wait
SHARE: Final = 3  # a move that does not hand over the turn may take a third of the time that is left for the turn


def levels_of(kind: str) -> tuple[str, ...]:
    """The ladder of a kind, the weakest first."""
    return tuple(kinds.get(kind).bots.levels)


def is_patient(level: str) -> bool:
    """Whether such a bot thinks as long as it may, in some kind of game."""
    return any(level in kind.bots.patient for kind in kinds.all())


def take_turns(game_id: int) -> None:
    """Let bots move until a person is to move or the game is over; they think in this process (commands, tests)."""
    while (game := Game.objects.get(pk=game_id)).to_move is not None:
        seat = game.seats.get(number=game.to_move)
        if not seat.bot:
            return
        try:
            move = pool.think(task(game, seat.bot)).move
        except Exception:
            logger.exception("The bot %s failed in game %s", seat.bot, game.pk)
            move = ""
        make_move(game, Seat(seat.number), move)


def task(game: Game, level: str, *, spent: float = 0.0, crowd: float = 1) -> Task:
    """The task of a bot that is to move.

    ``spent`` are the seconds that it has thought in this turn; a ``crowd`` of bots that wait shares the time of one.
    """
    seconds = max(settings.BOT_SECONDS / crowd, LEAST_SECONDS) - spent
    return task_of(kinds.get(game.kind), log.position(game).state, level, max(seconds, 0.0))


def task_of(kind: Kind, state: object, level: str, seconds: float) -> Task:
    """A task holds only what a player sees, and a seed of its own."""
    rules = kind.rules
    is_last = rules.actor(rules.apply(state, rules.legal(state)[0])) is not rules.actor(state)
    return Task(kind.key, state, level, seconds if is_last else seconds / SHARE, secrets.randbits(64))


def make_move(game: Game, seat: Seat, move: str) -> Answer:
    """Submit a bot's move, in the game as the bot saw it; instead of a move that is not legal, any legal one."""
    answer = _submit(game, seat, move)
    if answer.verdict is not Verdict.REFUSED:
        return answer
    if move:
        logger.error("A bot wanted to play %r in game %s after event %s", move[:80], game.pk, game.head)
    return _submit(game, seat, secrets.choice(kinds.get(game.kind).rules.legal(log.position(game).state)))


def answer_draw(game: Game, seat: Seat) -> Answer:
    """Answer the offer of a draw for a bot: it accepts if it thinks that it stands worse."""
    is_worse = kinds.get(game.kind).bots.evaluate(log.position(game).state, seat).value < 0
    act = door.Act.ACCEPT_DRAW if is_worse else door.Act.DECLINE_DRAW
    return door.submit(game_id=game.pk, seat=seat, act=act, seen=game.head, key=secrets.token_hex(16))


def _submit(game: Game, seat: Seat, move: str) -> Answer:
    return door.submit(
        game_id=game.pk, seat=seat, act=door.Act.MOVE, text=move, seen=game.head, key=secrets.token_hex(16)
    )
