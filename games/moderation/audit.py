"""The audit: one row for every act of a moderator, chained as the events of a game are, and never changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from django.db.models import Exists, Max, OuterRef

from games.clocks import clock
from games.models import Event, ModerationAct, Sanction
from games.table import log

if TYPE_CHECKING:
    from accounts.for_games import User

What, SubjectType = ModerationAct.What, ModerationAct.SubjectType
GENESIS = log.GENESIS
LONGEST_REASON = 1000
_LOCK = 0x6D6F64  # of the audit, among PostgreSQL's advisory locks


@dataclass(frozen=True, slots=True)
class Subject:
    """What an act is about, besides a game and a person: a row by its number, or a switch or a role by its name."""

    type: ModerationAct.SubjectType
    number: int | None = None
    name: str = ""


@contextmanager
def writing() -> Iterator[None]:
    """A transaction of somebody who acts as a moderator: they wait for their turn before they hold anything else.

    So whoever has something that others wait for never waits for the audit: see docs/moderation.md.
    """
    with transaction.atomic():
        _one_at_a_time()
        yield


def next_number() -> int:
    """The number that the next act will have, in ``writing``: for what is to know it before it is noted."""
    return (ModerationAct.objects.aggregate(last=Max("number"))["last"] or 0) + 1


def record(  # noqa: PLR0913 - a row has many columns
    *,
    by: User | None,
    what: ModerationAct.What,
    reason: str,
    game: int | None = None,
    event: int | None = None,
    person: int | None = None,
    text: str = "",
    subject: Subject | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> ModerationAct:
    """Note an act, in the transaction in which it is done. ``by`` None is the site itself, by a written rule.

    ``text`` is that of the event, for an act on a game; other acts have a ``subject``.
    """
    reason = reason.strip()
    if not reason:
        raise ValueError("an act has a reason")
    assert connection.in_atomic_block
    _one_at_a_time()
    last = ModerationAct.objects.order_by("-number").values_list("number", "chain").first()
    number, chained = last or (0, GENESIS)
    act = ModerationAct(
        number=number + 1,
        at=clock.now(),
        moderator=by.pk if by else None,
        what=what,
        game=game,
        event=event,
        person=person,
        text=text,
        subject_type=subject.type if subject else "",
        subject_id=subject.number if subject else None,
        subject_name=subject.name if subject else "",
        before=_plain(before),
        after=_plain(after),
        reason=reason[:LONGEST_REASON],
    )
    act.chain = chain(chained, act)
    act.save(force_insert=True)
    return act


def chain(before: str, act: ModerationAct) -> str:
    """The hash of a row on top of the hash of all rows before it."""
    row = [before, act.number, act.at.isoformat(timespec="microseconds"), act.moderator, act.what]
    row += [act.game, act.event, act.person, act.subject, act.before, act.after, act.reason]
    return hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()


def faults() -> Iterator[str]:
    """What is wrong with the audit: a row that was changed, is missing, or has no event where there should be one."""
    number, chained = 0, GENESIS
    events = set(_events())
    for act in ModerationAct.objects.order_by("number").iterator(500):
        if act.number != number + 1:
            yield f"act {act.number} follows {number}"
        if act.chain != chain(chained, act):
            yield f"act {act.number}: its chain does not follow from the act before it and its own row"
        if act.event is not None:
            claimed = (act.game, act.event, act.what)
            if claimed not in events:
                yield f"act {act.number}: game {act.game} has no event {act.event} that says {act.what}"
            events.discard(claimed)
        number, chained = act.number, act.chain
    for game, event, what in sorted(events):
        yield f"game {game}, event {event}: {what} is in no act of the audit"
    known = ModerationAct.objects.filter(number=OuterRef("act"))
    for sanction, act_number in Sanction.objects.filter(~Exists(known)).values_list("pk", "act").order_by("pk"):
        yield f"sanction {sanction}: act {act_number} is missing from the audit"


def unchained(acts: Collection[ModerationAct]) -> list[int]:
    """The numbers of those, of some acts, whose hash does not follow from the act before each and its own row."""
    before = dict(
        ModerationAct.objects.filter(number__in=[act.number - 1 for act in acts]).values_list("number", "chain")
    )
    return [act.number for act in acts if act.chain != chain(before.get(act.number - 1, GENESIS), act)]


def batches(size: int = 500) -> Iterator[list[ModerationAct]]:
    """The whole audit from its beginning, a part at a time."""
    number = 0
    while rows := list(ModerationAct.objects.filter(number__gt=number).order_by("number")[:size]):
        yield rows
        number = rows[-1].number


def _events() -> Iterator[tuple[int | None, int | None, str]]:
    """What moderators did, by the logs of the games."""
    yield from Event.objects.filter(kind__in=log.MODERATION).values_list("game_id", "seq", "kind").iterator(500)


def _plain(facts: Mapping[str, Any] | None) -> dict[str, Any]:
    """As they come back from the database, so that they hash alike then."""
    plain: dict[str, Any] = json.loads(json.dumps(dict(facts or {}), default=_told))
    return plain


def _told(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _one_at_a_time() -> None:
    """SQLite has one writer at a time as it is."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
