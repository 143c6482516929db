from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request as our middleware leaves it: it knows whether htmx sent it."""

    htmx: HtmxDetails


def part_of(request: HtmxRequest, template: str, name: str) -> str:
    """The whole page, or only that part of it for a page that follows what happens."""
    return f"{template}#{name}" if request.htmx else template
