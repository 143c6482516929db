import datetime as dt

import pytest
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.test import Client, RequestFactory

from accounts import guests, names
from accounts.models import User, today
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Seat
from tests.accounts.members import PASSWORD, code_in, logged_in, said, who

pytestmark = pytest.mark.django_db


def visit(client: Client) -> User:
    """What a page does that lets a visitor play: the browser is a guest's afterwards."""
    request = RequestFactory().post("/")
    request.session = SessionStore(client.cookies["sessionid"].value if "sessionid" in client.cookies else None)
    request.user = AnonymousUser()
    guest = guests.current_player(request)
    request.session.save()
    client.cookies["sessionid"] = str(request.session.session_key)
    return guest


@pytest.fixture
def guest(client) -> User:
    """The browser of ``client`` is a guest's."""
    return visit(client)


@pytest.fixture
def game(guest):
    return challenges.play_bot(user=guest, bot="larva", agreement=Agreement("mabula", {}))


def test_a_visitor_becomes_a_guest_and_stays_the_same_one(client, guest):
    assert who(client) == guest
    assert guest.is_guest
    assert guest.username.startswith("guest-")
    assert not guest.has_usable_password()
    assert not guest.email
    page = said(client.get("/"))
    assert guest.username in page
    assert "Sign up" in page


def test_a_member_plays_as_themselves(ines):
    request = RequestFactory().post("/")
    request.user = ines
    assert guests.current_player(request) == ines


def test_guests_are_made_at_a_human_pace(settings):
    settings.LIMITS = {"guest": "3/h"}
    for _ in range(3):
        visit(Client())
    with pytest.raises(ImmediateHttpResponse) as refused:
        visit(Client())
    assert refused.value.response.status_code == 429
    assert User.objects.filter(is_guest=True).count() == 3


def test_names_of_guests_never_run_out(monkeypatch):
    monkeypatch.setattr(names, "BY_LOT", "x")
    assert [guests.new_guest().username for _ in range(3)] == ["guest-xxxx", "guest-xxxxx", "guest-xxxxxx"]


def test_a_guest_who_signs_up_plays_on_and_keeps_their_games(client, guest, game, mailoutbox):
    User.objects.filter(pk=guest.pk).update(time_zone="Asia/Tokyo")
    page = said(client.get("/account/signup/"))
    assert "You keep the games you’ve played as a guest." in page
    carla = {"username": "Carla", "email": "carla@example.org", "password1": PASSWORD}
    client.post("/account/signup/", carla)
    assert who(client) == guest
    client.post("/account/confirm-email/", {"code": code_in(mailoutbox[0])})
    member = who(client)
    assert (member.username, member.is_guest, member.time_zone) == ("Carla", False, "Asia/Tokyo")
    assert Seat.objects.get(user=member).game == game
    assert User.objects.count() == 1


def test_a_sign_up_that_is_refused_leaves_the_guest_as_they_were(client, guest, ines):
    page = client.post("/account/signup/", {"username": "1nes", "email": "c@example.org", "password1": PASSWORD})
    assert page.status_code == 422
    assert who(client) == guest
    client.post("/account/signup/", {"username": "Carla", "email": ines.email, "password1": PASSWORD})
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email) == (True, "")


def test_a_guest_who_logs_in_brings_their_games_along(client, guest, game, ines):
    client.post("/account/login/", {"login": "Ines", "password": PASSWORD})
    assert who(client) == ines
    assert Seat.objects.get(user=ines).game == game
    assert not User.objects.filter(pk=guest.pk).exists()


def test_a_guest_who_logs_in_by_code_brings_their_games_along(client, guest, game, ines, mailoutbox):
    client.post("/account/login/code/", {"email": ines.email})
    assert who(client) == guest
    client.post("/account/login/code/confirm/", {"code": code_in(mailoutbox[0])})
    assert who(client) == ines
    assert Seat.objects.get(user=ines).game == game
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_who_gives_up_logging_in_is_still_the_guest(client, guest, ines):
    client.post("/account/login/", {"login": "Ines", "password": "wrong"})
    client.post("/account/login/code/", {"email": ines.email})
    client.post("/account/logout/", {"next": "/account/login/"})
    assert who(client) == guest


@pytest.mark.parametrize(
    "path", ["/account/email/", "/account/password/change/", "/account/2fa/", "/account/sessions/"]
)
def test_the_pages_of_members_ask_a_guest_to_log_in(client, guest, path):
    assert client.get(path)["Location"].startswith("/account/login/")


@pytest.mark.parametrize("path", ["/account/", "/account/preferences/", "/account/export/", "/account/delete/"])
def test_a_guest_has_preferences_and_data_too(client, guest, path):
    assert client.get(path).status_code == 200


def test_a_guest_is_not_let_into_the_administration(client, guest):
    assert client.get("/admin/", follow=True).status_code == 403


def test_a_guest_can_be_deleted_without_a_password(client, guest, game):
    assert client.post("/account/delete/").status_code == 302
    assert not User.objects.exists()
    assert who(client) is None


def test_guests_who_stay_away_for_a_month_and_play_nothing_are_deleted(ines, capsys):
    long_ago, lately = today() - dt.timedelta(days=31), today() - dt.timedelta(days=30)
    stale, playing, recent = (guests.new_guest() for _ in range(3))
    challenges.play_bot(user=playing, bot="larva", agreement=Agreement("mabula", {}))
    User.objects.update(last_seen=long_ago)
    User.objects.filter(pk=recent.pk).update(last_seen=lately)
    call_command("delete_stale_guests")
    assert capsys.readouterr().out == "1 guests deleted.\n"
    assert set(User.objects.all()) == {ines, playing, recent}
    assert not User.objects.filter(pk=stale.pk).exists()


def test_a_member_who_logs_in_elsewhere_loses_nothing(ines, benedikt):
    client = logged_in("Ines")
    client.post("/account/logout/")
    client.post("/account/login/", {"login": "Benedikt", "password": PASSWORD})
    assert who(client) == benedikt
    assert User.objects.filter(pk=ines.pk).exists()
