"""The choices of people for their pages and mails."""

from functools import cache
from zoneinfo import available_timezones

from django.db import models
from django.utils.translation import gettext_lazy as _


class Theme(models.TextChoices):
    AUTO = "auto", _("Same as my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Palette(models.TextChoices):
    """The colours of the boards; a device asks for contrast by ``prefers-contrast``."""

    AUTO = "auto", _("Same as my device")
    PICNIC = "picnic", _("Picnic")
    CONTRAST = "contrast", _("High contrast")


class Motion(models.TextChoices):
    AUTO = "auto", _("Same as my device")
    OFF = "off", _("Off")


class OptionalOccasion(models.TextChoices):
    """The occasions of notifications that people can turn off; ``ALWAYS`` are the others."""

    YOUR_TURN = "your-turn", _("It’s my turn")
    TIME_SHORT = "time-short", _("My time is running out")
    CHALLENGE = "challenge", _("Someone challenges me")
    GAME_BEGINS = "game-begins", _("Someone accepts my challenge")
    GAME_OVER = "game-over", _("One of my games is over")
    CHAT = "chat", _("Someone messages me in a game")
    VACATION = "vacation", _("My opponent goes on vacation")


class Digest(models.TextChoices):
    """When the digest is sent."""

    DAILY = "daily", _("Every day at a set time, if there is any news")
    UNTIL_BACK = "until-back", _("Once, then not again until I’m back on the site")


MAIL, DIGEST, SITE = "mail", "digest", "site"  # the channels; games.notify.channels has a module for each
BY_MAIL = {MAIL, DIGEST}
_UNLESS_ASKED_FOR = {OptionalOccasion.CHAT, OptionalOccasion.VACATION}  # by default on the site only

ALWAYS = {
    "moderated": [MAIL, SITE],
    "sanction": [MAIL, SITE],
    "appeal": [MAIL, SITE],
    "report": [MAIL, SITE],
    "rating": [SITE],
}  # channels that nobody can turn off


def usual_notifications() -> dict[str, list[str]]:
    """The default channels of each occasion."""
    return {event.value: [SITE] if event in _UNLESS_ASKED_FOR else [MAIL, SITE] for event in OptionalOccasion}


@cache
def time_zones() -> tuple[str, ...]:
    """The time zones named after places, and UTC."""
    return ("UTC", *sorted(zone for zone in available_timezones() if zone.startswith(_REGIONS)))


_OCEANS = ("Arctic/", "Atlantic/", "Indian/", "Pacific/")
_REGIONS = ("Africa/", "America/", "Antarctica/", "Asia/", "Australia/", "Europe/", *_OCEANS)
