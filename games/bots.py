"""Players that are programs. They see what a player sees, and act through the same door."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from games import kinds, log, play
from games.contract import Seat
from games.models import Game

Choose = Callable[[Any, Sequence[str]], str]


def larva(_: Any, legal: Sequence[str]) -> str:
    """Moves at random, and never resigns."""
    return random.choice(legal)


BOTS: dict[str, Choose] = {"larva": larva}


def take_turns(game_id: int) -> None:
    """Let bots move until a person is to move or the game is over."""
    while True:
        game = Game.objects.get(pk=game_id)
        if game.to_move is None:
            return
        seat = game.seats.get(number=game.to_move)
        if not seat.bot:
            return
        rules = kinds.get(game.kind).rules
        state = log.position(game).state
        move = BOTS[seat.bot](state, rules.legal(state))
        play.submit(
            game_id=game.pk,
            seat=Seat(seat.number),
            act=play.Act.MOVE,
            text=move,
            seen=game.head,
            key=secrets.token_hex(16),
        )
