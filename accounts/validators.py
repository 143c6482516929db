import re
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
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


MOST_BESIDE = 3  # letters of a password that may stand beside words of the site


class NoWordOfTheSite:
    """A password that is a word of this site, with figures and signs around it, is among the first to be guessed."""

    def __init__(self, words: Sequence[str]) -> None:
        letters = {letters for word in words if (letters := _letters(word))}
        self._words = re.compile("|".join(sorted(letters, key=len, reverse=True)))

    def validate(self, password: str, user: object = None) -> None:
        for letters in (_letters(password), _letters(password.translate(_LIKE_LETTERS))):
            if self._words.search(letters) and len(self._words.sub("", letters)) <= MOST_BESIDE:
                raise ValidationError(
                    _("This password is little more than a word of this site. Add words of your own."),
                    code="word-of-site",
                )

    def get_help_text(self) -> str:
        return gettext("Don’t use little more than a word of this site.")


_LIKE_LETTERS = str.maketrans("@013457$", "aoieasts")


def _letters(text: str) -> str:
    return re.sub(r"[^a-z]", "", text.lower())


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
