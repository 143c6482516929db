"""Reports by people and by the site itself. Reports of one reason about one person form a case: see cases."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import Enum
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.chat import plaintext
from games.models import Case, ChatMessage, Game, Report, Seat
from games.moderation import contexts

if TYPE_CHECKING:
    from accounts.for_games import User

Offence, Target = Report.Offence, Report.Target
LONGEST = 1000
REASONS: Mapping[Report.Target, tuple[Report.Offence, ...]] = {
    Target.GAME: (Offence.STALLING, Offence.CHEATING, Offence.TWO_ACCOUNTS, Offence.ABUSE, Offence.OTHER),
    Target.MESSAGE: (Offence.ABUSE, Offence.SPAM, Offence.OTHER),
    Target.PROFILE: (Offence.NAME, Offence.ABUSE, Offence.TWO_ACCOUNTS, Offence.CHEATING, Offence.OTHER),
}

# The most reports by one person in a span of time.
OF_MEMBERS = ((5, timedelta(hours=1)), (20, timedelta(days=1)))
OF_GUESTS = ((2, timedelta(hours=1)), (5, timedelta(days=1)))


class ReportRefusal(Enum):
    """Why a report was refused; the sentences are in sentences.py."""

    GUEST = "guest"
    KNOWN = "known"
    NOBODY = "nobody"
    REASON = "reason"
    TOO_LONG = "too-long"
    TOO_MANY = "too-many"
    UNSAID = "unsaid"
    YOURSELF = "yourself"


class ReportRefused(Exception):
    def __init__(self, why: ReportRefusal) -> None:
        super().__init__(why.value)
        self.why = why


def report(
    *,
    by: User,
    target: str,
    reason: str,
    text: str = "",
    game: Game | None = None,
    message: ChatMessage | None = None,
    person: User | None = None,
) -> Report:
    """Report a game (with the opponent as subject unless ``person`` is given), a message or a person.

    Raises ReportRefused.
    """
    text = _checked(target, reason, text)
    subject = subject_of(by=by, target=target, game=game, message=message, person=person)
    with transaction.atomic():
        _lock(by)
        _check(by, subject, target, reason, game, message)
        context = context_of(target, subject, game=game, message=message)
        return Report.objects.create(
            case=case_of(subject, reason),
            reporter=by,
            target=target,
            reason=reason,
            text=text,
            game=message.game if message else game,
            message=message,
            context=context,
        )


def report_automatically(
    *,
    subject: User,
    target: str,
    reason: str,
    text: str,
    game: Game | None = None,
    message: ChatMessage | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Report:
    """Report in the name of the site, so that a moderator looks at it. The site does nothing else by itself."""
    with transaction.atomic():
        return Report.objects.create(
            case=case_of(subject, reason),
            is_automatic=True,
            target=target,
            reason=reason,
            text=text[:LONGEST],
            game=message.game if message else game,
            message=message,
            context={**context_of(target, subject, game=game, message=message), **(facts or {})},
        )


def subject_of(*, by: User, target: str, game: Game | None, message: ChatMessage | None, person: User | None) -> User:
    """The subject of a report: the author of a message, a player of a game, or a person. Raises ReportRefused."""
    match target:
        case Target.MESSAGE if message is not None:
            subject: User | None = message.author
        case Target.GAME if game is not None:
            subject = _player(game, by, person)
        case _:
            subject = person
    if subject is None:
        raise ReportRefused(ReportRefusal.NOBODY)
    if subject.pk == by.pk:
        raise ReportRefused(ReportRefusal.YOURSELF)
    return subject


def reportable_players(game: Game, by: User) -> list[User]:
    """The people in the seats of a game, without the reporter."""
    rows = Seat.objects.filter(game=game).select_related("user").order_by("number")
    return [row.user for row in rows if row.user is not None and row.user_id != by.pk]


def context_of(target: str, subject: User, *, game: Game | None, message: ChatMessage | None) -> dict[str, Any]:
    """The snapshot for a report, also shown to the reporter before they send it."""
    match target:
        case Target.MESSAGE if message is not None:
            return contexts.of_message(message)
        case Target.GAME if game is not None:
            return contexts.of_game(game)
    return contexts.of_person(subject)


def case_of(subject: User, reason: str) -> Case:
    """The open case of like reports, its row locked; or a new one."""
    like = {"subject": subject, "reason": reason, "status": Case.Status.OPEN}
    while True:
        found = Case.objects.select_for_update(of=("self",)).filter(**like).first()
        if found is not None:
            return found
        try:
            with transaction.atomic():
                return Case.objects.create(**like)
        except IntegrityError:
            continue  # another process opened it at the same moment


def adopt(*, guest: User, user: User) -> None:
    """Give the reports by a guest, and the cases about them, to the member who they are."""
    with transaction.atomic():
        Report.objects.filter(reporter=guest).update(reporter=user)
        for case in Case.objects.filter(subject=guest):
            like = Case.objects.filter(subject=user, reason=case.reason, status=Case.Status.OPEN)
            if case.status == Case.Status.OPEN and (other := like.first()):
                case.reports.update(case=other)
                case.delete()
            else:
                Case.objects.filter(pk=case.pk).update(subject=user)


def _checked(target: str, reason: str, text: str) -> str:
    if reason not in REASONS.get(Target(target), ()):
        raise ReportRefused(ReportRefusal.REASON)
    if len(text) > LONGEST:
        raise ReportRefused(ReportRefusal.TOO_LONG)
    text = plaintext.cleaned(text)
    if reason == Offence.OTHER and not text:
        raise ReportRefused(ReportRefusal.UNSAID)
    return text


def _check(by: User, subject: User, target: str, reason: str, game: Game | None, message: ChatMessage | None) -> None:
    if by.is_guest and not is_player_of(by, game, message):
        raise ReportRefused(ReportRefusal.GUEST)
    known = Report.objects.filter(reporter=by, reason=reason, target=target, case__status=Case.Status.OPEN)
    if known.filter(case__subject=subject, game=message.game if message else game, message=message).exists():
        raise ReportRefused(ReportRefusal.KNOWN)
    now = timezone.now()
    for most, span in OF_GUESTS if by.is_guest else OF_MEMBERS:
        if Report.objects.filter(reporter=by, at__gt=now - span).count() >= most:
            raise ReportRefused(ReportRefusal.TOO_MANY)


def is_player_of(by: User, game: Game | None, message: ChatMessage | None) -> bool:
    """Whether a person plays in the reported game, or in the game of the reported message."""
    where = message.game_id if message else game.pk if game else None
    return Seat.objects.filter(game=where, user=by).exists()


def _player(game: Game, by: User, person: User | None) -> User | None:
    others = reportable_players(game, by)
    if person is not None:
        return next((other for other in others if other.pk == person.pk), None)
    return others[0] if len(others) == 1 else None


def _lock(user: User) -> None:
    """Let a person report one thing at a time, so that reports can be counted; references to them need not wait."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
