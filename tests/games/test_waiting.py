"""The number of waiting games: in the navigation, in the title and in the icon of every page."""

import re
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.games.playing import legal

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
FRAGMENT = {"HX-Request": "true"}


def logged_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def count(page) -> int:
    return int(re.search(r'id="waiting"[^>]* data-count="(\d+)"', page.content.decode())[1])


def test_every_page_says_how_many_games_wait(ada, ben, start, act):
    game, _ = start("mabula"), start("mabula")
    for address in ("/lobby/", "/account/", reverse("games:game", args=[game.pk])):
        page = logged_in(ada).get(address)
        assert count(page) == 2
        assert "<title>(2) " in page.content.decode()
        assert 'href="/icon.svg?waiting=2"' in page.content.decode()
    act(game, legal(game)[0])
    assert count(logged_in(ada).get("/lobby/")) == 1
    assert count(logged_in(ben).get("/lobby/")) == 1


def test_nothing_waits_for_who_has_no_games_or_no_name(cleo, client):
    page = logged_in(cleo).get("/lobby/").content.decode()
    assert re.search(r'id="waiting"[^>]* hidden>', page)
    assert "<title>(" not in page and 'href="/icon.svg"' in page
    assert 'id="waiting"' not in client.get("/lobby/").content.decode()


def test_the_badge_can_be_fetched_alone(ada, start):
    start("mabula")
    badge = logged_in(ada).get(reverse("games:waiting"), headers=FRAGMENT)
    assert count(badge) == 1
    assert "1 game waiting for you" in badge.content.decode() and "<html" not in badge.content.decode()
    assert "no-store" in badge["Cache-Control"]


def test_a_page_that_was_logged_out_fetches_an_empty_badge(client):
    assert count(client.get(reverse("games:waiting"), headers=FRAGMENT)) == 0


def test_a_fragment_of_a_game_does_not_count_what_waits(ada, start):
    address = reverse("games:game", args=[start("mabula").pk])
    with CaptureQueriesContext(connection) as asked:
        assert b'id="game"' in logged_in(ada).get(address, headers=FRAGMENT).content
    assert not [query["sql"] for query in asked if "COUNT(" in query["sql"]]


@pytest.mark.parametrize(
    ("query", "text"), [("", []), ("?waiting=0", []), ("?waiting=3", ["3"]), ("?waiting=10", ["9+"])]
)
def test_the_icon_has_the_number_in_a_badge(client, query, text):
    answer = client.get(f"/icon.svg{query}")
    assert answer["Content-Type"] == "image/svg+xml"
    assert "max-age" in answer["Cache-Control"]
    drawn = ET.fromstring(answer.content)  # noqa: S314 - our own
    assert [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")] == text


@pytest.mark.parametrize("number", ["", "x", "-1", "1e3", "9" * 5000, "%00", "<b>"])
def test_an_icon_with_no_number_is_refused(client, number):
    answer = client.get(f"/icon.svg?waiting={number}")
    assert answer.status_code == 422
    assert "The number of waiting games must be a whole number." in answer.content.decode()


# Where htmx meets somebody who is no longer logged in


def test_a_fragment_that_needs_a_login_sends_the_whole_page_to_log_in(client):
    answer = client.get(
        "/account/preferences/", headers={**FRAGMENT, "HX-Current-URL": "http://testserver/games/7/?at=3"}
    )
    assert answer.status_code == 200
    assert answer["HX-Redirect"] == "/account/login/?next=%2Fgames%2F7%2F%3Fat%3D3"


@pytest.mark.parametrize("audience", ["public", "link"])
def test_a_move_of_who_was_logged_out_sends_the_page_to_log_in(client, start, audience):
    game = start("mabula", audience=audience)
    here = f"http://testserver{reverse('games:game', args=[game.pk])}"
    answer = client.post(reverse("games:act", args=[game.pk]), headers={**FRAGMENT, "HX-Current-URL": here})
    assert answer["HX-Redirect"] == f"/account/login/?next=%2Fgames%2F{game.pk}%2F"


def test_the_way_back_is_never_to_another_site(client):
    answer = client.get("/account/preferences/", headers={**FRAGMENT, "HX-Current-URL": "https://evil.example/"})
    assert answer["HX-Redirect"] == "/account/login/?next=%2F"


def test_who_is_logged_in_hears_the_refusal_itself(cleo, start):
    game = start("mabula")
    assert logged_in(cleo).post(reverse("games:act", args=[game.pk]), headers=FRAGMENT).status_code == 403


def test_without_htmx_nothing_is_different(client, start):
    assert client.get("/account/preferences/").status_code == 302
    assert client.post(reverse("games:act", args=[start("mabula").pk])).status_code == 403
