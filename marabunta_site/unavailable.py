"""When the database is away, full or read-only: an answer with 503, and not a page about a fault of ours."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any, Final

from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from accounts.limits import TEXT_FIELDS
from marabunta_site.database_faults import is_fault_of_database

logger = logging.getLogger(__name__)
Respond = Callable[[HttpRequest], HttpResponse]
RETRY_AFTER: Final = 5  # seconds
SAFE: Final = ("GET", "HEAD", "OPTIONS")


def answer(request: HttpRequest, error: BaseException) -> HttpResponse:
    """The page says whether something was sent in vain, and shows the texts of the form, so that nobody loses them."""
    logger.error("%s %s: the database failed: %s", request.method, request.path, str(error).strip())
    is_form = request.method not in SAFE
    sentence = _("Nothing was saved. Please send it again.") if is_form else _("Please try again in a moment.")
    if request.headers.get("HX-Request"):
        response = HttpResponse(f"{sentence}\n", content_type="text/plain; charset=utf-8", status=503)
    else:
        typed = [text for name in TEXT_FIELDS if (text := request.POST.get(name, "").strip())] if is_form else []
        page = render_to_string("503.html", {"sentence": sentence, "typed": typed})  # asking the database for nothing
        response = HttpResponse(page, status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    add_never_cache_headers(response)
    return response


class Unavailable:
    """For what fails in a view. What fails in another middleware Django answers with 500: see ``instead_of``."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return answer(request, error) if is_fault_of_database(error) else None


def instead_of(response: Any, request: HttpRequest) -> Any:
    """This response, or a better one if it is about a fault of the database."""
    error = getattr(request, _NOTED, None)
    return answer(request, error) if error is not None and response.status_code == 500 else response


_NOTED: Final = "fault_of_database"  # an attribute of the request


def _note(request: HttpRequest | None = None, **_: Any) -> None:
    """Django tells of an exception while it handles it."""
    error = sys.exc_info()[1]
    if request is not None and is_fault_of_database(error):
        setattr(request, _NOTED, error)


got_request_exception.connect(_note, dispatch_uid="unavailable")
