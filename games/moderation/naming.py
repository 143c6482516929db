"""Names that moderators take away: the person gets a neutral one until they choose another."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.for_games import NAME_IS_TAKEN, PLAYER, User, name_key, normal_name, random_name, validate_name
from games.models import Sanction
from games.moderation import flags, sanction_columns


def take_away(*, user: User) -> str:
    """Replace a name by a free neutral one. Returns the old name."""
    taken, length = user.username, 4
    while True:
        user.username = random_name(PLAYER, length)
        if not _is_had(user, user.username):
            user.save(update_fields=["username", "name_key"])
            return taken
        length += 1  # the short names are getting used up


def give_back(*, user: User, name: str) -> None:
    """Restore a name that was taken away, unless somebody else has it by now."""
    if name and not _is_had(user, name):
        user.username = name
        user.save(update_fields=["username", "name_key"])


def choose(*, user: User, name: str) -> None:
    """Give a person the name that they chose after theirs was taken away. Raises ValidationError."""
    name = normal_name(name)
    validate_name(name)
    try:
        with transaction.atomic():
            person = User.objects.select_for_update().get(pk=user.pk)
            asked = Sanction.objects.filter(user=person, kind=Sanction.Measure.RENAME, lifted_at=None)
            if any(name_key(row.name) == name_key(name) for row in asked) or _is_had(person, name):
                raise ValidationError(NAME_IS_TAKEN, code="taken")
            person.username = name
            person.save(update_fields=["username", "name_key"])
            asked.filter(acknowledged_at=None).update(acknowledged_at=timezone.now())
            sanction_columns.refresh(user=person)
            flags.look_at_name(person)
    except IntegrityError as taken:
        raise ValidationError(NAME_IS_TAKEN, code="taken") from taken


def _is_had(user: User, name: str) -> bool:
    return User.objects.filter(name_key=name_key(name)).exclude(pk=user.pk).exists()
