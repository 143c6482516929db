"""One game that no longer replays, or of a kind that nobody knows: everything else goes on."""

from importlib import import_module

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client

from games.bots import agreement
from games.bots.scheduler import BotScheduler
from games.clocks import reminders, timeouts
from games.contract import Seat
from games.filling.filling import Sizes, fill
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Case, ChatMessage, Event, Game, GameEvidence, Report
from games.notify import alarm, sending
from games.table import log, unreadable
from marabunta_site import settings as production
from tests import growth_pages
from tests.games.test_bot_scheduler import Here

pytestmark = pytest.mark.django_db
triggers = import_module("games.migrations.0002_events_are_for_ever")
SENTENCE = "This game can’t be shown"


@pytest.fixture(autouse=True)
def nothing_is_known():
    forget()
    yield
    forget()


def forget():
    unreadable.forget()
    log.forget_all()
    cache.clear()


@pytest.fixture(params=["event", "kind"])
def broken(request, start):
    """A game whose first move is another one than was made, or of a kind that was removed."""
    game = start("mabula")
    damage(game, request.param)
    log.forget_all()
    game.refresh_from_db()
    return game


def damage(game, fault):
    if fault == "event":
        triggers.drop(None, connection.schema_editor())
        Event.objects.filter(game=game, seq=1).update(text="ring of nothing")
    else:
        Game.objects.filter(pk=game.pk).update(kind="checkers")


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


OWN = {  # pages that are of nothing but the game itself; each may say that it cannot be shown
    *("games:game", "games:game (over)", "games:picture", "games:act", "games:moves", "games:hint", "games:coach"),
    *("games:fairness", "games:position", "games:record-text", "games:record-json", "games:chat", "games:keep"),
    *("games:rematch", "games:rematch-offer", "games:moderation:game"),
}


@pytest.mark.one_database
@pytest.mark.parametrize("fault", ["event", "kind"])
def test_whoever_asks_for_whichever_page_gets_it_as_before_unless_it_is_the_game_itself(db, settings, fault):
    settings.STAFF_MFA = False
    fill(Sizes(600, 200, 4000, patterns=2))
    over = Game.objects.filter(seats__user=growth_pages.HEAVIEST, seats__bot="", status="over").latest("pk")
    running = Game.objects.filter(status="running").exclude(seats__user=None).latest("pk")
    bring_into_everything(running)
    addresses = growth_pages.addresses(running)
    readers = growth_pages.readers()
    before = {(page, who): ask(readers[who], addresses[page]) for page in addresses for who in readers}
    assert {status for status in before.values() if status >= 500} <= {503}, "only /readyz: there is no worker"
    for game in (running, over):
        damage(game, fault)
    forget()
    found = {
        (page, who): (status, now)
        for (page, who), status in before.items()
        if (now := ask(readers[who], addresses[page])) != status and not (now == 409 and page in OWN)
    }
    assert not found
    assert sum(status == 200 for status in before.values()) > 300
    page = readers["administrator"].get(addresses["admin:games_game (one)"]).content.decode()
    assert f"{SENTENCE}. Its log is listed as it’s stored" in page
    stored = Event.objects.filter(game=running).latest("seq")
    assert stored.text in page
    assert stored.chain in page, "the raw data, of which an administrator has need"
    page = readers["moderator"].get(addresses["games:moderation:case"]).content.decode()
    assert "44 %, of one game" in page, "what was worked out before is still shown"


def ask(client, address):
    return client.get(address).status_code


def bring_into_everything(game):
    """One who plays much plays it; the other is suspected of cheating in it, with evidence; there is a message."""
    game.seats.filter(number=1).update(user=growth_pages.HEAVIEST)
    case, subject = Case.objects.earliest("pk"), game.seats.get(number=2).user_id
    opened = {"status": "open", "outcome": "", "closed_at": None}
    Case.objects.filter(pk=case.pk).update(reason="cheating", subject=subject, **opened)
    Report.objects.filter(case=case).update(reason="cheating", game=game)
    for seat in (1, 2):
        GameEvidence.objects.create(
            game=game, seat=seat, method=agreement.METHOD, head=game.head, decisions=9, agreed=4, seconds=[3, 4, 5]
        )
    ChatMessage.objects.filter(pk=ChatMessage.objects.latest("pk").pk).update(game=game)


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
