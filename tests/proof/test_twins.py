"""Twins: a game, and the same game with another seed behind its seal. Until the end nothing that is served tells them
apart: no page, no frame, no mail, no export. Fifty games are looked at in their midst and one act before their end;
challenges before chance has drawn anything. Once a game has begun, the words of both players are no secret: its page
about luck shows them. Before, those of who made the challenge are one, and its twin has others."""

# ruff: noqa: F811 - fixtures are arguments

import base64
import json
import random
import secrets
import sys
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.core import signing
from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.test import Client

from accounts import export
from games import kinds, queries
from games.contract import Seat
from games.kind_pages import storytellers
from games.live import signals
from games.lobby import challenges, mail_invites
from games.lobby.start import Agreement
from games.models import Challenge, Game, MailInvitation, Notification, Secret
from games.notify.mail import invitation, letters
from games.table import door, log
from games.table.door import Act
from tests.games.conftest import ada, ben, cleo, start, time  # noqa: F401 - fixtures
from tests.games.played_quickly import play_quickly
from tests.games.playing import own_seed
from tests.luck import Secrets, dice

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
OF_A_GAME = ["", "?list=1", "?explain=1", "?at={at}", "moves/", "position.txt", "chat/"]  # three of them for each look
REVEALING = ["fairness/", "record.txt", "record.json"]
OF_PEOPLE = ["/", "/games/", "/lobby/", "/notifications/", "/people/ada/", "/people/ben/games/"]
Served = dict[str, bytes]


@pytest.fixture(autouse=True)
def nothing_else_is_random(monkeypatch, settings):
    """Tokens of forms and signatures are new in every answer; here they are not."""
    settings.MAIL_PICTURE_WIDTH = 0
    monkeypatch.setattr("django.middleware.csrf.get_random_string", lambda length, **_: "a" * length)
    monkeypatch.setattr(signing, "time", SimpleNamespace(time=lambda: 1_800_000_000))
    import_module("games.urls")  # and with it every page
    for name, module in list(sys.modules.items()):
        if name.startswith("games.") and getattr(module, "secrets", None) is secrets:
            monkeypatch.setattr(module, "secrets", Secrets(dice()))


@pytest.fixture
def frames(monkeypatch):
    """What goes to open sockets, with the group that it goes to."""
    sent = []
    monkeypatch.setattr(signals, "_send_soon", lambda group, message: sent.append([group, message]))
    monkeypatch.setattr(signals, "announce_lobby", lambda: sent.append(["lobby", {}]))  # it gathers for a second
    return sent


@pytest.fixture
def cast(ada, ben, cleo, time):
    """Both players, who watches, and a visitor. Time stands still; where Django looks at the clock itself, half-way
    between two full hours, which is what it tells."""
    time.passes(hours=-3.5)
    return [ada, ben, cleo, None]


def as_twin(seed: bytes, commitment: str) -> None:
    """With that seed, and with nothing in any memory."""
    Secret.objects.filter(pk=commitment).update(seed=seed)
    cache.clear()
    log.forget_all()
    storytellers._stories.clear()
    luck = Secrets(random.Random("twins"))
    for name, module in list(sys.modules.items()):
        if name.startswith("games.") and isinstance(getattr(module, "secrets", None), Secrets):
            vars(module)["secrets"] = luck  # in place of that of the test, which takes it away in the end


def seeds_of(commitment: str) -> tuple[bytes, bytes]:
    seed = bytes(Secret.objects.get(pk=commitment).seed)
    return seed, bytes(byte ^ 0x5A for byte in seed)


def twins(commitment: str, serve) -> tuple[Served, Served]:
    """What is served of each, from the same rows: whatever is written meanwhile is rolled back."""
    seeds = seeds_of(commitment)
    served = []
    for seed in seeds:
        with transaction.atomic():
            as_twin(seed, commitment)
            served.append(dict(serve()))
            transaction.set_rollback(True)
    as_twin(seeds[0], commitment)
    return served[0], served[1]


def check_alike(commitment: str, serve) -> None:
    one, other = twins(commitment, serve)
    assert one.keys() == other.keys()
    assert {name: difference(one[name], other[name]) for name in one if one[name] != other[name]} == {}
    for seed in seeds_of(commitment):
        for shape in (seed, seed.hex().encode(), base64.b64encode(seed), base64.urlsafe_b64encode(seed)[:40]):
            assert [name for name, content in one.items() if shape in content] == []


def difference(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    """Where the two part, for whoever reads that this test has failed."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[max(0, at - 80) : at + 40], other[max(0, at - 80) : at + 40]


def pages(addresses, people, luck) -> Iterator[tuple[str, bytes]]:
    """Each for somebody: who that is, chance says."""
    for address in addresses:
        who = luck.choice(people)
        client = Client()
        if who:
            client.force_login(who, "accounts.backends.NameOrAddress")
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address
        yield f"{address} for {who}", answer.content


def everything(game: Game, people, number: int) -> Iterator[tuple[str, bytes]]:
    game = Game.objects.get(pk=game.pk)
    luck = dice(number)
    at = luck.randint(0, game.head)
    paths = [*REVEALING, *luck.sample(OF_A_GAME, 3)]
    yield from pages([f"/games/{game.pk}/{path.format(at=at)}" for path in paths], people, luck)
    yield from pages([luck.choice(OF_PEOPLE)], [one for one in people if one], luck)
    for user in people[:2]:
        told = list(Notification.objects.filter(user=user).order_by("pk"))
        for one in told[-3:]:
            written = letters.about_one(user, one)
            yield f"mail {one.occasion} to {user}", f"{written.subject}\n{written.text}\n{written.html}".encode()
        if told:
            digest = letters.about_many(user, told, is_digest=True)
            yield f"digest of {user}", f"{digest.text}\n{digest.html}".encode()
        data = {"account": export.account_data(user), "games": queries.data_of(user)}
        yield f"export of {user}", json.dumps(data, cls=DjangoJSONEncoder).encode()


def frames_of(game: Game, luck_number: int, frames, capture) -> Iterator[tuple[str, bytes]]:
    """What sockets get when the one to move moves; chance may follow, and draw something else for the twin."""
    game = Game.objects.get(pk=game.pk)
    frames.clear()
    legal = kinds.get(game.kind).rules.legal(log.position(game).state)
    with capture(execute=True):
        move = dice(luck_number).choice(legal)
        key = f"key-of-{game.head}"
        door.submit(game_id=game.pk, seat=Seat(game.to_move or 1), act=Act.MOVE, text=move, seen=game.head, key=key)
    assert frames
    yield "frames", json.dumps(sorted(frames, key=json.dumps)).encode()


@pytest.mark.parametrize("number", range(25))
@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_game_serves_the_same_whatever_its_seed_is(
    start, cast, kind, number, frames, django_capture_on_commit_callbacks
):
    game = start(kind, audience="public" if number % 3 else "link")
    people = cast if game.is_public else cast[:2]
    with transaction.atomic():  # to know how long it is
        length = play_quickly(game, dice(number))
        transaction.set_rollback(True)
    log.forget_all()
    luck, first = dice(number), dice(number + 100).randrange(length)
    for count in (first, length - 1 - first):
        play_quickly(game, luck, count)
        assert game.status == "running"
        check_alike(game.commitment, lambda: everything(game, people, number))
        check_alike(game.commitment, lambda: frames_of(game, number, frames, django_capture_on_commit_callbacks))
    play_quickly(game, luck)
    assert game.status == "over", "and now everything may be known"
    one, other = twins(game.commitment, lambda: everything(game, [cast[0]] * 2, number))
    seed = seeds_of(game.commitment)[0].hex().encode()
    for path in REVEALING:
        name = f"/games/{game.pk}/{path} for ada"
        assert seed in one[name]
        assert one[name] != other[name]
    assert {name for name in one if one[name] != other[name]} == {
        f"/games/{game.pk}/{path} for ada" for path in REVEALING
    }


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_challenge_serves_the_same_whatever_its_seed_and_the_words_of_its_creator_are(ada, ben, cleo, time, kind):
    """Before chance has drawn anything: of Mabula the ring, which is all that it ever draws there."""
    agreement = Agreement(kind, {})
    own = own_seed("toi toi toi")
    offer = challenges.challenge(creator=ada, agreement=agreement, audience="person", invited=ben, own_seed=own)
    link = challenges.challenge(creator=ada, agreement=agreement, audience="link", own_seed=own_seed("toi toi toi"))
    row, _ = mail_invites.register(challenge=link, sender=ada, address="dora@example.org")

    def serve(one: Challenge, people) -> Iterator[tuple[str, bytes]]:
        is_twin = bytes(Secret.objects.get(pk=one.commitment).seed) != seed
        Challenge.objects.filter(pk=one.pk).update(nonce="something else" if is_twin else "toi toi toi")
        yield from pages([f"/challenges/{one.token}/", "/", "/lobby/"], people, dice(1))
        for notification in Notification.objects.filter(challenge=one):
            written = letters.about_one(ben, notification)
            yield "mail", f"{written.subject}\n{written.text}\n{written.html}".encode()
        written = invitation.letter(MailInvitation.objects.get(pk=row.pk))
        yield "invitation", f"{written.subject}\n{written.text}\n{written.html}".encode()

    for one, people in ((offer, [ben]), (link, [ben, cleo, None])):
        seed, _ = seeds_of(one.commitment)
        check_alike(one.commitment, lambda one=one, people=people: serve(one, people))
