"""Marks on games: star, tags and note of one person. Only they ever read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q

from games.models import LONGEST_NOTE, Game, GameMark
from games.notebook import tags

if TYPE_CHECKING:
    from accounts.for_games import User

MOST: Final = 2000  # games of one person
FAVOURITES: Final = "favourites"
NOTED: Final = "noted"


class TooManyMarks(Exception):
    """A person has marked as many games as allowed."""


def mark_on(game: Game, user: User) -> GameMark:
    """What the person keeps about the game; an empty one, not stored, if it is nothing."""
    return GameMark.objects.filter(user=user, game=game).first() or GameMark(user=user, game=game)


def keep(
    *,
    user: User,
    game: Game,
    is_favourite: bool | None = None,
    own_tags: Sequence[str] | None = None,
    note: str | None = None,
) -> GameMark:
    """Change what is given, and leave the rest. What is empty then is not kept. Raises TooManyMarks."""
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=user.pk)  # so that no two forms are one too many
        known = GameMark.objects.filter(user=user, game=game).first()
        mark = known or GameMark(user=user, game=game)
        if is_favourite is not None:
            mark.is_favourite = is_favourite
        if own_tags is not None:
            mark.tags = tags.stored(own_tags)
        if note is not None:
            mark.note = note.strip()[:LONGEST_NOTE]
        if not (mark.is_favourite or mark.tags or mark.note):
            if known is not None:
                known.delete()
            return GameMark(user=user, game=game)
        if known is None and GameMark.objects.filter(user=user).count() >= MOST:
            raise TooManyMarks
        mark.save()
    return mark


def tags_of(user: User) -> list[str]:
    """All tags that a person has given, in the order of the alphabet."""
    columns = GameMark.objects.filter(user=user).exclude(tags="").values_list("tags", flat=True)
    return sorted({tag for column in columns for tag in tags.listed(column)})


def wanted(what: str, tag: str) -> Q:
    """A condition on marks: favourites or those with a note, and those with a tag."""
    condition = {FAVOURITES: Q(is_favourite=True), NOTED: ~Q(note="")}.get(what, Q())
    return condition & Q(tags__contains=tags.part(tag)) if tag else condition


def adopt(*, guest: User, user: User) -> None:
    """Give the marks of a guest to the member who they are; on a game that both have marked, the member's stay."""
    known = GameMark.objects.filter(user=user).values("game")
    GameMark.objects.filter(user=guest).exclude(game__in=known).update(user=user)
