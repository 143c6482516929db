"""Lines of the log as JSON, one object each, for programs that collect them; and without anybody's data.

Twenty lines of our own: structlog would bring its own way to log, and the libraries log by Python's.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from games import log_context
from marabunta_site.discreet_log import without_people, without_secrets

FACTS = ("route", "method", "status", "seconds")  # that a line may bring along by itself


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": discreet(record.getMessage()),
            **log_context.current(),
            **{
                name: getattr(record, name)
                for name in FACTS
                if isinstance(getattr(record, name, None), str | int | float)
            },
        }
        if record.exc_info:
            said["traceback"] = discreet(self.formatException(record.exc_info))
        return json.dumps(said, ensure_ascii=False)


def discreet(text: str) -> str:
    return without_people(without_secrets(text))
