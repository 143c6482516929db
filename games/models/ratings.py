"""Ratings: who is rated, what each game changed, and the games whose result is new. See docs/ratings.md."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.play import Game


class Rated(models.Model):
    """A person or a bot on a ladder of a kind, and where they stand.

    It stays when its person leaves, without a name: the ratings of the others rest on it.
    """

    class Ladder(models.TextChoices):
        PEOPLE = "people", _("People")
        BOTS = "bots", _("Against bots")

    kind = models.CharField(_("kind"), max_length=20)
    ladder = models.CharField(_("ladder"), max_length=8, choices=Ladder)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="ratings", null=True, blank=True, db_index=False
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    rating = models.FloatField(_("rating"))
    deviation = models.FloatField(_("deviation"))
    volatility = models.FloatField(_("volatility"))
    games = models.PositiveIntegerField(_("games"), default=0)
    at = models.DateTimeField(_("last game"), null=True, blank=True)
    has_lost_on_time = models.BooleanField(_("last game lost on time"), default=False)
    sure_until = models.DateTimeField(_("established until"), null=True, blank=True)  # if no game follows

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "kind", "ladder"], name="person_is_rated_once", condition=Q(user__isnull=False)
            ),
            models.UniqueConstraint(
                fields=["bot", "kind", "ladder"], name="bot_is_rated_once", condition=Q(bot__gt="")
            ),
        ]
        indexes: ClassVar = [  # the leaderboard: members that were sure enough after their last game, the best first
            models.Index(
                fields=["kind", "ladder", "-rating", "id", "sure_until"],
                name="rating_leaders",
                condition=Q(user__isnull=False, sure_until__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"rating {self.pk} ({self.kind}, {self.ladder})"


class RatingChange(models.Model):
    """What a finished game did to the rating of one of its players."""

    rated = models.ForeignKey(Rated, models.CASCADE, related_name="changes", db_index=False)
    opponent = models.ForeignKey(Rated, models.CASCADE, related_name="changes_of_others", db_index=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="rating_changes", db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"))
    at = models.DateTimeField(_("at"))
    score = models.FloatField(_("score"))
    expected = models.FloatField(_("expected score"))
    counts = models.BooleanField(_("counts"), default=True)  # a series of losses on time counts once
    rating_before = models.FloatField(_("rating before"))
    deviation_before = models.FloatField(_("deviation before"))
    rating = models.FloatField(_("rating"))
    deviation = models.FloatField(_("deviation"))
    volatility = models.FloatField(_("volatility"))
    games = models.PositiveIntegerField(_("games so far"))
    lost_on_time = models.BooleanField(_("lost on time"), default=False)

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "seat"], name="seat_is_rated_once")]
        indexes: ClassVar = [
            models.Index(fields=["rated", "-at", "-game"], name="rating_history"),
            models.Index(fields=["rated", "opponent", "-at"], name="rating_head_to_head"),
        ]

    def __str__(self) -> str:
        return f"rating change by game {self.game_id}"


class RatingCorrection(models.Model):
    """A rating that is another one because the result of an earlier game was changed; its owner is told."""

    rated = models.ForeignKey(Rated, models.CASCADE, related_name="corrections")
    game = models.ForeignKey(Game, models.CASCADE, related_name="rating_corrections")
    before = models.FloatField(_("rating before"))
    after = models.FloatField(_("rating after"))
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("rating correction")
        verbose_name_plural = _("rating corrections")

    def __str__(self) -> str:
        return f"rating correction {self.pk} by game {self.game_id}"


class RatingDue(models.Model):
    """A rated game that has ended, or whose result is another one now: its ratings are worked out by the worker.

    Also a game at which the worker goes on, because an earlier one changed what follows.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="rating_due")
    because = models.ForeignKey(Game, models.CASCADE, related_name="+", null=True, blank=True, db_index=False)

    class Meta:
        verbose_name = _("game to rate")
        verbose_name_plural = _("games to rate")

    def __str__(self) -> str:
        return f"game {self.game_id} is to be rated"
