"""What is cleared away of accounts, in batches, by the worker (games/housekeeping.py calls each of these)."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.devices import A_YEAR
from accounts.leaving import delete_account
from accounts.models import Device, User, today
from games import for_accounts

AT_ONCE = 200
GUESTS_AT_ONCE = 20  # each is an account with all that hangs on it
GUEST_AWAY = timedelta(days=30)
UNPROVED = timedelta(days=7)  # after that nobody types the code in any more, and somebody else may want the name


def end_expired_sessions() -> bool:
    expired = Session.objects.filter(expire_date__lt=timezone.now()).order_by("expire_date")
    keys = list(expired.values_list("pk", flat=True)[:AT_ONCE])
    UserSession.objects.filter(session_key__in=keys).delete()
    Session.objects.filter(pk__in=keys).delete()
    return len(keys) == AT_ONCE


def forget_devices() -> bool:
    """Browsers that were not seen for a year, whose cookie is gone too."""
    old = Device.objects.filter(last_seen__lt=today() - A_YEAR).order_by("last_seen")
    found = list(old.values_list("pk", flat=True)[:AT_ONCE])
    Device.objects.filter(pk__in=found).delete()
    return len(found) == AT_ONCE


def delete_stale_guests() -> bool:
    return delete_guests_away(GUEST_AWAY, most=GUESTS_AT_ONCE) == GUESTS_AT_ONCE


def delete_unproved() -> bool:
    """Members who never proved their address, and so were never in: their names are free again."""
    found = list(unproved().order_by("date_joined").values_list("pk", flat=True)[:GUESTS_AT_ONCE])
    for pk in found:
        with transaction.atomic():
            user = unproved().select_for_update(skip_locked=True, of=("self",)).filter(pk=pk).first()
            if user is not None:
                delete_account(user=user)
    return len(found) == GUESTS_AT_ONCE


def unproved() -> QuerySet[User]:
    people = User.objects.filter(is_guest=False, last_login=None, date_joined__lt=timezone.now() - UNPROVED)
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    claimed, proved = Exists(addresses.filter(verified=False)), Exists(addresses.filter(verified=True))
    return people.filter(claimed, ~proved, ~for_accounts.is_playing(), is_staff=False)


def delete_guests_away(away: timedelta, *, most: int) -> int:
    """Delete guests who play no game and have not been here for so long, at most so many. Returns how many."""
    found = list(stale_guests(away).order_by("last_seen", "pk").values_list("pk", flat=True)[:most])
    for pk in found:
        with transaction.atomic():
            guest = stale_guests(away).select_for_update(skip_locked=True, of=("self",)).filter(pk=pk).first()
            if guest is not None:  # they are not back, and no other worker deletes them
                delete_account(user=guest)
    return len(found)


def stale_guests(away: timedelta) -> QuerySet[User]:
    guests = User.objects.filter(is_guest=True, last_seen__lt=today() - away)
    return guests.filter(~for_accounts.is_playing())
