"""The page with the people whom the reader blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.for_games import User, name_key
from games.lobby import blocks as blocking
from games.models import Block
from games.views.redirects import see_other

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def blocks(request: HttpRequest) -> HttpResponse:
    """The list. With ``?whom=`` it asks whether to block that person; POST blocks them."""
    user = _user(request.user)
    if request.method != "POST":
        return _page(request, asked=request.GET.get("whom", ""))
    name = request.POST.get("whom", "")
    whom = _named(name)
    if whom is None or whom == user:
        sentence = _("There’s no one by that name here.") if whom is None else _("You can’t block yourself.")
        return _page(request, asked=name, sentence=sentence)
    try:
        blocking.block(by=user, whom=whom)
    except blocking.TooManyBlocks:
        return _page(request, asked=name, sentence=_("You’ve reached the limit of blocked people. Unblock some first."))
    messages.success(request, _("You’ve blocked %(name)s.") % {"name": whom.username})
    return see_other(reverse("games:blocks"))


@never_cache
@login_required
@require_POST
def unblock(request: HttpRequest) -> HttpResponse:
    user, whom = _user(request.user), _named(request.POST.get("whom", ""))
    if whom is None:
        return _page(request, sentence=_("There’s no one by that name here."))
    blocking.unblock(by=user, whom=whom)
    messages.success(request, _("You’ve unblocked %(name)s.") % {"name": whom.username})
    return see_other(reverse("games:blocks"))


def _page(request: HttpRequest, *, asked: str = "", sentence: str = "") -> HttpResponse:
    user = _user(request.user)
    rows = list(Block.objects.filter(by=user).select_related("whom").order_by("-at", "-pk"))
    whom = _named(asked) if asked else None
    is_new = whom is not None and whom != user and whom.pk not in {row.whom_id for row in rows}
    context = {"rows": rows, "whom": whom if is_new else None, "asked": asked[:60], "sentence": sentence}
    return render(request, "games/blocks.html", context, status=422 if sentence else 200)


def _named(name: str) -> User | None:
    """A person by name. Guests are found too, because one can meet them in a game."""
    key = name_key(name[:60])
    return User.objects.filter(name_key=key, is_active=True).first() if key else None


def _user(user: User | AnonymousUser) -> User:
    assert user.is_authenticated
    return user
