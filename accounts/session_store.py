"""Sessions in the database, as Django keeps them. Every request looks for its own: by a query that is written once."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.prepared import Prepared

_of_key = Prepared(lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now))


class SessionStore(db.SessionStore):
    """Django's own, but for how a session is looked for."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Any:
        found = _of_key.first(self.session_key, timezone.now()) if self.session_key else None
        if found is None:
            self._session_key = None  # as Django does: there is no such session, or none any more
        return found
