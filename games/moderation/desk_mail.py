"""The mail to moderators: what waits at the desk. One a day, none when nothing waits, and each can turn it off."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.for_games import is_address_proved
from games.clocks.clock import zone_named
from games.models import DeskMail
from games.moderation import appeals, cases, roles
from games.notify.mail import letters, links, post
from games.notify.mail.letter import Item, Letter, Link

if TYPE_CHECKING:
    from accounts.for_games import User

logger = logging.getLogger(__name__)
HOUR = 7  # of the day where the moderator is: not before


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a moderator may act on and nobody works at."""

    cases: int
    appeals: int

    @property
    def all(self) -> int:
        return self.cases + self.appeals


def send_due() -> bool:
    """Mail every moderator for whom it is time; a chore of the worker. One who cannot be reached holds up nobody."""
    for user in get_user_model().objects.filter(Q(is_staff=True), is_active=True).exclude(email="").order_by("pk"):
        try:
            _send_if_due(user, timezone.now())
        except OSError as away:
            logger.warning("The mail of the desk to person %s was not taken: %r", user.pk, away)
    return False


def wants(user: User) -> bool:
    return not DeskMail.objects.filter(user=user, is_wanted=False).exists()


def choose(*, user: User, is_wanted: bool) -> None:
    DeskMail.objects.update_or_create(user=user, defaults={"is_wanted": is_wanted})


def waiting_for(user: User) -> Waiting:
    free = cases.free_cases(timezone.now()).exclude(pk__in=cases.cases_involving(user).values("pk"))
    return Waiting(free.count(), appeals.waiting().exclude(sanction__user=user).count())


def letter(user: User, waiting: Waiting) -> Letter:
    with letters.as_reader(user):
        subject = ngettext("%(count)s thing waits at the desk", "%(count)s things wait at the desk", waiting.all) % {
            "count": waiting.all
        }
        facts = [(_("Cases"), str(waiting.cases)), (_("Appeals"), str(waiting.appeals))]
        item = Item(
            headline=subject,
            link=Link(
                _("Open the desk"),
                links.address("games:moderation:next" if waiting.cases else "games:moderation:appeals"),
            ),
            sentences=[_("Someone is waiting for an answer.")],
            facts=facts,
        )
        off = links.address("games:moderation:mail")
        context = {"item": item, "items": [item], "less": [(_("Turn this e-mail off"), off)], "title": subject}
        return Letter(subject, *letters.parts("desk", context), list_name="desk", unsubscribe="")


def _send_if_due(user: User, now: datetime) -> None:
    local = now.astimezone(zone_named(user.time_zone))
    if local.hour < HOUR or not roles.is_moderator(user) or user.is_barred or user.mail_stopped_at:
        return
    if not is_address_proved(user):
        return
    waiting = waiting_for(user)
    if not waiting.all or not _claim(user, local):
        return
    message_id = f"<desk.{user.pk}.{local:%Y%m%d}@{links.domain()}>"
    try:
        post.send_to(letter(user, waiting), user.email, message_id)
    except OSError:
        DeskMail.objects.filter(user=user).update(sent_on=None)  # so it is tried again
        raise


def _claim(user: User, local: datetime) -> bool:
    """Of several workers one sends it, once a day."""
    with transaction.atomic():
        DeskMail.objects.get_or_create(user=user)
    unsent = DeskMail.objects.filter(Q(sent_on=None) | Q(sent_on__lt=local.date()), user=user, is_wanted=True)
    return bool(unsent.update(sent_on=local.date()))
