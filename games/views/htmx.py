from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request as our middleware leaves it: it knows whether htmx sent it."""

    htmx: HtmxDetails
