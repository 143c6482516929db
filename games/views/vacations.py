from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.for_games import User
from games.clocks import clock, vacations
from games.forms import VacationForm
from games.models import Vacation
from games.view_models.vacation_view import VacationView
from games.views.redirects import see_other
from games.words import durations, refusals


@dataclass(frozen=True)
class Allowance:
    year: int
    left: str  # empty: nothing


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: HttpRequest) -> HttpResponse:
    """Announce a vacation, and look at those announced."""
    user = _member(request)
    is_sent = request.method == "POST"
    form = VacationForm(request.POST if is_sent else None, initial={"first": timezone.localdate()})
    if is_sent and form.is_valid():
        try:
            vacations.take(user=user, **form.cleaned_data)
        except vacations.VacationRefused as refused:
            form.add_error(None, refusals.vacation_refusal(refused))
        else:
            messages.success(request, _("Vacation announced. Your clocks will be paused on those days."))
            return see_other(reverse("games:vacation"))
    now = timezone.now()
    announced = vacations.to_come(user, now)
    context = {
        "form": form,
        "announced": [(one, VacationView(one.starts, one.ends, one.starts <= now)) for one in announced],
        "allowances": _allowances(user, now, announced),
        "allowance": vacations.ALLOWANCE.days,
    }
    return render(request, "games/vacation.html", context, status=422 if is_sent else 200)


@never_cache
@login_required
@require_POST
def end_vacation(request: HttpRequest, pk: int) -> HttpResponse:
    vacations.end(user=_member(request), vacation_id=pk)
    messages.success(request, _("Vacation ended. Your clocks are running again."))
    return see_other(reverse("games:vacation"))


def _member(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    if request.user.is_guest:
        raise PermissionDenied
    return request.user


def _allowances(user: User, now: datetime, announced: list[Vacation]) -> list[Allowance]:
    """The days left in this year, and in the next if a vacation reaches into it."""
    zone = clock.zone_named(user.time_zone)
    this = now.astimezone(zone).year
    years = sorted({this, *(one.ends.astimezone(zone).year for one in announced)})
    found = []
    for year in years:
        left = vacations.left(user, year)
        found.append(Allowance(year, durations.duration(left) if left else ""))
    return found
