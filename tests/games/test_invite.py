"""Inviting a friend: a press makes the link; its page says what it is to whoever looks, and becomes the game."""

import re
from xml.etree import ElementTree as ET

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.leaving import delete_account
from accounts.models import User
from games import kinds
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Challenge, Game
from games.moderation import site_acts
from games.view_models.qr_code import QUIET_ZONE, qr_code

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FOLLOWS = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def nobody_has_knocked_yet():
    cache.clear()


def browser_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def offer_of(user, audience="link", **more) -> Challenge:
    return challenges.challenge(creator=user, agreement=Agreement("mabula", {}), audience=audience, **more)


def address_of(offer) -> str:
    return f"/challenges/{offer.token}/"


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode().split("<main")[-1]).split())


def heading(page) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page.content.decode(), re.DOTALL)
    assert found
    return found[1].strip()


# The link


@pytest.mark.parametrize("kind", [kind.key for kind in kinds.all()])
def test_one_press_makes_a_link_with_sensible_terms(ada, kind):
    page = browser_of(ada).post("/invite/", {"kind": kind})
    offer = Challenge.objects.get()
    assert (page.status_code, page["Location"]) == (303, f"{address_of(offer)}#copy")
    assert (offer.kind, offer.audience, offer.clock, offer.is_rated, offer.seat) == (kind, "link", "3d", False, None)


def test_a_visitor_who_invites_somebody_becomes_a_guest(client):
    page = client.post("/invite/", {"kind": "mabula"}, follow=True)
    guest = User.objects.get()
    assert guest.is_guest and Challenge.objects.get().creator == guest
    assert heading(page) == "Invite a friend to a game of Mabula"


@pytest.mark.parametrize("path", ["/", "/invite/"])
def test_there_is_a_button_for_each_kind(client, ada, path):
    for browser in (client, browser_of(ada)):
        page = browser.get(path).content.decode()
        (form,) = re.findall(r'<form class="invite".*?</form>', page, re.DOTALL)
        assert "Invite a friend" in form
        assert re.findall(r'name="kind" value="(\w+)"', form) == [kind.key for kind in kinds.all()]


@pytest.mark.parametrize("sent", [{}, {"kind": ""}, {"kind": "chess"}, {"kind": "\0"}])
def test_an_invitation_to_no_game_is_refused_and_makes_no_guest(client, sent):
    page = client.post("/invite/", sent)
    assert page.status_code == 422
    assert "There’s no such game." in said(page)
    assert not User.objects.exists()


def test_who_has_many_open_invitations_is_told_so(ada):
    for _ in range(challenges.MOST_OPEN):
        offer_of(ada)
    page = browser_of(ada).post("/invite/", {"kind": "mabula"})
    assert page.status_code == 422
    assert "reached the limit of open challenges" in said(page)


def test_where_guests_are_switched_off_a_visitor_is_asked_to_sign_up(client):
    site_acts.turn_switch(by=None, key="guests", is_on=False, reason="test")
    page = client.post("/invite/", {"kind": "mabula"})
    assert page.status_code == 422
    assert "Sign up or log in." in said(page)


# The page of who made it


def test_the_page_shows_the_link_and_its_code_and_that_it_waits(ada):
    offer = offer_of(ada)
    page = browser_of(ada).get(address_of(offer))
    text = page.content.decode()
    link = f"http://testserver{address_of(offer)}"
    assert f'readonly value="{link}"' in text
    assert "Waiting for your friend. The game will open here." in said(page)
    assert re.search(r'<svg [^>]*role="img" aria-label="QR code for the link"', text)
    assert page.context["qr"] == qr_code(link)
    assert f'data-watch="challenge={offer.token}"' in text
    assert f'<noscript><meta http-equiv="refresh" content="30; url={link}?wait"></noscript>' in text


def test_a_code_is_a_picture_with_a_quiet_zone_in_which_every_dark_module_is_drawn_once():
    code = qr_code("https://games.example/challenges/abc/")
    rectangles = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", code.path)
    dark = [(int(x) + i, int(y)) for x, y, width in rectangles for i in range(int(width))]
    assert len(dark) == len(set(dark)) > 100
    inside = range(QUIET_ZONE, code.size - QUIET_ZONE)
    assert all(x in inside and y in inside for x, y in dark)
    corner = {(x, y) for x, y in dark if x < QUIET_ZONE + 7 and y < QUIET_ZONE + 7}
    assert len(corner) == 33, "the square by which a reader finds the code"
    assert ET.fromstring(f'<path d="{code.path}"/>') is not None  # noqa: S314 - our own


def test_a_challenge_to_one_person_has_no_link_to_send(ada, ben):
    page = browser_of(ada).get(address_of(offer_of(ada, "person", invited=ben)))
    assert heading(page) == "You’re inviting ben to a game of Mabula"
    assert "readonly" not in page.content.decode() and page.context["qr"] is None
    assert "Waiting for ben. The game will open here." in said(page)


def test_a_page_that_waits_is_led_to_the_game_and_one_that_is_opened_is_not(ada, ben):
    offer = offer_of(ada)
    browser = browser_of(ada)
    assert "data-goto" not in browser.get(address_of(offer), headers=FOLLOWS).content.decode()
    assert browser.get(f"{address_of(offer)}?wait").status_code == 200
    game = challenges.accept(challenge_id=offer.pk, user=ben)
    goto = f'<div id="challenge" data-goto="/games/{game.pk}/"></div>'
    assert browser.get(address_of(offer), headers=FOLLOWS).content.decode() == goto
    assert browser.get(f"{address_of(offer)}?wait")["Location"] == f"/games/{game.pk}/"
    page = browser.get(address_of(offer))
    assert (page.status_code, heading(page)) == (200, "Your game of Mabula has started")
    assert f'href="/games/{game.pk}/"' in page.content.decode()


def test_a_fragment_is_the_part_of_the_page_that_follows(ada):
    fragment = browser_of(ada).get(address_of(offer_of(ada)), headers=FOLLOWS).content.decode()
    assert fragment.strip().startswith('<div id="challenge"') and "<html" not in fragment


# The page of the friend


def test_a_friend_sees_a_board_a_sentence_and_one_button(client, ada):
    page = client.get(address_of(offer_of(ada)))
    text = page.content.decode().split("<main")[1].split("</main>")[0]
    assert heading(page) == "ada invites you to a game of Mabula"
    assert 'class="thumb" data-kind="mabula"' in text
    assert re.findall(r"<button[^>]*>([^<]*)</button>", text) == ["Play"]
    folded = re.search(r"<details .*?</details>", text, re.DOTALL)[0]
    for words in (
        "Terms and notation",
        "3 days a turn",
        "Your own random seed (optional)",
        "How we keep luck fair",
    ):
        assert words in folded
    assert "<details" in text and '<details class="quiet terms" id="terms" open' not in text


def test_words_that_are_refused_are_shown_unfolded(client, ada):
    offer = offer_of(ada)
    page = client.post(f"{address_of(offer)}accept/", {"nonce": "two\nlines"})
    assert page.status_code == 422
    assert 'id="terms" open>' in page.content.decode()


def test_who_is_invited_by_name_can_decline_with_the_same_form(ada, ben):
    offer = offer_of(ada, "person", invited=ben)
    page = browser_of(ben).get(address_of(offer))
    assert f'formaction="{address_of(offer)}decline/"' in page.content.decode()


@pytest.mark.parametrize("audience", ["link", "public"])
def test_who_comes_too_late_is_told_so_and_finds_something_to_play(client, ada, ben, cleo, audience):
    offer = offer_of(ada, audience)
    game = challenges.accept(challenge_id=offer.pk, user=ben)
    for browser in (client, browser_of(cleo)):
        page = browser.get(address_of(offer))
        assert heading(page) == "This game of Mabula has been taken"
        assert "Someone was faster." in said(page)
        assert all(words in said(page) for words in ("Play a bot", "Go to the lobby", "Invite a friend"))
        assert (f'href="/games/{game.pk}/"' in page.content.decode()) is (audience == "public")
        assert "data-goto" not in browser.get(address_of(offer), headers=FOLLOWS).content.decode()


def test_a_link_that_was_taken_back_says_so(client, ada):
    offer = offer_of(ada)
    challenges.withdraw(challenge_id=offer.pk, user=ada)
    assert heading(client.get(address_of(offer))) == "ada has withdrawn this challenge"
    assert heading(browser_of(ada).get(address_of(offer))) == "You’ve withdrawn this challenge"
    assert "Invite a friend" in said(client.get(address_of(offer)))


def test_a_link_that_leads_nowhere_offers_something_to_play(client, ada, ben):
    gone = offer_of(ada)
    hidden = offer_of(ben, "person", invited=ada)
    delete_account(user=ada)
    for token in (gone.token, hidden.token, "nonsense"):
        page = client.get(f"/challenges/{token}/")
        assert page.status_code == 404
        assert heading(page) == "Invitation not found"
        assert "Invite a friend" in said(page)
        assert f'/account/login/?next=/challenges/{token}/"' in page.content.decode(), "it may be theirs, by name"
    page = client.get(address_of(gone), headers=FOLLOWS)
    assert f'data-goto="{address_of(gone)}"' in page.content.decode(), "an open page is loaded again"


def test_the_page_of_a_challenge_costs_few_queries(ada, ben, client):
    offer = offer_of(ada)
    for browser, most in ((client, 3), (browser_of(ada), 9), (browser_of(ben), 10)):
        browser.get(address_of(offer))
        with CaptureQueriesContext(connection) as asked:
            browser.get(address_of(offer))
        assert len(asked) <= most, [query["sql"] for query in asked]


def test_a_visitor_who_plays_is_a_guest(client, ada):
    offer = offer_of(ada)
    assert "No account needed" in said(client.get(address_of(offer)))
    page = client.post(f"{address_of(offer)}accept/")
    assert page["Location"] == f"/games/{Game.objects.get().pk}/"
    assert User.objects.get(is_guest=True).seats.count() == 1
