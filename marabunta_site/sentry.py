"""Errors told to Sentry, or to what speaks its language, if SENTRY_DSN says where. Nothing of anybody goes along.

Only what the program logs as an error is told, with its traceback: no request, no variables, no cookies, no person.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import sentry_sdk
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.dedupe import DedupeIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.integrations.threading import ThreadingIntegration
from sentry_sdk.types import Event, Hint

from games import log_context
from games.version import VERSION
from marabunta_site.json_log import discreet

DROPPED = ("user", "request", "extra", "breadcrumbs", "modules", "server_name")


def start(dsn: str) -> None:
    sentry_sdk.init(
        dsn,
        release=VERSION,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=0.0,
        auto_session_tracking=False,
        auto_enabling_integrations=False,  # that of Django would send addresses, headers and people
        default_integrations=False,
        integrations=[
            LoggingIntegration(level=None, event_level=logging.ERROR),
            ExcepthookIntegration(),
            ThreadingIntegration(propagate_scope=False),
            DedupeIntegration(),
            AtexitIntegration(callback=lambda *_: None),
        ],
        before_send=_scrub,
    )


def _scrub(event: Event, _hint: Hint) -> Event:
    known: dict[str, Any] = {name: _clean(value) for name, value in event.items() if name not in DROPPED}
    known["tags"] = {name: str(value) for name, value in log_context.current().items()}
    return known  # type: ignore[return-value]


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return discreet(value)
    if isinstance(value, Mapping):
        return {name: _clean(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(part) for part in value]
    return value
