"""The reasons that the site itself gives for acts. The audit stores them in English, and pages translate them."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop

TAKEN_ON = gettext_noop("To look into it.")
HANDED_BACK = gettext_noop("For another moderator.")
# The opponent reads these two beside a game: the reason of a suspension is between the person and the moderators.
SETTLED = gettext_noop("A player was suspended for more than a week, so their games were settled by the rules.")
UNSETTLED = gettext_noop("The suspension was lifted, so the game is as it was.")
CAME_BACK = gettext_noop("Deleting an account doesn’t end a sanction: it stays with the e-mail address.")
STANDARD = frozenset({TAKEN_ON, HANDED_BACK, SETTLED, UNSETTLED, CAME_BACK})


def in_reader_language(reason: str) -> str:
    """A standard reason translated; the words of a moderator as they are."""
    return gettext(reason) if reason in STANDARD else reason
