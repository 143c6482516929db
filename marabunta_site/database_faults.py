"""Faults of the database, and not of a program: it is away, full or read-only."""

from __future__ import annotations

import logging

import psycopg
from django.db import InterfaceError, InternalError, OperationalError


def is_fault_of_database(error: BaseException | None) -> bool:
    """Whether the database cannot be reached or written to."""
    if isinstance(error, InternalError):
        return isinstance(error.__cause__, psycopg.errors.ReadOnlySqlTransaction)
    return isinstance(error, OperationalError | InterfaceError)


class NotOfDatabase(logging.Filter):
    """Leaves out what Django logs, with a traceback, of a request for that: ``unavailable`` logs a line of its own."""

    def filter(self, record: logging.LogRecord) -> bool:
        is_of_django = record.name.startswith("django.request")
        return not (is_of_django and record.exc_info and is_fault_of_database(record.exc_info[1]))
