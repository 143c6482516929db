"""Inviting by e-mail, and never being invited again."""

from __future__ import annotations

import logging

from anymail.exceptions import AnymailError  # type: ignore[import-untyped]
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.for_games import limited
from games import access
from games.forms import MailInviteForm
from games.lobby import mail_invites
from games.lobby.challenges import LobbyRefused
from games.notify.mail import invitation
from games.views.challenges import challenge_page, challenge_refused
from games.views.htmx import HtmxRequest
from games.views.problem import problem
from games.views.redirects import see_other

logger = logging.getLogger(__name__)


@limited("challenge")
@never_cache
@login_required
@require_POST
def invite_by_mail(request: HtmxRequest, token: str) -> HttpResponse:
    """Mail the link of one's own challenge. The answer is the same for every address."""
    assert request.user.is_authenticated
    offer = access.challenge_for(request, token)
    form = MailInviteForm(request.POST)
    if not form.is_valid():
        return challenge_page(request, offer, mail_form=form, status=422)
    address = form.cleaned_data["email"]
    try:
        row, is_welcome = mail_invites.register(challenge=offer, sender=request.user, address=address)
    except LobbyRefused as refused:
        return challenge_refused(request, token, refused)
    try:
        if is_welcome:
            invitation.send(row, address)
    except (OSError, AnymailError) as why:
        logger.warning("An invitation could not be sent: %s", type(why).__name__)
        mail_invites.take_back(row)
        form.add_error(
            "email", _("The e-mail couldn’t be sent. Try again in a few minutes, or send the link yourself.")
        )
        return challenge_page(request, offer, mail_form=form, status=503)
    sent = _("Invitation sent to %(address)s, unless its owner doesn’t want any or has had several lately.")
    messages.success(request, sent % {"address": address})
    return see_other(reverse("games:challenge", args=[token]))


@limited("less-mail")
@csrf_exempt  # the token in the address is the permission; mail programs send RFC 8058's POST without a cookie
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def never_mail(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks, because mail scanners follow every link; POST keeps invitations away for ever."""
    digest = invitation.digest_in(token)
    if digest is None:
        return problem(request, 404, _("This link is incomplete. Copy all of it from the e-mail."))
    if request.method != "POST":
        question = _("Never get invitations from %(site)s at this address again?") % {"site": settings.SITE_NAME}
        return render(request, "games/never_mail.html", {"question": question})
    mail_invites.refuse(digest)
    said = _("You won’t get any more invitations from %(site)s.") % {"site": settings.SITE_NAME}
    return render(request, "games/never_mail.html", {"answer": said, "languages": ()})  # no form, so no cookie
