import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_a_name_is_taken_in_whatever_case_it_is_written():
    User.objects.create_user("Ines", password="picnic basket")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("iNES", password="another basket")


def test_a_form_says_that_the_name_is_taken():
    User.objects.create_user("Ines", password="picnic basket")
    with pytest.raises(ValidationError, match="This name is taken"):
        User(username="INES", password="x").full_clean()


def test_names_that_differ_in_more_than_case_live_side_by_side():
    User.objects.create_user("Ines")
    User.objects.create_user("Inez")
    assert User.objects.count() == 2


@pytest.mark.parametrize("name", ["Ιnes", "Inés", "In es", "", "i" * 31])
def test_a_name_has_at_most_thirty_plain_letters_digits_and_signs(name):
    with pytest.raises(ValidationError, match="username"):
        User(username=name, password="x").full_clean()


def test_passwords_are_kept_as_argon2():
    user = User.objects.create_user("Benedikt", password="picnic basket")
    assert user.password.startswith("argon2")
    assert user.check_password("picnic basket")
