"""Seals that are shown before the form of a new game is filled in.

The words that a player adds to the luck of their game must come after its seed: else the site could choose the seed
to go with them. So the page of the form draws the seed, stores it as a spare one and shows its seal; the form brings
the seal back, signed for whoever it was shown to. What nobody used is cleared away.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from django.core import signing

from games.clocks import clock
from games.lobby.start import new_secret
from games.models import Secret

if TYPE_CHECKING:
    from accounts.for_games import User

GOOD_FOR: Final = timedelta(hours=12)  # so long a form may lie open
KEPT_FOR: Final = timedelta(days=1)
_SALT: Final = "games.lobby.seals"


class OwnSeed(NamedTuple):
    """The words that the maker of a game adds to its luck, and the commitment that they had seen before."""

    nonce: str = ""
    sealed: str = ""


class Seal(NamedTuple):
    """A commitment, and what the form sends to have it used."""

    commitment: str
    ticket: str


def draw(user: User | None) -> Seal:
    """A seal of a new seed, for this person or for a visitor."""
    sealed = new_secret(is_spare=True)
    return Seal(sealed, signing.dumps([sealed, user.pk if user else None], salt=_SALT))


def read(ticket: str, user: User | None) -> str:
    """The commitment that this person was shown; nothing if they were not, or too long ago."""
    try:
        sealed, shown_to = signing.loads(ticket, salt=_SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return ""
    return str(sealed) if shown_to == (user.pk if user else None) else ""


def again(ticket: str, user: User | None) -> Seal | None:
    """The seal of a form that is shown once more, unless it was used."""
    sealed = read(ticket, user)
    is_spare = sealed and Secret.objects.filter(pk=sealed, is_spare=True).exists()
    return Seal(sealed, ticket) if is_spare else None


def use(sealed: str) -> bool:
    """Take a spare seal for a game. Of two who ask for the same one, one gets it. Called inside a transaction."""
    return Secret.objects.filter(pk=sealed, is_spare=True).update(is_spare=False) == 1


def forget(most: int) -> int:
    """Delete spare seeds that no form can use any more, at most so many. Returns how many there were."""
    old = Secret.objects.filter(is_spare=True, sealed_at__lt=clock.now() - KEPT_FOR).order_by("sealed_at")
    found = list(old.values_list("pk", flat=True)[:most])
    return Secret.objects.filter(pk__in=found, is_spare=True).delete()[0]
