import pytest
from django.test import Client

from accounts.guests import new_guest
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


def test_a_log_in_that_fails_is_logged_without_who_it_was(client, ines, mailoutbox, caplog):
    client.post("/account/login/", {"login": "Ines", "password": "guessed"})
    client.post("/account/login/code/", {"email": ines.email})
    for _ in range(3):
        client.post("/account/login/code/confirm/", {"code": "BCDF-GHJK"})
    inside = logged_in("Ines")
    inside.post("/account/reauthenticate/", {"password": "guessed"})
    said = [record.getMessage() for record in caplog.records if record.name == "accounts.middleware"]
    routes = ["account_login", *["accounts:confirm-login"] * 3, "account_reauthenticate"]
    assert said == [f"A proof of who somebody is did not hold: {route}" for route in routes]
    assert not [word for word in ("Ines", "ines", "guessed", "127.0.0.1", "BCDF") if word in " ".join(said)]


def test_log_ins_that_succeed_and_visits_are_not_logged_as_failed(client, ines, caplog):
    client.get("/account/login/")
    client.post("/account/login/", {"login": "Ines", "password": PASSWORD})
    assert not [record for record in caplog.records if record.name == "accounts.middleware"]


def test_who_logs_out_leaves_nothing_in_the_cache_of_the_browser(as_ines, client):
    for visitor, path in ((as_ines, "/"), (as_ines, "/account/logout/"), (client, "/"), (client, "/account/login/")):
        assert "Clear-Site-Data" not in visitor.get(path)
    assert as_ines.post("/account/logout/")["Clear-Site-Data"] == '"cache"'
    assert "Clear-Site-Data" not in as_ines.get("/")


def test_a_guest_who_looks_at_the_log_in_has_not_logged_out(client):
    client.force_login(new_guest(), backend="accounts.backends.NameOrAddress")
    assert "Clear-Site-Data" not in client.get("/account/login/")


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
