from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import push_url

from accounts.for_games import User
from games.archive import search
from games.archive.filter_form import ArchiveFilter
from games.notebook import marks
from games.view_models.lists import pages_of
from games.views.htmx import HtmxRequest


@never_cache
@login_required
@require_safe
def own_archive(request: HtmxRequest) -> HttpResponse:
    """All games of the person who asks."""
    assert request.user.is_authenticated
    return _archive(request, request.user)


@never_cache
@require_safe
def archive(request: HtmxRequest, name: str) -> HttpResponse:
    """The games of a member, as far as the one who asks may see them."""
    person = User.objects.named(name)
    if person is None:
        raise Http404
    return _archive(request, person)


def _archive(request: HtmxRequest, person: User) -> HttpResponse:
    viewer = request.user if request.user.is_authenticated else None
    form = ArchiveFilter(request.GET, tags=marks.tags_of(viewer) if viewer else None)
    status = 200 if form.is_valid() else 422
    found = search.find(person, form.wanted, viewer=viewer, **form.place)
    context = {
        "person": person,
        "is_you": viewer == person,
        "form": form,
        "found": found,
        "games": pages_of(found.games, viewer, owner=person),
        "sums": search.count(person, form.wanted, viewer=viewer),
    }
    if not request.htmx:
        return render(request, "games/archive.html", context, status=status)
    answer = render(request, "games/archive.html#found", context, status=status)
    return push_url(answer, f"{request.path}?{form.query}" if form.is_filtered else request.path)
