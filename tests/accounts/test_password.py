import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from tests.accounts.members import PASSWORD, code_in, logged_in, reauthenticate, said, who

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NEW = "another basket of crumbs"


def test_a_forgotten_password_is_replaced_with_a_code_by_mail(client, ines, mailoutbox):
    assert client.get("/account/password/reset/").status_code == 200
    response = client.post("/account/password/reset/", {"email": ines.email})
    assert response["Location"] == "/account/password/reset/confirm/"
    assert client.get("/account/password/reset/confirm/").status_code == 200
    assert client.post("/account/password/reset/confirm/", {"code": "BCDF-GHJK"}).status_code == 422
    response = client.post("/account/password/reset/confirm/", {"code": code_in(mailoutbox[0])})
    assert response["Location"] == "/account/password/reset/complete/"
    assert client.get("/account/password/reset/complete/").status_code == 200
    refused = client.post("/account/password/reset/complete/", {"password1": "short", "password2": "short"})
    assert refused.status_code == 422
    response = client.post("/account/password/reset/complete/", {"password1": NEW, "password2": NEW})
    assert response.status_code == 302
    assert client.get(response["Location"]).status_code == 200
    assert who(logged_in("Ines", NEW)) == ines
    assert "password" in mailoutbox[-1].body


def test_a_reset_for_nobody_says_nothing(client, mailoutbox):
    response = client.post("/account/password/reset/", {"email": "stranger@example.org"})
    assert response["Location"] == "/account/password/reset/confirm/"
    (mail,) = mailoutbox
    assert mail.to == ["stranger@example.org"]


def test_a_change_of_the_password_logs_out_everywhere_else(as_ines, ines, mailoutbox):
    elsewhere = logged_in("Ines")
    assert as_ines.get("/account/password/change/").status_code == 200
    data = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert as_ines.post("/account/password/change/", data).status_code == 302
    assert who(as_ines) == ines
    assert who(elsewhere) is None
    assert who(logged_in("Ines", NEW)) == ines
    assert mailoutbox[-1].to == [ines.email]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"oldpassword": "wrong", "password1": NEW, "password2": NEW}, "current password"),
        ({"oldpassword": PASSWORD, "password1": NEW, "password2": "x"}, "same password"),
        ({"oldpassword": PASSWORD, "password1": "12345", "password2": "12345"}, "too short"),
        ({}, "This field is required."),
    ],
)
def test_a_change_that_does_not_fit_is_refused_with_a_sentence(as_ines, data, sentence):
    page = as_ines.post("/account/password/change/", data)
    assert page.status_code == 422
    assert sentence in said(page)


def test_a_new_address_replaces_the_old_one_when_it_is_proved(as_ines, ines, mailoutbox):
    assert ines.email in said(as_ines.get("/account/email/"))
    response = as_ines.post("/account/email/", {"action_add": "", "email": "ines@example.net"})
    assert response["Location"] == "/account/reauthenticate/?next=%2Faccount%2Femail%2F"
    assert as_ines.get(response["Location"]).status_code == 200
    assert as_ines.post("/account/reauthenticate/", {"password": "wrong"}).status_code == 422
    response = as_ines.post("/account/reauthenticate/", {"password": PASSWORD, "next": "/account/email/"})
    assert response["Location"] == "/account/confirm-email/"
    ines.refresh_from_db()
    assert ines.email == "ines@example.org"
    proof = next(mail for mail in mailoutbox if mail.to == ["ines@example.net"])
    as_ines.post("/account/confirm-email/", {"code": code_in(proof)})
    ines.refresh_from_db()
    assert ines.email == "ines@example.net"
    assert who(logged_in("ines@example.net")) == ines


def test_an_address_that_is_none_is_refused_with_a_sentence(as_ines):
    reauthenticate(as_ines)
    page = as_ines.post("/account/email/", {"action_add": "", "email": "nowhere"})
    assert page.status_code == 422
    assert "valid email address" in said(page)


@pytest.mark.parametrize(
    "password", ["marabunta", "Marabunta2026!", "M4r4bunt@", "mabula-mabula", "my-queen-1234", "!!cupcake77"]
)
def test_a_password_that_is_little_more_than_a_word_of_the_site_is_refused(password):
    with pytest.raises(ValidationError, match="word of this site"):
        validate_password(password)


@pytest.mark.parametrize(
    "password", ["marabunta beats the rain", "a basket full of crumbs", "7391-8264-5510", "ключ от сада"]
)
def test_one_with_words_of_ones_own_is_taken(password):
    validate_password(password)
