"""Whether an address has an account is nobody's business: sign-up and log-in give the same answer for the same work.

Who signs up always gets an account, and the address stays unproved until its code is typed in; several accounts may
wait for the same address. Only the mail differs: the owner of an address that has an account is told so, and gets no
code. Accounts that nobody proves are deleted after some days (housekeeping.py).
"""

from __future__ import annotations

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context, ratelimit
from django import forms
from django.db.models import Exists, OuterRef

from accounts.models import User

CLAIMANTS = 2  # who are asked for their password when somebody logs in by address


def is_proved_by_another(email: str, user: User | None) -> bool:
    """Whether somebody else has proved that the address is theirs."""
    proved = EmailAddress.objects.filter(email=email.lower(), verified=True)
    return bool(proved.exclude(user=user).exists() if user else proved.exists())


def claimants(email: str) -> list[User]:
    """Who may log in by an address: whoever has proved it, and who signed up with it last."""
    proved = EmailAddress.objects.filter(user=OuterRef("pk"), email=email.lower(), verified=True)
    people = User.objects.filter(email=email.lower(), is_guest=False).annotate(has_proved=Exists(proved))
    return list(people.order_by("-has_proved", "-pk")[:CLAIMANTS])


class ChangeAddressForm(allauth_forms.ChangeEmailForm):  # type: ignore[misc]
    """Another address, before the first one is proved."""

    account_already_exists = False

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        return email


class ConfirmAddressForm(allauth_forms.ConfirmEmailVerificationCodeForm):  # type: ignore[misc]
    def clean_code(self) -> str:
        """Of several who claim an address, the first who proves it gets it."""
        code: str = allauth_forms.BaseConfirmCodeForm.clean_code(self)
        if is_proved_by_another(self.email, self.user):
            raise get_adapter().validation_error("email_taken")
        return code


class LoginCodeForm(allauth_forms.RequestLoginCodeForm):  # type: ignore[misc]
    def clean_email(self) -> str:
        """Codes are for proved addresses: whoever else signed up with this one still knows the password they chose."""
        email: str = self.cleaned_data["email"]
        if not ratelimit.consume(context.request, action="request_login_code", key=email.lower()):
            raise forms.ValidationError(get_adapter().error_messages["too_many_login_attempts"])
        proved = EmailAddress.objects.filter(email=email.lower(), verified=True, user__is_active=True)
        address = proved.select_related("user").first()
        self._user = address.user if address else None
        return email


class NewPasswordForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    def clean_email(self) -> str:
        """A code for a new password ends the old one, so it may go to who signed up last, too."""
        email: str = self.cleaned_data["email"]
        self.users = [user for user in claimants(email) if user.is_active]
        return email
