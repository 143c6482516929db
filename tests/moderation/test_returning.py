"""Who deletes an account and signs up anew finds what a moderator imposed on them, and nobody else does."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.leaving import delete_account
from accounts.models import User
from games.models import ModerationAct, Outstanding, Sanction
from games.moderation import audit, people, sanction_carry_over
from tests.accounts.members import code_in
from tests.moderation.people import PASSWORD, client_of

pytestmark = pytest.mark.django_db

Measure = Sanction.Measure
WEEK = timedelta(days=7)


@pytest.fixture
def member(player):
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


@pytest.fixture
def sign_up(mailoutbox):
    """By the pages, until the address is proved."""

    def sign_up(address, name="Dora") -> tuple[User, Client]:
        cache.clear()  # nobody is sent two codes at once
        client = Client()
        client.post("/account/signup/", {"username": name, "email": address, "password1": PASSWORD})
        user = User.objects.get(username=name)
        assert not Sanction.objects.filter(user=user).exists()  # before they have proved that it is theirs
        client.post("/account/confirm-email/", {"code": code_in(mailoutbox[-1])})
        user.refresh_from_db()
        return user, client

    return sign_up


def impose(by, user, kind, until=None):
    return people.impose(by=by, user=user, kind=kind, reason="You insulted others.", until=until)


@pytest.mark.parametrize("address", ["ada@example.org", "ADA@Example.org", "ada+again@example.org"])
def test_who_was_barred_and_signs_up_anew_is_barred_as_before(moderator, member, sign_up, address):
    until = timezone.now() + 4 * WEEK
    impose(moderator, member, Measure.SUSPENSION, until)
    delete_account(user=member)
    user, client = sign_up(address)
    assert (user.is_barred, user.barred_until) == (True, until)
    sanction = Sanction.objects.get(user=user)
    assert (sanction.kind, sanction.reason, sanction.until) == (Measure.SUSPENSION, "You insulted others.", until)
    assert not Outstanding.objects.exists()
    _first, second = ModerationAct.objects.order_by("number")
    assert (second.what, second.moderator, second.person, second.subject) == ("suspend", None, user.pk, "act 1")
    assert list(audit.faults()) == []
    assert client.get("/games/new/")["Location"] == "/sanctions/"
    assert "You insulted others." in client.get("/sanctions/").content.decode()


def test_it_is_lifted_as_any_other_and_does_not_come_back(moderator, member, sign_up):
    impose(moderator, member, Measure.CLOSURE)
    delete_account(user=member)
    user, _ = sign_up(member.email)
    assert user.is_closed
    people.lift(by=moderator, sanction=Sanction.objects.get(user=user), reason="It was not them.")
    user.refresh_from_db()
    delete_account(user=user)
    again, _ = sign_up(member.email, "Edda")
    assert not again.is_barred and not Outstanding.objects.exists()


def test_who_leaves_again_leaves_it_behind_again(moderator, member, sign_up):
    impose(moderator, member, Measure.CLOSURE)
    for name in ("Dora", "Edda"):
        delete_account(user=User.objects.get(email=member.email))
        user, _ = sign_up(member.email, name)
        assert user.is_closed


def test_all_that_lasts_is_taken_up_and_what_is_over_or_read_is_not(moderator, member, sign_up):
    now = timezone.now()
    impose(moderator, member, Measure.WARNING)
    impose(moderator, member, Measure.PHRASES_ONLY)
    impose(moderator, member, Measure.CHAT_TIMEOUT, now + WEEK)
    lifted = impose(moderator, member, Measure.SUSPENSION, now + WEEK)
    people.lift(by=moderator, sanction=lifted, reason="Enough.")
    delete_account(user=member)
    assert set(Outstanding.objects.values_list("kind", flat=True)) == {"phrases-only", "chat-timeout"}
    Outstanding.objects.filter(kind="chat-timeout").update(until=now - WEEK)
    user, client = sign_up(member.email)
    assert (user.is_limited, user.is_silent, user.is_barred, user.is_warned) == (True, False, False, False)
    assert client.get("/games/new/").status_code == 200  # who is not barred stays logged in


def test_nothing_is_kept_of_who_did_nothing_nor_for_longer_than_it_lasts(moderator, member, opponent):
    impose(moderator, member, Measure.SUSPENSION, timezone.now() + WEEK)
    delete_account(user=member)
    (left,) = Outstanding.objects.all()
    assert "ada" not in left.digest and left.digest == sanction_carry_over.digest_of("ada@example.org")
    Outstanding.objects.update(until=timezone.now() - WEEK)
    delete_account(user=opponent)
    assert not Outstanding.objects.exists()


def test_an_address_that_was_never_proved_says_nothing_about_its_owner(moderator, player, sign_up):
    EmailAddress.objects.create(user=player, email="somebody@example.org", verified=False, primary=True)
    impose(moderator, player, Measure.CLOSURE)
    delete_account(user=player)
    user, _ = sign_up("somebody@example.org")
    assert not user.is_barred


def test_other_addresses_are_other_people(moderator, member, sign_up):
    impose(moderator, member, Measure.CLOSURE)
    delete_account(user=member)
    for name, address in (("Dora", "ada@example.com"), ("Edda", "a.da@example.org")):
        assert not sign_up(address, name)[0].is_barred
    assert Outstanding.objects.count() == 1


def test_a_member_who_takes_that_address_is_out_at_once(moderator, member, bystander, mailoutbox):
    impose(moderator, member, Measure.CLOSURE)
    delete_account(user=member)
    EmailAddress.objects.create(user=bystander, email=bystander.email, verified=True, primary=True)
    client = Client()
    client.post("/account/login/", {"login": bystander.username, "password": PASSWORD})
    client.post("/account/email/", {"action_add": "", "email": "ada@example.org"})
    client.post("/account/reauthenticate/", {"password": PASSWORD, "next": "/account/email/"})
    answer = client.post("/account/confirm-email/", {"code": code_in(mailoutbox[-1])})
    assert answer.status_code < 500
    bystander.refresh_from_db()
    assert bystander.is_closed
    assert not client.get("/").context["user"].is_authenticated


def test_who_is_about_to_leave_is_told(moderator, member):
    client = client_of(member)
    words = "Any sanction you’re under stays"
    assert words not in client.get("/account/delete/").content.decode()
    impose(moderator, member, Measure.CHAT_TIMEOUT, timezone.now() + WEEK)
    assert words in client.get("/account/delete/").content.decode()
