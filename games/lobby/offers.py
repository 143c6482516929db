"""What open pages hear of a challenge, and the end of several challenges at once."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet

from games.live import after_commit
from games.models import Challenge
from games.notify import outbox

OPEN_FOR = timedelta(days=28)  # whoever made a challenge so long ago may hardly remember it
TOLD_FOR = timedelta(days=14)  # so long its creator sees that nobody answered it


def announce(offer: Challenge) -> None:
    """Tell after the commit: the pages of a challenge, all pages of its two people, and the lobby if it is for all.

    Who was notified of a challenge that is open no longer need not look at it any more.
    """
    if offer.status != Challenge.Status.OPEN:
        outbox.mark_answered(offer.pk)
    after_commit.announce_challenge(offer.token)
    after_commit.announce_waiting(person for person in (offer.creator_id, offer.invited_id) if person)
    if offer.audience == Challenge.Audience.PUBLIC:
        after_commit.announce_lobby()


def end(offers: QuerySet[Challenge], status: Challenge.Status) -> None:
    """End those of the challenges that are open. It is called inside a transaction."""
    still_open = offers.filter(status=Challenge.Status.OPEN)
    for offer in still_open:
        offer.status = status
        announce(offer)
    still_open.update(status=status)
