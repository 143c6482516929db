"""The worker's job: claim what is due, decide again, send, and write down what became of it.

A claim is a lease: two workers never send the same, and what a killed one had claimed is free again when it expires.
A mail may arrive twice, when nobody can tell whether it has left; then both have the same Message-ID.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from smtplib import SMTPRecipientsRefused
from time import monotonic
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.for_games import stop_mails
from games.models import Delivery
from games.notify import channels, deciding, outbox
from games.notify.channels import Channel, Parcel, Past
from games.notify.deciding import Later, Never
from games.notify.mail import post
from games.notify.pace import USUAL, Pace

if TYPE_CHECKING:
    from accounts.for_games import User

State = Delivery.State
HOUR = 3600
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Claim:
    """What one worker, and no other for as long as the lease lasts, sends to one person by one channel."""

    token: str
    user: User
    channel: str
    rows: Sequence[Delivery]


def deliver_due(*, pace: Pace = USUAL) -> float | None:
    """Send what is due. The seconds until there is more to do; None if nothing waits."""
    _forget_now_and_then(pace)
    for _ in range(pace.at_once):
        claim = claim_next(pace)
        if claim is None:
            return seconds_to_next()
        try:
            _deliver(claim, pace)
        except Exception as error:  # whatever it is, it must not keep others from their mail
            logger.exception("A notification could not be delivered")
            _failed(claim, claim.rows, error, pace)
    return 0.0


def claim_next(pace: Pace) -> Claim | None:
    """All that is due to the person who has waited longest, by one channel."""
    with transaction.atomic():
        now = timezone.now()
        free = Delivery.objects.filter(Q(claimed_until=None) | Q(claimed_until__lt=now), state=State.WAITING)
        due = free.filter(due_at__lte=now).select_for_update(skip_locked=True, of=("self",))
        first = due.select_related("notification").order_by("due_at", "pk").first()
        if first is None:
            return None
        together = due.filter(
            notification__user=first.notification.user_id, channel=first.channel, message_id=first.message_id
        )
        rows = list(together.select_related("notification__user").order_by("pk"))
        token = secrets.token_hex(16)
        for row in rows:
            row.tries, row.claim, row.claimed_until = row.tries + 1, token, now + pace.lease
        Delivery.objects.bulk_update(rows, ["tries", "claim", "claimed_until"])
    return Claim(token, rows[0].notification.user, first.channel, rows)


def seconds_to_next() -> float | None:
    """Until something is due, or the lease of a worker that may have died expires."""
    waiting = Delivery.objects.filter(state=State.WAITING).order_by("due_at").values_list("due_at", "claimed_until")
    moments = [max(due, lease) if lease else due for due, lease in waiting[:100]]
    return max(0.0, (min(moments) - timezone.now()).total_seconds()) if moments else None


def _deliver(claim: Claim, pace: Pace) -> None:
    now = timezone.now()
    try:
        channel = channels.get(claim.channel)
    except KeyError:
        _never(claim, claim.rows, "unwanted")
        return
    due = [row for row in claim.rows if _is_due(claim, channel, row, now, pace)]
    worn_out = [row for row in due if row.tries > pace.tries]
    if worn_out:
        _failed(claim, worn_out, RuntimeError("every worker that tried it ended"), pace)
    for rows in channel.parcels([row for row in due if row.tries <= pace.tries], pace):
        try:
            _send(claim, channel, rows)
        except Exception as error:
            logger.warning("A notification by %s was not delivered: %r", claim.channel, error)
            _failed(claim, rows, error, pace)


def _is_due(claim: Claim, channel: Channel, row: Delivery, now: datetime, pace: Pace) -> bool:
    """If it is not, that is written down."""
    verdict = deciding.why_not(claim.user, row, now, pace.looking) or channel.later(claim.user, row, now, pace)
    match verdict:
        case Never(reason):
            _never(claim, [row], reason)
        case Later(until, reason):
            _report(claim, [row], due_at=until, reason=reason, tries=row.tries - 1)
    return verdict is None


def _send(claim: Claim, channel: Channel, rows: Sequence[Delivery]) -> None:
    known = next((row.message_id for row in rows if row.message_id), "")
    message_id = known or post.message_id([row.notification for row in rows], claim.channel)
    mine = _mine(claim, rows).update(message_id=message_id)  # before it leaves, so that the next try has the same
    if mine != len(rows):
        return  # this took longer than the lease: somebody else has it

    def check() -> None:
        """Some rows may have had their time while the mail was written; if any has, it is put together anew."""
        now = timezone.now()
        past = [row for row in rows if deciding.why_past(row.notification, now)]
        if past:
            raise Past

    try:
        channel.send(Parcel(claim.user, rows, message_id, check))
    except Past:
        _report(claim, rows, due_at=timezone.now(), tries=rows[0].tries - 1)
    else:
        _report(claim, rows, state=State.SENT, reason="", error="", done_at=timezone.now())


def _failed(claim: Claim, rows: Sequence[Delivery], error: Exception, pace: Pace) -> None:
    now = timezone.now()
    tries = max(row.tries for row in rows)
    said = f"{type(error).__name__}: {error}"[:300].replace("\0", "")
    if tries < pace.tries:
        _report(claim, rows, due_at=now + pace.wait_after(tries), reason="failed", error=said)
        return
    is_refused = isinstance(error, SMTPRecipientsRefused)
    reason = "bounced" if is_refused else "failed"
    _report(claim, rows, state=State.DEAD, reason=reason, error=said, done_at=now)
    if is_refused:
        stop_mails(address=claim.user.email, reason="bounced")


def _never(claim: Claim, rows: Sequence[Delivery], reason: str) -> None:
    _report(claim, rows, state=State.WITHHELD, reason=reason, done_at=timezone.now())


def _report(claim: Claim, rows: Sequence[Delivery], **fields: object) -> None:
    """What became of it; and the claim ends."""
    _mine(claim, rows).update(claim="", claimed_until=None, **fields)


def _mine(claim: Claim, rows: Sequence[Delivery]) -> QuerySet[Delivery]:
    return Delivery.objects.filter(pk__in=[row.pk for row in rows], claim=claim.token)


def _forget_now_and_then(pace: Pace) -> None:
    global _forgot_at  # noqa: PLW0603 - once an hour in each process
    if monotonic() - _forgot_at > HOUR:
        _forgot_at = monotonic()
        outbox.forget(timezone.now() - pace.kept)


_forgot_at = monotonic()
