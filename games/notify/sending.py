"""The worker's job: claim deliveries that are due, check them again, send them, and store the result.

A claim is a lease: two workers never send the same delivery, and the claim of a killed worker expires. A mail may
arrive twice, if a worker could not find out whether it had left; then both have the same Message-ID.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from smtplib import SMTPRecipientsRefused
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.for_games import stop_mails
from games import metrics
from games.models import Delivery
from games.notify import channels, send_check
from games.notify.channels import Bundle, Channel, Outdated
from games.notify.mail import post
from games.notify.policy import USUAL, SendingPolicy
from games.notify.reasons import DeliveryReason
from games.notify.send_check import Postpone, Withhold
from games.table import log

if TYPE_CHECKING:
    from accounts.for_games import User

State = Delivery.State
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Claim:
    """Deliveries to one person by one channel, which one worker alone may send while the lease lasts."""

    token: str
    user: User
    channel: str
    rows: Sequence[Delivery]


def deliver_due(*, policy: SendingPolicy = USUAL) -> float | None:
    """Send the deliveries that are due. Returns the seconds until there is more to do; None if nothing waits."""
    for _ in range(policy.at_once):
        claim = claim_next(policy)
        if claim is None:
            return seconds_to_next()
        try:
            _deliver(claim, policy)
        except Exception as error:  # whatever it is, it must not keep others from their mail
            logger.exception("A notification could not be delivered")
            _retry_later(claim, claim.rows, error, policy)
    return 0.0


def claim_next(policy: SendingPolicy) -> Claim | None:
    """Claim all deliveries that are due to the person who has waited longest, by one channel."""
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
            row.tries, row.claim, row.claimed_until = row.tries + 1, token, now + policy.lease
        Delivery.objects.bulk_update(rows, ["tries", "claim", "claimed_until"])
    return Claim(token, rows[0].notification.user, first.channel, rows)


def seconds_to_next() -> float | None:
    """The seconds until a delivery is due, or until the lease of a worker that may have died expires."""
    waiting = Delivery.objects.filter(state=State.WAITING).order_by("due_at").values_list("due_at", "claimed_until")
    moments = [max(due, lease) if lease else due for due, lease in waiting[:100]]
    return max(0.0, (min(moments) - timezone.now()).total_seconds()) if moments else None


def _deliver(claim: Claim, policy: SendingPolicy) -> None:
    now = timezone.now()
    try:
        channel = channels.get(claim.channel)
    except KeyError:
        _withhold(claim, claim.rows, DeliveryReason.UNWANTED)
        return
    due = [row for row in claim.rows if _is_due(claim, channel, row, now, policy)]
    worn_out = [row for row in due if row.tries > policy.tries]
    if worn_out:
        _retry_later(claim, worn_out, RuntimeError("every worker that tried it ended"), policy)
    for rows in channel.bundles([row for row in due if row.tries <= policy.tries], policy):
        try:
            _send(claim, channel, rows)
        except Exception as error:
            logger.warning("A notification by %s was not delivered: %r", claim.channel, error)
            _retry_later(claim, _without_unreadable(claim, rows, error), error, policy)


def _without_unreadable(claim: Claim, rows: Sequence[Delivery], error: Exception) -> Sequence[Delivery]:
    """Give up what is about a game that cannot be shown: no other try would help, and others would wait for it."""
    games = {row.notification.game for row in rows if row.notification.game}
    unreadable = log.load_positions(list(games))
    given_up = [row for row in rows if row.notification.game_id in unreadable]
    said = f"{type(error).__name__}: {error}"[:300].replace("\0", "")
    _report(claim, given_up, state=State.DEAD, reason=DeliveryReason.FAILED, error=said, done_at=timezone.now())
    return [row for row in rows if row not in given_up]


def _is_due(claim: Claim, channel: Channel, row: Delivery, now: datetime, policy: SendingPolicy) -> bool:
    """Whether a delivery is sent now; if it is not, the reason is stored."""
    verdict = send_check.check(claim.user, row, now, policy.looking) or channel.postpone(claim.user, row, now, policy)
    match verdict:
        case Withhold(reason):
            _withhold(claim, [row], reason)
        case Postpone(until, reason):
            _report(claim, [row], due_at=until, reason=reason, tries=row.tries - 1)
    return verdict is None


def _send(claim: Claim, channel: Channel, rows: Sequence[Delivery]) -> None:
    known = next((row.message_id for row in rows if row.message_id), "")
    message_id = known or post.message_id([row.notification for row in rows], claim.channel)
    mine = _claimed(claim, rows).update(message_id=message_id)  # before it leaves, so that the next try has the same
    if mine != len(rows):
        return  # this took longer than the lease: another worker has it

    def check() -> None:
        """If one of the notifications became outdated while the mail was written, the mail is written anew."""
        now = timezone.now()
        if any(send_check.why_outdated(row.notification, now) for row in rows):
            raise Outdated

    try:
        channel.send(Bundle(claim.user, rows, message_id, check))
    except Outdated:
        _report(claim, rows, due_at=timezone.now(), tries=rows[0].tries - 1)
    else:
        _report(claim, rows, state=State.SENT, reason="", error="", done_at=timezone.now())


def _retry_later(claim: Claim, rows: Sequence[Delivery], error: Exception, policy: SendingPolicy) -> None:
    now = timezone.now()
    tries = max((row.tries for row in rows), default=0)
    said = f"{type(error).__name__}: {error}"[:300].replace("\0", "")
    if tries < policy.tries:
        _report(claim, rows, due_at=now + policy.wait_after(tries), reason=DeliveryReason.FAILED, error=said)
        return
    is_refused = isinstance(error, SMTPRecipientsRefused)
    reason = DeliveryReason.BOUNCED if is_refused else DeliveryReason.FAILED
    _report(claim, rows, state=State.DEAD, reason=reason, error=said, done_at=now)
    if is_refused:
        stop_mails(address=claim.user.email, reason=DeliveryReason.BOUNCED)


def _withhold(claim: Claim, rows: Sequence[Delivery], reason: DeliveryReason) -> None:
    _report(claim, rows, state=State.WITHHELD, reason=reason, done_at=timezone.now())


def _report(claim: Claim, rows: Sequence[Delivery], **fields: object) -> None:
    """Store the result, and end the claim."""
    stored = _claimed(claim, rows).update(claim="", claimed_until=None, **fields)
    metrics.MAILS.labels(claim.channel, str(fields.get("state", "later"))).inc(stored)


def _claimed(claim: Claim, rows: Sequence[Delivery]) -> QuerySet[Delivery]:
    return Delivery.objects.filter(pk__in=[row.pk for row in rows], claim=claim.token)
