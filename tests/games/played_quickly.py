"""Games played at random through the log, without the requests and the transactions of a move each."""

import secrets
from random import Random

from django.db import transaction

from games import kinds
from games.contract import Seat
from games.models import Game
from games.table import acts, door, log, projection


def play_quickly(game: Game, luck: Random, most: int = 10_000) -> int:
    """So many moves of the seats, or to the end; now and then one is taken back. Returns how many acts there were."""
    rules = kinds.get(game.kind).rules
    done = 0
    with transaction.atomic():
        game.refresh_from_db()
        rows, position = list(game.seats.all()), log.position(game)
        projected = projection.stored(game, rows)
        while done < most and isinstance(seat := position.actor(rules), Seat):
            done += 1
            value: acts.AnyAct = acts.Move(luck.choice(rules.legal(position.state)))
            if position.moves[-1].seat is seat and luck.random() < 0.1:
                value = acts.Undo()
            at, key = projected.turn_since, secrets.token_hex(16)
            position, projected = door.append(game, rows, position, projected, value, seat=seat, key=key, at=at)
            position, projected = door.let_chance_move(game, rows, position, projected, at=at)
        projection.save(game, rows, projected)
    log.remember(position)
    game.refresh_from_db()
    return done
