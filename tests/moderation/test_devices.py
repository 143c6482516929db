"""Browsers in which people were seen: what is kept of them, and two who share one."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts import devices, export, leaving, presence
from accounts.models import Device, User, today
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Case, Report
from games.moderation import cases, shared_browser
from tests.moderation.people import PASSWORD, client_of

pytestmark = pytest.mark.django_db


def login(browser, user):
    EmailAddress.objects.get_or_create(user=user, email=user.email, primary=True, verified=True)
    return browser.post("/account/login/", {"login": user.username, "password": PASSWORD})


def accepted(player, opponent, **terms):
    offer = challenges.challenge(creator=player, agreement=Agreement("mabula", {}), seat=Seat.ONE, **terms)
    return client_of(opponent).post(f"/challenges/{offer.token}/accept/")


def share(*users):
    for user in users:
        Device.objects.get_or_create(user=user, key="k" * 64)


# The cookie


def test_who_logs_in_gets_a_cookie_that_says_nothing_and_its_hash_is_kept(player):
    browser = Client()
    login(browser, player)
    cookie = browser.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 365 * 24 * 3600)
    device = Device.objects.get(user=player)
    assert device.key == devices.key_of(cookie.value) and cookie.value not in device.key
    assert (device.first_seen, device.last_seen) == (today(), today())


def test_visitors_get_none_and_a_guest_gets_one(db):
    browser = Client()
    for path in ("/", "/lobby/", "/rules/mabula/", "/account/login/"):
        browser.get(path)
    assert "device" not in browser.cookies and not Device.objects.exists()
    browser.post("/play/")
    assert Device.objects.get().user.is_guest and "device" in browser.cookies


def test_a_browser_keeps_its_cookie_and_is_noted_once_a_day(player, opponent, django_assert_max_num_queries):
    browser = Client()
    login(browser, player)
    token = browser.cookies["device"].value
    Device.objects.update(last_seen=today() - timedelta(days=3), first_seen=today() - timedelta(days=9))
    browser.get("/lobby/")
    assert Device.objects.get().last_seen == today() - timedelta(days=3)  # this session was noted today
    session = browser.session
    session[presence.SEEN] = "2020-01-01"
    session.save()
    browser.get("/lobby/")
    device = Device.objects.get()
    assert (device.first_seen, device.last_seen) == (today() - timedelta(days=9), today())
    assert browser.cookies["device"].value == token


@pytest.mark.parametrize("nonsense", ["", "x", "a" * 500, "ä" * 32, "a b" * 8])
def test_nonsense_in_the_cookie_is_replaced(player, nonsense):
    browser = Client()
    browser.cookies["device"] = nonsense
    login(browser, player)
    assert len(browser.cookies["device"].value) == 32 and Device.objects.count() == 1


def test_it_is_secure_where_the_site_is(player, settings):
    settings.SESSION_COOKIE_SECURE = True
    browser = Client()
    login(browser, player)
    assert browser.cookies["device"]["secure"]


def test_the_export_tells_of_browsers_and_they_go_with_the_account_or_after_a_year(player, opponent):
    share(player, opponent)
    data = export.account_data(player)
    assert data["browsers"] == [{"first_seen": today(), "last_seen": today()}]
    leaving.delete_account(user=player)
    assert list(Device.objects.values_list("user", flat=True)) == [opponent.pk]
    Device.objects.update(last_seen=today() - timedelta(days=366))
    login(Client(), opponent)
    assert Device.objects.get().key != "k" * 64


# Two in one


def test_a_game_between_two_who_share_a_browser_is_noticed_when_it_begins_and_goes_on(player, opponent):
    share(player, opponent)
    assert accepted(player, opponent).status_code == 303
    noticed = Report.objects.get()
    assert (noticed.is_automatic, noticed.reason, noticed.target) == (True, "two-accounts", "game")
    assert noticed.case.subject == opponent  # the newer account
    assert [one["name"] for one in noticed.context["two"]] == ["ada", "ben"]


def test_it_is_noticed_when_they_are_seen_in_one_browser_later(game, player, opponent):
    browser = Client()
    login(browser, player)
    browser.post("/account/logout/")
    assert not Report.objects.exists()
    login(browser, opponent)
    assert Device.objects.values("key").distinct().count() == 1
    assert Report.objects.get().reason == "two-accounts"


def test_a_pair_is_noticed_once_even_after_the_case_is_settled(player, opponent, moderator):
    share(player, opponent)
    accepted(player, opponent)
    cases.settle(by=moderator, case_id=Case.objects.get().pk, answer="fair")
    accepted(opponent, player)
    assert shared_browser.look_at_visit(player, "k" * 64) == []
    assert Report.objects.count() == 1


def test_who_shares_a_browser_and_does_not_play_together_is_left_alone(player, opponent, bystander, game):
    share(player, bystander)
    assert shared_browser.look_at_visit(player, "k" * 64) == []
    accepted(player, opponent)
    assert not Report.objects.exists()


def test_against_a_bot_there_is_nobody_to_share_with(player):
    game = challenges.play_bot(user=player, bot="larva", agreement=Agreement("mabula", {}))
    assert shared_browser.look_at_game(game) is None


def test_the_case_shows_both_names(player, opponent, moderator):
    share(player, opponent)
    accepted(player, opponent)
    page = client_of(moderator).get(f"/moderation/cases/{Case.objects.get().pk}/").content.decode()
    assert "were seen in the same browser" in page and "<bdi>ada</bdi>" in page and "<bdi>ben</bdi>" in page
    assert User.objects.filter(is_active=True).count() == 3
