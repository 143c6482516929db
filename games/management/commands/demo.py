import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from games import kinds
from games.bots import turns
from games.contract import Seat
from games.lobby import challenges
from games.lobby.challenges import Agreement, Audience
from games.marabunta.rules import Phase, State
from games.models import Game
from games.table import door, log
from games.table.door import Act
from games.table.log import Position

NAMES = ("Ada", "Ben", "Cleo")


class Command(BaseCommand):
    help = "Fills an empty site with a few people, challenges, and games in every phase."

    def handle(self, *args: Any, **options: Any) -> None:
        users = get_user_model()
        if users.objects.filter(username__in=NAMES).exists():
            raise CommandError("The demonstration is here already.")
        password = secrets.token_urlsafe(12)
        people = []
        for name in NAMES:
            user = users.objects.create_user(name, f"{name.lower()}@example.org", password)
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
            people.append(user)
        for phase in (Phase.SPLIT, Phase.CHOOSE, Phase.RESOLVE):
            game = self._game(people, Agreement("marabunta", {"territory": "delta"}))
            self._play_until(game, partial(_is_late, phase))
        self._play_until(self._game(people, Agreement("marabunta", {})), lambda position: position.state.waiting)
        for kind in kinds.all():
            self._play_until(self._game(people, Agreement(kind.key, {})), lambda position: False)
            self._act(self._game(people, Agreement(kind.key, {})), Act.RESIGN)
            self._act(self._game(people, Agreement(kind.key, {})), Act.ABORT)
            for level in turns.LEVELS:
                game = challenges.play_bot(user=people[0], bot=level, agreement=Agreement(kind.key, {}))
                turns.take_turns(game.pk)
        product = Agreement("mabula", {"scoring": "product"})
        game = self._game(people, product)
        self._play_until(game, lambda position: len(position.moves) > 12)
        self._act(game, Act.OFFER_DRAW)
        agreed = self._game(people, product)
        self._act(agreed, Act.OFFER_DRAW, Seat.ONE)
        self._act(agreed, Act.ACCEPT_DRAW, Seat.TWO)
        challenges.challenge(creator=people[1], agreement=Agreement("marabunta", {"colony": "raider"}))
        challenges.challenge(creator=people[2], agreement=Agreement("mabula", {}, "7d", is_rated=True))
        challenges.challenge(creator=people[0], agreement=product, audience=Audience.LINK)
        challenges.challenge(
            creator=people[2], agreement=Agreement("marabunta", {}), audience=Audience.PERSON, invited=people[0]
        )
        self.stdout.write(f"{Game.objects.count()} games by {', '.join(NAMES)}; their password is {password}")

    def _game(self, people: list[Any], agreement: Agreement) -> Game:
        one, two = people[:2] if agreement.kind == "marabunta" else people[1:]
        offer = challenges.challenge(creator=one, agreement=agreement, seat=Seat.ONE)
        return challenges.accept(challenge_id=offer.pk, user=two)

    def _play_until(self, game: Game, is_enough: Callable[[Position], object]) -> None:
        rules = kinds.get(game.kind).rules
        while game.to_move and not is_enough(position := log.position(game)):
            self._act(game, Act.MOVE, text=secrets.choice(rules.legal(position.state)))

    def _act(self, game: Game, act: Act, seat: Seat | None = None, text: str = "") -> None:
        actor = seat or Seat(game.to_move or 1)
        key = secrets.token_hex(16)
        answer = door.submit(game_id=game.pk, seat=actor, act=act, text=text, seen=game.head, key=key)
        assert answer.verdict is door.Verdict.ACCEPTED, answer
        game.refresh_from_db()


def _is_late(phase: Phase, position: Position) -> bool:
    state: State = position.state
    return state.round.number >= 6 and state.phase is phase
