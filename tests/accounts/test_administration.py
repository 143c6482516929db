import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command

from accounts.models import User
from tests.accounts.members import PASSWORD, logged_in, said, who

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def password(monkeypatch):
    return lambda value: monkeypatch.setenv("ADMIN_PASSWORD", value)


def test_the_first_administrator_is_made_with_a_password_of_their_own(password):
    password(PASSWORD)
    call_command("make_admin", name="Olga", email="olga@example.org", verbosity=0)
    olga = User.objects.get()
    assert (olga.is_staff, olga.is_superuser, olga.email) == (True, True, "olga@example.org")
    assert EmailAddress.objects.get(user=olga).verified
    client = logged_in("Olga")
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/accounts/user/").status_code == 200
    assert client.get(f"/admin/accounts/user/{olga.pk}/change/").status_code == 200


@pytest.mark.parametrize(
    ("name", "email", "chosen", "sentence"),
    [
        ("Olga", "olga@example.org", "12345678", "too common"),
        ("Olga", "olga@example.org", "short", "too short"),
        ("Olga", "olga@example.org", "olga@example.org", "too similar"),
        ("Olga", "olga@example.org", "", "type a password"),
        ("Olga", "nowhere", PASSWORD, "valid email address"),
        ("Olga", "", PASSWORD, "has an e-mail address"),
        ("Olga", "ines@example.org", PASSWORD, "already"),
        ("a b", "olga@example.org", PASSWORD, "letters, digits"),
        ("1nes", "olga@example.org", PASSWORD, "This name is taken"),
        (None, None, PASSWORD, "Nobody is here"),
    ],
)
def test_an_administrator_needs_a_good_name_address_and_password(password, ines, name, email, chosen, sentence):
    password(chosen)
    with pytest.raises(CommandError, match=sentence):
        call_command("make_admin", name=name, email=email)
    assert User.objects.count() == 1


def test_the_administration_is_entered_through_the_sites_own_log_in(client):
    response = client.get("/admin/", follow=True)
    assert response.request["PATH_INFO"] == "/account/login/"
    assert client.post("/admin/login/", {"username": "x", "password": "y"})["Location"].startswith("/account/login/")


def test_members_are_not_let_in(as_ines):
    assert as_ines.get("/admin/", follow=True).status_code == 403


def test_nobody_is_deleted_in_the_administration(password, ines):
    password(PASSWORD)
    call_command("make_admin", name="Olga", email="olga@example.org", verbosity=0)
    client = logged_in("Olga")
    assert client.post(f"/admin/accounts/user/{ines.pk}/delete/", {"post": "yes"}).status_code == 403
    assert who(logged_in("Ines")) == ines


def test_nobody_is_made_or_changed_in_the_administration(password, ines):
    """What is done about somebody is done at the desk, with a reason that stands in the audit."""
    password(PASSWORD)
    call_command("make_admin", name="Olga", email="olga@example.org", verbosity=0)
    client = logged_in("Olga")
    assert client.get("/admin/accounts/user/add/").status_code == 403
    answer = client.post(f"/admin/accounts/user/{ines.pk}/change/", {"username": "Agnes", "is_active": ""})
    assert answer.status_code == 403
    ines.refresh_from_db()
    assert (ines.username, ines.is_active) == ("Ines", True)


def test_a_page_of_somebody_shows_neither_password_nor_secrets(password, ines):
    password(PASSWORD)
    call_command("make_admin", name="Olga", email="olga@example.org", verbosity=0)
    page = said(logged_in("Olga").get(f"/admin/accounts/user/{ines.pk}/change/"))
    assert "ines@example.org" in page
    assert ines.password not in page


def test_staff_change_their_password_where_everybody_does(password):
    password(PASSWORD)
    call_command("make_admin", name="Olga", email="olga@example.org", verbosity=0)
    assert logged_in("Olga").get("/admin/password_change/")["Location"] == "/account/password/change/"
