"""The pages of allauth that ask for a code from a mail, with faults mended."""

from allauth.account.views import ConfirmEmailVerificationCodeView, ConfirmLoginCodeView
from django.forms import BaseForm
from django.http import HttpResponse
from django.views.generic import FormView


class ConfirmAddress(ConfirmEmailVerificationCodeView):  # type: ignore[misc]
    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """Allauth 65 fails when the other address that somebody wants to use is invalid."""
        if self._action == "change":
            return FormView.form_invalid(self, form)
        response: HttpResponse = super().form_invalid(form)
        return response


class ConfirmLogin(ConfirmLoginCodeView):  # type: ignore[misc]
    def _resend_form_valid(self, form: BaseForm) -> HttpResponse:
        """Allauth 65 sends another mail only where there is an account, and takes longer for it (see discretion.py)."""
        if self._process.user is None:
            self._process.send()
        response: HttpResponse = super()._resend_form_valid(form)
        return response
