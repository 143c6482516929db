"""One game that no longer replays, or of a kind that nobody knows: everything else goes on."""

from importlib import import_module

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client

from games.bots.scheduler import BotScheduler
from games.clocks import reminders, timeouts
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Event, Game
from games.notify import alarm, sending
from games.table import log, unreadable
from marabunta_site import settings as production
from tests.games.test_bot_scheduler import Here

pytestmark = pytest.mark.django_db
triggers = import_module("games.migrations.0002_events_are_for_ever")
SENTENCE = "This game can’t be shown"


@pytest.fixture(autouse=True)
def nothing_is_known():
    unreadable.forget()
    cache.clear()
    yield
    unreadable.forget()
    cache.clear()


@pytest.fixture(params=["event", "kind"])
def broken(request, start):
    """A game whose first move is another one than was made, or of a kind that was removed."""
    game = start("mabula")
    if request.param == "event":
        triggers.drop(None, connection.schema_editor())
        Event.objects.filter(game=game, seq=1).update(text="ring of nothing")
    else:
        Game.objects.filter(pk=game.pk).update(kind="checkers")
    log.forget_all()
    game.refresh_from_db()
    return game


def test_every_page_goes_on_and_lists_name_it(broken, start, ada, ben, cleo):
    sound = start("mabula")
    challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}), seat=Seat.ONE)
    pages = ["/", "/lobby/", "/games/", f"/people/{ben.username}/", f"/people/{ben.username}/games/", "/notifications/"]
    pages += [f"/games/{sound.pk}/", "/waiting/", "/account/", "/account/export/"]
    for user in (ada, ben, cleo, None):
        client = Client()
        if user is not None:
            client.force_login(user)
        for path in pages:
            assert client.get(path).status_code < 500, path
    client = Client()
    client.force_login(ada)
    assert f"Game {broken.pk} can’t be shown" in client.get("/").content.decode()
    assert f"/games/{sound.pk}/" in client.get("/").content.decode()


def test_its_own_pages_say_so_and_none_is_a_fault(broken, ada):
    client = Client()
    client.force_login(ada)
    for path in (
        "",
        "?at=1",
        "moves/",
        "fairness/",
        "record.txt",
        "record.json",
        "position.txt",
        "chat/",
        "picture.svg",
    ):
        assert client.get(f"/games/{broken.pk}/{path}").status_code in (200, 404, 409), path
    page = client.get(f"/games/{broken.pk}/")
    assert (page.status_code, SENTENCE in page.content.decode()) == (409, True)
    sent = {"act": "move", "move": "a1-b2", "seen": broken.head, "key": "k" * 16}
    assert client.post(f"/games/{broken.pk}/act/", sent).status_code == 409
    assert Event.objects.filter(game=broken).count() == broken.head, "and nothing was added to its log"


def test_the_loops_of_the_worker_go_on(broken, ada):
    against_bot = challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}), seat=Seat.TWO)
    Game.objects.filter(pk=broken.pk).update(bot_to_move="larva", has_person=True)
    loop = BotScheduler(Here())
    loop.round()
    loop.round()
    assert Game.objects.get(pk=against_bot.pk).head > against_bot.head
    timeouts.sweep()
    reminders.sweep()
    sending.deliver_due()


def test_it_is_logged_once_and_every_administrator_is_told_once_a_day(broken, start, ada, cleo, caplog):
    type(ada).objects.filter(pk=cleo.pk).update(is_superuser=True, is_staff=True)
    for _ in range(3):
        Client().get("/lobby/")
    told = [record for record in caplog.records if record.name == unreadable.__name__]
    assert [record.getMessage() for record in told] == [f"Game {broken.pk} cannot be shown: verify_games tells more"]
    assert production.ALARMS
    for _ in range(2):
        alarm.send(told[0].getMessage())
    assert [(letter.to, str(broken.pk) in letter.body) for letter in mail.outbox] == [([cleo.email], True)]
