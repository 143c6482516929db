"""Pages worth a picture, with the people and games that they show. Import it when Django is set up.

The games always go the same way, so a picture changes only when the site does.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha512
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from django.db.models import OuterRef, Subquery
from django.test import Client
from playwright.sync_api import Page

from accounts.models import User
from games import contract, kinds, record
from games.bots import turns
from games.careers import recorder
from games.chance import StreamChance
from games.clocks import clock
from games.contract import Seat
from games.contract.bots import SearchBudget
from games.lobby import challenges as lobby
from games.lobby import seals
from games.lobby.start import Agreement
from games.marabunta.rules import Phase, State
from games.models import Game, Rated
from games.models import Seat as SeatRow
from games.moderation import game_acts
from games.ratings import ledger
from games.ratings.glicko import Rating
from games.ratings.history import Standing
from games.site import demo
from games.table import door, exchange, log
from games.table.door import Act
from tests import sample_cases, sample_mails
from tests.games.played_quickly import play_quickly


@dataclass(frozen=True)
class Shot:
    """A page, the session that opens it, and what is done there before the picture is taken."""

    name: str
    path: str
    session: str = ""  # the key of a session; empty for a visitor
    then: Callable[[Page], object] | None = None
    is_whole: bool = True  # whether a picture of a phone shows the page down to its end
    looks: tuple[str, ...] = ("desktop", "desktop-dark", "phone", "phone-dark")
    language: str = ""  # of the browser


def in_each_language(shot: Shot) -> Iterator[Shot]:
    """The picture, and by day the same in every other language of the site."""
    yield shot
    for language in sample_mails.OTHER_LANGUAGES:
        yield replace(shot, name=f"{shot.name}-{language}", language=language, looks=("desktop", "phone"))


def every_shot() -> Iterator[Shot]:
    """All pictures. People and games are made on the way, in a database that has none of them."""
    people = People()
    yield from shots_of_marabunta(people)
    yield from shots_of_mabula(people)
    yield from shots_of_correspondence(people)
    yield from shots_of_moderation(people)
    yield from shots_of_the_site(people)
    yield from shots_of_ratings()


def shots_of_marabunta(people: People) -> Iterator[Shot]:
    played = demo.play("marabunta", 12)

    def game(at: int, path: str = "", *, looker: str = "mover") -> tuple[str, str]:
        return people.game(played, at, path, looker=looker)

    split = late_step(lambda state: state.phase is Phase.SPLIT)
    yield Shot("marabunta-split", *game(split))
    yield Shot("marabunta-waiting", *game(split, looker="other"))
    yield Shot("marabunta-choose", *game(late_step(lambda state: state.phase is Phase.CHOOSE)))
    resolving = late_step(_resolves_number)
    yield from in_each_language(Shot("marabunta-resolve", *game(resolving)))
    yield Shot("marabunta-anthill", *game(resolving, "?anthill=1"))
    yield Shot("marabunta-why-not", *game(resolving), then=_ask_why_not)
    yield Shot("marabunta-crate", *game(late_step(lambda state: state.waiting and state.waiting[-1].key == "crate", 3)))
    yield Shot("marabunta-pair", *game(late_step(_resolves_pair, 0), "?piece=T"))
    yield Shot("marabunta-replay", *game(resolving, f"?at={split - 20}"))
    yield Shot("marabunta-finished", *game(played.last, looker="one"))
    yield Shot("marabunta-hint", *people.game_against_bot("marabunta"), then=_take_a_hint)
    for territory, colony in (("glade", "harvester"), ("marsh", "weaver")):
        yield Shot(f"marabunta-{territory}", *people.early_game(territory, colony))


def shots_of_mabula(people: People) -> Iterator[Shot]:
    played = demo.play("mabula", 12)
    yield Shot("mabula-start", *people.game(played, 1))
    yield Shot("mabula-push", *people.game(played, 13), then=_choose_a_push)
    yield Shot("mabula-finished", *people.game(played, played.last, looker="one"))
    yield Shot("mabula-hint", *people.game_against_bot("mabula"), then=_take_a_hint)


def shots_of_correspondence(people: People) -> Iterator[Shot]:
    ada = people.session("Ada")
    yield Shot("time-is-up", *people.late_game(), then=lambda page: page.locator("#dock").scroll_into_view_if_needed())
    yield Shot("vacation", "/vacation/", ada)
    yield Shot("ledger", "/notifications/ledger/", ada)
    yield Shot("preferences", "/account/preferences/", ada)
    for name, file in sample_mails.write(Path(tempfile.mkdtemp())).items():
        language = next((one for one in sample_mails.OTHER_LANGUAGES if name.endswith(f"-{one}")), "")
        yield Shot(name, file.as_uri(), language=language)


def shots_of_moderation(people: People) -> Iterator[Shot]:
    moderator, stalled, insulted = sample_cases.fill()
    desk = session_of(moderator)
    yield Shot("moderation-queue", "/moderation/?view=all", desk)
    yield from in_each_language(Shot("moderation-case", f"/moderation/cases/{insulted}/", desk))
    yield Shot("moderation-case-game", f"/moderation/cases/{stalled}/", desk)
    address, session = people.annulled_game(moderator)
    yield Shot("annulled-game", address, session)
    address, _ = people.game(demo.play("marabunta", 12), late_step(_resolves_number))
    yield Shot("moderation-game", f"/moderation{address}", desk)
    yield Shot("moderation-preview", f"/moderation{address}", desk, then=_preview)
    yield Shot("moderation-audit", "/moderation/audit/", desk)
    yield Shot("admin-game", f"/admin{address.replace('games', 'games/game')}change/", session_of(people.root()))


def shots_of_the_site(people: People) -> Iterator[Shot]:
    ada = people.session("Ada")
    yield Shot("home-visitor", "/")
    yield Shot("home", "/", ada)
    yield Shot("lobby", "/lobby/", ada)
    yield Shot("new-game", "/games/new/", ada)
    yield Shot("invitation", people.invitation(), ada)
    yield Shot("invited", people.invitation())
    yield Shot("play-a-bot", "/play/")
    yield Shot("profile", "/people/Ada/", ada)
    yield Shot("archive", "/games/", ada)
    yield Shot("account", "/account/", ada)
    yield from in_each_language(Shot("rules-marabunta", "/rules/marabunta/", is_whole=False))
    yield Shot("rules-mabula", "/rules/mabula/", is_whole=False)
    for kind in kinds.all():
        yield Shot(f"summary-{kind.key}", f"/rules/{kind.key}/summary/")
    yield Shot("guide-marabunta", "/learn/marabunta/4/", is_whole=False)
    yield Shot("guide-mabula", "/learn/mabula/4/", is_whole=False)


def shots_of_ratings() -> Iterator[Shot]:
    rolled, cleo = rated_games()
    for name, path, session in (
        ("leaderboard", "/ratings/mabula/", cleo),
        ("rating", "/people/Cleo/rating/mabula/", cleo),
        ("profile-rated", "/people/Cleo/", ""),
        ("head-to-head", "/people/Cleo/against/Dan/", cleo),
        ("fairness", f"/games/{rolled}/fairness/", cleo),
    ):
        yield Shot(name, path, session, is_whole=False, looks=("laptop", "laptop-dark", "phone"))


def rated_games() -> tuple[int, str]:
    """Thirty rated games of Cleo and Dan in a year, among others; a game with dice, and Cleo’s session."""
    names = ("Dan", "Emil", "Fay", "Gus", "Hedda", "Ivo", "Juna", "Kai", "Lotte", "Milo", "Nele", "Otto", "Pia")
    cleo, dan, *others = (User.objects.create_user(name, f"{name.lower()}@example.org") for name in ("Cleo", *names))
    luck, drawn, now = Random("rated games"), count(), clock.now()
    for user in others:
        rating = Rating(luck.gauss(1520, 150), luck.uniform(60, 95), 0.07)
        standing = Standing(rating, luck.randint(15, 80), now - timedelta(days=4))
        Rated.objects.create(kind="mabula", ladder="people", user=user, **ledger.standing_columns(standing))
    with patch("secrets.token_bytes", lambda size=32: sha512(f"rated {next(drawn)}".encode()).digest()[:size]):
        for days in range(360, 0, -12):
            _rated_game((cleo, dan), luck, now - timedelta(days=days), is_whole=days % 36 == 0)
        own_seed = seals.OwnSeed("heads or tails", seals.draw(cleo).commitment)
        agreement = Agreement("marabunta", {})
        offer = lobby.challenge(creator=cleo, agreement=agreement, seat=Seat.ONE, own_seed=own_seed)
        rolled = lobby.accept(challenge_id=offer.pk, user=others[0])
        play_quickly(rolled, luck)
    head = Game.objects.filter(pk=OuterRef("game")).values("head")
    SeatRow.objects.filter(user__in=(cleo, dan)).update(seen=Subquery(head))
    ledger.work_off()
    recorder.work_off()
    return rolled.pk, session_of(cleo)


def _rated_game(players: tuple[User, User], luck: Random, then: datetime, *, is_whole: bool) -> None:
    """To its end, or resigned after a while; a few hours go by with each move."""
    with patch.object(clock, "now", lambda: then):
        agreement = Agreement("mabula", {"scoring": luck.choice(("largest", "product"))}, is_rated=True)
        creator, other = luck.sample(players, 2)
        own_seed = seals.OwnSeed("", seals.draw(creator).commitment)
        offer = lobby.challenge(creator=creator, agreement=agreement, seat=Seat.ONE, own_seed=own_seed)
        game = lobby.accept(challenge_id=offer.pk, user=other)
        rules, quitter = kinds.get("mabula").rules, luck.choice((*players, players[1]))
        while game.to_move:
            then += timedelta(minutes=luck.randint(10, 400))
            seat, key = Seat(game.to_move), f"rated-{game.head}"
            if game.head > 9 and not is_whole and game.seats.get(number=seat).user == quitter:
                act, text = Act.RESIGN, ""
            else:
                act, text = Act.MOVE, luck.choice(rules.legal(log.position(game).state))
            door.submit(game_id=game.pk, seat=seat, act=act, text=text, seen=game.head, key=key)
            game.refresh_from_db()


def late_step(is_it: Callable[[State], object], after: int = 5) -> int:
    """The first step of the game of Marabunta, in a round after this one, whose state is such."""
    steps = demo.play("marabunta", 12).steps
    return next(step.at for step in steps if step.state.round.number > after and is_it(step.state))


def session_of(user: Any) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


class People:
    """Ada and Ben, their games and their sessions."""

    def __init__(self) -> None:
        self._users = [User.objects.create_user(name, f"{name.lower()}@example.org") for name in ("Ada", "Ben")]

    def session(self, name: str) -> str:
        return session_of(next(user for user in self._users if user.username == name))

    def game(self, played: Any, at: int, path: str = "", *, looker: str = "mover") -> tuple[str, str]:
        """A game of theirs after so many moves: its address, and the session of the one who is to look at it."""
        moves = [step.move for step in played.steps[:at]]
        one, two = self._users
        stored = exchange.import_record(record.make(played.kind.key, played.options, moves), players=(one, two))
        stored.seats.update(seen=max(0, stored.head - 9))  # they have been here before
        mover = stored.to_move or 1
        seat = {"mover": mover, "other": 3 - mover, "one": 1}[looker]
        return f"/games/{stored.pk}/{path}", self.session(("Ada", "Ben")[seat - 1])

    def game_against_bot(self, kind: str) -> tuple[str, str]:
        """A game in which Ada is to move, and the bot has moved."""
        agreement = Agreement(kind, {})
        with patch("secrets.token_bytes", lambda size: kind.encode().ljust(size)):  # the seed
            own_seed = seals.OwnSeed("ada", seals.draw(self._users[0]).commitment)
            game = lobby.play_bot(
                user=self._users[0], bot="worker", agreement=agreement, seat=Seat.TWO, own_seed=own_seed
            )
        with patch("secrets.randbits", lambda _: 1):
            turns.take_turns(game.pk)
        return f"/games/{game.pk}/", self.session("Ada")

    def early_game(self, territory: str, colony: str) -> tuple[str, str]:
        """A game on these boards in which few hexes are covered yet: two rounds of builders."""
        kind, chance = kinds.get("marabunta"), StreamChance(b"pictures", game=territory)
        seeds, options = count(), {"territory": territory, "colony": colony}

        def choose(state: State, legal: Sequence[str]) -> str:
            return kind.bots.levels["builder"](state, SearchBudget.counting(1, seed=next(seeds)))

        moves = []
        for move, state in contract.play(kind.rules, options, chance=chance, choose=choose):
            moves.append(move)
            if state.round.number == 3 and state.phase is Phase.RESOLVE:
                break
        one, two = self._users
        stored = exchange.import_record(record.make(kind.key, options, moves), players=(one, two))
        stored.seats.update(seen=stored.head)
        return f"/games/{stored.pk}/", self.session(("Ada", "Ben")[(stored.to_move or 1) - 1])

    def invitation(self) -> str:
        """A game that Ada offers to whoever has the link: its address."""
        offer = lobby.challenge(creator=self._users[0], agreement=Agreement("mabula", {}), audience="link")
        return f"/challenges/{offer.token}/"

    def annulled_game(self, moderator: Any) -> tuple[str, str]:
        """A game that a moderator looked into for a day, and then annulled."""
        address, session = self.late_game()
        number = int(address.split("/")[2])
        for what, reason in (
            (Act.PAUSE, "Nobody shall lose time while we look into this."),
            (Act.ANNUL, "By mistake this game was begun twice. Both of you asked to have this one annulled."),
        ):
            head = Game.objects.get(pk=number).head
            game_acts.act(by=moderator, game_id=number, what=what, reason=reason, seen=head)
        return address, session

    def root(self) -> Any:
        return User.objects.create_superuser("Olga", "olga@example.org")

    def late_game(self) -> tuple[str, str]:
        """A game on a bank whose time has run out, and the session of the one who waits."""
        one, two = self._users
        then = clock.now() - timedelta(days=6)
        with patch.object(clock, "now", lambda: then):
            agreement = Agreement("mabula", {}, "3d+12h")
            offer = lobby.challenge(creator=one, agreement=agreement, seat=Seat.ONE)
            game = lobby.accept(challenge_id=offer.pk, user=two)
            for number in range(13):
                text = kinds.get("mabula").rules.legal(log.position(game).state)[number]
                seat, key = Seat(game.to_move or 1), f"key-{number}"
                door.submit(game_id=game.pk, seat=seat, act=door.Act.MOVE, text=text, seen=game.head, key=key)
                game.refresh_from_db()
        return f"/games/{game.pk}/", self.session(("Ada", "Ben")[2 - (game.to_move or 1)])


def _resolves_number(state: State) -> bool:
    faces = enumerate(state.round.faces)
    return state.phase is Phase.RESOLVE and any(face in "123" and state.left >> place & 1 for place, face in faces)


def _resolves_pair(state: State) -> bool:
    return state.round.tile == "two-zeros" and bool(state.left >> 6 & 1) and not state.waiting


def _ask_why_not(page: Page) -> None:
    page.locator("#board [data-why]").first.click()
    page.locator("#why").wait_for()


def _take_a_hint(page: Page) -> None:
    page.get_by_role("button", name="Hint").click()
    page.locator("#hint-words").wait_for()


def _preview(page: Page) -> None:
    page.locator("summary", has_text="Decide").click()
    page.locator("details[open]").get_by_label("Ada").check()
    page.locator("details[open] textarea").fill("Ben left the game with a word that nobody has to listen to.")
    page.locator("details[open]").get_by_role("button", name="Preview").click()


def _choose_a_push(page: Page) -> None:
    page.locator('#board a[data-state="legal"]').nth(4).click()
    page.locator("#board [data-stop]").first.wait_for()
