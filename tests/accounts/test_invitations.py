"""Who may sign up: everybody, nobody, or who was invited."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import invitations
from accounts.models import User
from tests.accounts.members import PASSWORD, code_in, member, said

pytestmark = pytest.mark.django_db

CARLA = {"username": "Carla", "email": "carla@example.org", "password1": PASSWORD}


def path_of(link: str) -> str:
    return link.removeprefix("http://localhost:8000")


@pytest.fixture
def invitation(settings) -> str:
    settings.SIGN_UPS = "invited"
    settings.SITE_URL = "http://localhost:8000"
    return path_of(invitations.link(lasts=timedelta(days=2)))


def can_sign_up(client: Client) -> bool:
    client.post("/account/signup/", CARLA)
    return User.objects.filter(username="Carla").exists()


def test_who_has_no_invitation_is_told_so(client, settings):
    settings.SIGN_UPS = "invited"
    assert "New accounts are by invitation." in said(client.get("/account/signup/"))
    assert not can_sign_up(client)


def test_who_opens_one_signs_up_and_is_in(client, invitation, mailoutbox):
    response = client.get(invitation, follow=True)
    assert "You’re invited. Choose a name and you’re in." in said(response)
    assert can_sign_up(client)
    (mail,) = mailoutbox
    assert client.post("/account/confirm-email/", {"code": code_in(mail)}).status_code == 302
    assert EmailAddress.objects.get(email="carla@example.org").verified


def test_several_may_come_by_one_link_and_nobody_once_it_has_expired(client, invitation, monkeypatch):
    assert can_sign_up(client) is False
    client.get(invitation)
    later = timezone.now() + timedelta(days=3)
    monkeypatch.setattr("accounts.invitations.timezone.now", lambda: later)
    assert not can_sign_up(client)
    late = Client()
    response = late.get(invitation)
    assert response.status_code == 404
    assert "This invitation is no longer valid." in said(response)
    assert not can_sign_up(late)


@pytest.mark.parametrize("forged", ["x", "MTIz:1abc:no", "%00"])
def test_one_that_nobody_made_is_refused(client, invitation, forged):
    assert client.get(f"/account/invited/{forged}/").status_code == 404
    assert not can_sign_up(client)


def test_where_nobody_may_sign_up_an_invitation_is_worth_nothing(client, invitation, settings):
    settings.SIGN_UPS = "closed"
    client.get(invitation)
    assert "This site takes no new accounts." in said(client.get("/account/signup/"))
    assert not can_sign_up(client)


def test_members_are_not_invited_anew(invitation):
    client = Client()
    client.force_login(member("Ines", "ines@example.org"), "accounts.backends.NameOrAddress")
    client.get(invitation)
    assert invitations.KEY not in client.session


def test_a_guest_who_is_invited_may_stay(invitation):
    client = Client()
    client.post("/play/", {"kind": "mabula", "bot": "larva"})
    client.get(invitation)
    assert can_sign_up(client)


def test_the_operator_makes_a_link(settings, capsys, client):
    settings.SIGN_UPS = "invited"
    call_command("invite", "--days", "1")
    link = capsys.readouterr().out.strip()
    assert link.startswith(f"{settings.SITE_URL}/account/invited/")
    assert client.get(link.removeprefix(settings.SITE_URL)).status_code == 302
    with pytest.raises(CommandError, match="ten years"):
        call_command("invite", "--days", "0")
    settings.SIGN_UPS = "open"
    with pytest.raises(CommandError, match="nobody needs an invitation"):
        call_command("invite")
