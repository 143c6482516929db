"""Signals over a real Redis that dies, comes back, and stands still."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers

from games.live import signals
from games.live.consumer import Closing
from games.table.door import Verdict
from tests.games.test_live import browser, code_of, forget, heard, knock, move, page
from tests.private_redis import needs_redis, private_redis

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio,
    needs_redis,
]


@pytest.fixture
def redis(settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    forget()
    with private_redis() as server:
        host = {"address": server.url, "socket_timeout": None}
        backend = "channels_redis.pubsub.RedisPubSubChannelLayer"
        settings.CHANNEL_LAYERS = {"default": {"BACKEND": backend, "CONFIG": {"hosts": [host]}}}
        yield server
    forget()


@pytest.fixture
def game(start):
    return start("mabula")


async def hears_again(socket, announce):
    """What was announced while Redis was away is lost; what is announced once it is back arrives, after a moment."""
    async with asyncio.timeout(30):
        while True:
            announce()
            if not await socket.receive_nothing(0.5):
                return await heard(socket)


async def test_a_signal_from_another_process_arrives(redis, cleo, game):
    async with page(cleo, game) as watching:
        elsewhere = channel_layers.make_backend("default")  # shares nothing with ours but Redis
        await elsewhere.group_send(
            signals.game_group(game.pk), {"type": "signal", "signal": {"game": game.pk, "seq": 9}}
        )
        assert await heard(watching) == {"game": game.pk, "seq": 9}
        await elsewhere.flush()
    await channel_layers["default"].flush()


async def test_a_process_without_sockets_announces_too(redis, cleo, game, act):
    async with page(cleo, game) as watching:
        signals._loop = None
        answer = await move(game, act)
        assert await heard(watching) == {"game": game.pk, "seq": answer.head}
    await channel_layers["default"].flush()


async def test_open_sockets_hear_again_once_redis_is_back(redis, cleo, game, act):
    async with page(cleo, game) as watching:
        await sync_to_async(redis.kill)()
        assert (await move(game, act)).verdict is Verdict.ACCEPTED, "a move needs no Redis"
        await sync_to_async(redis.start)()
        assert await hears_again(watching, lambda: signals.announce_game(game.pk, 7)) == {"game": game.pk, "seq": 7}
    await channel_layers["default"].flush()


async def test_open_sockets_hear_again_once_redis_goes_on(redis, cleo, game, act):
    async with page(cleo, game) as watching:
        with redis.standing_still():
            assert (await move(game, act)).verdict is Verdict.ACCEPTED
            await asyncio.sleep(signals.SECONDS_TO_SEND + 0.5)
        assert await hears_again(watching, lambda: signals.announce_game(game.pk, 7)) == {"game": game.pk, "seq": 7}
    await channel_layers["default"].flush()


async def is_refused_politely(client, game):
    socket = knock(client, f"/live/?game={game.pk}")
    assert (await socket.connect(5))[0], "a page reads no code of a socket that was not accepted"
    assert await code_of(socket) == Closing.OUT_OF_ORDER


async def test_a_socket_that_cannot_be_opened_without_redis_can_be_opened_later(redis, cleo, game):
    await sync_to_async(redis.kill)()
    client = await sync_to_async(browser)(cleo)
    await is_refused_politely(client, game)
    await sync_to_async(redis.start)()
    async with page(game=game, client=client):
        pass
    await channel_layers["default"].flush()
