"""Reports of mail services, by the webhooks of anymail: mails that came back, and complaints."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.for_games import stop_mails
from games.models import Delivery
from games.notify.reasons import DeliveryReason

REPORTS: Final = {"bounced": "bounced", "rejected": "bounced", "failed": "bounced", "complained": "complained"}


def record_report(sender: object, event: Any, esp_name: str = "", **_: Any) -> None:
    """Receive the ``tracking`` signal of anymail. Mails that are only late are ignored."""
    reason = REPORTS.get(event.event_type)
    if reason is None or not event.recipient:
        return
    with transaction.atomic():
        people = stop_mails(address=event.recipient, reason=reason)
        message_id = (event.metadata or {}).get("message") or event.message_id or ""
        rows = Delivery.objects.filter(message_id=message_id, notification__user__in=people).exclude(message_id="")
        said = str(event.description or event.event_type)[:300].replace("\0", "")
        rows.update(state=Delivery.State.WITHHELD, reason=DeliveryReason.BOUNCED, error=said, done_at=timezone.now())
