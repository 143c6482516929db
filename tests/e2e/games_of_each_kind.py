"""Begin a public game of each kind between two members, and end one more; print the kind, or "over", and the address.

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
from games.models import Game  # noqa: E402
from games.table import door  # noqa: E402
from games.table.door import Act  # noqa: E402


def main(names: list[str]) -> None:
    one, two = (User.objects.get(username=name) for name in names)
    for kind in kinds.all():
        print(kind.key, f"/games/{begin(kind.key, one, two).pk}/")
    game = begin(kinds.all()[0].key, one, two)
    door.submit(game_id=game.pk, seat=Seat.ONE, act=Act.RESIGN, text="", seen=game.head, key="over")
    print("over", f"/games/{game.pk}/")


def begin(key: str, one: User, two: User) -> Game:
    offer = challenges.challenge(creator=one, agreement=Agreement(key, {}), audience="public", seat=Seat.ONE)
    return challenges.accept(challenge_id=offer.pk, user=two)


if __name__ == "__main__":
    main(sys.argv[1:])
