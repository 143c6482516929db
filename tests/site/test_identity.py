"""Whose site it is: its name, logo, colours, contact and imprint are settings, on pages and in mails."""

import re

import pytest
from django.contrib.staticfiles.finders import FileSystemFinder
from django.test import Client

from marabunta_site import settings as site_settings
from marabunta_site.administration import Administration
from tests.accounts.members import PASSWORD, said

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def own(settings, tmp_path):
    settings.SITE_NAME = "Club of <Ants>"
    settings.SITE_CONTACT = "help@games.example"
    settings.SITE_IMPRINT = "The Example Club\n1 Example Street"
    settings.SITE_FOLDER = str(tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", ["/", "/lobby/", "/account/login/", "/privacy/", "/nowhere/"])
def test_a_site_has_the_name_that_it_was_given(client, own, path):
    page = said(client.get(path))
    assert re.search(r'<span translate="no">Club of &lt;Ants&gt;</span>', page)
    title = re.search(r"<title>(.*?)</title>", page, re.DOTALL)[1]
    assert path == "/" or title.strip().endswith("· Club of &lt;Ants&gt;")
    assert "· Marabunta" not in page


def test_mails_bear_it_too(client, own, mailoutbox):
    client.post("/account/signup/", {"username": "Carla", "email": "carla@example.org", "password1": PASSWORD})
    (mail,) = mailoutbox
    assert "confirms your e-mail address on Club of <Ants>." in mail.body
    assert "-- \nClub of <Ants>\n" in mail.body
    assert "Marabunta" not in mail.body


def test_a_logo_and_colours_of_its_own_come_after_ours(client, own):
    plain = said(client.get("/"))
    assert "/static/own/" not in plain
    (own / "logo.svg").write_text("<svg/>")
    (own / "colours.css").write_text("@layer tokens { :root { --paper: light-dark(#fff, #000); } }")
    page = said(client.get("/"))
    assert '<img src="/static/own/logo.svg" alt="">' in page
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    assert sheets[-1] == "/static/own/colours.css"
    assert len(sheets) > 3


def test_its_files_are_collected_with_the_others(own, settings):
    assert not [each for each in site_settings.STATICFILES_DIRS if isinstance(each, tuple)], "ours has none"
    (own / "logo.svg").write_text("<svg/>")
    settings.STATICFILES_DIRS = [("own", str(own))]

    assert [name for name, storage in FileSystemFinder().list([]) if storage.prefix == "own"] == ["logo.svg"]


def test_the_pages_about_the_site_say_who_runs_it(client, own):
    page = said(client.get("/imprint/"))
    assert "The Example Club<br>1 Example Street" in page
    assert 'href="mailto:help@games.example"' in page


def test_the_administration_has_its_name(own):

    assert str(Administration.site_header).endswith(": administration")
    assert Client().get("/admin/").status_code == 302
