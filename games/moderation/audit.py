"""The audit: one row for each act of a moderator, chained like the events of a game, and never changed."""

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
from games.table import acts, log

if TYPE_CHECKING:
    from accounts.for_games import User

What, SubjectType = ModerationAct.What, ModerationAct.SubjectType
GENESIS = log.GENESIS
LONGEST_REASON = 1000
_LOCK = 0x6D6F64  # the key of the audit among PostgreSQL's advisory locks


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of an act, besides a game and a person: a row by its id, or a switch or a role by its name."""

    type: ModerationAct.SubjectType
    number: int | None = None
    name: str = ""


@contextmanager
def writing() -> Iterator[None]:
    """The transaction of an act: it takes the lock of the audit before any row lock.

    So nobody who holds a row waits for the audit, and no deadlock arises: see docs/moderation.md.
    """
    with transaction.atomic():
        _one_at_a_time()
        yield


def next_number() -> int:
    """The number of the next act, for a row that refers to it and is saved first. Call it inside ``writing``."""
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
    """Record an act in the transaction that carries it out. ``by`` None is the site itself, by a written rule.

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
    """The faults of the audit: rows that were changed or are missing, and acts and events without their counterpart."""
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
    """The numbers of the acts whose hash does not follow from the act before and their own row."""
    before = dict(
        ModerationAct.objects.filter(number__in=[act.number - 1 for act in acts]).values_list("number", "chain")
    )
    return [act.number for act in acts if act.chain != chain(before.get(act.number - 1, GENESIS), act)]


def batches(size: int = 500) -> Iterator[list[ModerationAct]]:
    """The whole audit in batches, the first act first."""
    number = 0
    while rows := list(ModerationAct.objects.filter(number__gt=number).order_by("number")[:size]):
        yield rows
        number = rows[-1].number


def _events() -> Iterator[tuple[int | None, int | None, str]]:
    """The acts of moderators in the logs of the games."""
    yield from Event.objects.filter(act__in=acts.BY_MODERATORS).values_list("game_id", "seq", "act").iterator(500)


def _plain(facts: Mapping[str, Any] | None) -> dict[str, Any]:
    """The facts as JSON returns them, so that the hash is the same when they are read again."""
    plain: dict[str, Any] = json.loads(json.dumps(dict(facts or {}), default=_json_text))
    return plain


def _json_text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _one_at_a_time() -> None:
    """SQLite has one writer at a time anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
