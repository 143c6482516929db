"""The mails that the site sent, as their readers would see them; for developers (DEBUG only)."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from functools import wraps
from typing import Any

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp, csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games.notify.mail import folder

View = Callable[..., HttpResponseBase]
MAIL_POLICY = {
    "default-src": [NONE],
    "img-src": [SELF],
    "style-src": [UNSAFE_INLINE],  # a mail's styles stand in its tags
    "frame-ancestors": [SELF],
}


def only_in_debug(view: View) -> View:
    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.DEBUG:
            raise Http404
        return view(request, *args, **kwargs)

    return respond


@only_in_debug
@never_cache
@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    found = [(name, folder.read(name)) for name in folder.names()[:50]]
    return render(request, "dev/outbox.html", {"mails": [(name, mail) for name, mail in found if mail]})


@only_in_debug
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type] # its views take more than a request
@never_cache
@require_safe
def mail(request: HttpRequest, name: str) -> HttpResponse:
    read = _mail(name)
    text, html = read.get_body(("plain",)), read.get_body(("html",))
    context = {
        "mail": read,
        "name": name,
        "headers": [(key, str(value)) for key, value in read.items()],
        "text": text.get_content() if text else "",
        "has_html": html is not None,
    }
    return render(request, "dev/outbox.html", context)


@only_in_debug
@xframe_options_sameorigin
@csp(MAIL_POLICY)  # type: ignore[arg-type] # likewise
@never_cache
@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """The HTML part alone; its pictures come from the mail too."""
    body = _mail(name).get_body(("html",))
    if body is None:
        raise Http404
    html = body.get_content()
    for cid in _pictures(_mail(name)):
        html = html.replace(f"cid:{cid}", reverse("games:dev-picture", args=[name, cid]))
    return HttpResponse(html)


@only_in_debug
@require_safe
def picture(request: HttpRequest, name: str, cid: str) -> HttpResponse:
    found = _pictures(_mail(name)).get(cid)
    if found is None:
        raise Http404
    return HttpResponse(found, content_type="image/png")


def _mail(name: str) -> EmailMessage:
    found = folder.read(name)
    if found is None:
        raise Http404
    return found


def _pictures(mail: EmailMessage) -> dict[str, bytes]:
    parts = (part for part in mail.walk() if part.get_content_type() == "image/png")
    return {str(part["Content-ID"]).strip("<>"): part.get_payload(decode=True) for part in parts}  # type: ignore[misc]
