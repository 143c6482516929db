import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import override_settings

from accounts.models import User
from marabunta_site import settings as site

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["iNES", "Inés", "1nes", "lnes", "Ines"])
def test_the_database_refuses_a_name_that_looks_like_another(name):
    User.objects.create_user("Ines")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(name)


def test_a_new_name_has_a_new_key():
    user = User.objects.create_user("Ines")
    user.username = "Ines-Maria"
    user.save()
    assert User.objects.get(name_key="lnes-marla") == user
    User.objects.create_user("Ines")


def test_a_form_says_that_the_name_is_taken():
    User.objects.create_user("Ines")
    with pytest.raises(ValidationError, match="This name is taken"):
        User(username="INES", password="x").full_clean()


def test_names_that_look_different_live_side_by_side():
    User.objects.create_user("Ines")
    User.objects.create_user("Inez")
    assert User.objects.count() == 2


@pytest.mark.parametrize("name", ["Ιnes", "In es", "", "i" * 31, "root"])
def test_a_name_that_cannot_be_is_refused(name):
    with pytest.raises(ValidationError, match="username"):
        User(username=name, password="x").full_clean()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("language", "tlh"),
        ("notifications", {"your-turn": "yes"}),
        ("notifications", {"nothing": True}),
        ("notifications", ["your-turn"]),
        ("palette", "grey"),
        ("theme", "pink"),
        ("time_zone", "Europe/Atlantis"),
        ("time_zone", "../../etc/passwd"),
    ],
)
def test_a_preference_that_does_not_exist_is_refused(field, value):
    with pytest.raises(ValidationError, match=field):
        User(username="Ines", password="x", **{field: value}).full_clean()


def test_a_member_is_found_by_any_writing_of_the_name():
    ines = User.objects.create_user("Ines")
    User.objects.create_user("guest-7f3k", is_guest=True)
    User.objects.create_user("Gone", is_active=False)
    assert User.objects.named("INÉS") == ines
    assert User.objects.get_by_natural_key("ines") == ines
    assert User.objects.named("guest-7f3k") is None
    assert User.objects.named("\x00\ud800") is None
    assert User.objects.named("Gone") is None
    assert list(User.objects.members()) == [ines]


@pytest.mark.parametrize("more", [{"email": "x@example.org"}, {"is_staff": True}, {"is_superuser": True}])
def test_the_database_lets_no_guest_be_more(more):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username="guest-7f3k", is_guest=True, **more)


def test_passwords_are_kept_as_argon2():
    with override_settings(PASSWORD_HASHERS=site.PASSWORD_HASHERS):
        user = User.objects.create_user("Benedikt", password="picnic basket")
        assert user.password.startswith("argon2")
        assert user.check_password("picnic basket")
