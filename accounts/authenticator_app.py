"""A code of an authenticator app is good once: also within the minute and a half in which a clock may be wrong.

Allauth remembers used codes for half a minute, in the cache.
"""

from __future__ import annotations

from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as allauth_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from allauth.mfa.utils import decrypt
from django.db import transaction

LAST = "last_counter"  # in the data of an authenticator: the half minute of the last code that was used


def spend(authenticator: Authenticator, code: str) -> bool:
    """Use a valid code up, and all before it. Returns whether it was good still."""
    with transaction.atomic():
        app = Authenticator.objects.select_for_update().get(pk=authenticator.pk)
        secret, last = decrypt(app.data["secret"]), app.data.get(LAST, -1)
        for counter in auth.yield_hotp_counters_from_time():
            of_counter = auth.format_hotp_value(auth.hotp_value(secret, counter))
            if counter > last and compare_user_code(actual=code, expected=of_counter):
                app.data[LAST] = counter
                app.save(update_fields=["data"])
                return True
    return False


class _UsedOnce:
    authenticator: Authenticator

    def clean_code(self) -> str:
        code: str = super().clean_code()  # type: ignore[misc]
        if self.authenticator.type == Authenticator.Type.TOTP and not spend(self.authenticator, code):
            raise get_adapter().validation_error("incorrect_code")
        return code


class AuthenticateForm(_UsedOnce, allauth_forms.AuthenticateForm):  # type: ignore[misc]
    """After the password."""


class ReauthenticateForm(_UsedOnce, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    """To confirm an important step."""
