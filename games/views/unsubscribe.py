"""Fewer mails by the links in mails. The link itself is the permission: nobody has to log in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.for_games import limited
from games.notify import unsubscribing
from games.notify.mail import links
from games.views.problem import problem


@limited("less-mail")
@csrf_exempt  # the token in the address is the permission; mail programs send RFC 8058's POST without a cookie
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def less_mail(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks, because mail scanners follow every link; POST unsubscribes."""
    found = links.less_mail_request_of(token)
    if found is None or not unsubscribing.is_valid(found[1]):
        return problem(
            request,
            404,
            _("This link is incomplete. Copy all of it from the e-mail, or change your notification settings."),
        )
    user_id, asked = found
    if request.method != "POST":
        question, label = unsubscribing.question_of(asked)
        return render(request, "games/less_mail.html", {"question": question, "label": label})
    if not unsubscribing.fulfil(user_id, asked):
        return problem(
            request, 404, _("The account this e-mail was for no longer exists, so there won’t be any more e-mails.")
        )
    answer = {
        "answer": unsubscribing.confirmation_of(asked),
        "languages": (),
    }  # mail programs get no form, so no cookie
    return render(request, "games/less_mail.html", answer)
