"""What finished games say of who played them: facts out of the log, and achievements. See docs/records.md."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.play import Game, Seat


class SeatFacts(models.Model):
    """What the log of a finished game says of one of its seats; the worker stores it, and can do so again."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="facts", primary_key=True)
    went_first = models.BooleanField(_("went first"), default=False)
    turns = models.PositiveIntegerField(_("turns"), default=0)
    seconds = models.PositiveBigIntegerField(_("seconds for them"), default=0)  # the clock ran, vacations apart
    was_behind = models.BooleanField(_("was far behind"), default=False)  # late in a game that the rules ended
    feats = models.JSONField(_("feats"), default=list, blank=True)  # of its kind, by their keys

    class Meta:
        verbose_name = _("facts about a seat")
        verbose_name_plural = _("facts about seats")

    def __str__(self) -> str:
        return f"facts about seat {self.pk}"


class Achievement(models.Model):
    """Something that a person has achieved, and the game with which they did."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="achievements", db_index=False
    )  # found by the constraint below
    what = models.CharField(_("what"), max_length=40)
    game = models.ForeignKey(Game, models.CASCADE, related_name="achievements")
    at = models.DateTimeField(_("achieved"))

    class Meta:
        verbose_name = _("achievement")
        verbose_name_plural = _("achievements")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "what"], name="achieved_once")]

    def __str__(self) -> str:
        return f"{self.what} of {self.user_id}"


class CareerDue(models.Model):
    """A game that has ended, or whose result is another one now: the worker looks at what follows for its players."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="career_due")

    class Meta:
        verbose_name = _("game to look at")
        verbose_name_plural = _("games to look at")

    def __str__(self) -> str:
        return f"game {self.game_id} is to be looked at"
