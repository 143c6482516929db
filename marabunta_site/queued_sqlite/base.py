"""Django's SQLite, but the threads of a process wait in a queue before they begin a transaction.

SQLite lets one writer in at a time, and whoever comes meanwhile asks again and again, after longer and longer pauses:
with many writers some have no luck for seconds. Here one only asks who is first in the queue. Writers of other
processes are waited for as ever.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.backends.sqlite3 import base

from marabunta_site.queued_sqlite.queue import Queue

WRITERS: Final = Queue()
TIMEOUT: Final = 5.0  # seconds, as sqlite3's own, where OPTIONS have none


class DatabaseWrapper(base.DatabaseWrapper):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._has_turn = False

    def _start_transaction_under_autocommit(self) -> None:
        timeout = self.settings_dict["OPTIONS"].get("timeout", TIMEOUT)
        with self.wrap_database_errors:
            if not WRITERS.enter(timeout):
                raise self.Database.OperationalError("database is locked")
        self._has_turn = True
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc] # the stubs do not name it
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc] # the stubs do not name it
        self._end_turn()  # where committing failed, Django rolls back

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc] # the stubs do not name it
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc] # the stubs do not name it
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            WRITERS.leave()
