import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils import translation

from accounts import adoption, discretion, guests, invitations, limits, names, post, second_factor
from accounts.models import TAKEN, User
from accounts.validators import validate_name
from games import for_accounts

logger = logging.getLogger(__name__)

# Mails that anybody can trigger by typing an address.
BY_STRANGERS = {
    *("account_already_exists", "unknown_account", "email_confirmation", "email_confirmation_signup"),
    *("login_code", "password_reset_code", "password_reset_key"),
}
TO_WHO_SIGNS_UP = {"account_already_exists", "email_confirmation_signup"}


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The answers of this site to allauth."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        validate_name(username)
        if not shallow and User.objects.filter(name_key=names.key(username)).exists():
            raise name_is_taken()
        return names.normal(username)

    def new_user(self, request: HttpRequest) -> User:
        """A new row, with the preferences of the guest who signs up; they hand their games over when they log in."""
        return guests.as_member(guests.guest_behind(request))

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        user.time_zone = form.cleaned_data.get("time_zone") or user.time_zone
        user.language = translation.get_language() or ""  # mails have no browser that says in which language to write
        saved: User = super().save_user(request, user, form, commit)
        if commit:
            for_accounts.look_at_name(saved)
        return saved

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return for_accounts.are_sign_ups_open() and invitations.may_sign_up(request)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Limit the mails that anybody can trigger for any address.

        The answer to the request is the same, because it would tell whether the address has an account. Mails about the
        safety of an account are never limited.
        """
        what = template_prefix.rpartition("/")[2]
        if what in BY_STRANGERS and not limits.consume("mail", f"mail {email.strip().casefold()}"):
            logger.warning("A mail (%s) is not sent: its address has got enough of them for now.", what)
            return
        if what in TO_WHO_SIGNS_UP:
            limits.consume(limits.SIGN_UP_MAILS, limits.THE_SITE)
        request = allauth_context.request
        facts = {"request": request, "email": email, "current_site": get_current_site(request), **context}
        with translation.override(_language_of_reader(email, context)):
            mail = self.render_mail(template_prefix, email, facts)
        post.sign(mail)
        post.send_soon(mail)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """The owner of an address that has an account is told so, instead of getting a code for another one."""
        address = emailconfirmation.email_address
        has_account = discretion.is_proved_by_another(address.email, address.user)
        if signup and has_account:
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, Any]]:
        """Whoever has a second factor confirms important steps with it: the password alone could be stolen."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [m for m in methods if m["id"] != "reauthenticate"] if second_factor.is_set_up(user) else methods

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


def _language_of_reader(email: str, context: dict[str, Any]) -> str:
    """That of whoever has proved the address, or else of the page: anybody may have typed it there."""
    proved = User.objects.filter(emailaddress__email__iexact=email, emailaddress__verified=True)
    reader = context.get("user") or proved.first()
    chosen = getattr(reader, "language", "")
    return chosen if chosen in dict(settings.LANGUAGES) else translation.get_language() or settings.LANGUAGE_CODE


def name_is_taken() -> ValidationError:
    return ValidationError(TAKEN, code="taken")
