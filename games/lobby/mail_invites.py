"""Whom an invitation may be mailed to, and how often. What the sender is told never depends on the address."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from accounts.for_games import digest_of_address
from games.lobby import blocks
from games.lobby.challenges import LobbyRefused
from games.models import Challenge, MailInvitation, UnwantedMail

if TYPE_CHECKING:
    from accounts.for_games import User

A_DAY: Final = timedelta(days=1)
KEPT: Final = timedelta(days=30)  # so long an invitation counts
MOST_OF_A_PERSON: Final = 10  # in a day
MOST_TO_AN_ADDRESS: Final = 3  # in the days that they are kept, whoever sends them
MOST_OF_ALL: Final = 500  # in a day: a limit for the whole site, whose mails must not be taken for spam


def register(*, challenge: Challenge, sender: User, address: str) -> tuple[MailInvitation, bool]:
    """Count an invitation. Returns it, and whether a mail may go out; whoever sends it must not be told the second.

    Raises LobbyRefused where the reason has nothing to do with the address.
    """
    if sender.is_guest:
        raise LobbyRefused("mail-invites-need-account")
    if challenge.creator_id != sender.pk:
        raise LobbyRefused("not-yours")
    if challenge.status != Challenge.Status.OPEN:
        raise LobbyRefused(f"challenge-{challenge.status}")
    if challenge.audience == Challenge.Audience.PERSON:
        raise LobbyRefused("invited-by-name")
    now = timezone.now()
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).get(pk=sender.pk)  # their invitations are counted
        lately = MailInvitation.objects.filter(at__gt=now - A_DAY)
        if lately.filter(sender=sender).count() >= MOST_OF_A_PERSON:
            raise LobbyRefused("too-many-mail-invites")
        if lately.count() >= MOST_OF_ALL:
            raise LobbyRefused("no-more-mail-invites")
        digest = digest_of(address)
        is_welcome = _is_welcome(challenge, sender, address, digest, now)
        return MailInvitation.objects.create(sender=sender, challenge=challenge, digest=digest), is_welcome


def take_back(invitation: MailInvitation) -> None:
    """One that could not be sent counts for nothing."""
    invitation.delete()


def refuse(digest: str) -> None:
    """No invitations to this address any more; again does no harm."""
    UnwantedMail.objects.get_or_create(digest=digest)


def digest_of(address: str) -> str:
    return digest_of_address(address, purpose=__name__)


def forget(most: int) -> int:
    """Delete invitations that count no longer, at most so many. Returns how many there were."""
    old = MailInvitation.objects.filter(at__lt=timezone.now() - KEPT).order_by("at").values_list("pk", flat=True)[:most]
    return MailInvitation.objects.filter(pk__in=list(old)).delete()[0]


def _is_welcome(challenge: Challenge, sender: User, address: str, digest: str, now: datetime) -> bool:
    if UnwantedMail.objects.filter(digest=digest).exists():
        return False
    known = MailInvitation.objects.filter(digest=digest, at__gt=now - KEPT)
    if known.count() >= MOST_TO_AN_ADDRESS or known.filter(challenge=challenge).exists():
        return False
    owners = get_user_model().objects.filter(email__iexact=address.strip(), is_guest=False)
    return not any(owner.mail_stopped_at or blocks.is_blocking(owner, sender) for owner in owners)
