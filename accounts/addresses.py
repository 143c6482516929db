"""Whether a mail may be sent to somebody, and what happens when it comes back."""

from typing import Any

from allauth.account.models import EmailAddress
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User


def is_proved(user: User) -> bool:
    """Whether nobody doubts that the address is theirs; who has just signed up has still to prove it."""
    return not EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=False).exists()


def stop_mails(*, address: str, reason: str) -> list[User]:
    """Mails to this address come back, or are not wanted there: send no more until its owner says so."""
    people = list(User.objects.filter(email__iexact=address, is_guest=False).exclude(email=""))
    now = timezone.now()
    User.objects.filter(pk__in=[user.pk for user in people]).update(mail_stopped_at=now, mail_stopped_by=reason[:12])
    return people


def resume_mails(*, user: User) -> None:
    User.objects.filter(pk=user.pk).update(mail_stopped_at=None, mail_stopped_by="")


def note_new_address(sender: object, request: HttpRequest | None, user: User, **_: Any) -> None:
    """What came back from the old address says nothing about the new one."""
    resume_mails(user=user)
