"""Who deletes an account does not get rid of what a moderator imposed: it waits for their address (docs/leaving.md)."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.for_games import User
from games.models import Outstanding, Sanction
from games.models.moderation import CAME_BACK
from games.moderation import audit, people, sanctions
from games.moderation.audit import Subject, SubjectType
from games.moderation.sanctions import BARS

Measure = Sanction.Measure
LASTING = (*BARS, Measure.CHAT_TIMEOUT, Measure.PHRASES_ONLY)  # a warning was read, and a name that was taken is gone


def leave_behind(*, user: User) -> None:
    """Somebody is about to delete their account, and is held: what is in force is left behind for each address that
    is surely theirs. What is over by now is forgotten."""
    Outstanding.objects.filter(until__lte=timezone.now()).delete()
    left = list(sanctions.in_force(user).filter(kind__in=LASTING))
    if not left:
        return
    addresses = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    Outstanding.objects.bulk_create(
        [
            Outstanding(digest=mark, kind=row.kind, reason=row.reason, until=row.until, act=row.act)
            for mark in {digest_of(address) for address in addresses}
            for row in left
        ],
        ignore_conflicts=True,
    )


def on_email_confirmed(sender: object, email_address: EmailAddress, **_: Any) -> None:
    """Somebody has proved that an address is theirs."""
    impose_again(user=email_address.user, address=email_address.email)


def impose_again(*, user: User, address: str) -> list[Sanction]:
    """What was left behind with an address holds against whoever has it now: the same, for as long as it would have."""
    waiting = Outstanding.objects.filter(Q(until=None) | Q(until__gt=timezone.now()), digest=digest_of(address))
    if not waiting.exists():
        return []
    with audit.writing():
        rows = list(waiting.order_by("pk").select_for_update())
        person = people.lock_person(user, *(row.kind for row in rows))
        taken = [Sanction(user=person, kind=row.kind, reason=row.reason, until=row.until) for row in rows]
        for row, sanction in zip(rows, taken, strict=True):
            people.put_in_force(sanction, by=None, subject=Subject(SubjectType.ACT, row.act), because=CAME_BACK)
        # With whichever of their addresses they came back, it holds once.
        Outstanding.objects.filter(act__in=[row.act for row in rows]).delete()
    return taken


def digest_of(address: str) -> str:
    """Of an address, however it is spelt. Nobody reads the address in it, nor tries some without the secret key."""
    name, _, host = address.strip().casefold().rpartition("@")
    return salted_hmac(__name__, f"{name.partition('+')[0]}@{host}", algorithm="sha256").hexdigest()
