"""Pages of finished games that a browser may keep: it is told that they still hold exactly as long as they do."""

import re
from datetime import timedelta

import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import SiteNotice, Switch
from games.site import notices, switches
from games.table.door import Act

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    cache.clear()
    notices.posted.forget()
    switches.off.forget()


@pytest.fixture
def over(start, act):
    game = start("mabula")
    act(game, kind=Act.RESIGN, seat=1)
    game.refresh_from_db()
    return game


@pytest.fixture
def watcher() -> Client:
    return Client()


def browser_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def tag_of(client: Client, address: str) -> str:
    """As a browser has it that has been here before."""
    client.get(address)
    return str(client.get(address)["ETag"])


def again(client: Client, address: str, tag: str, **headers: str):
    return client.get(address, headers={"If-None-Match": tag, **headers})


def text_of(page) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page.content.decode())


@pytest.mark.parametrize("query", ["", "?at=0", "?flip=1"])
def test_a_page_that_still_holds_is_not_drawn_again(over, watcher, query):
    address = f"/games/{over.pk}/{query}"
    first = watcher.get(address)
    assert {"private", "no-cache"} == set(first["Cache-Control"].split(", "))
    assert first["ETag"].startswith('W/"')
    kept = again(watcher, address, first["ETag"])
    assert (kept.status_code, kept.content, kept["ETag"]) == (304, b"", first["ETag"])
    assert set(kept["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert kept.templates == []


def test_the_first_page_of_a_browser_may_be_kept_already(over):
    client = Client()
    assert again(client, f"/games/{over.pk}/", client.get(f"/games/{over.pk}/")["ETag"]).status_code == 304


def test_a_form_of_a_page_that_was_kept_is_still_valid(over):
    client = Client(enforce_csrf_checks=True)
    address = f"/games/{over.pk}/"
    page = client.get(address)
    assert again(client, address, page["ETag"]).status_code == 304
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())[1]
    sent = client.post("/account/look/", {"csrfmiddlewaretoken": token, "theme": "dark"})
    assert sent.status_code == 302


def test_nobody_is_shown_the_page_of_somebody_else(over, cleo):
    address = f"/games/{over.pk}/"
    tags = {tag_of(client, address) for client in (Client(), Client())}
    assert len(tags) == 2
    page = again(browser_of(cleo), address, tags.pop())
    assert page.status_code == 200
    assert "ETag" not in page and "no-store" in page["Cache-Control"]


def test_a_running_game_is_never_kept(start, watcher):
    page = watcher.get(f"/games/{start('mabula').pk}/")
    assert "ETag" not in page and "no-store" in page["Cache-Control"]


def test_what_only_some_may_see_is_never_kept(start, act, ada, cleo, over):
    private = start("mabula", audience="link")
    act(private, kind=Act.RESIGN, seat=1)
    cleo.is_staff = cleo.is_superuser = True
    cleo.save()
    for user, game in ((ada, private), (ada, over), (cleo, over)):
        page = browser_of(user).get(f"/games/{game.pk}/")
        assert page.status_code == 200
        assert "ETag" not in page and "no-store" in page["Cache-Control"]
    record = browser_of(ada).get(f"/games/{private.pk}/record.txt")
    assert "ETag" not in record and "no-store" in record["Cache-Control"]


def test_a_fragment_has_the_same_address_and_is_never_kept(over, watcher):
    address = f"/games/{over.pk}/?at=1"
    page = again(watcher, address, tag_of(watcher, address), **{"HX-Request": "true"})
    assert page.status_code == 200
    assert "ETag" not in page and "no-store" in page["Cache-Control"]


@override_settings(DEBUG=True)
def test_who_works_at_the_pages_sees_them_as_they_are(over, watcher):
    assert "ETag" not in watcher.get(f"/games/{over.pk}/")


def test_a_page_with_something_to_tell_once_is_never_kept(over):
    client, address = Client(), f"/games/{over.pk}/"
    tag = tag_of(client, address)
    client.cookies["messages"] = messages_of("The account is deleted.")
    page = again(client, address, tag)
    assert page.status_code == 200
    assert "The account is deleted." in page.content.decode()
    del client.cookies["messages"]  # which the answer took back: a browser does so itself
    assert again(client, address, tag).status_code == 304


def messages_of(text: str) -> str:
    """The cookie of a page that had something to tell."""
    storage = CookieStorage(RequestFactory().get("/"))
    return str(storage._encode([Message(constants.SUCCESS, text)]))  # type: ignore[attr-defined]


def change_name(game):
    User.objects.filter(username="ben").update(username="Benedict")


def close_account(game):
    User.objects.filter(username="ben").update(is_active=False)


def post_notice(game):
    now = timezone.now()
    SiteNotice.objects.create(text="The site rests tonight.", starts=now - timedelta(1), ends=now + timedelta(1))
    notices.posted.forget()


def switch_bots_off(game):
    Switch.objects.update_or_create(key=Switch.Key.BOTS, defaults={"is_on": False})
    switches.off.forget()


OF_ANYBODY = [change_name, close_account, post_notice, switch_bots_off]


@pytest.mark.parametrize("change", OF_ANYBODY)
def test_a_page_that_has_changed_is_drawn_anew(over, change):
    client, address = Client(), f"/games/{over.pk}/"
    tag, before = tag_of(client, address), text_of(client.get(address))
    change(over)
    page = again(client, address, tag)
    assert page.status_code == 200
    assert page["ETag"] != tag
    if change is not switch_bots_off:  # this page offers none
        assert text_of(page) != before


def test_the_colours_that_a_visitor_chose_count(over):
    client, address = Client(), f"/games/{over.pk}/"
    tag = tag_of(client, address)
    client.cookies["theme"] = "dark"
    page = again(client, address, tag)
    assert page.status_code == 200
    assert 'data-theme="dark"' in page.content.decode()


def test_the_tag_counts_every_table_that_the_page_reads(over):
    """A page that asks for more must have more in its tag: then it may be added here."""
    client, address = Client(), f"/games/{over.pk}/"
    tag = tag_of(client, address)
    notices.posted.forget()
    switches.off.forget()
    with CaptureQueriesContext(connection) as drawn:
        client.get(address)
    tables = {table for query in drawn for table in re.findall(r'(?:FROM|JOIN) "(\w+)"', query["sql"])}
    assert tables <= {
        "django_session",
        "accounts_user",
        "games_game",
        "games_seat",
        "games_event",  # the head counts them
        "games_sitenotice",
        "games_switch",
    }
    with CaptureQueriesContext(connection) as kept:
        assert again(client, address, tag).status_code == 304
    assert len(kept) < len(drawn)
    assert not any('FROM "games_event"' in query["sql"] for query in kept)


@pytest.mark.parametrize("form", ["txt", "json"])
def test_the_record_of_a_finished_game_may_be_kept(over, watcher, start, form):
    address = f"/games/{over.pk}/record.{form}"
    first = watcher.get(address)
    assert again(watcher, address, first["ETag"]).status_code == 304
    assert again(watcher, address, 'W/"other"').content == first.content
    running = watcher.get(f"/games/{start('mabula').pk}/record.{form}")
    assert "ETag" not in running and "no-store" in running["Cache-Control"]
