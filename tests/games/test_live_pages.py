"""What pages besides those of games hear: of a challenge, of the lobby, and of what waits for a person."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import guests
from accounts.leaving import delete_account
from accounts.models import FOR_GOOD
from games import access
from games.live import signals
from games.live.consumer import Closing
from games.lobby import blocks, challenges
from games.lobby.start import Agreement
from games.models import Challenge, Sanction
from games.moderation import people
from games.table.door import Act
from tests.games.test_live import browser, code_of, forget, heard, knock, move, page
from tests.private_redis import needs_redis, private_redis

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

OPEN_TO_ALL = ["public", "link"]


@pytest.fixture(autouse=True)
def nothing_is_left_over(settings, monkeypatch):
    settings.ALLOWED_HOSTS = ["testserver"]
    monkeypatch.setattr(signals, "SECONDS_TO_GATHER", 0.2)
    forget()
    yield
    forget()


@pytest.fixture
def offer(ada):
    """Have ada offer a game."""

    def offer(audience="link", **more) -> Challenge:
        return challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience=audience, **more)

    return offer


async def page_of(offer, user=None):
    """The socket of the page of a challenge, which has heard nothing yet."""
    socket = knock(await sync_to_async(browser)(user), f"/live/?challenge={offer.token}")
    assert await socket.connect() == (True, None)
    return socket


async def lobby(user=None):
    socket = knock(await sync_to_async(browser)(user), "/live/?lobby")
    assert await socket.connect() == (True, None)
    return socket


async def hears(socket, signal) -> bool:
    """Wait for a signal, whatever comes before it."""
    while await heard(socket) != signal:
        pass
    return True


async def hears_nothing(*sockets) -> bool:
    return all([await socket.receive_nothing(0.3) for socket in sockets])


CHALLENGE, WAITING, LOBBY = {"challenge": True}, {"waiting": True}, {"lobby": True}


# The page of a challenge


@pytest.mark.parametrize("audience", OPEN_TO_ALL)
async def test_everybody_at_the_page_of_a_challenge_hears_that_it_is_accepted(ada, ben, cleo, offer, audience):
    made = await sync_to_async(offer)(audience)
    sockets = [await page_of(made, one) for one in (ada, ben, cleo, None)]
    await sync_to_async(challenges.accept)(challenge_id=made.pk, user=ben)
    for socket in sockets:
        assert await hears(socket, CHALLENGE)
        await socket.disconnect()


def withdraw(made, ada, ben):
    challenges.withdraw(challenge_id=made.pk, user=ada)


def decline(made, ada, ben):
    challenges.decline(challenge_id=made.pk, user=ben)


def block(made, ada, ben):
    blocks.block(by=ben, whom=ada)


def suspend(made, ada, ben):
    ben.is_superuser = ben.is_staff = True
    ben.save()
    people.impose(by=ben, user=ada, kind=Sanction.Measure.CLOSURE, reason="for the test")


def leave(made, ada, ben):
    delete_account(user=ben)


@pytest.mark.parametrize("act", [withdraw, decline, block, suspend])
async def test_a_challenge_that_ends_without_a_game_is_announced_however_it_ends(ada, ben, offer, act):
    made = await sync_to_async(offer)("person", invited=ben)
    socket = await page_of(made, ben if act is suspend else ada)
    await sync_to_async(act)(made, ada, ben)
    assert await hears(socket, CHALLENGE)
    await socket.disconnect()


async def test_who_is_challenged_and_leaves_the_site_is_no_longer_waited_for(ada, ben, offer):
    made = await sync_to_async(offer)("person", invited=ben)
    socket = await page_of(made, ada)
    await sync_to_async(leave)(made, ada, ben)
    assert await hears(socket, CHALLENGE)
    await socket.disconnect()


async def test_a_page_that_comes_too_late_hears_at_once_that_the_challenge_is_answered(ada, ben, offer):
    made = await sync_to_async(offer)()
    early = await page_of(made, ada)
    assert await early.receive_nothing(), "an open challenge is no news"
    await sync_to_async(challenges.accept)(challenge_id=made.pk, user=ben)
    late = await page_of(made, ada)
    assert await heard(late) == CHALLENGE
    await early.disconnect()
    await late.disconnect()


async def test_a_challenge_to_one_person_does_not_exist_for_others(ada, ben, cleo, offer):
    made = await sync_to_async(offer)("person", invited=ben)
    for stranger in (cleo, None, await sync_to_async(guests.new_guest)()):
        socket = await page_of(made, stranger)
        assert await code_of(socket) == Closing.NOT_FOUND
        await sync_to_async(signals.announce_challenge)(made.token)
        assert await socket.receive_nothing()
        await socket.disconnect()


@pytest.mark.parametrize("token", ["", "nobody-has-made-it", "x" * 33, "%00", "a b", "..", "ä", "user.1"])
async def test_a_challenge_that_is_none_is_not_found(cleo, token):
    for user in (cleo, None):
        socket = knock(await sync_to_async(browser)(user), f"/live/?challenge={token}")
        await socket.connect()
        assert await code_of(socket) == Closing.NOT_FOUND
        await socket.disconnect()


async def test_a_page_hears_of_its_own_challenge_only(offer, ben, cleo):
    one, other = await sync_to_async(offer)(), await sync_to_async(offer)()
    socket = await page_of(one, cleo)
    await sync_to_async(challenges.accept)(challenge_id=other.pk, user=ben)
    assert await hears_nothing(socket)
    await socket.disconnect()


async def test_a_look_at_a_challenge_costs_one_query(cleo, offer):
    def glance():
        made = offer()
        with CaptureQueriesContext(connection) as asked:
            assert access.glance_at_challenge(cleo, made.token) is True
        return len(asked)

    assert await sync_to_async(glance)() == 1


async def test_what_is_rolled_back_is_not_announced_to_the_page_of_a_challenge(ada, ben, offer):
    def roll_back():
        with transaction.atomic():
            challenges.accept(challenge_id=made.pk, user=ben)
            transaction.set_rollback(True)

    watching = await lobby()
    made = await sync_to_async(offer)("public")
    assert await heard(watching) == LOBBY
    socket = await page_of(made, ada)
    await sync_to_async(roll_back)()
    await asyncio.sleep(signals.SECONDS_TO_GATHER)
    assert await hears_nothing(socket, watching)
    await socket.disconnect()
    await watching.disconnect()


# What waits for a person


async def test_who_is_challenged_hears_it_on_any_page_and_nobody_else_does(ada, ben, cleo, offer):
    async with page(ada) as adas, page(ben) as bens, page(cleo) as cleos:
        await sync_to_async(offer)("person", invited=ben)
        assert await heard(bens) == await heard(adas) == WAITING
        assert await hears_nothing(bens, adas), "it is told once, though there is a notification too"
        assert await hears_nothing(cleos)


async def test_a_rematch_is_heard_by_both_and_not_by_who_watches(ada, ben, cleo, start, act):
    game = await sync_to_async(start)("mabula")
    await sync_to_async(act)(game, kind=Act.RESIGN)
    async with page(ada, game) as adas, page(ben, game) as bens, page(cleo, game) as watching:
        await sync_to_async(challenges.rematch)(game=game, user=ada)
        assert await hears(bens, WAITING)
        assert await hears(adas, WAITING)
        await sync_to_async(challenges.rematch)(game=game, user=ben)
        assert await hears(adas, WAITING)
        assert await hears_nothing(watching)


async def test_a_game_that_ends_is_heard_by_both_players_on_any_page(ada, ben, start, act):
    game = await sync_to_async(start)("mabula")
    async with page(ada) as adas, page(ben) as bens:
        await sync_to_async(act)(game, kind=Act.RESIGN)
        assert await heard(adas) == await heard(bens) == WAITING
        assert await hears_nothing(adas, bens)


# The lobby


async def test_the_lobby_hears_of_challenges_to_all_and_of_games_that_begin_and_end(ada, ben, cleo, offer, act):
    def begin():
        return challenges.accept(challenge_id=made.pk, user=ben)

    for user in (cleo, None):
        socket = await lobby(user)
        made = await sync_to_async(offer)("public")
        assert await heard(socket) == LOBBY
        game = await sync_to_async(begin)()
        assert await heard(socket) == LOBBY
        await move(game, act)
        await asyncio.sleep(signals.SECONDS_TO_GATHER)
        assert await hears_nothing(socket), "moves are too many to be told to all"
        await sync_to_async(act)(game, kind=Act.RESIGN)
        assert await heard(socket) == LOBBY
        await socket.disconnect()


async def test_the_lobby_hears_nothing_of_what_is_not_for_all(ada, ben, offer, act):
    socket = await lobby()
    made = await sync_to_async(offer)("link")
    await sync_to_async(offer)("person", invited=ben)
    game = await sync_to_async(challenges.accept)(challenge_id=made.pk, user=ben)
    await sync_to_async(act)(game, kind=Act.RESIGN)
    await asyncio.sleep(signals.SECONDS_TO_GATHER)
    assert await hears_nothing(socket)
    await socket.disconnect()


async def test_a_busy_lobby_is_announced_once_for_all_that_happens_in_a_moment(ada, offer, monkeypatch):
    def a_rush():
        for _ in range(5):
            challenges.withdraw(challenge_id=offer("public").pk, user=ada)

    monkeypatch.setattr(signals, "SECONDS_TO_GATHER", 2.0)
    socket = await lobby()
    await sync_to_async(a_rush)()
    assert await heard(socket) == LOBBY
    assert await hears_nothing(socket)
    await sync_to_async(offer)("public")
    assert await heard(socket) == LOBBY, "and what comes later is announced again"
    await socket.disconnect()


async def test_only_pages_that_show_the_lobby_hear_of_it(cleo, offer):
    async with page(cleo) as elsewhere:
        await sync_to_async(offer)("public")
        await asyncio.sleep(signals.SECONDS_TO_GATHER)
        assert await hears_nothing(elsewhere)


async def test_who_is_suspended_hears_nothing_of_the_lobby(cleo):
    cleo.barred_until = FOR_GOOD
    await sync_to_async(cleo.save)()
    socket = await lobby(cleo)
    assert await code_of(socket) == Closing.BARRED
    await socket.disconnect()


# With several processes


@needs_redis
async def test_a_challenge_and_the_lobby_are_heard_from_another_process(settings, ada, ben, offer):
    with private_redis() as server:
        host = {"address": server.url, "socket_timeout": None}
        backend = "channels_redis.pubsub.RedisPubSubChannelLayer"
        settings.CHANNEL_LAYERS = {"default": {"BACKEND": backend, "CONFIG": {"hosts": [host]}}}
        watching = await lobby()
        made = await sync_to_async(offer)("public")
        assert await heard(watching) == LOBBY
        socket = await page_of(made, ada)
        signals._loop = None  # as in a process without sockets
        await sync_to_async(challenges.accept)(challenge_id=made.pk, user=ben)
        assert await hears(socket, CHALLENGE)
        assert await heard(watching) == LOBBY
        await socket.disconnect()
        await watching.disconnect()
        await channel_layers["default"].flush()
