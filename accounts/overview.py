"""What the page of one's own account tells: how one logs in, and what one has chosen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.addresses import is_proved
from accounts.models import User
from accounts.preferences import BY_MAIL, OptionalOccasion


@dataclass(frozen=True)
class WaysIn:
    """The proofs by which a person logs in, besides codes by mail."""

    has_password: bool
    passkeys: int
    has_app: bool
    is_address_proved: bool


def ways_in(user: User) -> WaysIn:
    kinds = list(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    return WaysIn(
        has_password=user.has_usable_password(),
        passkeys=kinds.count(Authenticator.Type.WEBAUTHN),
        has_app=Authenticator.Type.TOTP in kinds,
        is_address_proved=is_proved(user),
    )


def choices(user: User) -> list[tuple[str, str]]:
    """The preferences of a person, each in a few words."""
    rows = [
        (_("Language"), str(dict(settings.LANGUAGES).get(user.language, _("Same as my browser")))),
        (_("Time zone"), user.time_zone.replace("_", " ")),
        (_("Page colours"), str(user.get_theme_display())),
        (_("Board colours"), str(user.get_palette_display())),
        (_("Confirm every move"), _("Yes") if user.confirm_moves else _("No")),
    ]
    if user.email:
        rows += [(_("E-mails"), _mails(user)), (_("Quiet hours"), _quiet_hours(user))]
    return rows


def _mails(user: User) -> str:
    count = sum(bool(BY_MAIL.intersection(user.channels(occasion))) for occasion in OptionalOccasion.values)
    facts = {"count": count, "all": len(OptionalOccasion)}
    return _("For %(count)s of %(all)s events") % facts if count else pgettext("e-mails", "Off")


def _quiet_hours(user: User) -> str:
    if user.quiet_from is None:
        return _("None")
    hours = {"begin": time_format(time(user.quiet_from)), "end": time_format(time(user.quiet_until))}
    return _("From %(begin)s to %(end)s") % hours
