"""Two people whose names are as long as names can be, with games in every state: ``python -m tests.e2e.played_games``,
on behalf of a site."""

import json
import secrets

import django

django.setup()

from django.test import Client  # noqa: E402

from accounts.models import User  # noqa: E402
from games import record  # noqa: E402
from games.contract import Seat  # noqa: E402
from games.lobby import challenges  # noqa: E402
from games.lobby.start import Agreement  # noqa: E402
from games.models import Game  # noqa: E402
from games.site import demo  # noqa: E402
from games.table import door, exchange  # noqa: E402
from games.table.door import Act  # noqa: E402

NAMES = ("W" * 30, "Maximiliane-von-Wurmbachhausen")
OLD_GAMES = 30


def main() -> None:
    one, two = (User.objects.create_user(name, f"{at}@example.org") for at, name in enumerate(NAMES))
    replayed = finished("mabula", one, two)
    for number in range(OLD_GAMES):
        finished("mabula", two, one, number)
    finished("marabunta", one, two)
    act(start("marabunta", one, two), Act.RESIGN, Seat.ONE)
    act(start("mabula", one, two, is_rated=True), Act.ABORT, Seat.TWO)
    start("marabunta", one, two, territory="delta", colony="raider")
    start("mabula", two, one)
    for audience, invited in (("person", one), ("public", None)):
        challenges.challenge(
            creator=two, agreement=Agreement("marabunta", {}, "5d+12h"), audience=audience, invited=invited
        )
    print(json.dumps({"sessions": [session(user) for user in (one, two)], "replayed": replayed.pk}))


def finished(kind: str, one: User, two: User, number: int = 7) -> Game:
    played = demo.play(kind, number)
    moves = [step.move for step in played.steps]
    return exchange.import_record(record.make(kind, played.options, moves), players=(one, two))


def start(kind: str, one: User, two: User, *, is_rated: bool = False, **options: str) -> Game:
    agreement = Agreement(kind, options, is_rated=is_rated)
    offer = challenges.challenge(creator=one, agreement=agreement, seat=Seat.ONE)
    return challenges.accept(challenge_id=offer.pk, user=two)


def act(game: Game, what: Act, seat: Seat) -> None:
    key = secrets.token_hex(8)
    answer = door.submit(game_id=game.pk, seat=seat, act=what, text="", seen=game.head, key=key)
    assert answer.verdict is door.Verdict.ACCEPTED, answer


def session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


if __name__ == "__main__":
    main()
