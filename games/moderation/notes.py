"""Notes of moderators on people: what the next moderator should know, with its day and who wrote it.

Nothing follows from a note. The person finds its text in the download of their data; see decision 34.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import QuerySet

from games.models import PersonNote
from games.moderation import people, roles
from games.moderation.refusals import ModerationRefused, reason_in

if TYPE_CHECKING:
    from accounts.for_games import User

MOST = 100  # on one person


def add(*, by: User, person: User, text: str) -> PersonNote:
    _check(by, person)
    text = reason_in(text)
    if PersonNote.objects.filter(person=person).count() >= MOST:
        raise ModerationRefused("too-many-notes")
    return PersonNote.objects.create(person=person, author=by, text=text)


def remove(*, by: User, note: PersonNote) -> None:
    """What is wrong or no longer needed is not kept: its author removes it, or an administrator."""
    _check(by, note.person)
    if note.author_id != by.pk and not roles.is_administrator(by):
        raise ModerationRefused("not-your-note")
    note.delete()


def notes_on(person: User) -> QuerySet[PersonNote]:
    return PersonNote.objects.filter(person=person).select_related("author").order_by("-pk")


def adopt(*, guest: User, user: User) -> None:
    """A guest turned out to be a member: what was noted of them is noted of the member."""
    PersonNote.objects.filter(person=guest).update(person=user)


def _check(by: User, person: User) -> None:
    if not roles.is_moderator(by):
        raise ModerationRefused("not-a-moderator")
    if by.pk == person.pk:
        raise ModerationRefused("yourself")
    if people.is_involved(by, person):
        raise ModerationRefused("involved")
