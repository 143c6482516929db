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
    """Visitors log in first; whoever else is no moderator finds nothing here (404).

    A moderator without a second factor, where one is demanded, is sent to set one up.
    """

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not roles.is_moderator(request.user):
            raise Http404
        return second_factor_demanded(view)(request, *args, **kwargs)

    return never_cache(login_required(guarded))
