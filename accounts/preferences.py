"""What people may choose about their pages and their mail."""

from functools import cache
from zoneinfo import available_timezones

from django.db import models
from django.utils.translation import gettext_lazy as _


class Theme(models.TextChoices):
    AUTO = "auto", _("As my device has it")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Palette(models.TextChoices):
    PICNIC = "picnic", _("Picnic")
    CONTRAST = "contrast", _("High contrast")


class OptionalOccasion(models.TextChoices):
    """What one may be told of."""

    YOUR_TURN = "your-turn", _("It is my turn")
    TIME_SHORT = "time-short", _("My time is running short")
    CHALLENGE = "challenge", _("Somebody challenges me")
    GAME_BEGINS = "game-begins", _("Somebody accepts my challenge")
    GAME_OVER = "game-over", _("A game of mine is over")
    CHAT = "chat", _("Somebody writes to me in a game")
    VACATION = "vacation", _("My opponent goes on vacation")


class Digest(models.TextChoices):
    """When the mail comes that gathers what happened."""

    DAILY = "daily", _("Every day at my hour, if there is something to tell")
    UNTIL_BACK = "until-back", _("Once, and then no more until I have been here again")


MAIL, DIGEST, SITE = "mail", "digest", "site"  # the ways of telling; games.notify.channels has a module for each
BY_MAIL = {MAIL, DIGEST}
_UNLESS_ASKED_FOR = {OptionalOccasion.CHAT, OptionalOccasion.VACATION}  # are told on the site only

ALWAYS = {
    "moderated": [MAIL, SITE],
    "sanction": [MAIL, SITE],
    "appeal": [MAIL, SITE],
    "report": [MAIL, SITE],
}  # no choice


def usual_notifications() -> dict[str, list[str]]:
    """By which ways people are told of what, as long as they have not chosen."""
    return {event.value: [SITE] if event in _UNLESS_ASKED_FOR else [MAIL, SITE] for event in OptionalOccasion}


@cache
def time_zones() -> tuple[str, ...]:
    """The time zones named after places, and UTC."""
    return ("UTC", *sorted(zone for zone in available_timezones() if zone.startswith(_REGIONS)))


_OCEANS = ("Arctic/", "Atlantic/", "Indian/", "Pacific/")
_REGIONS = ("Africa/", "America/", "Antarctica/", "Asia/", "Australia/", "Europe/", *_OCEANS)
