"""Headers of every answer that tell browsers what its page may do, and who may put it into a page of theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

UNUSED: Final = (
    *("accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation"),
    *("gyroscope", "hid", "idle-detection", "magnetometer", "microphone", "midi", "payment", "picture-in-picture"),
    *("screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
)
# Sharing is a page's own anyway, and a browser that knows no "web-share" complains of the word on every page.
OURS: Final = ("clipboard-write", "fullscreen", "publickey-credentials-create", "publickey-credentials-get")
PERMISSIONS: Final = ", ".join([*(f"{name}=()" for name in UNUSED), *(f"{name}=(self)" for name in OURS)])
POLICY: Final = "Cross-Origin-Resource-Policy"


def restrict(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault(POLICY, "same-origin")
        return response

    return respond


def restrict_file(headers: Any, path: str, url: str) -> None:
    """The same for a static file, which passes no middleware of pages."""
    headers[POLICY] = "same-origin"
