from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import kinds


def problem(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """A page that says in one sentence why the address cannot be shown."""
    return render(request, "problem.html", {"sentence": sentence}, status=status)


def no_such_kind(request: HttpRequest) -> HttpResponse:
    titles = ", ".join(kind.title for kind in kinds.all())
    return problem(request, 404, _("There’s no such game here. You can play: %(titles)s.") % {"titles": titles})


def no_such_step(request: HttpRequest, head: int) -> HttpResponse:
    sentence = ngettext(
        "This game has %(head)s step so far: choose one of them.",
        "This game has %(head)s steps so far: choose one of them.",
        head,
    )
    return problem(request, 422, sentence % {"head": head})
