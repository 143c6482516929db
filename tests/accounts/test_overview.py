"""The page of one's own account: what there is to know, and where each of it is changed."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from accounts import guests
from accounts.models import User
from tests.accounts.members import said

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def words(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", said(page).split("<main")[1].split("</main>")[0]).split())


def test_it_leads_to_everything_that_is_ones_own(as_ines):
    page = said(as_ines.get("/account/")).split("<main")[1]
    for path in (
        *("/people/Ines/", "/games/", "/notifications/", "/vacation/", "/blocks/", "/reports/", "/sanctions/"),
        *(
            f"/account/{name}/"
            for name in ("preferences", "email", "password/change", "2fa", "sessions", "export", "delete")
        ),
    ):
        assert f'href="{path}"' in page


def test_it_says_how_one_logs_in(as_ines, ines):
    page = words(as_ines.get("/account/"))
    assert "E-mail address ines@example.org Change" in page
    assert "Password Set" in page
    assert "Passkeys None yet" in page
    assert "Authenticator app Off" in page
    assert "not confirmed yet" not in page
    for kind in ("webauthn", "webauthn", "totp", "recovery_codes"):
        Authenticator.objects.create(user=ines, type=kind, data={})
    EmailAddress.objects.filter(user=ines).update(verified=False)
    ines.set_unusable_password()
    User.objects.filter(pk=ines.pk).update(password=ines.password)
    as_ines.force_login(ines)
    page = words(as_ines.get("/account/"))
    assert "Passkeys 2 Change" in page
    assert "Authenticator app On: asks for a code after your password" in page
    assert "ines@example.org not confirmed yet" in page
    assert "Password Not set: you log in with a code by e-mail or a passkey" in page


def test_it_shows_the_preferences_at_a_glance(as_ines, ines):
    page = words(as_ines.get("/account/"))
    for fact in (
        *(
            "Language Same as my browser",
            "Time zone UTC",
            "Page colours Same as my device",
            "Board colours Same as my device",
        ),
        *("Confirm every move No", "E-mails For 5 of 7 events", "Quiet hours None"),
    ):
        assert fact in page
    User.objects.filter(pk=ines.pk).update(
        time_zone="America/New_York",
        theme="dark",
        palette="contrast",
        confirm_moves=True,
        notifications={"chat": ["site"]},
        quiet_from=22,
        quiet_until=7,
    )
    page = words(as_ines.get("/account/"))
    for fact in (
        *("Time zone America/New York", "Page colours Dark", "Board colours High contrast"),
        *("Confirm every move Yes", "E-mails Off", "Quiet hours From 22:00 to 07:00"),
    ):
        assert fact in page
    with override_settings(LANGUAGES=[("en", "English"), ("de", "Deutsch")]):
        assert "Language Same as my browser" in words(as_ines.get("/account/"))


def test_a_guest_is_told_what_an_account_is_good_for_and_of_nothing_that_they_do_not_have(client, db):
    client.force_login(guests.new_guest())
    page = client.get("/account/")
    assert "You’re playing as a guest, in this browser only." in words(page)
    assert 'href="/account/signup/"' in said(page)
    assert 'href="/games/"' in said(page)
    for missing in ("Logging in", "My profile", "Vacation", "E-mails", "Quiet hours"):
        assert missing not in words(page)


def test_the_name_of_a_guest_in_the_head_of_a_page_leads_there(client, db):
    guest = guests.new_guest()
    client.force_login(guest)
    assert f'<a href="/account/"><bdi translate="no">{guest.username}</bdi></a>' in said(client.get("/lobby/"))


def test_it_asks_the_database_little(as_ines):
    as_ines.get("/account/")
    with CaptureQueriesContext(connection) as asked:
        as_ines.get("/account/")
    assert len(asked) <= 8
