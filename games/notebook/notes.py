"""Notes on people: what one wants to remember of them. Only who wrote one ever reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.contrib.auth import get_user_model
from django.db import transaction

from games.models import LONGEST_NOTE, NoteOnPerson

if TYPE_CHECKING:
    from accounts.for_games import User

MOST: Final = 500  # people of whom one person notes something


class TooManyNotes(Exception):
    """A person has notes on as many people as allowed."""


def note_on(whom: User, *, by: User) -> str:
    found = NoteOnPerson.objects.filter(user=by, whom=whom).values_list("text", flat=True).first()
    return found or ""


def write(*, by: User, whom: User, text: str) -> None:
    """Keep this text instead of the one before; none deletes it. Raises TooManyNotes."""
    text = text.strip()[:LONGEST_NOTE]
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=by.pk)
        mine = NoteOnPerson.objects.filter(user=by)
        if not text:
            mine.filter(whom=whom).delete()
            return
        if not mine.filter(whom=whom).exists() and mine.count() >= MOST:
            raise TooManyNotes
        NoteOnPerson.objects.update_or_create(user=by, whom=whom, defaults={"text": text})


def adopt(*, guest: User, user: User) -> None:
    """Give the notes by and on a guest to the member who they are; where there is one already, that stays."""
    for own, other in (("user", "whom"), ("whom", "user")):
        known = NoteOnPerson.objects.filter(**{own: user}).values(other)
        theirs = NoteOnPerson.objects.filter(**{own: guest}).exclude(**{other: user})
        theirs.exclude(**{f"{other}__in": known}).update(**{own: user})
