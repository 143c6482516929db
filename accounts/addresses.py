"""Whether mails may be sent to an address, and what happens when one bounces."""

from typing import Any

from allauth.account.models import EmailAddress
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User


def is_proved(user: User) -> bool:
    """Whether the address needs no verification any more: a new member has still to verify it."""
    return not EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=False).exists()


def digest_of(address: str, purpose: str) -> str:
    """The keyed hash of an address, equal for its variants. It cannot be guessed without the secret key."""
    name, _, host = address.strip().casefold().rpartition("@")
    return salted_hmac(purpose, f"{name.partition('+')[0]}@{host}", algorithm="sha256").hexdigest()


def stop_mails(*, address: str, reason: str) -> list[User]:
    """Stop mails to an address that bounced or complained, until its owner resumes them. Returns its owners."""
    people = list(User.objects.filter(email__iexact=address, is_guest=False).exclude(email=""))
    now = timezone.now()
    User.objects.filter(pk__in=[user.pk for user in people]).update(mail_stopped_at=now, mail_stopped_by=reason[:12])
    return people


def resume_mails(*, user: User) -> None:
    User.objects.filter(pk=user.pk).update(mail_stopped_at=None, mail_stopped_by="")


def note_new_address(sender: object, request: HttpRequest | None, user: User, **_: Any) -> None:
    """A handler of allauth's signal: resume mails, because bounces concerned the old address."""
    resume_mails(user=user)
