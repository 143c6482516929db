from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.names import Refusal
from accounts.preferences import OptionalOccasion, time_zones

SENTENCES = {
    Refusal.ADDRESS: _("Your name can’t look like an e-mail address: everyone sees it."),
    Refusal.CHARACTER: _("Use only letters, digits and . - _ in your name."),
    Refusal.EDGE: _("A name must start and end with a letter or digit."),
    Refusal.LENGTH: _("A name must have 3 to 30 characters."),
    Refusal.LETTER: _("A name needs at least one letter."),
    Refusal.RESERVED: _("This name is reserved."),
    Refusal.SCRIPTS: _("Use letters of one alphabet only, such as Latin or Cyrillic."),
}


def validate_name(name: str) -> None:
    if refusal := names.refusal(name):
        raise ValidationError(SENTENCES[refusal], code=refusal.value)


def validate_language(code: str) -> None:
    if code not in dict(settings.LANGUAGES):
        raise ValidationError(_("This site isn’t available in that language."), code="language")


def validate_time_zone(zone: str) -> None:
    if zone not in time_zones():
        raise ValidationError(_("There’s no such time zone."), code="time-zone")


def validate_hour(hour: int) -> None:
    if not 0 <= hour < 24:
        raise ValidationError(_("Choose an hour from 0 to 23."), code="hour")


def validate_notifications(choices: Any) -> None:
    """Accept a list of channels for each occasion; games define the channels."""
    if not (
        isinstance(choices, dict)
        and set(choices) <= set(OptionalOccasion.values)
        and all(isinstance(channels, list) for channels in choices.values())
        and all(isinstance(channel, str) for channels in choices.values() for channel in channels)
    ):
        raise ValidationError(_("These notification settings aren’t valid."), code="notifications")
