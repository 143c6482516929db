import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from games import kinds
from games.bots import turns
from games.careers import recorder
from games.contract import Seat
from games.lobby import challenges
from games.lobby.challenges import Audience
from games.lobby.start import Agreement
from games.marabunta.rules import Phase, State
from games.models import ChatMessage, FlaggedWord, Game
from games.moderation import appeals, flags, handling, reports, roles, shared_browser
from games.notebook import marks, notes
from games.ratings import ledger
from games.table import door, log
from games.table.door import Act
from games.table.log import Position

NAMES = ("Ada", "Ben", "Cleo")
MODERATOR = "Mo"
RATED_GAMES = 26
PRODUCT = Agreement("mabula", {"scoring": "product"})


class Command(BaseCommand):
    help = "Fills an empty site with a few people, challenges, games in every phase, and work for moderators."

    def handle(self, *args: Any, **options: Any) -> None:
        if get_user_model().objects.filter(username__in=(*NAMES, MODERATOR)).exists():
            raise CommandError("The demonstration is here already.")
        password = secrets.token_urlsafe(12)
        people = [self._member(name, password) for name in NAMES]
        self._play_to_every_phase(people)
        for kind in kinds.all():
            self._play_to_every_end(people, kind.key)
            self._play_bots(people[0], kind.key)
        self._offer_draws(people)
        self._offer_games(people)
        self._give_the_desk_work(people, password)
        self._play_for_ratings(people)
        self._keep_something(*people)
        while ledger.work_off():
            pass
        while recorder.work_off():
            pass
        names = ", ".join(NAMES)
        self.stdout.write(
            f"{Game.objects.count()} games by {names}; {MODERATOR} moderates. The password of all: {password}"
        )

    def _member(self, name: str, password: str) -> Any:
        user = get_user_model().objects.create_user(name, f"{name.lower()}@example.org", password)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    def _play_to_every_phase(self, people: list[Any]) -> None:
        for phase in (Phase.SPLIT, Phase.CHOOSE, Phase.RESOLVE):
            game = self._game(people, Agreement("marabunta", {"territory": "marsh"}))
            self._play_until(game, partial(_is_late, phase))
        self._play_until(self._game(people, Agreement("marabunta", {})), lambda position: position.state.waiting)

    def _play_to_every_end(self, people: list[Any], kind: str) -> None:
        self._play_until(self._game(people, Agreement(kind, {})), lambda position: False)
        self._act(self._game(people, Agreement(kind, {})), Act.RESIGN)
        self._act(self._game(people, Agreement(kind, {})), Act.ABORT)

    def _play_bots(self, user: Any, kind: str) -> None:
        for level in turns.levels_of(kind):
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
        challenges.challenge(creator=ben, agreement=Agreement("marabunta", {"colony": "weaver"}))
        challenges.challenge(creator=cleo, agreement=Agreement("mabula", {}, "7d", is_rated=True))
        challenges.challenge(creator=ada, agreement=PRODUCT, audience=Audience.LINK)
        challenges.challenge(creator=cleo, agreement=Agreement("marabunta", {}), audience=Audience.PERSON, invited=ada)

    def _give_the_desk_work(self, people: list[Any], password: str) -> None:
        """A case of each sort, one that is settled with a sanction, and an appeal against it."""
        ada, ben, cleo = people
        game = Game.objects.filter(kind="mabula", seats__user=ben).filter(seats__user=cleo).order_by("pk")[0]
        rude = self._say(game, ben, "you are too stupid for this, play something for children")
        self._say(game, cleo, "Please stop.")
        first = reports.report(
            by=cleo, target="message", reason="abuse", message=rude, text="It goes on like this."
        ).case
        moderator = self._member(MODERATOR, password)
        roles.grant(by=None, user=moderator, role=roles.Role.MODERATOR, reason="For the demonstration.")
        moderator = get_user_model().objects.get(pk=moderator.pk)
        done = handling.handle(
            by=moderator,
            case_id=first.pk,
            plan=handling.Plan([rude], handling.WARNING, "What you wrote was insulting.", "hidden-warned"),
        )
        assert done.sanction is not None
        appeals.write(user=ben, sanction_id=done.sanction.pk, text="She began. Look at what she wrote before.")
        for by, about, reason, text in (
            (cleo, ben, "abuse", "Now he writes to my brother like that."),
            (cleo, ben, "two-accounts", "He and Bob never play at the same time."),
            (ada, cleo, "name", ""),
            (ada, ben, "other", "He asked me for my address."),
        ):
            reports.report(by=by, target="profile", reason=reason, text=text, person=about)
        for reason, text in (("stalling", "Stops moving when behind."), ("cheating", "Nobody finds that in a minute.")):
            reports.report(by=cleo, target="game", reason=reason, text=text, game=game)
        word = FlaggedWord.objects.create(word="muppet")
        flags.known.forget()
        flags.look_at_message(self._say(game, cleo, f"you lucky {word}"))
        for user in (ada, cleo):
            user.devices.create(key="demonstration")
        shared_browser.look_at_game(self._game([ada, cleo], Agreement("marabunta", {})))

    def _play_for_ratings(self, people: list[Any]) -> None:
        """Enough rated games that Ada and Ben have a curve each, and some stand on a leaderboard."""
        rated = Agreement("mabula", {}, "3d", is_rated=True)
        for number in range(RATED_GAMES):
            one, two = (people[0], people[1 + number % 2])[:: 1 if number % 3 else -1]
            offer = challenges.challenge(creator=one, agreement=rated, seat=Seat.ONE)
            game = challenges.accept(challenge_id=offer.pk, user=two)
            for _ in range(4):
                self._act(
                    game, Act.MOVE, text=secrets.choice(kinds.get("mabula").rules.legal(log.position(game).state))
                )
            self._act(game, Act.RESIGN, Seat(1 + (number % 5 in (1, 4))))

    def _keep_something(self, ada: Any, ben: Any, cleo: Any) -> None:
        """Favourites, tags and notes, which only who made them sees."""
        first, second, *_ = Game.objects.filter(seats__user=ada, status=Game.Status.OVER).order_by("pk")
        marks.keep(user=ada, game=first, is_favourite=True, own_tags=["endgame", "to learn from"])
        marks.keep(user=ada, game=second, own_tags=["luck"], note="Split the cupcakes away from the rim next time.")
        watched = Game.objects.exclude(seats__user=ada).order_by("pk")[0]
        marks.keep(user=ada, game=watched, is_favourite=True, note="Watched this one.")
        notes.write(by=ada, whom=ben, text="Likes to play on Sundays. Offers a draw when the rim is full.")
        notes.write(by=cleo, whom=ada, text="Plays the weaver side well.")

    def _say(self, game: Game, user: Any, text: str) -> ChatMessage:
        return ChatMessage.objects.create(game=game, room=ChatMessage.Room.PLAYERS, author=user, text=text)

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
