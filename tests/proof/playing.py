"""Games played at random through the door, with everything in them that a log can hold."""

import random
import secrets
from collections.abc import Callable

from games import kinds
from games.contract import Seat
from games.lobby.start import Agreement, NewPlayer, new_secret, start_game
from games.models import Game
from games.table import door, log
from games.table.door import Act, Answer, Verdict

Played = Callable[..., Game]  # the fixture that plays a game and gives it back

PASSING = {Act.UNDO, Act.OFFER_DRAW, Act.DECLINE_DRAW}  # acts after which the game goes on


def new_game(kind: str) -> Game:
    players = (NewPlayer(bot="larva"), NewPlayer(bot="larva"))
    return start_game(agreement=Agreement(kind, {}), players=players, is_public=True, sealed=new_secret())


def do(game: Game, act: Act, text: str = "", *, seat: Seat | None = None, key: str = "") -> Answer:
    """As the seat to move, or as another, having seen all."""
    game.refresh_from_db()
    return door.submit(
        game_id=game.pk,
        seat=seat or to_move(game),
        act=act,
        text=text,
        seen=game.head,
        key=key or secrets.token_hex(8),
    )


def to_move(game: Game) -> Seat:
    assert game.to_move
    return Seat(game.to_move)


def legal(game: Game) -> list[str]:
    game.refresh_from_db()
    return list(kinds.get(game.kind).rules.legal(log.position(game).state))


def play_on(game: Game, luck: random.Random, *, acts: int | None = None) -> None:
    """So many acts more, or to the end: moves, and now and then a move taken back or a draw offered or declined."""
    done = 0
    while acts is None or done < acts:
        game.refresh_from_db()
        if game.to_move is None:
            assert acts is None, "the game is over too early"
            return
        act, seat, text = choose(game, luck)
        assert do(game, act, text, seat=seat).verdict is Verdict.ACCEPTED
        done += 1
    game.refresh_from_db()


def choose(game: Game, luck: random.Random) -> tuple[Act, Seat, str]:
    """Something that is lawful now: who does what."""
    position = log.position(game)
    if luck.random() < 0.2:
        passing = [(act, seat) for seat in Seat for act in door.possible_acts(game, position, seat) if act in PASSING]
        if passing:
            act, seat = luck.choice(passing)
            return act, seat, ""
    return Act.MOVE, to_move(game), luck.choice(kinds.get(game.kind).rules.legal(position.state))
