import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.template.response import TemplateResponse
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from accounts import devices, limits, second_factor
from accounts.guests import Visitor
from accounts.preferences import time_zones
from accounts.presence import note_visit

logger = logging.getLogger(__name__)

SIGN_UP = "signup"
Respond = Callable[[HttpRequest], HttpResponse]
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")


def preferences(get_response: Respond) -> Respond:
    """Answers in the language and time zone of the person, and records their visit."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = in_their_way(request)
        devices.set_cookie(request, response)
        return response

    def in_their_way(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            with timezone.override(None):
                return get_response(request)
        note_visit(request, user)
        second_factor.note_session(request, user)
        if user.language in dict(settings.LANGUAGES):
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        with timezone.override(user.time_zone if user.time_zone in time_zones() else None):
            response = get_response(request)
        if "public" not in response.get("Cache-Control", ""):
            response.headers.pop("Cache-Control", None)
            add_never_cache_headers(response)  # whoever uses this device next finds none of their pages
        if not request.user.is_authenticated and not isinstance(request.user, Visitor):  # they have just logged out
            # Not cookies or storage: how the site looks in this browser is chosen for whoever uses it.
            response["Clear-Site-Data"] = '"cache"'
        return response

    return respond


def login_in_full(get_response: Respond) -> Respond:
    """Redirect the whole page to the login: htmx would put it in the place of a fragment."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined] # by django_htmx's middleware
        if not htmx or request.user.is_authenticated:
            return response
        login = resolve_url(settings.LOGIN_URL)
        if urlsplit(response.get("Location", "")).path == login or response.status_code in (403, 404):
            came_from = htmx.current_url_abs_path or resolve_url(settings.LOGIN_REDIRECT_URL)
            return HttpResponseClientRedirect(f"{login}?{urlencode({REDIRECT_FIELD_NAME: came_from})}")
        return response

    return respond


class Limits:
    """Every form has a limit: that of its view, or that of any form."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, *_: Any) -> HttpResponse | None:
        if request.method in SAFE or _is_of_mail_service(view):
            return None
        user, action = request.user, limits.action_of(view)
        is_within = limits.consume(action, limits.source_of(request, user.pk))
        if not user.is_authenticated or user.is_guest:  # whoever wants another guest has one
            is_within &= limits.consume(f"guests-{action}", limits.source_of(request, None))
        if is_within and action == SIGN_UP and limits.is_used_up(limits.SIGN_UP_MAILS, limits.THE_SITE):
            logger.error("Too many sign-ups in a day: whoever signs up is asked to come back later")
            return limits.refuse(request)
        return None if is_within else limits.refuse(request)


class Entrance:
    """Allauth's pages for guests, and with a status for refused forms. Logs who is not let in, but not who it is."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        asked = request.resolver_match.view_name if request.method == "POST" and request.resolver_match else ""
        if asked in PROOFS and _is_refused(response):
            logger.warning("A proof of who somebody is did not hold: %s", asked)
        return response

    def process_view(self, request: HttpRequest, view: object, *_: Any) -> None:
        """On the pages for signing up and logging in, treat a guest as a visitor (see guests.py).

        But a suspended guest must still find the page for logging out, which visitors do not get.
        """
        user = request.user
        if _is_of_allauth(view) and user.is_authenticated and user.is_guest and not user.is_barred:
            request.user = Visitor(guest=user)

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        """Set 422 on a form with errors, which allauth shows with 200."""
        view = request.resolver_match and request.resolver_match.func
        if request.method == "POST" and _is_of_allauth(view) and response.status_code == 200:
            values = (response.context_data or {}).values()
            if any(isinstance(value, BaseForm) and value.errors for value in values):
                response.status_code = 422
        return response


class Barred:
    """Leaves suspended people the reason, the appeal, logging out, their data and deleting the account."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        user = request.user
        asked = request.resolver_match and request.resolver_match.view_name
        if not user.is_authenticated or not user.is_barred or asked in OPEN_TO_THE_BARRED:
            return None
        address = resolve_url("games:sanctions")
        htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined] # by django_htmx's middleware
        if request.method not in ("GET", "HEAD"):
            refused = render(request, "accounts/barred.html", status=403)
            if htmx:
                refused["HX-Redirect"] = address
            return refused
        return HttpResponseClientRedirect(address) if htmx else HttpResponseRedirect(address, status=303)


OPEN_TO_THE_BARRED = {
    *("games:sanctions", "games:appeal", "games:acknowledge"),
    *("accounts:export", "accounts:deletion", "account_logout", "games:less-mail", "games:never-mail"),
    *("account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),  # before one deletes an account
    *("games:icon", "healthz", "readyz", "accounts:language"),
    *("about-luck", "about-verify", "about-verify-ratings", "about-privacy", "about-conduct", "about-accessibility"),
    "about-imprint",
}


def _is_refused(response: HttpResponse) -> bool:
    """Whether a password or code was wrong: the form is shown again, or after too many of them its beginning."""
    leads_to = urlsplit(response.get("Location", "")).path
    return response.status_code == 422 or leads_to in {resolve_url(page) for page in BEGINNINGS}


# Where a password, a code or a passkey is asked for.
PROOFS = {
    *("account_login", "accounts:confirm-login", "mfa_authenticate", "mfa_login_webauthn"),
    *("account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
    *("accounts:confirm-address", "account_confirm_password_reset_code"),
}
BEGINNINGS = ("account_login", "account_request_login_code", "account_reset_password")


def _is_of_mail_service(view: object) -> bool:
    """No limits for the webhook of the mail service, which proves itself by a secret."""
    return getattr(view, "__module__", "").startswith("anymail.")


def _is_of_allauth(view: object) -> bool:
    return getattr(view, "__module__", "").startswith(("allauth.", "accounts.email_confirmation"))
