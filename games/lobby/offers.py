"""What open pages hear of a challenge, and the end of several challenges at once."""

from __future__ import annotations

from django.db.models import QuerySet

from games.live import after_commit
from games.models import Challenge


def announce(offer: Challenge) -> None:
    """Tell after the commit: the pages of a challenge, all pages of its two people, and the lobby if it is for all."""
    after_commit.announce_challenge(offer.token)
    after_commit.announce_waiting(person for person in (offer.creator_id, offer.invited_id) if person)
    if offer.audience == Challenge.Audience.PUBLIC:
        after_commit.announce_lobby()


def end(offers: QuerySet[Challenge], status: Challenge.Status) -> None:
    """End those of the challenges that are open. It is called inside a transaction."""
    still_open = offers.filter(status=Challenge.Status.OPEN)
    for offer in still_open:
        announce(offer)
    still_open.update(status=status)
