"""What people keep for themselves: favourite games, tags, notes. Nobody else ever sees it. See docs/records.md."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.play import Game

LONGEST_NOTE = 2000


class GameMark(models.Model):
    """What a person keeps about a game. A row without anything in it is deleted."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="game_marks", db_index=False
    )  # found by the constraint below
    game = models.ForeignKey(Game, models.CASCADE, related_name="marks")
    is_favourite = models.BooleanField(_("favourite"), default=False)
    tags = models.CharField(_("tags"), max_length=300, blank=True)  # "|endgame|to learn from|": see games.notebook.tags
    note = models.TextField(_("note"), max_length=LONGEST_NOTE, blank=True)
    at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("mark on a game")
        verbose_name_plural = _("marks on games")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game"], name="game_is_marked_once"),
            models.CheckConstraint(
                condition=Q(is_favourite=True) | ~Q(tags="") | ~Q(note=""), name="mark_says_something"
            ),
        ]

    def __str__(self) -> str:
        return f"mark on game {self.game_id}"


class NoteOnPerson(models.Model):
    """What a person noted about another one, for themselves alone; PersonNote is what moderators share."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes_on_people", db_index=False
    )  # found by the constraint below
    whom = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes_by_people")
    text = models.TextField(_("note"), max_length=LONGEST_NOTE)
    at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("private note on a person")
        verbose_name_plural = _("private notes on people")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "whom"], name="person_is_noted_once")]

    def __str__(self) -> str:
        return f"private note {self.pk}"
