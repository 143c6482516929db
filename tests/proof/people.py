"""Two people who are logged in, and games between them: ``python -m tests.proof.people 12``, on behalf of a site."""

import json
import sys

import django

django.setup()

from django.test import Client  # noqa: E402

from accounts.models import User  # noqa: E402
from games import kinds  # noqa: E402
from games.contract import Seat  # noqa: E402
from games.lobby import challenges  # noqa: E402
from games.lobby.start import Agreement  # noqa: E402


def main(games: int) -> None:
    ada, ben = (User.objects.create_user(name, f"{name}@example.org") for name in ("ada", "ben"))
    print(
        json.dumps(
            {
                "sessions": {Seat.ONE: session(ada), Seat.TWO: session(ben)},
                "games": [start(kind.key, ada, ben) for _ in range(games) for kind in kinds.all()],
            }
        )
    )


def session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def start(kind: str, one: User, two: User) -> int:
    offer = challenges.challenge(creator=one, agreement=Agreement(kind, {}), seat=Seat.ONE)
    return challenges.accept(challenge_id=offer.pk, user=two).pk


if __name__ == "__main__":
    main(int(sys.argv[1]))
