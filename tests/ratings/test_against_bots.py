"""Rated games against bots: a ladder of its own for members, in games without hints."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts import guests
from accounts.models import User
from games.bots import turns
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Game, Rated, RatingChange
from games.ratings import ledger, verification
from tests.games.playing import move
from tests.ratings.conftest import resign

pytestmark = pytest.mark.django_db

RATED = Agreement("mabula", {}, is_rated=True)
LABEL = "Rated (against bots, no hints)"


@pytest.fixture
def browser():
    def browser(user=None) -> Client:
        client = Client()
        if user:
            client.force_login(user)
        return client

    return browser


@pytest.fixture
def lost_to_larva(people):
    """A rated game that ada has lost to the weakest bot."""
    game = challenges.play_bot(user=people[0], bot="larva", agreement=RATED, seat=Seat.TWO)
    turns.take_turns(game.pk)
    assert move(game)
    turns.take_turns(game.pk)
    resign(game, Seat.TWO)
    game.refresh_from_db()
    return game


def test_it_changes_the_ladder_against_bots_and_never_that_of_people(play, people, lost_to_larva):
    play(0, 1)
    ledger.work_off()
    ladders = {(row.ladder, row.bot or row.user.username): row for row in Rated.objects.all()}
    assert set(ladders) == {("bots", "ada"), ("bots", "larva"), ("people", "ada"), ("people", "ben")}
    assert ladders["bots", "larva"].rating > 1500 > ladders["bots", "ada"].rating
    assert ladders["people", "ada"].games == 1
    assert RatingChange.objects.filter(game=lost_to_larva, rated__ladder="people").count() == 0
    assert [fault for ladder in verification.all_ladders() for fault in ladder.faults] == []


def test_hints_are_refused_with_a_sentence_and_not_offered(people, browser):
    game = challenges.play_bot(user=people[0], bot="larva", agreement=RATED, seat=Seat.ONE)
    turns.take_turns(game.pk)
    page = browser(people[0]).post(reverse("games:hint", args=[game.pk]))
    assert page.status_code == 422
    assert "Hints are only for casual games against a bot." in page.content.decode()
    assert 'form="hint"' not in browser(people[0]).get(f"/games/{game.pk}/").content.decode()


def test_a_rematch_against_a_bot_is_rated_as_well(people, lost_to_larva):
    again = challenges.rematch(game=lost_to_larva, user=people[0])
    assert again.agreed_rated
    assert again.seats.get(user=people[0]).number == 1


@pytest.mark.parametrize("address", ["/play/", "/lobby/", "/games/new/"])
def test_members_are_asked_whether_it_is_rated_and_guests_are_not(people, browser, address):
    box = 'name="is_rated"'
    assert box in browser(people[0]).get(address).content.decode()
    for page in (browser(guests.new_guest()).get(address), browser().get(address)):
        assert box not in page.content.decode()


@pytest.mark.parametrize(("address", "more"), [("/play/", {}), ("/games/new/", {"audience": "bot"})])
def test_a_ticked_box_makes_a_rated_game(people, browser, address, more):
    sent = {"kind": "mabula", "bot": "larva", **more}
    browser(people[0]).post(address, sent)
    browser(people[0]).post(address, {**sent, "is_rated": "on"})
    assert list(Game.objects.order_by("pk").values_list("agreed_rated", flat=True)) == [False, True]


def test_a_visitor_who_asks_for_it_is_refused_before_they_become_a_guest(browser):
    page = browser().post("/play/", {"kind": "mabula", "bot": "larva", "is_rated": "on"})
    assert page.status_code == 422
    assert "Rated games are for people with an account." in page.content.decode()
    assert not User.objects.exists()
    assert not Game.objects.exists()


def test_a_guest_who_asks_for_it_is_refused(browser):
    page = browser(guests.new_guest()).post("/play/", {"kind": "mabula", "bot": "larva", "is_rated": "on"})
    assert page.status_code == 422
    assert not Game.objects.exists()


def test_the_box_says_what_it_means(people, browser):
    assert LABEL in browser(people[0]).get("/lobby/").content.decode()
    assert "on a ladder of its own, without hints" in browser(people[0]).get("/games/new/").content.decode()
