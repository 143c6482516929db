"""The page of allauth that confirms an address, with a fault mended."""

from allauth.account.views import ConfirmEmailVerificationCodeView
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
