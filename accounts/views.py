from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.context_processors import THEME_COOKIE, appearance
from accounts.export import archive
from accounts.forms import AppearanceForm, DeletionForm, PreferencesForm
from accounts.leaving import delete_account
from accounts.limits import limited
from accounts.models import User
from accounts.overview import choices, ways_in

A_YEAR = 365 * 24 * 3600


@never_cache
@login_required
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """What there is to know about one's own account, and where each of it is changed."""
    user = _user(request)
    return render(request, "accounts/overview.html", {"ways_in": ways_in(user), "choices": choices(user)})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    user = _user(request)
    form = PreferencesForm(_posted(request), instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Preferences saved."))
        return redirect("accounts:preferences")
    return render(request, "accounts/preferences.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest) -> HttpResponse:
    """Colours of a visitor's browser; members have their preferences."""
    if request.user.is_authenticated:
        return redirect("accounts:preferences")
    form = AppearanceForm(_posted(request), initial={"theme": appearance(request)["theme"]})
    following = _safe(request, request.POST.get("next") or request.headers.get("referer", ""))
    if request.method == "POST" and form.is_valid():
        response = redirect(following)
        _remember(response, THEME_COOKIE, form.cleaned_data["theme"])
        return response
    context = {"form": form, "next": following}
    return render(request, "accounts/look.html", context, status=422 if form.errors else 200)


@never_cache
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """The switch at the foot of every page: the same page again, in another language."""
    code = request.POST.get("language", "")
    if code not in dict(settings.LANGUAGES):
        sentence = _("This site isn’t available in that language.")
        return render(request, "problem.html", {"sentence": sentence}, status=422)
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=code)
    response = redirect(_page_shown(request))
    _remember(response, settings.LANGUAGE_COOKIE_NAME, code)  # of this browser, whoever logs in or out
    return response


@limited("export")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def export(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "accounts/export.html")
    response = HttpResponse(archive(_user(request)), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="marabunta-account.zip"'
    return response


@never_cache
@login_required
@reauthentication_required(allow_get=True, enabled=lambda request: not request.user.has_usable_password())  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def deletion(request: HttpRequest) -> HttpResponse:
    """Ask for the password; a member without one reauthenticates in another way, a guest need not."""
    user = _user(request)
    form = DeletionForm(_posted(request)) if user.has_usable_password() else None
    if request.method == "POST" and _is_sure(request, form):
        delete_account(user=user)
        logout(request)
        messages.success(request, _("Your account has been deleted."))
        return redirect("games:home")
    status = 422 if form and form.errors else 200
    return render(request, "accounts/deletion.html", {"form": form}, status=status)


def _is_sure(request: HttpRequest, form: DeletionForm | None) -> bool:
    if form is None:
        return True
    if not form.is_valid():
        return False
    try:
        if get_adapter(request).reauthenticate(request.user, form.cleaned_data["password"]):
            return True
        form.add_error("password", _("Wrong password."))
    except ValidationError as too_often:
        form.add_error("password", too_often)
    return False


def _posted(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _user(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    return request.user


def _safe(request: HttpRequest, url: str) -> str:
    """The address if it is one of this site, else the home page."""
    if url_has_allowed_host_and_scheme(url, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return url
    return "/"


def _page_shown(request: HttpRequest) -> str:
    """The page on which the switch was pressed. Scripts may have changed what its address says after the path."""
    loaded, shown = _safe(request, request.POST.get("next", "")), _safe(request, request.headers.get("referer", ""))
    return shown if urlsplit(shown).path == urlsplit(loaded).path else loaded


def _remember(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=A_YEAR, secure=settings.SESSION_COOKIE_SECURE, samesite="Lax")
