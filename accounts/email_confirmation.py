"""A page of allauth that we had to mend."""

from allauth.account.views import ConfirmEmailVerificationCodeView
from django.forms import BaseForm
from django.http import HttpResponse
from django.views.generic import FormView


class ConfirmAddress(ConfirmEmailVerificationCodeView):  # type: ignore[misc]
    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """Allauth 65 breaks down when the address one wants to use instead is none."""
        if self._action == "change":
            return FormView.form_invalid(self, form)
        response: HttpResponse = super().form_invalid(form)
        return response
