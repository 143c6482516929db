import re
from urllib.parse import urlencode

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.test import Client

from accounts import authenticator_app
from accounts.models import User
from tests.accounts.members import PASSWORD, logged_in, reauthenticate, said, who

pytestmark = pytest.mark.django_db


def code_of(secret, later=0):
    """What an authenticator app shows now, if its clock is half a minute slow; or later."""
    return format_hotp_value(hotp_value(secret, [*yield_hotp_counters_from_time()][later]))


@pytest.fixture
def secret(as_ines, time_passes):
    """Ines has enrolled her app."""
    reauthenticate(as_ines)
    page = said(as_ines.get("/account/2fa/totp/activate/"))
    (secret,) = re.findall(r"<code>([A-Z2-7]+)</code>", page)
    assert "<svg" in page
    assert "data:" not in page
    wrong = as_ines.post("/account/2fa/totp/activate/", {"code": "000000"})
    assert wrong.status_code == 422
    response = as_ines.post("/account/2fa/totp/activate/", {"code": code_of(secret)})
    assert response["Location"] == "/account/2fa/recovery-codes/"
    time_passes()
    return secret


def test_with_an_app_a_password_is_not_enough(client, ines, secret, mailoutbox):
    response = client.post("/account/login/", {"login": "Ines", "password": PASSWORD})
    assert response["Location"] == "/account/2fa/authenticate/"
    assert who(client) is None
    assert client.get("/account/2fa/authenticate/").status_code == 200
    wrong = client.post("/account/2fa/authenticate/", {"code": "000000"})
    assert wrong.status_code == 422
    assert "Incorrect code" in said(wrong)
    client.post("/account/2fa/authenticate/", {"code": code_of(secret)})
    assert who(client) == ines


def test_a_recovery_code_lets_one_in_once(as_ines, client, ines, secret):
    codes = re.findall(r"\b\d{8}\b", said(as_ines.get("/account/2fa/recovery-codes/")))
    assert len(codes) == 10
    for expected in (302, 422):
        client.post("/account/login/", {"login": "Ines", "password": PASSWORD})
        assert client.post("/account/2fa/authenticate/", {"code": codes[0]}).status_code == expected
        client.post("/account/logout/")
    downloaded = as_ines.get("/account/2fa/recovery-codes/download/").content.decode()
    assert codes[1] in downloaded
    assert codes[0] not in downloaded


def test_whoever_gives_up_at_the_second_factor_can_start_over(client, secret):
    client.post("/account/login/", {"login": "Ines", "password": PASSWORD})
    assert client.get("/account/login/")["Location"] == "/account/2fa/authenticate/"
    response = client.post("/account/logout/", {"next": "/account/login/"})
    assert response["Location"] == "/account/login/"
    assert client.get("/account/login/").status_code == 200


def test_new_recovery_codes_replace_the_old_ones(as_ines, secret):
    before = set(re.findall(r"\b\d{8}\b", said(as_ines.get("/account/2fa/recovery-codes/"))))
    assert "stop working" in said(as_ines.get("/account/2fa/recovery-codes/generate/"))
    as_ines.post("/account/2fa/recovery-codes/generate/")
    after = set(re.findall(r"\b\d{8}\b", said(as_ines.get("/account/2fa/recovery-codes/"))))
    assert len(after) == 10
    assert not before & after
    assert "10 codes are left." in said(as_ines.get("/account/2fa/"))


def test_the_app_can_be_given_up_again(as_ines, ines, secret):
    assert as_ines.get("/account/2fa/totp/deactivate/").status_code == 200
    as_ines.post("/account/2fa/totp/deactivate/")
    assert not Authenticator.objects.filter(user=ines, type="totp").exists()
    assert who(logged_in("Ines")) == ines


def test_a_code_of_an_app_is_good_once_and_none_before_it_is_good_any_more(ines, secret, time_passes):
    """However long the code would still be valid, and whatever the cache has forgotten."""
    for later, status in ((1, 302), (1, 422), (0, 422), (2, 302), (2, 422)):
        time_passes()
        client = Client()
        client.post("/account/login/", {"login": "Ines", "password": PASSWORD})
        answer = client.post("/account/2fa/authenticate/", {"code": code_of(secret, later)})
        assert answer.status_code == status
        assert who(client) == (ines if status == 302 else None)


@pytest.mark.django_db(transaction=True)  # the signal is sent after the commit
def test_the_code_with_which_an_app_was_set_up_is_used(client, secret):
    client.post("/account/login/", {"login": "Ines", "password": PASSWORD})
    assert client.post("/account/2fa/authenticate/", {"code": code_of(secret)}).status_code == 422
    assert client.post("/account/2fa/authenticate/", {"code": code_of(secret, 1)}).status_code == 302


@pytest.mark.django_db(transaction=True)  # the signal is sent after the commit
def test_setting_one_up_ends_all_other_sessions(ines, as_ines, request):
    elsewhere = logged_in("Ines")
    request.getfixturevalue("secret")
    assert who(elsewhere) is None
    assert who(as_ines) == ines


@pytest.mark.django_db(transaction=True)  # the signal is sent after the commit
def test_setting_one_up_shows_it(as_ines, ines, settings, secret):
    settings.STAFF_MFA = True
    User.objects.filter(pk=ines.pk).update(is_staff=True, is_superuser=True)
    assert as_ines.get("/admin/").status_code == 200


def test_logging_in_with_one_shows_it(client, ines, settings, secret):
    settings.STAFF_MFA = True
    User.objects.filter(pk=ines.pk).update(is_staff=True, is_superuser=True)
    client.post("/account/login/", {"login": "Ines", "password": PASSWORD})
    client.post("/account/2fa/authenticate/", {"code": code_of(secret)})
    assert client.get("/admin/").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/account/2fa/totp/deactivate/",
        "/account/2fa/webauthn/add/",
        "/account/2fa/recovery-codes/",
        "/account/2fa/recovery-codes/generate/",
        "/account/email/",
    ],
)
def test_whoever_has_one_confirms_with_it_and_not_with_the_password(ines, secret, path):
    """As a session that has only shown the password could be left over, or somebody else's."""
    client = Client()
    client.force_login(ines)
    answer = client.post("/account/reauthenticate/", {"password": PASSWORD, "next": path})
    assert answer["Location"] == f"/account/2fa/reauthenticate/?{urlencode({'next': path})}"
    client.post("/account/2fa/totp/deactivate/")
    assert Authenticator.objects.filter(user=ines, type="totp").exists()
    assert client.post(answer["Location"], {"code": code_of(secret), "next": path}).status_code == 302
    client.post("/account/2fa/totp/deactivate/")
    assert not Authenticator.objects.filter(user=ines, type="totp").exists()


@pytest.mark.parametrize(
    "path",
    [
        "/account/2fa/",
        "/account/2fa/webauthn/",
        "/account/2fa/webauthn/add/",
        "/account/2fa/totp/activate/",
    ],
)
def test_the_pages_run_no_script_but_from_a_file(as_ines, path):
    reauthenticate(as_ines)
    page = as_ines.get(path)
    assert page.status_code == 200
    assert_no_inline_scripts(said(page))
    assert "script-src 'self'" in page["Content-Security-Policy"]


def test_the_log_in_page_offers_a_passkey_by_a_script_from_a_file(client):
    page = said(client.get("/account/login/"))
    assert "Use a passkey" in page
    assert_no_inline_scripts(page)
    options = client.get("/account/2fa/webauthn/login/", headers={"accept": "application/json"}).json()
    assert "challenge" in options["request_options"]["publicKey"]


@pytest.mark.parametrize("credential", ["", "x", "{}", "[]", "null", '{"id": 1}'])
def test_a_passkey_that_is_none_is_refused(client, as_ines, credential):
    client.get("/account/2fa/webauthn/login/", headers={"accept": "application/json"})
    response = client.post("/account/2fa/webauthn/login/", {"credential": credential})
    assert response.status_code in (302, 422)
    assert who(client) is None
    reauthenticate(as_ines)
    as_ines.get("/account/2fa/webauthn/add/")
    assert as_ines.post("/account/2fa/webauthn/add/", {"name": "Key", "credential": credential}).status_code == 422


def assert_no_inline_scripts(page: str) -> None:
    for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL):
        assert "application/json" in attributes or ("src=" in attributes and not body.strip())
    assert " style=" not in page
    assert not re.search(r"\son\w+=", page)


def test_a_code_is_good_once_and_an_older_one_never_again(ines, secret):
    app = Authenticator.objects.get(user=ines, type=Authenticator.Type.TOTP)
    before, now, *_ = (format_hotp_value(hotp_value(secret, counter)) for counter in yield_hotp_counters_from_time())
    assert [authenticator_app.spend(app, code) for code in (now, now, before)] == [True, False, False]
