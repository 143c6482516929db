"""Acts on a person: imposing and lifting sanctions. Each function is one transaction with its row of the audit."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.for_games import User, end_all_sessions
from games.lobby import offers
from games.models import Case, Challenge, Game, ModerationAct, Notification, Sanction
from games.moderation import audit, cases, game_acts, naming, roles, sanction_columns, sanctions
from games.moderation.audit import Subject, SubjectType
from games.moderation.refusals import ModerationRefused, reason_in
from games.moderation.sanctions import BARS
from games.moderation.standard_reasons import SETTLED, UNSETTLED
from games.notify import outbox

Measure, What = Sanction.Measure, ModerationAct.What
LONGEST = timedelta(days=366)  # of a sanction with an end
LONGEST_REASON = audit.LONGEST_REASON

HAS_AN_END = {Measure.CHAT_TIMEOUT, Measure.SUSPENSION}
MAY_END = HAS_AN_END | {Measure.PHRASES_ONLY}
ACTS = {
    Measure.WARNING: What.WARN,
    Measure.CHAT_TIMEOUT: What.CHAT_TIMEOUT,
    Measure.PHRASES_ONLY: What.PHRASES_ONLY,
    Measure.SUSPENSION: What.SUSPEND,
    Measure.CLOSURE: What.CLOSE,
    Measure.RENAME: What.RENAME,
}


def impose(
    *,
    by: User,
    user: User,
    kind: str,
    reason: str,
    until: datetime | None = None,
    case: Case | None = None,
    seen: int | None = None,
) -> Sanction:
    """Impose a sanction. ``seen`` is the last act about the person that the moderator knew of; None skips the check."""
    reason = _checked(by, user, reason)
    kind = Measure(kind)
    _check_end(kind, until)
    with audit.writing():
        person = lock_person(user, kind)
        _check_seen(person, seen)
        if kind is Measure.RENAME and person.is_guest:
            raise ModerationRefused("guests-keep-their-name")
        if kind is Measure.CLOSURE and person.is_closed:
            raise ModerationRefused("closed-already")
        taken = naming.take_away(user=person) if kind is Measure.RENAME else ""
        sanction = Sanction(user=person, kind=kind, reason=reason, until=until, case=case, name=taken)
        put_in_force(sanction, by=by, subject=Subject(SubjectType.CASE, case.pk) if case else None)
    return sanction


def put_in_force(sanction: Sanction, *, by: User | None, subject: Subject | None, because: str = "") -> None:
    """Save a new sanction with its act, tell the person, and apply the consequences.

    Call it inside ``audit.writing`` with the person locked. ``because`` is the reason in the audit, where that differs
    from the reason that the person reads.
    """
    person, kind = sanction.user, Measure(sanction.kind)
    before = sanction_columns.stored(person)
    sanction.act = audit.next_number()
    sanction.save(force_insert=True)
    after = sanction_columns.refresh(user=person)
    audit.record(
        by=by,
        what=ACTS[kind],
        reason=because or sanction.reason,
        person=person.pk,
        subject=subject,
        before=asdict(before),
        after={**asdict(after), "sanction": _facts(sanction)},
    )
    _tell(sanction, f"sanction:{sanction.pk}")
    if kind in BARS:
        _bar(by=by, user=person)


def lift(*, by: User, sanction: Sanction, reason: str) -> None:
    """Lift a sanction and restore what it took away. Its row stays on record."""
    reason = _checked(by, sanction.user, reason)
    with audit.writing():
        person = lock_person(sanction.user)
        row = Sanction.objects.select_for_update().get(pk=sanction.pk)
        if row.lifted_at is not None:
            raise ModerationRefused("lifted-already")
        if not sanctions.is_in_force(row):
            raise ModerationRefused("over-already")
        before = sanction_columns.stored(person)
        row.lifted_at, row.lifted_because = timezone.now(), reason
        row.save(update_fields=["lifted_at", "lifted_because"])
        if row.kind == Measure.RENAME and row.acknowledged_at is None:
            naming.give_back(user=person, name=row.name)
        after = sanction_columns.refresh(user=person)
        audit.record(
            by=by,
            what=What.LIFT,
            reason=reason,
            person=person.pk,
            subject=Subject(SubjectType.SANCTION, row.pk),
            before={**asdict(before), "sanction": _facts(row)},
            after=asdict(after),
        )
        _tell(row, f"lifted:{row.pk}")
        if row.kind in BARS:
            game_acts.unsettle_for(by=by, user=person, reason=UNSETTLED)
    sanction.refresh_from_db()


def lock_person(user: User, *kinds: str) -> User:
    """Lock the row of a person without blocking rows that refer to it, such as the notification of a move.

    ``kinds`` are the sanctions to come. Before a bar the challenges of the person end first: somebody who accepts one
    locks the challenge before its creator, and the order of locks must be the same here.
    """
    if set(kinds) & set(BARS):
        _end_challenges(user)
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def acknowledge(*, user: User, sanction_id: int) -> None:
    """Note that a person has read their warning. A second time changes nothing."""
    with transaction.atomic():
        person = lock_person(user)
        warnings = Sanction.objects.filter(pk=sanction_id, user=person, kind=Measure.WARNING, acknowledged_at=None)
        warnings.update(acknowledged_at=timezone.now())
        sanction_columns.refresh(user=person)


def adopt(*, guest: User, user: User) -> None:
    """Give the sanctions of a guest to the member who they are."""
    with transaction.atomic():
        if Sanction.objects.filter(user=guest).update(user=user):
            sanction_columns.refresh(user=lock_person(user))


def refusal_of(by: User, user: User) -> ModerationRefused | None:
    """Why a moderator may not act on a person; None if they may."""
    if not roles.is_moderator(by):
        return ModerationRefused("not-a-moderator")
    if by.pk == user.pk:
        return ModerationRefused("yourself")
    if (user.is_staff or user.is_superuser) and not by.is_superuser:
        return ModerationRefused("staff")
    return ModerationRefused("involved") if is_involved(by, user) else None


def is_involved(by: User, user: User) -> bool:
    """Whether the two play with each other now, or the moderator is involved in an open case about the person."""
    together = Game.objects.filter(status=Game.Status.RUNNING, seats__user=by).filter(seats__user=user)
    return together.exists() or cases.cases_involving(by).filter(subject=user, status=Case.Status.OPEN).exists()


def last_act_about(user: User) -> int:
    """The number of the last act about a person, 0 without one."""
    numbers = ModerationAct.objects.filter(person=user.pk).order_by("-number").values_list("number", flat=True)
    return numbers.first() or 0


def _checked(by: User, user: User, reason: str) -> str:
    """The cleaned reason. Raises ModerationRefused without one, and if this moderator may not act on this person."""
    if refused := refusal_of(by, user):
        raise refused
    return reason_in(reason)


def _check_end(kind: Sanction.Measure, until: datetime | None) -> None:
    if until is None:
        if kind in HAS_AN_END:
            raise ModerationRefused("no-end")
        return
    now = timezone.now()
    if kind not in MAY_END:
        raise ModerationRefused("has-no-end")
    if until <= now:
        raise ModerationRefused("ends-in-the-past")
    if until > now + LONGEST:
        raise ModerationRefused("ends-too-late")


def _check_seen(user: User, seen: int | None) -> None:
    """Refuse a form that was sent twice, and the second of two moderators who act at once."""
    if seen is not None and last_act_about(user) > seen:
        raise ModerationRefused("acted-on-meanwhile")


def _facts(sanction: Sanction) -> dict[str, Any]:
    return {"number": sanction.pk, "kind": sanction.kind, "until": sanction.until}


def _tell(sanction: Sanction, key: str) -> None:
    outbox.add(sanction.user, Notification.Occasion.SANCTION, key, sanction=sanction)


def _end_challenges(user: User) -> None:
    offers.end(Challenge.objects.filter(creator=user), Challenge.Status.WITHDRAWN)
    offers.end(Challenge.objects.filter(invited=user), Challenge.Status.DECLINED)


def _bar(*, by: User | None, user: User) -> None:
    """Apply a bar at once: end all sessions, and settle the games if it is for long."""
    if not user.is_guest:  # a guest without a session could not even read the reason
        end_all_sessions(user=user)
    if sanctions.is_for_long(user.barred_until):
        game_acts.settle_for(by=by, user=user, reason=SETTLED)
