"""The statistics of the desk, and the switch of its daily mail."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Case
from games.moderation import desk_mail
from games.moderation import statistics as figures
from games.views.moderation.guard import for_moderators
from games.views.redirects import see_other
from games.words import durations


@for_moderators
@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    assert request.user.is_authenticated
    context = {
        "outcomes": [str(label) for label in Case.Finding.labels],
        "months": [
            {
                "month": month,
                "outcomes": [(str(Case.Finding(key).label), count) for key, count in month.outcomes.items()],
                "wait": _shown(month.usual_wait),
            }
            for month in figures.months()
        ],
        "sorts": [(sort, _shown(sort.usual_wait)) for sort in figures.sorts()],
        "has_mail": desk_mail.wants(request.user),
    }
    return render(request, "moderation/statistics.html", context)


@for_moderators
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """Turn the daily mail on or off; its own link leads here, and so to the page with the switch."""
    assert request.user.is_authenticated
    if request.method == "POST":
        is_wanted = request.POST.get("wanted") == "1"
        desk_mail.choose(user=request.user, is_wanted=is_wanted)
        messages.success(request, _("The daily e-mail is on.") if is_wanted else _("The daily e-mail is off."))
    return see_other(reverse("games:moderation:statistics"))


def _shown(wait: timedelta | None) -> str:
    return durations.duration(wait) if wait is not None else "–"
