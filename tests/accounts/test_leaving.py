import io
import json
import zipfile

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session

from accounts.models import User
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Seat
from tests.accounts.members import PASSWORD, logged_in, said, who

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ines):
    return challenges.play_bot(user=ines, bot="larva", agreement=Agreement("mabula", {}))


def test_one_takes_along_all_that_is_known_but_no_secrets(as_ines, ines, game):
    Authenticator.objects.create(user=ines, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    assert as_ines.get("/account/export/").status_code == 200
    response = as_ines.post("/account/export/")
    assert response["Content-Type"] == "application/zip"
    assert "attachment" in response["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        assert sorted(archive.namelist()) == ["account.json", "games.json"]
        text = {name: archive.read(name).decode() for name in archive.namelist()}
    account = json.loads(text["account.json"])
    assert (account["id"], account["username"], account["email"]) == (ines.pk, "Ines", ines.email)
    assert account["email_addresses"] == [{"email": ines.email, "verified": True, "primary": True}]
    assert account["sessions"][0]["ip"] == "127.0.0.1"
    assert account["preferences"]["time_zone"] == "UTC"
    assert account["authenticators"][0]["type"] == "totp"
    assert json.loads(text["games.json"])
    ines.refresh_from_db()
    for secret in (ines.password, "JBSWY3DPEHPK3PXP", as_ines.session.session_key):
        assert secret not in "".join(text.values())


def test_every_field_of_a_user_is_in_the_export_or_secret_or_derived(ines, as_ines):
    with zipfile.ZipFile(io.BytesIO(as_ines.post("/account/export/").content)) as archive:
        account = json.loads(archive.read("account.json"))
    fields = {field.name for field in User._meta.get_fields() if field.concrete}
    told = account.keys() | account["preferences"].keys()
    assert fields - told == {"password", "name_key", "is_superuser", "user_permissions"}


def test_whoever_deletes_their_account_is_told_first_what_happens(as_ines):
    page = said(as_ines.get("/account/delete/"))
    for words in ("former player", "a bot takes over", "replayed", "can’t be undone", "logged out everywhere"):
        assert words in page


@pytest.mark.parametrize("password", ["wrong", "", "\x00"])
def test_an_account_is_not_deleted_without_its_password(as_ines, ines, password):
    page = as_ines.post("/account/delete/", {"password": password})
    assert page.status_code == 422
    assert 'class="errorlist"' in said(page)
    assert who(as_ines) == ines


def test_the_password_cannot_be_guessed_there(as_ines, ines):
    for _ in range(5):
        as_ines.post("/account/delete/", {"password": "guess"})
    page = as_ines.post("/account/delete/", {"password": PASSWORD})
    assert page.status_code == 422
    assert "Too many failed login attempts" in said(page)
    assert User.objects.filter(pk=ines.pk).exists()


def test_a_deleted_account_is_gone_at_once_and_the_games_go_on(as_ines, ines, game):
    elsewhere = logged_in("Ines")
    response = as_ines.post("/account/delete/", {"password": PASSWORD})
    assert response["Location"] == "/"
    assert "Your account has been deleted." in said(as_ines.get("/"))
    assert who(elsewhere) is None
    for model in (User, EmailAddress, UserSession, Authenticator):
        assert not model.objects.exists()
    assert not any("_auth_user_id" in session.get_decoded() for session in Session.objects.all())
    game.refresh_from_db()
    assert all(seat.bot and seat.user is None for seat in Seat.objects.filter(game=game))


def test_all_of_it_happens_or_nothing(ines, monkeypatch):
    client = logged_in("Ines")
    client.raise_request_exception = False

    def breaks(*_, **__):
        raise RuntimeError

    monkeypatch.setattr(User, "delete", breaks)
    assert client.post("/account/delete/", {"password": PASSWORD}).status_code == 500
    assert EmailAddress.objects.filter(user=ines).exists()
    assert UserSession.objects.filter(user=ines).exists()


def test_without_a_password_one_proves_it_in_another_way(as_ines, ines):
    Authenticator.objects.create(user=ines, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    ines.set_unusable_password()
    ines.save()
    client = as_ines
    client.force_login(ines)
    response = client.post("/account/delete/")
    assert response["Location"].startswith("/account/2fa/reauthenticate/")
    assert User.objects.filter(pk=ines.pk).exists()
