import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest

from accounts import adoption, guests, limits, names
from accounts.models import TAKEN, User
from accounts.validators import validate_name
from games import for_accounts

logger = logging.getLogger(__name__)

# Mails that anybody can trigger by typing an address.
BY_STRANGERS = {
    *("account_already_exists", "unknown_account", "email_confirmation", "email_confirmation_signup"),
    *("login_code", "password_reset_code", "password_reset_key"),
}


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The answers of this site to allauth."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        validate_name(username)
        if not shallow and User.objects.filter(name_key=names.key(username)).exists():
            raise name_is_taken()
        return names.normal(username)

    def new_user(self, request: HttpRequest) -> User:
        """The row for a new member: that of the guest who signs up, or a new one."""
        return guests.guest_behind(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        was_guest, user.is_guest = user.is_guest, False
        saved: User = super().save_user(request, user, form, commit)
        if commit:
            for_accounts.look_at_name(saved)
        if was_guest:
            logout(request)  # a member logs in through the mail only
        return saved

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return for_accounts.are_sign_ups_open()

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Limit the mails that anybody can trigger for any address.

        The answer to the request is the same, because it would tell whether the address has an account. Mails about the
        safety of an account are never limited.
        """
        what = template_prefix.rpartition("/")[2]
        if what in BY_STRANGERS and not limits.consume("mail", f"mail {email.strip().casefold()}"):
            logger.warning("A mail (%s) is not sent: its address has got enough of them for now.", what)
            return
        super().send_mail(template_prefix, email, context)

    def login(self, request: HttpRequest, user: User) -> None:
        """Log in by any method; a guest in this browser hands their games over."""
        guest = guests.guest_behind(request)
        with transaction.atomic():
            if guest is not None and guest.pk != user.pk:
                adoption.hand_over(guest=guest, user=user)
            super().login(request, user)


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    def build_totp_svg(self, url: str) -> str:
        """The picture as inline SVG, because the content security policy refuses data addresses."""
        _, _, picture = super().build_totp_svg(url).partition("?>")
        return str(picture)


def name_is_taken() -> ValidationError:
    return ValidationError(TAKEN, code="taken")
