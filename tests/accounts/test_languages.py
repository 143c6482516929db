"""In which language a page is: the person's, the browser's cookie, what the browser asks for; and the switch."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.members import said

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
PAGES = ["/", "/lobby/", "/rules/mabula/", "/account/login/", "/nowhere/"]


def language_of(response):
    found = re.search(r'<html lang="([^"]+)"', said(response))
    assert found
    assert response["Content-Language"] == found[1]
    assert {"Accept-Language", "Cookie"} <= set(response["Vary"].split(", "))
    return found[1]


@pytest.mark.parametrize("address", PAGES)
def test_a_visitor_reads_the_language_of_the_browser(client, address):
    assert language_of(client.get(address)) == "en"
    assert language_of(client.get(address, headers={"accept-language": "pl-PL,pl;q=0.9,fr;q=0.5"})) == "pl"
    assert language_of(client.get(address, headers={"accept-language": "ja,fr-CA;q=0.5"})) == "fr"
    assert language_of(client.get(address, headers={"accept-language": "ja"})) == "en"


def test_a_cookie_is_stronger_than_the_browser_and_the_preference_stronger_than_both(client, as_ines, ines):
    for browser in (client, as_ines):
        browser.cookies["django_language"] = "it"
        assert language_of(browser.get("/", headers={"accept-language": "pl"})) == "it"
    User.objects.filter(pk=ines.pk).update(language="fr")
    assert language_of(as_ines.get("/", headers={"accept-language": "pl"})) == "fr"


def test_a_preference_for_a_language_that_is_gone_is_none(as_ines, ines):
    User.objects.filter(pk=ines.pk).update(language="eo")
    assert language_of(as_ines.get("/", headers={"accept-language": "pl"})) == "pl"


@pytest.mark.parametrize("address", PAGES)
def test_every_page_has_the_switch_in_the_languages_own_names(client, address):
    response = client.get(address, headers={"accept-language": "it"})
    switch = said(response).partition('class="foot-languages"')[2].partition("</form>")[0]
    shown = re.findall(r'<button name="language" value="(\w+)" lang="(\w+)" translate="no"( [^\s>]+)?>([^<]+)<', switch)
    names = {"en": "English", "fr": "Français", "it": "Italiano", "pl": "Polski"}
    assert [(code, name) for code, _lang, _now, name in shown] == list(names.items())
    assert [code for code, _lang, now, _name in shown if now] == ["it"]


def test_the_switch_comes_back_to_the_page_and_the_browser_remembers(client):
    response = client.post("/account/language/", {"language": "pl", "next": "/replay/mabula/7/?at=3"})
    assert (response.status_code, response["Location"]) == (302, "/replay/mabula/7/?at=3")
    cookie = client.cookies["django_language"]
    assert (cookie.value, cookie["samesite"], cookie["max-age"]) == ("pl", "Lax", 365 * 24 * 3600)
    assert language_of(client.get("/", headers={"accept-language": "it"})) == "pl"


def test_what_scripts_changed_of_the_address_is_kept(client):
    back = client.post(
        "/account/language/",
        {"language": "pl", "next": "/games/4/"},
        headers={"referer": "http://testserver/games/4/?at=3"},
    )
    assert back["Location"] == "http://testserver/games/4/?at=3"
    elsewhere = client.post(
        "/account/language/",
        {"language": "pl", "next": "/games/4/"},
        headers={"referer": "http://testserver/games/4/act/"},
    )
    assert elsewhere["Location"] == "/games/4/"


@pytest.mark.parametrize("address", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", ""])
def test_the_switch_leads_to_no_other_site(client, address):
    assert client.post("/account/language/", {"language": "pl", "next": address})["Location"] == "/"


def test_a_page_that_answers_a_form_leads_back_to_where_the_form_was(client):
    response = client.post(
        "/account/login/",
        {"login": "x", "password": "y"},
        headers={"referer": "http://testserver/account/login/?next=/lobby/"},
    )
    assert response.status_code == 422
    assert 'name="next" value="http://testserver/account/login/?next=/lobby/"' in said(response)


def test_whoever_is_logged_in_keeps_the_choice_as_a_preference(as_ines, ines):
    as_ines.post("/account/language/", {"language": "fr", "next": "/lobby/"})
    ines.refresh_from_db()
    assert ines.language == "fr"
    assert language_of(as_ines.get("/lobby/")) == "fr"
    as_ines.post("/account/logout/")
    assert language_of(as_ines.get("/lobby/")) == "fr"


def test_a_guest_keeps_it_too_also_while_suspended(client):
    guest = User.objects.create(username="Guest-1", is_guest=True)
    client.force_login(guest, "accounts.backends.NameOrAddress")
    client.post("/account/language/", {"language": "pl", "next": "/"})
    guest.refresh_from_db()
    assert guest.language == "pl"


@pytest.mark.parametrize("code", ["", "eo", "fr-CA", "../pl", "x" * 500])
def test_a_language_that_the_site_has_not_is_refused(as_ines, ines, code):
    response = as_ines.post("/account/language/", {"language": code, "next": "/"})
    assert response.status_code == 422
    assert "This site isn’t available in that language." in said(response)
    ines.refresh_from_db()
    assert ines.language == ""


def test_the_switch_needs_a_press_on_a_page_of_ours():
    client = Client(enforce_csrf_checks=True)
    assert client.post("/account/language/", {"language": "pl", "next": "/"}).status_code == 403
    assert client.get("/account/language/").status_code == 405


def test_what_a_member_signed_up_in_is_their_language(client, mailoutbox):
    client.post("/account/language/", {"language": "pl", "next": "/"})
    client.post(
        "/account/signup/", {"username": "Zofia", "email": "zofia@example.org", "password1": "a long and odd one"}
    )
    assert User.objects.get(username="Zofia").language == "pl"
