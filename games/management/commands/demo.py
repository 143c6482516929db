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
from games.lobby.challenges import Audience
from games.lobby.start import Agreement
from games.marabunta.rules import Phase, State
from games.models import Game
from games.table import door, log
from games.table.door import Act
from games.table.log import Position

NAMES = ("Ada", "Ben", "Cleo")
PRODUCT = Agreement("mabula", {"scoring": "product"})


class Command(BaseCommand):
    help = "Fills an empty site with a few people, challenges, and games in every phase."

    def handle(self, *args: Any, **options: Any) -> None:
        if get_user_model().objects.filter(username__in=NAMES).exists():
            raise CommandError("The demonstration is here already.")
        password = secrets.token_urlsafe(12)
        people = [self._member(name, password) for name in NAMES]
        self._play_to_every_phase(people)
        for kind in kinds.all():
            self._play_to_every_end(people, kind.key)
            self._play_bots(people[0], kind.key)
        self._offer_draws(people)
        self._offer_games(people)
        self.stdout.write(f"{Game.objects.count()} games by {', '.join(NAMES)}; their password is {password}")

    def _member(self, name: str, password: str) -> Any:
        user = get_user_model().objects.create_user(name, f"{name.lower()}@example.org", password)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    def _play_to_every_phase(self, people: list[Any]) -> None:
        for phase in (Phase.SPLIT, Phase.CHOOSE, Phase.RESOLVE):
            game = self._game(people, Agreement("marabunta", {"territory": "delta"}))
            self._play_until(game, partial(_is_late, phase))
        self._play_until(self._game(people, Agreement("marabunta", {})), lambda position: position.state.waiting)

    def _play_to_every_end(self, people: list[Any], kind: str) -> None:
        self._play_until(self._game(people, Agreement(kind, {})), lambda position: False)
        self._act(self._game(people, Agreement(kind, {})), Act.RESIGN)
        self._act(self._game(people, Agreement(kind, {})), Act.ABORT)

    def _play_bots(self, user: Any, kind: str) -> None:
        for level in turns.LEVELS:
            game = challenges.play_bot(user=user, bot=level, agreement=Agreement(kind, {}))
            turns.take_turns(game.pk)

    def _offer_draws(self, people: list[Any]) -> None:
        offered = self._game(people, PRODUCT)
        self._play_until(offered, lambda position: len(position.moves) > 12)
        self._act(offered, Act.OFFER_DRAW)
        agreed = self._game(people, PRODUCT)
        self._act(agreed, Act.OFFER_DRAW, Seat.ONE)
        self._act(agreed, Act.ACCEPT_DRAW, Seat.TWO)

    def _offer_games(self, people: list[Any]) -> None:
        ada, ben, cleo = people
        challenges.challenge(creator=ben, agreement=Agreement("marabunta", {"colony": "raider"}))
        challenges.challenge(creator=cleo, agreement=Agreement("mabula", {}, "7d", is_rated=True))
        challenges.challenge(creator=ada, agreement=PRODUCT, audience=Audience.LINK)
        challenges.challenge(creator=cleo, agreement=Agreement("marabunta", {}), audience=Audience.PERSON, invited=ada)

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
