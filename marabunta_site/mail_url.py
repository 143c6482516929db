"""Django's mail settings from EMAIL_URL: a mail server, or a mail service that anymail knows."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

SERVICE = "anymail+"  # anymail+mailgun://?api_key=…&sender_domain=…


def mail_settings(url: str) -> dict[str, Any]:
    """The settings for a URL; an empty one prints mails on the console."""
    if not url:
        url = "consolemail://"
        return {**environ.Env.email_url_config(url), "EMAIL_BACKEND": "games.notify.mail.console.EmailBackend"}
    if not url.startswith(SERVICE):
        return dict(environ.Env.email_url_config(url))
    parts = urlsplit(url)
    service = parts.scheme.removeprefix(SERVICE).replace("-", "_")
    if not service.isidentifier() or find_spec(f"anymail.backends.{service}") is None:
        raise ImproperlyConfigured(f"EMAIL_URL names a mail service that anymail does not know: {service}")
    options = {f"{service.upper()}_{name.upper()}": value for name, value in parse_qsl(parts.query)}
    return {"EMAIL_BACKEND": f"anymail.backends.{service}.EmailBackend", "ANYMAIL": options}
