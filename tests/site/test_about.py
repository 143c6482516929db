"""Privacy, imprint, terms of conduct, accessibility: linked everywhere, and what they promise is what the code does."""

import re

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.utils.html import escape

from accounts import devices, housekeeping
from accounts.models import User
from games.lobby import mail_invites
from games.notify.policy import USUAL
from marabunta_site.about import PAGES
from tests.accounts.members import PASSWORD, member, said

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def ines():
    return member("Ines", "ines@example.org")


@pytest.fixture
def as_ines(ines):
    client = Client()
    client.force_login(ines, "accounts.backends.NameOrAddress")
    return client


@pytest.mark.parametrize("about", PAGES)
def test_each_is_linked_from_the_foot_of_every_page(client, about):
    for address in ("/", "/account/login/", "/nowhere/"):
        assert f'href="/{about}/"' in said(client.get(address)).partition('class="foot-links"')[2]
    response = client.get(f"/{about}/")
    assert response.status_code == 200
    assert said(response).count("<h1>") == 1
    assert client.post(f"/{about}/").status_code == 405


def test_privacy_names_the_days_after_which_things_are_deleted(client):
    page = said(client.get("/privacy/"))
    for promise in (
        f"{settings.SESSION_COOKIE_AGE // 86400} days after you last used it",
        f"A guest: {housekeeping.GUEST_AWAY.days} days after",
        f"was never confirmed: {housekeeping.UNPROVED.days} days.",
        f"delivery log: {USUAL.kept.days} days.",
        f"An invitation by e-mail: {mail_invites.KEPT.days} days",
    ):
        assert promise in page
    assert devices.A_YEAR.days == 365
    assert "a year after it was last seen" in page


def test_privacy_names_every_cookie_that_the_site_sets(client, ines):
    """Whatever a visitor, a guest and a member do, a note to the next page among it."""
    member = Client()
    client.post("/account/look/", {"theme": "dark"})
    client.post("/account/language/", {"language": "fr", "next": "/"})
    client.post("/play/", {"kind": "mabula", "bot": "larva"})
    client.get("/")
    member.post("/account/login/", {"login": "Ines", "password": PASSWORD})
    address = member.post("/games/new/", {"kind": "mabula", "audience": "link"})["Location"]
    member.post(f"{address}mail/", {"email": "friend@example.org"})  # which says on the next page that it is sent
    found = {*client.cookies, *member.cookies}
    assert found == {"sessionid", "csrftoken", "django_language", "theme", "device", "messages"}
    page = client.get("/privacy/", headers={"accept-language": "en"})
    named = re.findall(r"<code>([^<]+)</code>", said(page).partition("<main")[2])
    assert sorted(named) == sorted(found)


def test_privacy_says_who_answers_for_it_and_why(client):
    page = said(client.get("/privacy/")).partition("<main")[2]
    assert 'href="/imprint/"' in page
    for told in (
        "Article 6(1)(b)",
        "Article 6(1)(f)",
        "Backups: usually 14 days",
        "our strongest bot",
        "Notes that moderators",
    ):
        assert told in page
    assert "--keep 14" in (settings.BASE_DIR / "deploy" / "systemd" / "marabunta-backup.service").read_text()


def test_whoever_is_logged_in_finds_their_data_and_the_way_out(client, as_ines):
    assert "/account/export/" not in said(client.get("/privacy/"))
    page = said(as_ines.get("/privacy/"))
    assert 'href="/account/export/"' in page
    assert 'href="/account/delete/"' in page


def test_who_is_suspended_reads_them_too(as_ines, ines):
    User.objects.filter(pk=ines.pk).update(barred_until="2999-01-01T00:00Z")
    for about in PAGES:
        assert as_ines.get(f"/{about}/").status_code == 200


def test_the_imprint_is_what_the_operator_says(client):
    text = "Ines Example\nHill Street 4\n<b>Lisbon</b>"
    with override_settings(SITE_IMPRINT=text, SITE_CONTACT="ines@example.org"):
        page = said(client.get("/imprint/"))
        assert re.search(r"Ines Example<br>\s*Hill Street 4<br>", page)
        assert escape("<b>Lisbon</b>") in client.get("/imprint/").content.decode()
        for about in PAGES:
            assert 'href="mailto:ines@example.org"' in said(client.get(f"/{about}/"))
    with override_settings(SITE_IMPRINT="", SITE_CONTACT=""):
        assert "hasn’t said yet" in said(client.get("/imprint/"))
        assert 'href="/imprint/"' in said(client.get("/conduct/")).partition("<main")[2].partition("</main>")[0]
