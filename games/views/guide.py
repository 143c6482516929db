"""The guided first game of a kind. Everything but how far somebody has come follows from the address."""

from __future__ import annotations

from dataclasses import replace

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import replace_url

from accounts.for_games import limited
from games import kinds
from games.contract import IllegalMove
from games.guide import progress
from games.guide.walk import Place
from games.kind_pages.registry import page_of
from games.view_models.guide_page import GuidePage, address_of
from games.views.htmx import HtmxRequest
from games.views.problem import no_such_kind, problem
from games.views.redirects import see_other
from games.words import refusals

LONGEST_TRY = 80  # characters; no move of a script comes near


@never_cache
@require_safe
def guide(request: HttpRequest, key: str) -> HttpResponse:
    """Redirect to the step with which one goes on; from the beginning for who is through, or asks for it."""
    place = _place(key, 1)
    if place is None:
        return _no_guide(request, key)
    number = progress.reached(request, key)
    if "again" in request.GET or number > len(place.lesson.steps):
        progress.forget(request, key)
        number = 1
    return see_other(address_of(replace(place, number=number)))


@limited("act")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def guide_step(request: HtmxRequest, key: str, number: int, done: int = 0) -> HttpResponse:
    """A step, and what the learner does in it."""
    place = _place(key, number, done)
    if place is None:
        return _no_guide(request, key)
    if not place.exists:
        sentence = _("The guided game has %(count)s steps, and this isn’t one of them.")
        return problem(request, 404, sentence % {"count": len(place.lesson.steps)})
    if "have" in request.GET:
        return HttpResponse(status=204)  # a page that asks what is new: nothing ever is
    explains = request.GET.get("explain") == "1"
    asked = {name: value for name, value in request.GET.dict().items() if name != "explain"}
    page = GuidePage(place, asked, explains)
    if request.method == "POST":
        return _tried(request, page)
    return _answer(request, page)


def _tried(request: HtmxRequest, page: GuidePage) -> HttpResponse:
    """On to what comes next; or the same page, which says why not."""
    place = page.place
    move = request.POST.get("move", "")[:LONGEST_TRY] or page.kind_page.presenter.written(request.POST.dict())
    if place.press is None:
        return see_other(page.forth or address_of(place))
    if not place.makes(move):
        return _answer(request, _objecting(page, move), status=422)
    after = place.next()
    progress.remember(request, place.kind.key, place.number + after.is_done)
    there = GuidePage(after, {}, page.explains)
    address = f"{there.address}{there.kept_query}"
    return replace_url(_answer(request, there), address) if request.htmx else see_other(address)


def _objecting(page: GuidePage, move: str) -> GuidePage:
    """Why this is not what is asked for: the rules forbid it, or another move teaches more."""
    try:
        said = str(page.place.objection(move))
    except IllegalMove as refused:
        return replace(page, objection=refusals.refusal(page.kind.key, refused), clause=refused.clause)
    return replace(page, objection=said or _("You could do that, but this step is about something else."))


def _answer(request: HtmxRequest, page: GuidePage, status: int = 200) -> HttpResponse:
    """The whole page, or the fragment of the game for htmx."""
    context = {
        "page": page,
        "place": page.place,
        "view": page.view,
        "build": getattr(staticfiles_storage, "manifest_hash", ""),
    }
    template = "games/guide.html#table" if request.htmx else "games/guide.html"
    return render(request, template, context, status=status)


def _place(key: str, number: int, done: int = 0) -> Place | None:
    """Nothing for a kind that there is not, or that has no guided game."""
    try:
        kind = kinds.get(key)
    except KeyError:
        return None
    lesson = page_of(key).lesson
    return Place(kind, lesson, number, done) if lesson else None


def _no_guide(request: HttpRequest, key: str) -> HttpResponse:
    if key not in {kind.key for kind in kinds.all()}:
        return no_such_kind(request)
    return problem(request, 404, _("There’s no guided game of this kind. Its rules page explains how to play."))
