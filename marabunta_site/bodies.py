"""Methods and bodies that no browser would send are refused at once, in plain words.

The views of libraries would take a PUT for a POST. Forms are in UTF-8, as pages ask browsers to send them. Django fails
at one that is not, and at one with too much in it, over and over: first in the view, then in the page that says so,
whose check against forgery reads the form again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.multipartparser import MultiPartParserError

METHODS: Final = ("GET", "HEAD", "POST")
FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")


def usual_only(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        if request.method not in METHODS:
            return HttpResponseNotAllowed(METHODS)
        if request.content_type not in FORMS:
            return get_response(request)
        charset = (request.content_params or {}).get("charset", "utf-8").lower()
        if charset not in ("utf-8", "utf8"):
            return _refusal("Forms must be sent as UTF-8.")
        try:
            request.POST  # noqa: B018 - reads the form, here rather than in the check against forgery
        except RequestDataTooBig:
            return _refusal("That’s too much for one form.", 413)
        except (SuspiciousOperation, BadRequest, MultiPartParserError):
            return _refusal("The site couldn’t read that form.")
        return get_response(request)

    return respond


def _refusal(sentence: str, status: int = 400) -> HttpResponse:
    return HttpResponse(f"{sentence}\n", content_type="text/plain; charset=utf-8", status=status)
