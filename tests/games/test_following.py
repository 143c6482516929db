"""Pages that follow what happens fetch a part of themselves again: it is the same as in the page, and costs less."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.lobby import challenges
from games.lobby.start import Agreement
from games.table import log
from games.table.door import Act

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FOLLOWS = {"HX-Request": "true"}
PARTS = {"/": "lists", "/lobby/": "lists", "/lobby/?kind=mabula": "lists", "/notifications/": "told"}


def browser_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def shown(browser: Client, path: str, **headers: str) -> str:
    """An answer without what is different each time: tokens of forms, and white space."""
    page = browser.get(path, headers=headers)
    assert page.status_code == 200
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page.content.decode())
    return re.sub(r"\s+", " ", text)


@pytest.fixture
def busy(ada, ben, cleo, start, act):
    """Ada has everything that a list can show."""
    start("mabula")
    act(start("marabunta"), kind=Act.RESIGN)
    for creator, terms in (
        (ben, {"audience": "person", "invited": ada}),
        (ada, {"audience": "link"}),
        (ada, {"audience": "public"}),
        (cleo, {"audience": "public"}),
    ):
        challenges.challenge(creator=creator, agreement=Agreement("mabula", {}), **terms)
    challenges.play_bot(user=cleo, bot="larva", agreement=Agreement("mabula", {}))


@pytest.mark.parametrize("path", PARTS)
def test_the_part_is_what_the_page_shows(ada, busy, path):
    browser = browser_of(ada)
    page, part = shown(browser, path), shown(browser, path, **FOLLOWS)
    assert part.strip() in page
    assert re.match(rf' ?<\w+ id="{PARTS[path]}" [^>]*data-follow="', part)
    assert "<html" not in part


@pytest.mark.parametrize("path", PARTS)
def test_the_part_of_an_empty_page_too(cleo, path):
    browser = browser_of(cleo)
    assert shown(browser, path, **FOLLOWS).strip() in shown(browser, path)


def test_a_visitor_follows_the_lobby_and_nothing_else(client, busy):
    page = shown(client, "/lobby/")
    assert shown(client, "/lobby/", **FOLLOWS).strip() in page
    assert 'data-watch="lobby"' in page and "js/live" in page and "js/follow" in page
    assert "htmx" not in page, "nothing on it needs that"
    assert "js/live" not in shown(client, "/")


@pytest.mark.parametrize("path", ["/", "/lobby/"])
def test_everything_in_a_list_is_known_by_an_id_of_its_own(ada, busy, path):
    page = shown(browser_of(ada), path)
    rows = re.findall(r'<li class="(?:row|card) [^>]*>', page)
    assert len(rows) >= 4
    names = [re.search(r'id="((?:game|offer)-\d+)"', row)[1] for row in rows]
    assert len(names) == len(set(names))


def test_badge_and_bell_come_together(ada, ben, busy):
    part = shown(browser_of(ada), reverse("games:waiting"), **FOLLOWS)
    assert re.findall(r' id="(\w+)"', part) == ["waiting", "unread"]
    assert "1 game waiting for you" in part and "Notifications, 4 unread" in part
    page = shown(browser_of(ada), "/rules/mabula/")
    assert all(element.strip() in page for element in re.split(r"(?=<span id=)", part))


def test_a_part_costs_no_more_than_its_page(ada, busy):
    browser = browser_of(ada)
    for path in ("/", "/lobby/"):
        counts = []
        for headers in ({}, FOLLOWS):
            log.forget_all()
            with CaptureQueriesContext(connection) as asked:
                browser.get(path, headers=headers)
            counts.append(len(asked))
        assert counts[1] < counts[0] <= 20


def test_badges_cost_two_queries_besides_the_session_and_the_person(ada, busy):
    browser = browser_of(ada)
    with CaptureQueriesContext(connection) as asked:
        browser.get(reverse("games:waiting"))
    assert len(asked) == 4
