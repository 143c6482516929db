"""What grows stale is cleared away by the worker, a little at a time: nobody waits for it, and it holds up nobody.

A chore works on a bounded batch of rows, which an index finds, and says whether there is more. Accounts add theirs. See
docs/growth.md.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from games.lobby import mail_invites, offers, seals
from games.models import Challenge
from games.moderation import desk_mail
from games.notify import outbox
from games.notify.policy import USUAL

logger = logging.getLogger(__name__)

Chore = Callable[[], bool]  # does a batch; returns whether there is more to do
AT_ONCE = 200
SECONDS_BETWEEN = 1.0  # batches, as long as there is more
SECONDS_TO_NEXT = 3600.0


def forget_notifications() -> bool:
    """Delete what people were told longer ago than the ledger promises to know (docs/mail.md)."""
    return outbox.forget(timezone.now() - USUAL.kept, AT_ONCE) > 0


def expire_challenges() -> bool:
    """End the challenges that nobody has answered for weeks; their creators see it in their lists for a while."""
    with transaction.atomic():
        old = Challenge.objects.filter(status=Challenge.Status.OPEN, created_at__lt=timezone.now() - offers.OPEN_FOR)
        found = list(old.order_by("created_at").values_list("pk", flat=True)[:AT_ONCE])
        offers.end(Challenge.objects.filter(pk__in=found), Challenge.Status.EXPIRED)
    return len(found) == AT_ONCE


def forget_invitations() -> bool:
    """Delete what was mailed to addresses so long ago that it counts no longer."""
    return mail_invites.forget(AT_ONCE) == AT_ONCE


def forget_spare_seeds() -> bool:
    """Delete seeds that were drawn for a form which nobody sent."""
    return seals.forget(AT_ONCE) == AT_ONCE


CHORES: list[Chore] = [
    forget_notifications,
    expire_challenges,
    forget_invitations,
    forget_spare_seeds,
    desk_mail.send_due,
]


def sweep() -> float:
    """Do a batch of every chore; a job of the worker. Returns the seconds until it must run again."""
    more = [_does(chore) for chore in CHORES]
    return SECONDS_BETWEEN if any(more) else SECONDS_TO_NEXT


def _does(chore: Chore) -> bool:
    """A chore that fails is logged, and holds up none of the others."""
    try:
        return chore()
    except Exception:
        logger.exception("A chore failed: %s", chore.__name__)
        return False
