"""Many people who are logged in, and challenges for all of them: ``python -m tests.proof.crowd 10 8``, for a site."""

import json
import secrets
import sys

import django

django.setup()

from accounts.models import User  # noqa: E402
from games.contract import Seat  # noqa: E402
from games.lobby import challenges  # noqa: E402
from games.lobby.start import Agreement  # noqa: E402
from games.table import door  # noqa: E402
from tests.proof.people import session, start  # noqa: E402


def main(people: int, offers: int) -> None:
    """The first of the people makes the challenges; with the second they have a game that is over for each."""
    users = [User.objects.create_user(f"person-{number}", f"{number}@example.org") for number in range(2, people + 2)]
    maker, other = users[:2]
    tokens = [challenges.challenge(creator=maker, agreement=Agreement("mabula", {})).token for _ in range(offers)]
    print(
        json.dumps(
            {
                "sessions": [session(user) for user in users],
                "tokens": tokens,
                "over": [resigned(start("mabula", maker, other)) for _ in range(offers)],
            }
        )
    )


def resigned(game: int) -> int:
    key = secrets.token_hex(8)
    door.submit(game_id=game, seat=Seat.ONE, act=door.Act.RESIGN, seen=1, key=key)
    return game


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
