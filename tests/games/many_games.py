"""Rows of very many games of a person, without their logs: for pages whose cost must not grow with them."""

from datetime import timedelta
from itertools import count

from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat

_numbers = count()


def play_many(person: User, others: list[User], number: int) -> list[Game]:
    """Games that ended by resigning, an hour from one to the next: of both kinds, won and lost, rated or not."""
    now = timezone.now()
    games = Game.objects.bulk_create(
        [
            Game(
                kind=("mabula", "marabunta")[at % 2],
                options={},
                rules=1,
                draws=1,
                is_rated=at % 3 == 0,
                is_public=at % 5 != 0,
                commitment=f"{next(_numbers):064}",
                status=Game.Status.OVER,
                decided="resign",
                winner=1 + at % 7 % 2,
                created_at=now - timedelta(hours=number - at),
                turn_since=now,
                ended_at=now,
            )
            for at in range(number)
        ],
        batch_size=500,
    )
    Seat.objects.bulk_create(
        [
            Seat(game=game, number=seat, user=user, nonce="x")
            for at, game in enumerate(games)
            for seat, user in ((1, person), (2, others[at % len(others)]))
        ],
        batch_size=500,
    )
    return games
