"""The decorator of every view of the desk."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from accounts.for_games import second_factor_demanded
from games.moderation import roles

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def for_moderators(view: View[P]) -> View[P]:
    """Let moderators in: visitors log in first, and others get 404.

    A moderator without a second factor, where one is demanded, is sent to the page that sets one up.
    """

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not roles.is_moderator(request.user):
            raise Http404
        return second_factor_demanded(view)(request, *args, **kwargs)

    return never_cache(login_required(guarded))
