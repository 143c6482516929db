"""Leaving: the rule for the games of a person who deletes their account (docs/leaving.md)."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction

from games.bots import turns
from games.clocks import clock
from games.contract import Seat
from games.lobby import offers
from games.models import Challenge, Game
from games.models import Seat as SeatRow
from games.table import acts, door, seating

if TYPE_CHECKING:
    from accounts.for_games import User

SUCCESSOR = turns.STAND_IN  # the bot that plays on for a person who left, or let a deadline pass


def leave(*, user: User) -> None:
    """Open challenges end. In running games a bot plays on, by an event of each. Finished games stay as they are."""
    with transaction.atomic():
        offers.end(Challenge.objects.filter(creator=user), Challenge.Status.WITHDRAWN)
        offers.end(Challenge.objects.filter(invited=user), Challenge.Status.DECLINED)
        get_user_model().objects.select_for_update().get(pk=user.pk)  # people before games, as everywhere
        running = Game.objects.filter(seats__user=user, status=Game.Status.RUNNING)
        for game in seating.locked(running.values_list("pk", flat=True)):
            _leave_game(game.pk, user)
        seats = SeatRow.objects.filter(user=user)
        seats.filter(left_at=None).update(left_at=clock.now())  # of games that are over: their logs are closed
        seats.update(user=None)


def _leave_game(pk: int, user: User) -> None:
    game = Game.objects.get(pk=pk)  # as it is now: leaving the other game of a match has changed it
    seat = Seat(game.seats.get(user=user).number)
    answer = door.submit(
        game_id=game.pk,
        seat=seat,
        act=acts.Act.LEAVE,
        text=acts.write(acts.Leave(SUCCESSOR)),
        seen=seating.head_for(game, seat),
        key=secrets.token_hex(16),
    )
    if answer.verdict is not door.Verdict.ACCEPTED:
        raise RuntimeError(f"{game} cannot be left: {answer}")  # nothing of the leaving is stored
