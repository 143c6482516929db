"""Everything that accounts may ask of games; import-linter refuses any other way from there to here.

What games know of accounts is in ``accounts.for_games``.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.for_games import User
from games import housekeeping, queries
from games.careers import due as career_due
from games.guide import adoption
from games.housekeeping import Chore
from games.live import after_commit
from games.lobby import blocks, challenges, departure
from games.models import Game, Seat
from games.moderation import contexts, flags, notes, people, reports, sanction_carry_over, shared_browser
from games.notebook import marks
from games.notebook import notes as private_notes
from games.notify import channels, outbox
from games.site import switches


def are_sign_ups_open() -> bool:
    return switches.is_on(switches.Key.SIGN_UPS)


def look_at_name(user: User) -> None:
    """Have a moderator look at a new name, if there is a flagged word in it."""
    flags.look_at_name(user)


def look_at_browser(user: User, key: str) -> None:
    """Have a moderator look at somebody who is seen in the browser of an opponent. ``key`` is that of a device."""
    shared_browser.look_at_visit(user, key)


def recheck_sockets(user_id: int) -> None:
    """After the commit, have every open socket of a person ask again whether it may stay open."""
    after_commit.recheck_sockets(user_id)


def channels_to(user: User) -> list[tuple[str, Any]]:
    """The channels by which a person can be told of something: keys and titles."""
    return [(channel.KEY, channel.TITLE) for channel in channels.all() if channel.reaches(user)]


def reconsider_mails(user: User) -> None:
    """A person changed their preferences: decide anew when each mail that waits is sent."""
    outbox.reconsider(user)


def withhold_digest(user: User) -> None:
    """A person is back on the site: the digest that waited is not sent, for they see everything here."""
    outbox.withhold_digests(user)


def data_of(user: User) -> dict[str, Any]:
    """Everything that games know of a person, for the export of their data."""
    return queries.data_of(user)


def is_playing() -> Exists:
    """A condition on users: they sit in a running game."""
    return Exists(Seat.objects.filter(user=OuterRef("pk"), game__status=Game.Status.RUNNING))


def add_chore(chore: Chore) -> None:
    """Have the worker do something now and then, a batch at a time; the same chore is added once."""
    if chore not in housekeeping.CHORES:
        housekeeping.CHORES.append(chore)


def adopt(*, guest: User, user: User) -> None:
    """Give a member the games, challenges, messages, blocks, reports, sanctions, lessons and notes of their guest."""
    with transaction.atomic():
        reports.adopt(guest=guest, user=user)
        challenges.adopt(guest=guest, user=user)
        blocks.adopt(guest=guest, user=user)
        people.adopt(guest=guest, user=user)
        notes.adopt(guest=guest, user=user)
        adoption.adopt(guest=guest, user=user)
        marks.adopt(guest=guest, user=user)
        private_notes.adopt(guest=guest, user=user)
        career_due.note_person(user)


def leave(*, user: User) -> None:
    """Prepare for the deletion of an account: the rules are in docs/leaving.md."""
    with transaction.atomic():
        contexts.forget(user=user)
        departure.leave(user=user)
        sanction_carry_over.leave_behind(user=user)
