from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.for_games import User, today
from games import queries
from games.careers import achieved
from games.lobby import blocks, desertion, ladder
from games.moderation import roles
from games.notebook import notes
from games.ratings import lists as rating_lists
from games.view_models import career_page, rating_page
from games.view_models.lists import pages_of
from games.view_models.vacation_view import vacation_to_tell

MOST_FINISHED = 10  # the archive has them all


@never_cache
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """The page of a member. Guests and suspended people have none."""
    person = User.objects.named(name)
    if person is None:
        raise Http404
    now = timezone.now()
    viewer = request.user if request.user.is_authenticated else None
    running = queries.games_to_watch(person, viewer=viewer)
    finished = queries.finished_games(person, viewer=viewer, most=MOST_FINISHED)
    context = {
        "person": person,
        "initials": person.username[:2].upper(),
        "is_you": viewer == person,
        "is_blocking": viewer is not None and blocks.is_blocking(viewer, person),
        "is_moderator": roles.is_moderator(request.user),
        "last_seen": _last_seen(person.last_seen),
        "away": vacation_to_tell(person.vacations.values_list("starts", "ends"), now),
        "in_time": desertion.record_of(person).percent,
        "ladders": ladder.ladders_of(person).values(),
        "standings": rating_page.views_with_curves(rating_lists.standings_of(person), now),
        "achieved": [one for one in career_page.aims_of(achieved.by(person), viewer, {}) if one.row],
        "note": notes.note_on(person, by=viewer) if viewer and viewer != person else "",
        "tallies": queries.tallies(person, viewer=viewer),
        "running": pages_of(running, viewer, owner=person),
        "games": pages_of(finished, viewer, owner=person),
    }
    return render(request, "games/profile.html", context)


def _last_seen(day: date) -> str:
    """When a person was here last, in rough words: enough to judge whether they would answer a challenge."""
    days = (today() - day).days
    if days < 1:
        return _("Active today.")
    if days <= 7:
        return _("Active in the last 7 days.")
    if days <= 30:
        return _("Active in the last 30 days.")
    return _("Not active for more than a month.")
