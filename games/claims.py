"""Claims: a job that many workers find is done by one of them, which renews its lease while it works.

The rows of the database stay the queue; a claim only says who is at it. The claim of a worker that is killed expires
after LEASE, and another takes the job over. Leases are measured by the clock of the database, so that machines need not
agree about the time. See docs/decisions/0020-jobs-are-claimed.md.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Collection
from datetime import timedelta
from enum import Enum
from time import monotonic
from typing import Final

from django.db import transaction
from django.db.models import DateTimeField, Exists, ExpressionWrapper, OuterRef, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import Now

from games.models import Claim

LEASE: Final = timedelta(seconds=2.5)
RENEWAL: Final = 0.5  # seconds between two renewals: a lease outlives several that come late
FORGOTTEN: Final = timedelta(minutes=1)  # after which the claims of dead workers are deleted
FORGETTING: Final = 60.0  # seconds between two such deletions


class Taken(Enum):
    FREE = "free"  # nobody was at it
    OVER = "over"  # from a worker that did not renew its lease


class Claims:
    """The claims of one worker to jobs of one sort."""

    def __init__(self, job: Claim.Job, time: Callable[[], float] = monotonic) -> None:
        self.worker = f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(8)}"
        self._job = job
        self._time = time
        self._mine: set[int] = set()
        self._renewed_at = self._forgot_at = time()

    def __contains__(self, subject: int) -> bool:
        return subject in self._mine

    def __len__(self) -> int:
        return len(self._mine)

    def take(self, subject: int) -> Taken | None:
        """Claim a job. Returns None if another worker is at it."""
        with transaction.atomic():
            if self._rows(subject).filter(until__lt=Now()).update(worker=self.worker, until=_lease()):
                taken = Taken.OVER
            else:
                row = Claim(job=self._job, subject=subject, worker=self.worker, until=_lease())
                Claim.objects.bulk_create([row], ignore_conflicts=True)
                taken = Taken.FREE
            if not self._rows(subject).filter(worker=self.worker).exists():
                return None
        self._mine.add(subject)
        return taken

    def release(self, subjects: Collection[int]) -> None:
        """Let others have these jobs; those that are not claimed are left alone."""
        mine = self._mine.intersection(subjects)
        if mine:
            Claim.objects.filter(job=self._job, subject__in=mine, worker=self.worker).delete()
            self._mine -= mine

    def release_all(self) -> None:
        self.release({*self._mine})

    def renew(self) -> None:
        """Renew the leases, if that is due. To be called several times in each LEASE."""
        now = self._time()
        if self._mine and now - self._renewed_at >= RENEWAL:
            Claim.objects.filter(job=self._job, worker=self.worker).update(until=_lease())
            self._renewed_at = now
        if now - self._forgot_at >= FORGETTING:
            Claim.objects.filter(job=self._job, until__lt=Now() - FORGOTTEN).delete()
            self._forgot_at = now

    def by_others(self) -> Exists:
        """A condition on the rows that jobs are about: another worker is at it."""
        others = Claim.objects.filter(job=self._job, subject=OuterRef("pk"), until__gte=Now())
        return Exists(others.exclude(worker=self.worker))

    def _rows(self, subject: int) -> QuerySet[Claim]:
        return Claim.objects.filter(job=self._job, subject=subject)


def _lease() -> Combinable:
    return ExpressionWrapper(Now() + LEASE, output_field=DateTimeField())
