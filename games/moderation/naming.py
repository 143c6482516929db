"""Names that moderators take away: a neutral one stands in until the person has chosen another."""

from __future__ import annotations

import secrets

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import names
from accounts.models import TAKEN, User
from accounts.validators import validate_name
from games.models import Sanction
from games.moderation import flags


def take_away(*, user: User) -> str:
    """Replace a name by a neutral one that is free. The name that it was."""
    taken, length = user.username, 4
    while True:
        user.username = f"{names.PLAYER}-{''.join(secrets.choice(names.BY_LOT) for _ in range(length))}"
        if not _is_had(user, user.username):
            user.save(update_fields=["username", "name_key"])
            return taken
        length += 1  # the short names are getting used up


def give_back(*, user: User, name: str) -> None:
    """The name that was taken away, if nobody has it by now."""
    if name and not _is_had(user, name):
        user.username = name
        user.save(update_fields=["username", "name_key"])


def choose(*, user: User, name: str) -> None:
    """Another name for somebody who has to have one. Raises ValidationError."""
    from games.moderation import people  # noqa: PLC0415 - which takes names away

    name = names.normal(name)
    validate_name(name)
    try:
        with transaction.atomic():
            person = User.objects.select_for_update().get(pk=user.pk)
            asked = Sanction.objects.filter(user=person, kind=Sanction.Kind.RENAME, lifted_at=None)
            if any(names.key(row.name) == names.key(name) for row in asked) or _is_had(person, name):
                raise ValidationError(TAKEN, code="taken")
            person.username = name
            person.save(update_fields=["username", "name_key"])
            asked.filter(acknowledged_at=None).update(acknowledged_at=timezone.now())
            people.refresh(user=person)
            flags.look_at_name(person)
    except IntegrityError as taken:
        raise ValidationError(TAKEN, code="taken") from taken


def _is_had(user: User, name: str) -> bool:
    return User.objects.filter(name_key=names.key(name)).exclude(pk=user.pk).exists()
