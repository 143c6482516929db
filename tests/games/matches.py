"""Mirror matches as tests play them."""

from __future__ import annotations

import secrets

from games import kinds
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Game
from games.table import door, log, seating
from games.table.door import Act, Answer


def start_match(one, two, kind="marabunta", *, audience="public", is_rated=False, clock="3d", **options):
    """Both games of a match, the first with ``one`` in seat one."""
    offer = challenges.challenge(
        creator=one,
        agreement=Agreement(kind, options, clock, is_rated=is_rated),
        audience=audience,
        seat=Seat.ONE,
        is_mirrored=True,
    )
    first = challenges.accept(challenge_id=offer.pk, user=two)
    assert first.partner
    return [Game.objects.get(pk=first.pk), Game.objects.get(pk=first.partner.pk)]


def fresh(game: Game, seat: int | None = None) -> Game:
    """The game as it is now, as that seat may know it."""
    return seating.shown_to(Game.objects.get(pk=game.pk), seat)


def do(game: Game, act: Act = Act.MOVE, text: str = "", *, seat: int | None = None) -> Answer:
    """Do something as the seat to move, or as another, having seen all that it may."""
    game = Game.objects.get(pk=game.pk)
    seat = Seat(seat or game.to_move or 0)
    seen = seating.head_for(game, seat)
    return door.submit(game_id=game.pk, seat=seat, act=act, text=text, seen=seen, key=secrets.token_hex(8))


def legal(game: Game):
    return kinds.get(game.kind).rules.legal(log.last_position(Game.objects.get(pk=game.pk)).state)


def play_turn(game: Game, luck) -> Game:
    """All moves of whoever is to move there, chosen by chance, until the board waits, goes on or is over."""
    seat = Game.objects.get(pk=game.pk).to_move
    assert seat
    while True:
        answer = do(game, text=luck.choice(legal(game)), seat=seat)
        assert answer.verdict is door.Verdict.ACCEPTED, answer.refusal
        now = Game.objects.get(pk=game.pk)
        if now.to_move != seat:
            return now


def play_step(match, luck) -> None:
    """The turn on both boards, the one that comes first chosen by chance."""
    running = [game for game in match if Game.objects.get(pk=game.pk).status == "running"]
    for game in luck.sample(running, len(running)):
        if Game.objects.get(pk=game.pk).to_move:
            play_turn(game, luck)


def play_match(match, luck, most: int = 10_000) -> int:
    """Steps until both boards are over, or so many. How many there were."""
    count = 0
    while count < most and Game.objects.filter(pk__in=[game.pk for game in match], status="running").exists():
        play_step(match, luck)
        count += 1
    return count


def rolls(game: Game) -> list[str]:
    return list(game.events.filter(act="move", seat=None).order_by("seq").values_list("text", flat=True))
