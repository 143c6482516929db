from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone, translation

from accounts.guests import Visitor
from accounts.preferences import time_zones
from accounts.presence import note_visit

Respond = Callable[[HttpRequest], HttpResponse]


def preferences(get_response: Respond) -> Respond:
    """Answers in the language and the time zone that somebody has chosen."""

    def respond(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            with timezone.override(None):
                return get_response(request)
        note_visit(request, user)
        if user.language in dict(settings.LANGUAGES):
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        with timezone.override(user.time_zone if user.time_zone in time_zones() else None):
            return get_response(request)

    return respond


class Entrance:
    """What allauth does not know: that there are guests, and that what is refused has a status of its own."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, *_: Any) -> None:
        """Where people sign up and log in, a guest is a visitor; see guests.py for what becomes of them."""
        user = request.user
        if _is_of_allauth(view) and user.is_authenticated and user.is_guest:
            request.user = Visitor(guest=user)

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        """Allauth shows a form with its errors as if all were well."""
        view = request.resolver_match and request.resolver_match.func
        if request.method == "POST" and _is_of_allauth(view) and response.status_code == 200:
            values = (response.context_data or {}).values()
            if any(isinstance(value, BaseForm) and value.errors for value in values):
                response.status_code = 422
        return response


def _is_of_allauth(view: object) -> bool:
    return getattr(view, "__module__", "").startswith(("allauth.", "accounts.entrance"))
