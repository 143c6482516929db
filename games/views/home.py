from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import kinds, queries
from games.forms import PlayForm
from games.guide import coaching, progress
from games.kind_pages.registry import page_of
from games.kinds import Kind
from games.site import demo
from games.view_models.challenge_view import views, views_of
from games.view_models.demo_step import DemoStep
from games.view_models.lists import pages_of
from games.views import last_bot
from games.views.htmx import HtmxRequest, part_of

if TYPE_CHECKING:
    from accounts.for_games import User

MOST_BOARDS = 6  # large ones: more would only be scrolled past
MOST_LISTED = 30  # that wait for oneself, and that wait for others; the archive has them all


@never_cache
@require_safe
def home(request: HtmxRequest) -> HttpResponse:
    """The games of a player; for a visitor an introduction, with a game that goes on by itself."""
    form = PlayForm(**last_bot.about(request))
    if request.user.is_authenticated:
        context = {"form": form, **my_games(request.user)}
        return render(request, part_of(request, "games/my_games.html", "lists"), context)
    return render(request, "games/home.html", {"step": _live(), "steps": _steps(), "form": form, "lessons": _lessons()})


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """The picture of the live game; 204 for a page that has it already."""
    step = _live()
    if request.GET.get("seen") == step.name:
        return HttpResponse(status=204)
    return render(request, "games/_live.html", {"step": step})


def my_games(user: User) -> dict[str, object]:
    """The games of a person: first those in which it is their turn."""
    running = pages_of(queries.running_games(user, most=MOST_LISTED + 1), user)
    finished = pages_of(queries.finished_games(user, viewer=user, most=6), user)
    yours = [page for page in running if page.is_your_turn]
    theirs = [page for page in running if not page.is_your_turn]
    count = queries.waiting_count(user) if len(yours) > MOST_LISTED else len(yours)
    return {
        "steps": [] if running or finished else _steps(),
        "yours": yours[:MOST_BOARDS],
        "more": yours[MOST_BOARDS:MOST_LISTED],
        "count": count,
        "waiting": count,  # also in the head of the page
        "has_more_yours": len(yours) > MOST_LISTED,
        "theirs": theirs[:MOST_LISTED],
        "has_more_theirs": len(theirs) > MOST_LISTED,
        "finished": finished,
        "lessons": [kind for kind in _lessons() if not _has_learned(user, kind)],
        **views_of(queries.challenges_of(user, timezone.now()), user),
        "offers": views(queries.OpenChallenges(user)[:5], user),
    }


def _lessons() -> list[Kind]:
    """The kinds that have a guided first game."""
    return [kind for kind in kinds.all() if page_of(kind.key).lesson]


def _has_learned(user: User, kind: Kind) -> bool:
    """Whether they are through its guided game, or have played enough to need none."""
    lesson = page_of(kind.key).lesson
    assert lesson
    return progress.reached_by(user, kind.key) > len(lesson.steps) or coaching.is_experienced(kind.key, user)


def _steps() -> list[DemoStep]:
    """A demonstration game of each kind, well on its way."""
    games = [demo.play(kind.key, demo.now(kind.key, timezone.now())[0]) for kind in kinds.all()]
    return [DemoStep(game, game.last * 2 // 3) for game in games]


def _live() -> DemoStep:
    """A demonstration game of the first kind, at the step that the clock gives."""
    key = kinds.all()[0].key
    number, at = demo.now(key, timezone.now())
    return DemoStep(demo.play(key, number), at)
