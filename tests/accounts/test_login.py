import pytest
from django.test import Client

from tests.accounts.members import PASSWORD, code_in, logged_in, said, who

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("login", ["Ines", "ines", "INES", "ines@example.org", "Ines@Example.org", " Ines "])
def test_one_logs_in_by_name_or_address_in_any_case(ines, login):
    assert who(logged_in(login)) == ines


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("Ines", "wrong"),
        ("ines@example.org", "wrong"),
        ("1nes", PASSWORD),
        ("Nobody", PASSWORD),
        ("", ""),
        ("x" * 5000, "y" * 5000),
        ("\u202e", "\u202e"),
        ("a\x00b", "a\x00b"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(client, ines, login, password):
    page = client.post("/account/login/", {"login": login, "password": password})
    assert page.status_code == 422
    assert 'class="errorlist' in said(page)
    assert who(client) is None


def test_whoever_guesses_too_often_must_wait(client, ines):
    for _ in range(5):
        client.post("/account/login/", {"login": "Ines", "password": "guess"})
    page = client.post("/account/login/", {"login": "Ines", "password": PASSWORD})
    assert page.status_code == 422
    assert "Too many failed login attempts" in said(page)


def test_too_many_requests_get_our_own_page(client):
    for _ in range(30):
        client.post("/account/login/", {})
    page = client.post("/account/login/", {})
    assert page.status_code == 429
    assert "Too many tries" in said(page)


def test_who_is_not_active_cannot_log_in_and_is_out_at_once(ines):
    inside = logged_in("Ines")
    ines.is_active = False
    ines.save()
    assert who(inside) is None
    response = inside.post("/account/login/", {"login": "Ines", "password": PASSWORD})
    assert response["Location"] == "/account/inactive/"
    assert inside.get("/account/inactive/").status_code == 200
    assert who(inside) is None


def test_one_logs_in_with_a_code_by_mail(client, ines, mailoutbox):
    assert client.get("/account/login/code/").status_code == 200
    response = client.post("/account/login/code/", {"email": ines.email, "next": "/rules/mabula/"})
    assert response["Location"].startswith("/account/login/code/confirm/")
    assert client.get(response["Location"]).status_code == 200
    (mail,) = mailoutbox
    wrong = client.post("/account/login/code/confirm/", {"code": "BCDF-GHJK"})
    assert wrong.status_code == 422
    client.post("/account/login/code/confirm/", {"code": code_in(mail).lower()})
    assert who(client) == ines


def test_a_code_for_nobody_goes_to_nobody_and_says_nothing(client, mailoutbox):
    response = client.post("/account/login/code/", {"email": "stranger@example.org"})
    assert response["Location"].startswith("/account/login/code/confirm/")
    (mail,) = mailoutbox
    assert mail.to == ["stranger@example.org"]
    page = client.post("/account/login/code/confirm/", {"code": "BCDF-GHJK"})
    assert page.status_code == 422


def test_one_logs_out_by_a_form_never_by_a_link(as_ines, ines):
    assert as_ines.get("/account/logout/").status_code == 200
    assert who(as_ines) == ines
    assert as_ines.post("/account/logout/").status_code == 302
    assert who(as_ines) is None


def test_a_page_for_members_leads_through_log_in_and_back(client, ines):
    response = client.get("/account/preferences/")
    assert response["Location"] == "/account/login/?next=/account/preferences/"
    page = client.get(response["Location"])
    assert 'name="next" value="/account/preferences/"' in said(page)
    response = client.post("/account/login/", {"login": "Ines", "password": PASSWORD, "next": "/account/preferences/"})
    assert response["Location"] == "/account/preferences/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_site(client, ines, elsewhere):
    response = client.post("/account/login/", {"login": "Ines", "password": PASSWORD, "next": elsewhere})
    assert response["Location"] == "/"


def test_a_form_without_its_token_is_refused(ines):
    client = Client(enforce_csrf_checks=True)
    assert client.post("/account/login/", {"login": "Ines", "password": PASSWORD}).status_code == 403


def test_the_header_shows_who_is_here(client, ines):
    visitor = said(client.get("/"))
    assert "Log in" in visitor
    assert "Sign up" in visitor
    inside = said(logged_in("Ines").get("/"))
    assert '<summary><bdi translate="no">Ines</bdi></summary>' in inside
    assert 'action="/account/logout/"' in inside
    assert "Sign up" not in inside
