"""The forms of passkeys: with our labels, and safe against credentials that no browser would send."""

import struct
from typing import Any

from allauth.mfa.webauthn import forms as allauth_forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# What the parser of credentials raises for well-formed JSON that is no credential.
NONSENSE = (AttributeError, IndexError, KeyError, TypeError, ValueError, struct.error)


class AddPasskeyForm(allauth_forms.AddWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the passkey")
        self.fields["passwordless"].label = _("Log in with this passkey alone, without my password")
        self.fields["passwordless"].help_text = _("Your device will ask for your fingerprint, face or PIN.")
        self.fields["passwordless"].initial = True

    def clean(self) -> dict[str, Any]:
        try:
            cleaned: dict[str, Any] = super().clean()
        except NONSENSE:
            raise not_a_passkey() from None
        return cleaned


class _CredentialForm:
    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except NONSENSE:
            raise not_a_passkey() from None


class AuthenticatePasskeyForm(_CredentialForm, allauth_forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """As a second factor, after the password."""


class LoginPasskeyForm(_CredentialForm, allauth_forms.LoginWebAuthnForm):  # type: ignore[misc]
    """Instead of a password."""


class ReauthenticatePasskeyForm(_CredentialForm, allauth_forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """To confirm an important step."""


def not_a_passkey() -> ValidationError:
    return ValidationError(_("We don’t know this passkey."), code="passkey")
