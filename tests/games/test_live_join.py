"""A move that is made while a socket opens is heard on it, whenever it comes."""

import json

import pytest
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator

from games import access
from games.live import signals
from games.live.consumer import Live
from games.live.routing import sockets
from tests.games.playing import legal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture(autouse=True)
def nothing_is_left_over(settings):
    """A test has an event loop of its own, and channels belong to a loop."""
    settings.ALLOWED_HOSTS = ["testserver"]
    forget()
    yield
    forget()


def forget() -> None:
    channel_layers.backends.clear()
    signals._loop = None
    Live.limits.clear()


@pytest.fixture
def game(start):
    return start("mabula")


@pytest.mark.parametrize("is_after", [False, True], ids=["before the head is read", "after the head is read"])
async def test_a_move_between_joining_and_the_head_is_heard(game, act, monkeypatch, is_after):
    read_head, made = access.glance, []

    def glance(user, pk):
        """As it is, with a move just before it or just after it."""
        found = read_head(user, pk) if is_after else None
        made.append(act(game, legal(game)[0]).head)
        return found or read_head(user, pk)

    monkeypatch.setattr(access, "glance", glance)
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    socket = WebsocketCommunicator(sockets, f"/live/?game={game.pk}", headers=headers)
    assert await socket.connect() == (True, None)
    seq = 0
    while not made or seq != made[0]:  # what is never told ends this in a TimeoutError
        seq = json.loads(await socket.receive_from(5)).get("seq", 0)
    await socket.disconnect()
