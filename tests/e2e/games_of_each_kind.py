"""Begin a public game of each kind between two members, and print the kind and the address of each.

python -m tests.e2e.games_of_each_kind Ada Mo
"""

import sys

import django

django.setup()

from accounts.models import User  # noqa: E402
from games import kinds  # noqa: E402
from games.contract import Seat  # noqa: E402
from games.lobby import challenges  # noqa: E402
from games.lobby.start import Agreement  # noqa: E402


def main(names: list[str]) -> None:
    one, two = (User.objects.get(username=name) for name in names)
    for kind in kinds.all():
        agreement = Agreement(kind.key, {})
        offer = challenges.challenge(creator=one, agreement=agreement, audience="public", seat=Seat.ONE)
        game = challenges.accept(challenge_id=offer.pk, user=two)
        print(kind.key, f"/games/{game.pk}/")


if __name__ == "__main__":
    main(sys.argv[1:])
