import datetime as dt
import re
from importlib import import_module

import pytest
from django.apps import apps
from django.http import HttpResponse
from django.template import Context, Template
from django.utils import timezone

from accounts.middleware import preferences
from accounts.models import User
from accounts.preferences import OptionalOccasion
from tests.accounts.members import said

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

CHOICES = {
    "time_zone": "Pacific/Auckland",
    "theme": "dark",
    "palette": "contrast",
    "motion": "off",
    "sounds": "on",
    "confirm_moves": "on",
    "notifications": ["challenge:mail", "challenge:site", "game-over:digest"],
    "digest": "until-back",
    "digest_hour": "20",
    "quiet_from": "22",
    "quiet_until": "8",
}


def test_what_one_chooses_is_kept_and_shown(as_ines, ines):
    response = as_ines.post("/account/preferences/", CHOICES)
    assert response["Location"] == "/account/preferences/"
    page = said(as_ines.get("/account/preferences/"))
    assert "Preferences saved." in page
    assert 'data-theme="dark"' in page
    assert contrast_in(page) == "always"
    assert 'data-motion="off"' in page
    assert 'data-sounds="on"' in page
    ines.refresh_from_db()
    assert (ines.time_zone, ines.theme, ines.palette) == ("Pacific/Auckland", "dark", "contrast")
    assert (ines.motion, ines.sounds, ines.confirm_moves) == ("off", True, True)
    wanted = {event: channels for event, channels in ines.notifications.items() if channels}
    assert wanted == {"challenge": ["mail", "site"], "game-over": ["digest"]}
    assert set(ines.notifications) == set(OptionalOccasion.values)
    assert (ines.digest, ines.digest_hour, ines.quiet_from, ines.quiet_until) == ("until-back", 20, 22, 8)
    assert (
        re.findall(r'value="([a-z:-]+)"[^>]* checked', page.partition('id="notifications"')[2].partition("</table>")[0])
        == CHOICES["notifications"]
    )


def test_unless_one_chooses_there_is_motion_as_the_device_has_it_and_no_sound(as_ines, client):
    for page in (said(as_ines.get("/account/preferences/")), said(client.get("/"))):
        assert "data-motion" not in page
        assert "data-sounds" not in page


@pytest.mark.parametrize(
    ("palette", "when"), [("auto", "where the device asks for it"), ("picnic", "never"), ("contrast", "always")]
)
def test_boards_have_more_contrast_for_whoever_chose_it_or_left_it_to_the_device(as_ines, ines, palette, when):
    ines.palette = palette
    ines.save()
    assert contrast_in(said(as_ines.get("/"))) == when


def test_visitors_leave_the_contrast_of_boards_to_their_device(client):
    assert contrast_in(said(client.get("/"))) == "where the device asks for it"


def test_palettes_that_nobody_can_have_chosen_are_left_to_the_device(ines):
    carla = User.objects.create_user("Carla", palette="contrast")
    ines.palette = "picnic"
    ines.save()
    migration = import_module("accounts.migrations.0005_palette_of_the_device")
    migration.leave_it_to_the_device(apps, None)
    for user in (ines, carla):
        user.refresh_from_db()
    assert (ines.palette, carla.palette) == ("auto", "contrast")


def contrast_in(page):
    """When the style sheet for contrast applies."""
    for media in re.findall(r'<link rel="stylesheet" href="[^"]*/contrast[^"]*"\s*([^>]*)>', page):
        return {"": "always", 'media="(prefers-contrast: more)"': "where the device asks for it"}[media]
    return "never"


def test_one_can_want_no_mail_at_all(as_ines, ines):
    as_ines.post("/account/preferences/", {**CHOICES, "notifications": []})
    ines.refresh_from_db()
    assert not any(ines.notifications.values())


@pytest.mark.parametrize(
    "wrong",
    [
        {"time_zone": "Europe/Atlantis"},
        {"time_zone": ""},
        {"theme": "pink"},
        {"palette": "\x00"},
        {"motion": "always"},
        {"notifications": ["everything"]},
        {"notifications": ["your-turn:pigeon"]},
        {"digest": "never"},
        {"digest_hour": "24"},
        {"quiet_from": "dusk"},
        {"quiet_until": ""},
    ],
)
def test_a_choice_that_does_not_exist_is_refused_with_a_sentence(as_ines, ines, wrong):
    page = as_ines.post("/account/preferences/", {**CHOICES, **wrong})
    assert page.status_code == 422
    assert 'class="errorlist"' in said(page)
    ines.refresh_from_db()
    assert ines.time_zone == "UTC"


def test_nobody_becomes_staff_by_preference(as_ines, ines):
    as_ines.post("/account/preferences/", {**CHOICES, "is_staff": "on", "is_superuser": "on", "username": "root"})
    ines.refresh_from_db()
    assert (ines.is_staff, ines.is_superuser, ines.username) == (False, False, "Ines")


def test_times_are_shown_in_ones_own_zone(rf, ines, client):
    noon = dt.datetime(2026, 7, 1, 12, tzinfo=dt.UTC)
    request = rf.get("/")
    request.session = client.session
    request.session["seen"] = timezone.now().date().isoformat()
    request.user = ines
    ines.time_zone = "Asia/Tokyo"
    respond = preferences(lambda _: HttpResponse(Template("{{ noon|date:'H:i' }}").render(Context({"noon": noon}))))
    assert respond(request).content == b"21:00"
    assert timezone.get_current_timezone_name() == "UTC"


def test_pages_are_in_ones_own_language(as_ines, ines):
    assert as_ines.post("/account/preferences/", {**CHOICES, "language": "tlh"}).status_code == 422
    as_ines.post("/account/preferences/", {**CHOICES, "language": "fr"})
    ines.refresh_from_db()
    assert ines.language == "fr"
    page = as_ines.get("/")
    assert '<html lang="fr"' in said(page)
    assert page["Content-Language"] == "fr"


def test_a_zone_that_is_no_more_does_no_harm(as_ines, ines):
    User.objects.update(time_zone="Europe/Atlantis")
    assert as_ines.get("/").status_code == 200


@pytest.mark.parametrize("path", ["/account/preferences/", "/account/delete/"])
def test_an_empty_form_is_refused_too(as_ines, path):
    assert as_ines.post(path).status_code == 422


def test_a_visitor_may_choose_light_or_dark(client):
    assert "data-theme" not in said(client.get("/"))
    assert client.get("/account/look/", headers={"referer": "http://testserver/rules/mabula/"}).context["next"]
    response = client.post("/account/look/", {"theme": "dark", "next": "/rules/mabula/"})
    assert response["Location"] == "/rules/mabula/"
    assert 'data-theme="dark"' in said(client.get("/"))
    assert client.post("/account/look/", {"theme": "pink"}).status_code == 422
    assert client.post("/account/look/", {"theme": "light", "next": "https://evil.example/"})["Location"] == "/"


def test_a_cookie_cannot_write_into_the_page(client):
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in said(client.get("/"))
