from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest

from accounts import guests, names
from accounts.models import TAKEN, User
from accounts.validators import validate_name


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Where allauth asks how this site does things."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        validate_name(username)
        if not shallow and User.objects.filter(name_key=names.key(username)).exists():
            raise name_is_taken()
        return names.normal(username)

    def new_user(self, request: HttpRequest) -> User:
        """A guest who signs up stays the same user."""
        return guests.guest_behind(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        was_guest, user.is_guest = user.is_guest, False
        saved: User = super().save_user(request, user, form, commit)
        if was_guest:
            logout(request)  # a member comes in by the mail only
        return saved

    def login(self, request: HttpRequest, user: User) -> None:
        """However somebody proved who they are, this is where they come in."""
        guest = guests.guest_behind(request)
        with transaction.atomic():
            if guest is not None and guest.pk != user.pk:
                guests.hand_over(guest=guest, user=user)
            super().login(request, user)


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    def build_totp_svg(self, url: str) -> str:
        """The picture as a part of the page, for the page may not load it from an address made of data."""
        _, _, picture = super().build_totp_svg(url).partition("?>")
        return str(picture)


def name_is_taken() -> ValidationError:
    return ValidationError(TAKEN, code="taken")
