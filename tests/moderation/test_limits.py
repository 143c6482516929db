"""Limits against abuse: every form has one, sockets have one, and no stranger fills a mailbox."""

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import get_resolver, reverse

from accounts import limits
from accounts.models import User
from games import queries
from games.live.socket_limits import SocketLimits
from games.lobby import challenges
from games.lobby.challenges import LobbyRefused
from games.lobby.start import Agreement
from games.models import Delivery
from games.notify import events
from games.site import demo
from marabunta_site import settings as real
from tests.addresses import addresses
from tests.games import test_access
from tests.moderation.people import client_of, person

pytestmark = pytest.mark.django_db
PARTS = {"key": "mabula", "name": "ada", "token": "a-token", "app_label": "games", "url": "x", "cid": "x"}
NO_ANSWER = {"healthz", "readyz"}  # answer GET alone, to whoever asks from inside


@pytest.fixture(autouse=True)
def still(monkeypatch):
    """A moment that does not pass: whatever is counted is counted in one window."""
    cache.clear()
    monkeypatch.setattr(limits, "now", lambda: 1_800_000_000.0)


@pytest.fixture
def rate(settings):
    def rate(**rates):
        settings.LIMITS = {name.replace("_", "-"): value for name, value in rates.items()}

    return rate


# Every form


# Looking at these has a limit too: tests/games/test_drawn.py, tests/ratings/test_publication.py
COSTLY = {"games:picture", "games:ladder-games", "games:ladder-games-bots"}


def test_every_address_to_which_anything_can_be_sent_has_a_limit(rate, game, player):
    """With limits of nothing, nothing is taken: by no view of ours, of allauth, or of the administration."""
    actions = {limits.action_of(view) for view in views()}
    assert actions <= set(real.LIMITS)
    rate(**{name.replace("-", "_"): "0/m" for name in real.LIMITS})
    clients = {"visitor": Client(), "member": client_of(player)}
    demo.play(PARTS["key"], 1)  # a random game that was worked out before is shown to anyone, however many they saw
    names = {name: parts for name, _, parts in addresses() if name not in NO_ANSWER | test_access.UNNAMED}
    assert len(names) > 150
    for name, parts in names.items():
        path = reverse(name, kwargs={part: PARTS.get(part, 1) for part in parts})
        for who, client in clients.items():
            assert client.post(path, {}).status_code == 429, (name, who)
            assert client.get(path).status_code != 429 or name in COSTLY, (name, who)


def views():
    def walk(patterns):
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                yield from walk(pattern.url_patterns)
            else:
                yield pattern.callback

    return walk(get_resolver().url_patterns)


def test_every_limit_can_be_read(settings):
    settings.LIMITS = real.LIMITS
    for action, rates in real.LIMITS.items():
        assert len(limits.rates_of(action)) == rates.count("/"), action


@pytest.mark.parametrize("text", ["5", "5/", "/h", "5/w", "5/0s", "5/h;", "5/h,", "-5/h", "5 / h", "5/h/ip"])
def test_what_is_not_a_rate_is_no_limit_by_mistake(text):
    with pytest.raises(ValueError, match="not a rate"):
        limits.parse_rates(text)


def test_a_window_may_last_several_units_and_ends(rate, monkeypatch):
    assert limits.parse_rates("20/10s, 3/2d") == ((20, 10), (3, 2 * 86400))
    rate(form="1/10s")
    for seconds, is_allowed in ((0, True), (9, False), (10, True)):
        monkeypatch.setattr(limits, "now", lambda seconds=seconds: 1_800_000_000.0 + seconds)
        assert limits.consume("form", "somebody") is is_allowed


def test_a_person_has_their_own_count_and_visitors_that_of_their_address(rate, player, opponent):
    rate(form="2/m")
    path = reverse("games:read")
    one, two = client_of(player), client_of(opponent)
    sent = {"notification": "all"}
    assert [one.post(path, sent).status_code for _ in range(3)] == [303, 303, 429]
    assert two.post(path, sent).status_code == 303
    here, there = Client(), Client(REMOTE_ADDR="192.0.2.7")
    assert [here.post(path).status_code for _ in range(3)] == [302, 302, 429]
    assert there.post(path).status_code == 302


def test_what_has_a_limit_of_its_own_does_not_use_up_that_of_others(rate, player):
    rate(form="1/m", export="1/h")
    client = client_of(player)
    assert client.post(reverse("accounts:export")).status_code == 200
    assert client.post(reverse("games:read"), {"notification": "all"}).status_code == 303
    assert client.post(reverse("accounts:export")).status_code == 429


def test_several_rates_hold_together(rate):
    rate(form="2/m,3/h")
    assert [limits.consume("form", "somebody") for _ in range(3)] == [True, True, False]
    assert limits.rates_of("form") == ((2, 60), (3, 3600))


def test_what_was_typed_is_not_lost(rate, player, game):
    rate(chat="0/m")
    answer = client_of(player).post(reverse("games:chat", args=[game.pk]), {"text": "A long & kind letter"})
    assert answer.status_code == 429
    assert answer["Retry-After"] == "60"
    page = answer.content.decode()
    assert "Slow down" in page
    assert "A long &amp; kind letter</textarea>" in page


def test_a_cache_that_is_away_locks_nobody_out(rate, player, settings, caplog):
    settings.CACHES = {"default": {"BACKEND": "tests.moderation.test_limits.Broken"}}
    rate(form="1/m")
    client = client_of(player)
    assert [client.post(reverse("games:read"), {"notification": "all"}).status_code for _ in range(3)] == [303] * 3
    assert "Nothing is counted" in caplog.text


class Broken:
    def __init__(self, *_):
        self.key_prefix = ""

    def add(self, *_, **__):
        raise ConnectionError

    def get(self, *_, **__):
        return None

    def set(self, *_, **__):
        return None

    def close(self, **_):
        return None


def test_addresses_of_one_household_are_one():
    def network(address):
        return limits.network_of(RequestFactory().get("/", REMOTE_ADDR=address))

    assert network("2001:db8::1") == network("2001:db8::ffff:2") != network("2001:db8:0:1::1")
    assert network("192.0.2.1") != network("192.0.2.2")
    assert network("") == "nowhere"


# Sockets; the rest is in tests/games/test_live.py


@pytest.mark.asyncio
async def test_one_opens_so_many_sockets_at_a_time_and_in_a_minute(rate):
    rate(connect="5/m")
    sockets = SocketLimits(most_of_person=2)
    assert [await sockets.add("ada", is_visitor=False) for _ in range(3)] == [True, True, False]
    for _ in range(3):
        sockets.remove("ada")
    assert not sockets.open
    sockets.most_of_person = 9
    assert [await sockets.add("ada", is_visitor=False) for _ in range(3)] == [True, True, False]
    assert await sockets.add("ben", is_visitor=False)
    rate()
    assert await SocketLimits(most_of_person=1).add("ada", is_visitor=False)


# Mail


@pytest.fixture
def capped(settings):
    cache.clear()
    settings.LIMITS = {"mail": "3/h"}


def ask_for_code(address="ada@example.org", where="192.0.2.1"):
    return Client(REMOTE_ADDR=where).post(reverse("account_request_login_code"), {"email": address})


def test_an_address_gets_few_mails_that_strangers_ask_for(capped, player, caplog):
    answers = []
    for number in range(6):
        name = "account_reset_password" if number % 2 else "account_request_login_code"
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        answers.append(client.post(reverse(name), {"email": "ADA@example.org" if number > 3 else "ada@example.org"}))
    assert len(mail.outbox) == 3
    assert {answer.status_code for answer in answers} == {302}  # nobody is told
    assert answers[0]["Location"] == answers[4]["Location"]
    assert caplog.text.count("A mail (") == 3
    assert "ada@" not in caplog.text


def test_an_address_without_an_account_is_answered_alike(settings, player):
    settings.LIMITS = {"mail": "2/h"}
    for address in ("nobody@example.org", "ada@example.org"):
        answers = [ask_for_code(address, f"192.0.2.{number}") for number in range(3)]
        assert {answer["Location"] for answer in answers} == {reverse("account_confirm_login_code")}
    assert len(mail.outbox) == 4


def test_other_addresses_are_not_concerned(capped, player, opponent):
    for number in range(5):
        ask_for_code(where=f"192.0.2.{number}")
    ask_for_code("ben@example.org")
    assert mail.outbox[-1].to == ["ben@example.org"]


def test_what_concerns_the_safety_of_an_account_always_goes_out(settings, player):
    settings.LIMITS = {"mail": "0/h"}
    client = client_of(player)
    client.post(reverse("account_reauthenticate"), {"password": "correct horse battery"})
    sent = {"oldpassword": "correct horse battery", "password1": "a basket full of crumbs"}
    client.post(reverse("account_change_password"), sent | {"password2": "a basket full of crumbs"})
    assert [letter.to for letter in mail.outbox] == [["ada@example.org"]]


# Challenges


def offer(creator, invited):
    return challenges.challenge(creator=creator, invited=invited, agreement=Agreement("mabula", {}), audience="person")


def test_nobody_is_pestered_by_challenges_of_one_person(player, opponent, bystander):
    for _ in range(challenges.MOST_TO_ONE):
        challenges.withdraw(challenge_id=offer(player, opponent).pk, user=player)
    with pytest.raises(LobbyRefused, match="challenged-often"):
        offer(player, opponent)
    offer(player, bystander)
    offer(bystander, opponent)


def test_challenges_that_are_accepted_do_not_count(player, opponent):
    for _ in range(challenges.MOST_TO_ONE + 2):
        challenges.accept(challenge_id=offer(player, opponent).pk, user=opponent)
    assert len(queries.running_games(player)) == challenges.MOST_TO_ONE + 2


def test_who_is_challenged_by_many_finds_the_rest_on_the_site(opponent, monkeypatch):
    monkeypatch.setattr(events, "MOST_CHALLENGES", 2)
    for number in range(4):
        offer(person(f"many{number}"), opponent)
    told = Delivery.objects.filter(notification__user=opponent, notification__occasion="challenge")
    assert told.filter(channel="site").count() == 4
    assert told.exclude(channel="site").values("notification").distinct().count() == 2
    assert User.objects.filter(username__startswith="many").count() == 4


def test_guests_of_one_address_share_a_limit_however_many_they_are(rate):
    """Each has a browser of their own; members at the same address are not counted."""
    rate(guests_play="3/m", play="60/m")
    wish = {"kind": "mabula", "bot": "larva", "seat": "1"}
    assert [Client().post("/play/", wish).status_code for _ in range(5)] == [303, 303, 303, 429, 429]
    guest = Client(REMOTE_ADDR="10.1.2.3")
    assert [guest.post("/play/", wish).status_code for _ in range(5)] == [303, 303, 303, 429, 429]
    assert client_of(person("Ada")).post("/play/", wish).status_code == 303
