"""Django's administration, behind the site's own login and a second factor."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.second_factor import demanded
from games.version import VERSION


class Administration(admin.AdminSite):
    site_header = site_title = format_lazy(_("{site}: administration"), site=settings.SITE_NAME)
    index_title = _("Overview")

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The login of allauth, which limits failed attempts."""
        return super().login(request, extra_context)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return {**super().each_context(request), "version": VERSION}

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        return super().admin_view(demanded(_without_nul(view)), cacheable)

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The form that every member uses, which asks for the old password."""
        return redirect("account_change_password")


def _without_nul(view: Callable[..., Any]) -> Callable[..., Any]:
    """Answer 404 to an address with a NUL: Django's filters would pass it on, and PostgreSQL refuses such text."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if any("\0" in value for values in request.GET.lists() for value in (values[0], *values[1])):
            raise Http404
        return view(request, *args, **kwargs)

    return asked
