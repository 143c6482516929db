"""Staff need a second factor before the administration and the desk open, where the site demands one."""

from time import time
from urllib.parse import quote

import pytest
from allauth.mfa.models import Authenticator
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.chat import conversation
from games.moderation import chat as measures
from tests.moderation.people import client_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def demanded(settings):
    settings.STAFF_MFA = True


def give(user, kind):
    return Authenticator.objects.create(user=user, type=kind, data={})


def show(client, user, authenticator):
    """As if this had been the second factor at the log-in of this browser."""
    session = client.session
    session["account_authentication_methods"] = [
        {"method": "password", "at": time()},
        {"method": "mfa", "at": time(), "id": authenticator.pk, "type": authenticator.type},
    ]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client


@pytest.mark.parametrize("path", ["/admin/", "/admin/games/game/", "/moderation/audit/"])
def test_staff_without_one_are_sent_to_set_one_up(administrator, path):
    answer = client_of(administrator).get(path, follow=True)
    assert answer.redirect_chain[0] == (reverse("mfa_index"), 302)
    assert "Staff need a passkey or an authenticator app" in answer.content.decode()


@pytest.mark.parametrize("kind", [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN])
@pytest.mark.parametrize("path", ["/admin/", "/moderation/audit/"])
def test_with_one_they_are_let_in(administrator, path, kind):
    client = show(client_of(administrator), administrator, give(administrator, kind))
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("path", ["/admin/", "/moderation/audit/"])
def test_a_session_that_has_not_shown_it_is_asked_for_it(administrator, path):
    give(administrator, Authenticator.Type.TOTP)
    answer = client_of(administrator).get(path, follow=True)
    assert answer.redirect_chain[0] == (f"/account/reauthenticate/?next={quote(path, safe='')}", 302)
    assert answer.redirect_chain[1] == (f"/account/2fa/reauthenticate/?next={quote(path, safe='')}", 302)
    assert "Confirm with your passkey or your authenticator app" in answer.content.decode()


def test_what_was_shown_counts_only_as_long_as_it_is_theirs(administrator):
    """A stolen passkey that its owner has removed opens nothing any more, whichever other one there is."""
    stolen = give(administrator, Authenticator.Type.WEBAUTHN)
    client = show(client_of(administrator), administrator, stolen)
    give(administrator, Authenticator.Type.TOTP)
    assert client.get("/admin/").status_code == 200
    stolen.delete()
    assert client.get("/admin/").status_code == 302


def test_what_another_account_has_shown_in_this_browser_does_not_count(administrator):
    mine = give(administrator, Authenticator.Type.TOTP)
    client = show(client_of(administrator), person("otto"), mine)
    assert client.get("/admin/").status_code == 302


def test_recovery_codes_alone_are_none(administrator):
    give(administrator, Authenticator.Type.RECOVERY_CODES)
    assert client_of(administrator).get("/admin/")["Location"] == reverse("mfa_index")


def test_a_form_is_not_let_through_either(administrator):
    answer = client_of(administrator).post("/admin/games/switch/1/change/", {"is_on": ""})
    assert answer["Location"] == reverse("mfa_index")


def test_others_hear_nothing_of_it(bystander):
    client = client_of(bystander)
    assert client.get("/moderation/audit/").status_code == 404
    assert client.get("/admin/", follow=True).status_code == 403
    assert client.get("/").status_code == 200


def test_without_one_staff_see_of_games_what_everybody_sees(administrator, start, bystander):
    private, public = start(audience="link"), start()
    message = conversation.say(game_id=public.pk, user=bystander, room="spectators", text="You fool.", seen=0)
    give(person("otto", is_staff=True, is_superuser=True), Authenticator.Type.TOTP)
    measures.hide_message(by=User.objects.get(username="otto"), message=message, reason="An insult.")
    page, beside = f"/games/{private.pk}/", f"/games/{public.pk}/chat/"
    client = client_of(administrator)
    assert client.get(page).status_code == 404
    talk = client.get(beside).content.decode()
    assert "Hidden by a moderator." in talk and "You fool." not in talk
    key = give(administrator, Authenticator.Type.WEBAUTHN)
    assert client.get(page).status_code == 404
    show(client, administrator, key)
    assert client.get(page).status_code == 200
    assert "You fool." in client.get(beside).content.decode()


def test_it_is_asked_for_once_however_many_games_a_page_lists(administrator, start):
    for _ in range(3):
        start()
    client = show(client_of(administrator), administrator, give(administrator, Authenticator.Type.TOTP))
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/people/ada/").status_code == 200
    assert sum("mfa_authenticator" in query["sql"] for query in queries) == 1


def test_a_site_may_do_without(administrator, settings):
    settings.STAFF_MFA = False
    assert client_of(administrator).get("/admin/").status_code == 200
