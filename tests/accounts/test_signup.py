import logging

import pytest
from allauth.account.models import EmailAddress
from django.test import Client, RequestFactory

from accounts.forms import SignupForm
from accounts.models import User
from tests.accounts.members import PASSWORD, code_in, logged_in, said, who

pytestmark = pytest.mark.django_db

CARLA = {"username": "Carla", "email": "carla@example.org", "password1": PASSWORD}


def test_one_signs_up_proves_the_address_and_is_in(client, mailoutbox):
    page = client.get("/account/signup/")
    assert page.status_code == 200
    response = client.post("/account/signup/", CARLA)
    assert response["Location"] == "/account/confirm-email/"
    assert who(client) is None

    (mail,) = mailoutbox
    assert mail.to == ["carla@example.org"]
    assert "Carla" in mail.body
    page = client.get("/account/confirm-email/")
    assert "carla@example.org" in said(page)
    response = client.post("/account/confirm-email/", {"code": code_in(mail)})
    assert response.status_code == 302

    carla = User.objects.get(username="Carla")
    assert who(client) == carla
    assert (carla.is_guest, carla.is_staff, carla.email) == (False, False, "carla@example.org")
    assert EmailAddress.objects.get(user=carla).verified
    assert who(logged_in("Carla")) == carla
    assert who(logged_in("CARLA@example.org")) == carla


def test_the_code_stands_in_the_subject_and_in_no_log(client, mailoutbox, caplog):
    caplog.set_level(logging.DEBUG)
    client.post("/account/signup/", CARLA)
    (mail,) = mailoutbox
    assert mail.subject == f"Your code: {code_in(mail)}"
    assert code_in(mail) not in caplog.text


@pytest.mark.parametrize(
    ("said_by_the_browser", "kept"),
    [("Europe/Warsaw", "Europe/Warsaw"), ("", "UTC"), ("Mars/Olympus_Mons", "UTC"), ("../../etc/passwd", "UTC")],
)
def test_the_time_zone_is_that_of_the_browser_where_it_names_one(client, said_by_the_browser, kept):
    assert client.post("/account/signup/", {**CARLA, "time_zone": said_by_the_browser}).status_code == 302
    assert User.objects.get(username="Carla").time_zone == kept


def test_a_browser_without_scripts_sends_no_time_zone(client):
    page = client.get("/account/signup/")
    assert '<input type="hidden" name="time_zone"' in page.content.decode()
    client.post("/account/signup/", CARLA)
    assert User.objects.get(username="Carla").time_zone == "UTC"


def test_the_language_is_that_of_the_browser_where_there_are_several(client, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    client.post("/account/signup/", CARLA, headers={"Accept-Language": "de-AT, fr;q=0.5"})
    assert User.objects.get(username="Carla").language == "de"


def test_where_the_site_speaks_none_of_the_browsers_languages_it_keeps_to_english(client):
    client.post("/account/signup/", CARLA, headers={"Accept-Language": "de"})
    assert User.objects.get(username="Carla").language == "en"


def test_whoever_did_not_prove_the_address_is_asked_again_at_log_in(client, mailoutbox, time_passes):
    client.post("/account/signup/", CARLA)
    client.cookies.clear()
    time_passes()
    response = client.post("/account/login/", {"login": "Carla", "password": PASSWORD})
    assert response["Location"] == "/account/confirm-email/"
    assert who(client) is None
    client.post("/account/confirm-email/", {"code": code_in(mailoutbox[-1])})
    assert who(client).username == "Carla"


def test_a_wrong_code_is_refused_with_a_sentence_and_three_are_enough(client, mailoutbox):
    client.post("/account/signup/", CARLA)
    for _ in range(2):
        page = client.post("/account/confirm-email/", {"code": "BCDF-GHJK"})
        assert page.status_code == 422
        assert "Incorrect code" in said(page)
    assert client.post("/account/confirm-email/", {"code": "BCDF-GHJK"}).status_code == 302
    assert client.post("/account/confirm-email/", {"code": code_in(mailoutbox[0])})["Location"] == "/account/login/"
    assert who(client) is None


def test_a_mistyped_address_can_be_mended_before_it_is_proved(client, mailoutbox):
    client.post("/account/signup/", {**CARLA, "email": "carla@exmaple.org"})
    refused = client.post("/account/confirm-email/", {"action": "change", "email": "nowhere"})
    assert refused.status_code == 422
    response = client.post("/account/confirm-email/", {"action": "change", "email": "carla@example.org"})
    assert response.status_code == 302
    assert mailoutbox[-1].to == ["carla@example.org"]
    client.post("/account/confirm-email/", {"code": code_in(mailoutbox[-1])})
    assert who(client).email == "carla@example.org"


def test_an_address_that_has_an_account_looks_like_any_other(client, ines, mailoutbox):
    response = client.post("/account/signup/", {**CARLA, "email": ines.email})
    assert response["Location"] == "/account/confirm-email/"
    assert client.get("/account/confirm-email/").status_code == 200
    (mail,) = mailoutbox
    assert mail.to == [ines.email]
    assert "already" in mail.body
    assert who(client) is None
    assert not EmailAddress.objects.get(user__username="Carla").verified


@pytest.mark.parametrize("name", ["ines", "INÉS", "lnes", "1nes", "Ines", "Ｉｎｅｓ"])
def test_a_name_that_looks_like_another_is_taken(client, ines, name):
    page = client.post("/account/signup/", {**CARLA, "username": name})
    assert page.status_code == 422
    assert "This name is taken, or looks too much like one that is." in said(page)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "This field is required."),
        ("ab", "3 to 30 characters"),
        ("a" * 31, "30 characters"),
        ("a b c", "only letters, digits and"),
        ("a\u202eb\u200bc", "only letters, digits and"),
        ("ab\x00c", "Null characters are not allowed."),
        ("carla@example.org", "look like an e-mail address"),
        ("Admin", "This name is reserved."),
        ("guest-7f3k", "This name is reserved."),
        ("Саrla", "letters of one alphabet"),
        ("-carla", "must start and end with"),
        ("2026", "at least one letter"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_a_sentence(client, name, sentence):
    page = client.post("/account/signup/", {**CARLA, "username": name})
    assert page.status_code == 422
    assert sentence in said(page)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"email": "nowhere"}, "valid email address"),
        ({"email": ""}, "This field is required."),
        ({"password1": ""}, "This field is required."),
        ({"password1": "12345"}, "too short"),
        ({"password1": "password1"}, "too common"),
        ({"password1": "carla@example.org"}, "too similar"),
    ],
)
def test_a_bad_address_or_password_is_refused_with_a_sentence(client, wrong, sentence):
    page = client.post("/account/signup/", {**CARLA, **wrong})
    assert page.status_code == 422
    assert sentence in said(page)


def test_of_two_who_want_a_name_at_once_one_gets_it(client, ines):
    form = SignupForm({**CARLA, "username": "Inka"})
    assert form.is_valid()
    User.objects.create_user("lnka")
    request = RequestFactory().post("/account/signup/")
    request.user = client.get("/").context["user"]
    user, response = form.try_save(request)
    assert user is None
    assert response.status_code == 422
    assert "This name is taken" in response.render().content.decode()


def test_a_name_is_kept_in_unicodes_normal_form_and_otherwise_as_typed(client):
    client.post("/account/signup/", {**CARLA, "username": "Ｃarla-Ａnn"})
    assert User.objects.get().username == "Carla-Ann"


def test_where_one_wanted_to_go_is_not_forgotten(client, mailoutbox):
    client.post("/account/signup/", {**CARLA, "next": "/rules/mabula/"})
    response = client.post("/account/confirm-email/", {"code": code_in(mailoutbox[0])})
    assert response["Location"] == "/rules/mabula/"


def test_sign_ups_from_one_address_are_limited(client, settings):
    settings.LIMITS = {"signup": "2/h"}
    for number in (1, 2):
        Client().post(
            "/account/signup/", {**CARLA, "username": f"Carla{number}", "email": f"carla{number}@example.org"}
        )
    refused = Client().post("/account/signup/", CARLA)
    assert refused.status_code == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.7").post("/account/signup/", CARLA)
    assert elsewhere.status_code == 302


def test_so_are_the_sign_ups_of_a_day_wherever_they_come_from(settings, caplog):
    settings.LIMITS = {"signup-mails": "1/d"}
    assert [signed_up(number, at=f"192.0.2.{number}") for number in (1, 2)] == [302, 429]
    assert "Too many sign-ups in a day" in caplog.text


def test_one_address_that_tries_again_and_again_keeps_nobody_else_from_signing_up(settings, mailoutbox):
    settings.LIMITS = {"signup": "2/h", "signup-mails": "3/d"}
    assert [signed_up(number, at="192.0.2.1") for number in range(6)] == [302, 302, 429, 429, 429, 429]
    assert signed_up(6, at="192.0.2.2") == 302
    assert len(mailoutbox) == 3
    assert signed_up(7, at="192.0.2.3") == 429


@pytest.mark.parametrize("wrong", [{"email": "nowhere"}, {"password1": "12345"}, {"username": "ab"}])
def test_a_form_that_is_refused_sends_no_mail_and_counts_as_none(settings, wrong):
    settings.LIMITS = {"signup-mails": "1/d"}
    assert [signed_up(number, **wrong) for number in (1, 2)] == [422, 422]
    assert signed_up(3) == 302


def test_a_mail_to_who_has_an_account_already_counts_like_any_other(settings, ines):
    settings.LIMITS = {"signup-mails": "1/d"}
    assert signed_up(1, email=ines.email) == 302
    assert signed_up(2) == 429


def signed_up(number: int, at: str = "192.0.2.1", **changes: str) -> int:
    """The answer to somebody who signs up from a network address."""
    told = {**CARLA, "username": f"Carla{number}", "email": f"carla{number}@example.org"}
    return Client(REMOTE_ADDR=at).post("/account/signup/", {**told, **changes}).status_code
