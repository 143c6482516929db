"""A rematch on the page of the finished game: offered, accepted, declined, and the page that waits for the answer."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import guests
from accounts.models import User
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Game
from games.table.door import Act

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


@pytest.mark.parametrize("is_guest", [False, True])
def test_a_rematch_is_offered_and_accepted(act, ada, ben, *, is_guest):
    other = guests.new_guest() if is_guest else ben
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="link", seat=Seat.ONE)
    game = challenges.accept(challenge_id=offer.pk, user=other)
    act(game, kind=Act.RESIGN, seat=1)
    address, rematch = f"/games/{game.pk}/", reverse("games:rematch", args=[game.pk])
    page = logged_in(ada).post(rematch)
    assert (page.status_code, page["Location"]) == (303, f"{address}")
    assert "You’ve offered a rematch." in said(logged_in(ada).get(address))
    assert "ada offers a rematch" in said(logged_in(other).get(address))
    page = logged_in(other).post(rematch)
    again = Game.objects.latest("pk")
    assert page["Location"] == f"/games/{again.pk}/"
    for player in (ada, other):
        page = logged_in(player).get(address)
        assert "Go to the rematch" in said(page) and "colours swapped" not in said(page)
        assert f'href="/games/{again.pk}/"' in page.content.decode()


def test_a_rematch_can_be_declined_and_who_offered_it_is_told(start, act, ada, ben):
    game = start("mabula")
    act(game, kind=Act.RESIGN, seat=1)
    offer = challenges.rematch(game=game, user=ada)
    page = logged_in(ben).post(reverse("games:decline", args=[offer.token]))
    assert page["Location"] == f"/games/{game.pk}/"
    told = said(logged_in(ada).get(f"/games/{game.pk}/"))
    assert "ben declined the rematch." in told and "Rematch, colours swapped" in told
    assert "declined the rematch" not in said(logged_in(ben).get(f"/games/{game.pk}/"))


def test_a_page_that_waits_for_a_rematch_is_led_to_it_and_no_other_is(start, act, ada, ben):
    def fragment(user, query=""):
        return logged_in(user).get(f"/games/{game.pk}/rematch/offer/{query}").content.decode()

    game = start("mabula")
    act(game, kind=Act.RESIGN, seat=1)
    assert "Rematch, colours swapped" in fragment(ada)
    offer = challenges.rematch(game=game, user=ada)
    query = f"?offer={offer.token}"
    assert query in fragment(ada) and "data-goto" not in fragment(ada, query)
    assert "Accept rematch" in fragment(ben, query)
    again = challenges.rematch(game=game, user=ben)
    assert f'data-goto="/games/{again.pk}/"' in fragment(ada, query)
    assert "data-goto" not in fragment(ada), "a page that is opened later stays what it is"
    assert "data-goto" not in fragment(ben, query)


def test_what_a_page_says_of_a_rematch_costs_few_queries(start, act, ada):
    game = start("mabula")
    act(game, kind=Act.RESIGN, seat=1)
    challenges.rematch(game=game, user=ada)
    browser = logged_in(ada)
    browser.get(f"/games/{game.pk}/")
    with CaptureQueriesContext(connection) as asked:
        browser.get(f"/games/{game.pk}/rematch/offer/")
    assert len(asked) <= 5  # session, user, game, seats, offer
