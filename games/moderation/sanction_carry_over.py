"""Sanctions outlast a deleted account: they are imposed again on the owner of its e-mail address (docs/leaving.md)."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Q
from django.utils import timezone

from accounts.for_games import User, digest_of_address
from games.models import Outstanding, Sanction
from games.moderation import audit, people, sanctions
from games.moderation.audit import Subject, SubjectType
from games.moderation.sanctions import BARS
from games.moderation.standard_reasons import CAME_BACK

Measure = Sanction.Measure
LASTING = (
    *BARS,
    Measure.CHAT_TIMEOUT,
    Measure.PHRASES_ONLY,
)  # not warnings (were read) and names (are gone)


def leave_behind(*, user: User) -> None:
    """Store the sanctions in force of a person who deletes their account, for each of their verified addresses.

    Their row must be locked. Stored sanctions that are over by now are deleted.
    """
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
    """A handler of allauth's signal: a person has verified an address."""
    impose_again(user=email_address.user, address=email_address.email)


def impose_again(*, user: User, address: str) -> list[Sanction]:
    """Impose the sanctions stored for an address on its owner, with the same end. Returns the new sanctions."""
    waiting = Outstanding.objects.filter(Q(until=None) | Q(until__gt=timezone.now()), digest=digest_of(address))
    if not waiting.exists():
        return []
    with audit.writing():
        rows = list(waiting.order_by("pk").select_for_update())
        person = people.lock_person(user, *(row.kind for row in rows))
        taken = [Sanction(user=person, kind=row.kind, reason=row.reason, until=row.until) for row in rows]
        for row, sanction in zip(rows, taken, strict=True):
            people.put_in_force(sanction, by=None, subject=Subject(SubjectType.ACT, row.act), because=CAME_BACK)
        # The same sanctions are stored for each address: impose them once.
        Outstanding.objects.filter(act__in=[row.act for row in rows]).delete()
    return taken


def digest_of(address: str) -> str:
    """The keyed hash of an address, equal for its variants. It cannot be guessed without the secret key."""
    return digest_of_address(address, purpose=__name__)
