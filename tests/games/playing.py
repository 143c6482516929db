"""Moves of a game, as a test makes them."""

import secrets

from games import kinds
from games.contract import Seat
from games.lobby import seals
from games.lobby.seals import OwnSeed
from games.table import door, log
from games.table.door import Act


def own_seed(nonce):
    """Words of whoever makes a game, who has seen the seal of a seed."""
    return OwnSeed(nonce, seals.draw(None).commitment)


def legal(game):
    game.refresh_from_db()
    return kinds.get(game.kind).rules.legal(log.position(game).state)


def move(game):
    """Whoever is to move makes the first legal move."""
    text = legal(game)[0]
    return door.submit(
        game_id=game.pk,
        seat=Seat(game.to_move),
        act=Act.MOVE,
        text=text,
        seen=game.head,
        key=secrets.token_hex(8),
    )
