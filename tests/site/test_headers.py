"""What the headers of pages let browsers and other sites do."""

import pytest
from django.test import Client

from accounts.guests import new_guest
from tests.accounts.members import logged_in, member

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PAGES = [
    *("/", "/lobby/", "/rules/mabula/", "/replay/mabula/7/", "/people/Ines/", "/people/Ines/games/", "/nowhere/"),
    *("/account/", "/account/preferences/", "/account/export/", "/account/delete/", "/account/email/", "/account/2fa/"),
    *(
        "/account/sessions/",
        "/account/logout/",
        "/account/password/change/",
        "/notifications/",
        "/blocks/",
        "/vacation/",
    ),
    *("/reports/", "/sanctions/", "/moderation/"),
]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_of_somebody_who_is_logged_in_is_stored(path):
    member("Ines", "ines@example.org")
    page = logged_in("Ines").get(path)
    assert {"no-store", "private"} <= {*page["Cache-Control"].split(", ")}


def test_nor_is_one_of_a_guest(client):
    client.force_login(new_guest(), backend="accounts.backends.NameOrAddress")
    assert "no-store" in client.get("/rules/mabula/")["Cache-Control"]


def test_nor_the_answer_to_a_form():
    member("Ines", "ines@example.org")
    answer = logged_in("Ines").post("/account/password/change/", {})
    assert answer.status_code == 422
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("path", ["/", "/nowhere/", "/account/login/", "/healthz"])
def test_pages_ask_for_no_powers_of_the_device_and_are_shown_nowhere_else(path):
    page = Client().get(path)
    assert "camera=()" in page["Permissions-Policy"]
    assert "geolocation=()" in page["Permissions-Policy"]
    assert "publickey-credentials-get=(self)" in page["Permissions-Policy"]
    assert page["Cross-Origin-Resource-Policy"] == "same-origin"
    assert page["Cross-Origin-Opener-Policy"] == "same-origin"
    assert page["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/lobby/", "/account/login/", "/nowhere/"])
def test_no_other_site_reads_a_page_and_only_the_usual_methods_are_answered(path):
    client = Client(headers={"Origin": "https://elsewhere.example"})
    assert not [name for name in client.get(path).headers if name.startswith("Access-Control-")]
    assert [getattr(client, method)(path).status_code for method in ("trace", "put", "delete", "options")] == [405] * 4
