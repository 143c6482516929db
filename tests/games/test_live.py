"""The live socket: who may open it, what it says and hears, how it ends, and that no move ever waits for it."""

import asyncio
import json
import threading
from contextlib import asynccontextmanager

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer, channel_layers
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import limits
from accounts.leaving import delete_account
from accounts.models import User
from games import access
from games.live import session_watch, signals
from games.live.consumer import Closing, Live
from games.live.presence import Presence
from games.live.routing import sockets
from games.models import Game
from games.table.door import Verdict
from marabunta_site import settings as real
from tests.accounts.members import logged_in, member, reauthenticate
from tests.games.playing import legal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

ORIGIN = "http://testserver"


@pytest.fixture(autouse=True)
def nothing_is_left_over(settings):
    """A test has an event loop of its own, and channels belong to a loop."""
    settings.ALLOWED_HOSTS = ["testserver"]
    forget()
    yield
    forget()


@pytest.fixture
def still(monkeypatch):
    """A moment that does not pass: whatever is counted is counted in one window."""
    cache.clear()
    monkeypatch.setattr(limits, "now", lambda: 1_800_000_000.0)


def forget() -> None:
    for thread in threading.enumerate():  # of a process without sockets
        if thread.name == "live":
            thread.join()
    channel_layers.backends.clear()
    signals._loop = None
    Live.limits.clear()


@pytest.fixture
def game(start):
    return start("mabula")


@pytest.fixture
def private(start):
    return start("mabula", audience="link")


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def knock(client: Client | None = None, path="/live/", origin=ORIGIN, host="testserver") -> WebsocketCommunicator:
    """A page that is about to open its socket."""
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    if client is not None and client.cookies:
        headers.append((b"cookie", client.cookies.output(header="", sep=";").strip().encode()))
    return WebsocketCommunicator(sockets, path, headers=headers)


@asynccontextmanager
async def page(user: User | None = None, game: Game | None = None, client: Client | None = None):
    """A page with its socket open, which has heard where its game stands."""
    client = client or await sync_to_async(browser)(user)
    socket = knock(client, f"/live/?game={game.pk}" if game else "/live/")
    assert await socket.connect() == (True, None)
    if game:
        head = await heard(socket)
        assert head["game"] == game.pk and head["seq"] >= 0
    yield socket
    await socket.disconnect()


async def heard(socket):
    return json.loads(await socket.receive_from(5))


async def code_of(socket):
    closed = await socket.receive_output(5)
    assert closed["type"] == "websocket.close", closed
    assert type(closed["code"]) is int, "Daphne takes no other"
    return closed["code"]


async def move(game, act):
    options = await sync_to_async(legal)(game)
    return await sync_to_async(act)(game, options[0])


# What it says


async def test_a_page_hears_where_its_game_stands_and_then_of_every_move(ada, ben, cleo, game, act):
    async with page(cleo, game) as watching, page(None, game) as visiting:
        for _ in range(3):
            answer = await move(game, act)
            assert await heard(watching) == {"game": game.pk, "seq": answer.head}
            assert await heard(visiting) == {"game": game.pk, "seq": answer.head}


async def test_a_page_that_comes_later_hears_the_head_first(cleo, game, act):
    answer = await move(game, act)
    socket = knock(await sync_to_async(browser)(cleo), f"/live/?game={game.pk}")
    await socket.connect()
    assert await heard(socket) == {"game": game.pk, "seq": answer.head}
    await socket.disconnect()


async def test_both_players_hear_on_any_page_that_another_number_of_games_waits(ada, ben, cleo, game, act):
    async with page(ada) as adas, page(ben) as bens, page(cleo) as cleos:
        await move(game, act)
        assert await heard(adas) == {"waiting": True}
        assert await heard(bens) == {"waiting": True}
        assert await cleos.receive_nothing()


async def test_who_was_accepted_hears_that_a_game_waits(ada, ben, start):
    async with page(ada) as adas, page(ben) as bens:
        await sync_to_async(start)("mabula")
        assert await heard(adas) == await heard(bens) == {"waiting": True}


async def test_a_move_inside_a_turn_leaves_the_number_of_waiting_games_alone(ada, ben, start, act):
    game = await sync_to_async(start)("marabunta")
    async with page(ada) as adas, page(ben) as bens:
        was = game.to_move
        for _ in range(20):
            await move(game, act)
            await sync_to_async(game.refresh_from_db)()
            if game.to_move != was:
                break
            assert await adas.receive_nothing(0.02) and await bens.receive_nothing(0.02)
        assert await heard(adas) == await heard(bens) == {"waiting": True}


async def test_chat_is_announced_without_a_word_of_it(cleo, game):
    async with page(cleo, game) as watching:
        await sync_to_async(signals.announce_chat)(game.pk)
        assert await heard(watching) == {"chat": game.pk}


async def test_a_page_hears_of_its_own_game_only(cleo, game, start, act):
    other = await sync_to_async(start)("mabula")
    async with page(cleo, game) as watching:
        await move(other, act)
        assert await watching.receive_nothing()


async def test_what_is_rolled_back_is_never_announced(cleo, game, act):
    def roll_back():
        with transaction.atomic():
            assert act(game, legal(game)[0]).verdict is Verdict.ACCEPTED
            transaction.set_rollback(True)

    async with page(cleo, game) as watching:
        await sync_to_async(roll_back)()
        assert await watching.receive_nothing()


async def test_what_is_refused_is_never_announced(cleo, game, act):
    async with page(cleo, game) as watching:
        assert (await sync_to_async(act)(game, "nonsense")).verdict is Verdict.REFUSED
        assert (await sync_to_async(act)(game, "a1-a2", seen=999)).verdict is Verdict.STALE
        assert await watching.receive_nothing()


async def test_a_hint_from_any_thread_reaches_the_sockets(cleo, game):
    """A worker in the same process has a thread without an event loop, or with one of its own."""

    async def from_a_loop():
        signals.announce_game(game.pk, 8)

    async with page(cleo, game) as watching:
        threading.Thread(target=signals.announce_game, args=(game.pk, 7)).start()
        assert await heard(watching) == {"game": game.pk, "seq": 7}
        threading.Thread(target=lambda: asyncio.run(from_a_loop())).start()
        assert await heard(watching) == {"game": game.pk, "seq": 8}


async def test_connecting_costs_one_query_besides_the_session_and_the_user(cleo, game):
    def glance():
        with CaptureQueriesContext(connection) as queries:
            assert access.glance(cleo, game.pk)[0] == game.head
        return len(queries)

    assert await sync_to_async(glance)() == 1


# Who may open it


@pytest.mark.parametrize(
    "path", ["/live/?game=999999", "/live/?game=", "/live/?game=x", "/live/?game=-1", "/live/?game=1e9"]
)
async def test_a_game_that_is_none_is_not_found(cleo, path):
    socket = knock(await sync_to_async(browser)(cleo), path)
    await socket.connect()
    assert await code_of(socket) == Closing.NOT_FOUND
    await socket.disconnect()


async def test_a_private_game_does_not_exist_for_strangers(ada, cleo, private, act):
    for stranger in (cleo, None):
        socket = knock(await sync_to_async(browser)(stranger), f"/live/?game={private.pk}")
        await socket.connect()
        assert await code_of(socket) == Closing.NOT_FOUND
        await move(private, act)
        assert await socket.receive_nothing()
        await socket.disconnect()
    async with page(ada, private) as adas:
        answer = await move(private, act)
        assert await heard(adas) == {"game": private.pk, "seq": answer.head}


async def test_a_moderator_may_hear_of_a_private_game(cleo, private, act):
    def promote():
        cleo.is_staff = True
        cleo.save()
        cleo.user_permissions.add(Permission.objects.get(codename="view_game"))

    await sync_to_async(promote)()
    async with page(cleo, private) as watching:
        answer = await move(private, act)
        assert await heard(watching) == {"game": private.pk, "seq": answer.head}


async def test_a_visitor_without_a_game_has_nothing_to_hear():
    socket = knock()
    await socket.connect()
    assert await code_of(socket) == Closing.NOT_FOUND
    await socket.disconnect()


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (None, "testserver"),
        ("null", "testserver"),
        ("", "testserver"),
        ("https://testserver", "testserver"),
        ("http://testserver:8000", "testserver"),
        ("http://testserver", "testserver:8000"),
        ("http://testserver.evil.example", "testserver"),
        ("http://evil.example", "testserver"),
        ("http://evil.example", "evil.example"),
    ],
)
async def test_only_our_own_pages_get_in(cleo, origin, host):
    socket = knock(await sync_to_async(browser)(cleo), origin=origin, host=host)
    assert (await socket.connect())[0] is False


async def test_behind_a_proxy_our_pages_come_by_https(cleo, settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    client = await sync_to_async(browser)(cleo)
    for forwarded, is_let_in in ((b"https", True), (b"http", False)):
        socket = knock(client, origin="https://testserver")
        socket.scope["headers"].append((b"x-forwarded-proto", forwarded))
        assert (await socket.connect())[0] is is_let_in
        if is_let_in:
            await socket.disconnect()


async def test_there_is_no_other_socket(cleo):
    socket = knock(await sync_to_async(browser)(cleo), "/elsewhere/")
    assert (await socket.connect())[0] is False


async def test_one_person_has_so_many_sockets_and_no_more(cleo, monkeypatch):
    monkeypatch.setattr(Live.limits, "most_of_person", 2)
    async with page(cleo):
        async with page(cleo):
            third = knock(await sync_to_async(browser)(cleo))
            await third.connect()
            assert await code_of(third) == Closing.TOO_MANY
            await third.disconnect()
        async with page(cleo):
            pass
    assert not Live.limits.open


async def test_visitors_at_one_address_have_so_many_sockets_and_no_more(game, cleo, monkeypatch):
    monkeypatch.setattr(Live.limits, "most_at_address", 2)
    async with page(None, game):
        async with page(None, game), page(cleo, game):
            third = knock(path=f"/live/?game={game.pk}")
            await third.connect()
            assert await code_of(third) == Closing.TOO_MANY
            await third.disconnect()
        async with page(None, game):
            pass
    assert not Live.limits.open


@pytest.mark.parametrize("is_visitor", [True, False])
async def test_sockets_are_opened_so_often_in_a_minute_and_no_more(game, cleo, settings, still, *, is_visitor):
    settings.LIMITS = {"connect": "2/m", "visitor-connect": "2/m"}
    user = None if is_visitor else cleo
    client = await sync_to_async(browser)(user)
    for _ in range(2):
        async with page(user, game, client):
            pass
    again = knock(client, f"/live/?game={game.pk}")
    await again.connect()
    assert await code_of(again) == Closing.TOO_MANY
    await again.disconnect()
    async with page(None if user else cleo, game):  # others are not concerned
        pass


# What it hears


@pytest.mark.parametrize(
    "message",
    [
        "visible",
        "{}",
        "[]",
        "null",
        '{"visible": 1}',
        '{"visible": null}',
        '{"visible": true, "seat": 2}',
        '{"type": "recheck"}',
        '{"visible": true' + " " * 100 + "}",
        "[" * 60,
    ],
)
async def test_whatever_is_not_about_being_visible_ends_the_socket(cleo, message):
    async with page(cleo) as socket:
        await socket.send_to(text_data=message)
        assert await code_of(socket) == Closing.BAD_MESSAGE


async def test_bytes_end_the_socket(cleo):
    async with page(cleo) as socket:
        await socket.send_to(bytes_data=b'{"visible": true}')
        assert await code_of(socket) == Closing.BAD_MESSAGE


async def test_who_talks_without_end_is_cut_off(cleo, settings, still):
    settings.LIMITS = {"socket-message": real.LIMITS["socket-message"]}
    async with page(cleo) as socket:
        for number in range(20):
            await socket.send_json_to({"visible": number % 2 == 0})
        assert await socket.receive_nothing()
        await socket.send_json_to({"visible": True})
        assert await code_of(socket) == Closing.BAD_MESSAGE


# Presence


async def test_players_see_each_other_while_a_tab_of_theirs_is_visible(ada, ben, game):
    async with page(ada, game) as adas:
        await adas.send_json_to({"visible": True})
        assert await heard(adas) == {"here": 1}
        async with page(ben, game) as bens:
            assert await heard(bens) == {"here": 1}
            await bens.send_json_to({"visible": True})
            assert await heard(adas) == await heard(bens) == {"here": 2}
            await bens.send_json_to({"visible": False})
            assert await heard(adas) == await heard(bens) == {"gone": 2}
            await bens.send_json_to({"visible": True})
            assert await heard(adas) == {"here": 2}
        assert await heard(adas) == {"gone": 2}


async def test_two_tabs_of_one_player_count_as_one(ada, ben, game):
    async with page(ben, game) as bens, page(ada, game) as first:
        await first.send_json_to({"visible": True})
        assert await heard(bens) == {"here": 1}
        async with page(ada, game) as second:
            await second.send_json_to({"visible": True})
            assert await heard(first) == await heard(second) == {"here": 1}
        assert await bens.receive_nothing() and await first.receive_nothing()
        await first.send_json_to({"visible": False})
        assert await heard(bens) == {"gone": 1}


async def test_who_watches_sees_the_players_and_is_not_seen(ada, cleo, game):
    async with page(cleo, game) as watching, page(ada, game) as adas:
        await watching.send_json_to({"visible": True})
        assert await adas.receive_nothing()
        await adas.send_json_to({"visible": True})
        assert await heard(watching) == {"here": 1}


async def test_a_player_of_whom_nothing_is_heard_any_more_is_gone(ada, cleo, game, monkeypatch):
    monkeypatch.setattr(Live, "heartbeat", 0.3)
    async with page(cleo, game) as watching, page(ada, game) as adas:
        await adas.send_json_to({"visible": True})
        assert await heard(watching) == {"here": 1}
        assert await watching.receive_nothing(1.0), "as long as the tab gives signs of life"
        message = {"type": "here", "seat": 2, "tab": "of-a-process-that-was-killed"}
        await signals.send(signals.game_group(game.pk), message)
        assert await heard(watching) == {"here": 2}
        assert await heard(watching) == {"gone": 2}


# How it ends


async def test_a_socket_ends_by_itself_long_before_daphne_forgets_it(cleo, settings):
    assert 2 * 3600 <= settings.SOCKET_SECONDS <= 4 * 3600
    settings.SOCKET_SECONDS = 0.05
    async with page(cleo) as socket:
        assert await code_of(socket) == Closing.AGED


class Forgetful(Presence):
    def forget(self, before):
        raise RuntimeError("nobody is remembered")


async def test_a_socket_that_loses_track_is_logged_and_closed_so_that_its_page_opens_another(
    ada, game, caplog, monkeypatch
):
    """A task that nobody awaits would fail in silence, and the socket would stay open and hear nothing."""
    monkeypatch.setattr(Live, "heartbeat", 0.01)
    monkeypatch.setattr("games.live.consumer.Presence", Forgetful)
    async with page(ada, game) as socket:
        assert await code_of(socket) == Closing.AGED
    assert "A socket could not repeat its presence" in caplog.text


async def test_logging_out_closes_the_sockets_of_that_browser_alone(cleo, game):
    here, elsewhere = await sync_to_async(browser)(cleo), await sync_to_async(browser)(cleo)
    async with page(client=here, game=game) as closing, page(client=here) as too, page(client=elsewhere) as staying:
        assert (await sync_to_async(here.post)("/account/logout/")).status_code == 302
        assert await code_of(closing) == await code_of(too) == Closing.LOGGED_OUT
        assert await staying.receive_nothing()
        await sync_to_async(signals.announce_waiting)(cleo.pk)
        assert await heard(staying) == {"waiting": True}
        assert await too.receive_nothing() and await closing.receive_nothing()


async def test_a_session_that_is_ended_from_elsewhere_closes_its_sockets(db):
    await sync_to_async(member)("Ines", "ines@example.org")
    here, elsewhere = await sync_to_async(logged_in)("Ines"), await sync_to_async(logged_in)("Ines")
    await sync_to_async(reauthenticate)(here)
    async with page(client=here) as staying, page(client=elsewhere) as closing:
        assert (await sync_to_async(here.post)("/account/sessions/")).status_code == 302
        assert await code_of(closing) == Closing.LOGGED_OUT
        assert await staying.receive_nothing()


async def test_a_session_that_has_expired_closes_its_sockets(cleo, monkeypatch):
    monkeypatch.setattr(Live.sessions, "seconds", 0.05)
    client = await sync_to_async(browser)(cleo)
    sessions = Session.objects.filter(pk=client.cookies["sessionid"].value)
    async with page(client=client) as closing, page(cleo) as staying:
        await sessions.aupdate(expire_date=timezone.now())
        assert await code_of(closing) == Closing.LOGGED_OUT
        assert await staying.receive_nothing(0.3)


async def test_a_session_that_another_process_deletes_closes_its_sockets(cleo, monkeypatch):
    """Without a word: no signal of Django's is sent, and none through the channel layer."""
    monkeypatch.setattr(Live.sessions, "seconds", 0.05)
    client = await sync_to_async(browser)(cleo)
    rows = Session.objects.filter(pk=client.cookies["sessionid"].value)
    async with page(client=client) as closing, page(cleo) as staying:
        await sync_to_async(rows._raw_delete)(rows.db)
        assert await code_of(closing) == Closing.LOGGED_OUT
        assert await staying.receive_nothing(0.3)


async def test_all_sessions_are_looked_at_at_once_and_a_failure_is_no_end(cleo, ada, monkeypatch, caplog):
    monkeypatch.setattr(Live.sessions, "seconds", 0.05)
    failing = [True]
    looked_at = []

    def ended(keys):
        looked_at.append(len(keys))
        if failing:
            failing.clear()
            raise OperationalError("the database is away")
        return set()

    monkeypatch.setattr(session_watch, "ended", ended)
    async with page(cleo) as one, page(cleo), page(ada):
        assert await one.receive_nothing(0.5)
    assert len(looked_at) > 1
    assert looked_at[-1] == 3
    assert "The sessions of open sockets could not be looked at" in caplog.text


async def test_a_closed_session_is_found_within_a_minute():
    assert Live.sessions.seconds <= 50


async def test_another_password_closes_the_sockets_of_other_browsers(cleo):
    def change_password(client):
        fields = {"oldpassword": "correct horse battery", "password1": "a new basket", "password2": "a new basket"}
        assert client.post("/account/password/change/", fields).status_code == 302

    here, elsewhere = await sync_to_async(browser)(cleo), await sync_to_async(browser)(cleo)
    async with page(client=elsewhere) as closing:
        await sync_to_async(change_password)(here)
        assert await code_of(closing) == Closing.LOGGED_OUT
    async with page(client=here):
        pass


async def test_who_may_no_longer_log_in_is_cut_off(cleo):
    def ban():
        cleo.is_active = False
        cleo.save(update_fields=["is_active"])

    async with page(cleo) as socket:
        await sync_to_async(ban)()
        assert await code_of(socket) == Closing.LOGGED_OUT


async def test_a_deleted_account_has_no_sockets(ada, game):
    async with page(ada) as socket:
        await sync_to_async(delete_account)(user=ada)
        assert await code_of(socket) == Closing.LOGGED_OUT


async def test_nothing_else_that_is_saved_of_a_person_closes_anything(cleo):
    def save():
        cleo.theme = "dark"
        cleo.save()

    async with page(cleo) as socket:
        await sync_to_async(save)()
        assert await socket.receive_nothing()


# It never fails or delays a move


class Broken(InMemoryChannelLayer):
    async def group_send(self, group, message):
        raise ConnectionError("the channel layer is away")


class Hanging(InMemoryChannelLayer):
    async def group_send(self, group, message):
        await asyncio.sleep(3600)


LOST = {
    Broken: "A signal was lost: ConnectionError('the channel layer is away')",
    Hanging: "A signal was lost: TimeoutError()",
}


@pytest.mark.parametrize("layer", [Broken, Hanging])
@pytest.mark.parametrize("has_sockets", [True, False])
async def test_a_channel_layer_that_fails_or_hangs_does_not_fail_a_move(game, act, caplog, *, layer, has_sockets):
    channel_layers.set("default", layer())
    if has_sockets:
        signals.listen_here()
    answer = await move(game, act)
    assert answer.verdict is Verdict.ACCEPTED
    assert layer is Broken or not caplog.text, "the move waited until the layer was given up"
    async with asyncio.timeout(10):
        while LOST[layer] not in caplog.text:
            await asyncio.sleep(0.01)


async def test_a_socket_closes_though_the_channel_layer_is_away(ada, game):
    async with page(ada, game) as socket:
        await socket.send_json_to({"visible": True})
        assert await heard(socket) == {"here": 1}
        channel_layers.set("default", Broken())
    assert not Live.limits.open
