"""Acts of moderators on a game: events in its log, through the one door, each with a reason and a row of the audit."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction
from django.db.models import OuterRef, Subquery, prefetch_related_objects

from games.clocks import clock
from games.contract import Seat
from games.models import UNPLAYED, Game, ModerationAct, Sanction
from games.models import Seat as SeatRow
from games.moderation import audit, roles, sanctions
from games.table import acts, checks, door, log, seating
from games.table.acts import Act
from games.table.door import Answer, Verdict

if TYPE_CHECKING:
    from accounts.for_games import User

What = ModerationAct.What
ACTS: Final = tuple(Act(what.value) for what in What if what.value in acts.BY_MODERATORS)
REVERSES: Final = {  # how an act is taken back
    Act.ANNUL: Act.RESTORE,
    Act.ADJUDICATE: Act.RESTORE,
    Act.REWIND: Act.RESTORE,
    Act.PAUSE: Act.RESUME,
    Act.RESUME: Act.PAUSE,
    Act.ADD_TIME: Act.TAKE_TIME,
    Act.TAKE_TIME: Act.ADD_TIME,
    Act.BOT_IN: Act.BOT_OUT,
    Act.BOT_OUT: Act.BOT_IN,
    Act.HIDE: Act.SHOW,
    Act.SHOW: Act.HIDE,
}


class Forbidden(Exception):
    """The person is no moderator, or plays in the game."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts of a game that an act of a moderator can change."""

    status: str
    winner: int | None
    decided: str
    to_move: int | None
    deadline: datetime | None
    paused_at: datetime | None
    is_rated: bool
    counts: bool  # for ratings
    is_hidden: bool
    moves: int  # without those taken back
    times: tuple[timedelta | None, timedelta | None]  # of each seat for this turn or its next; None without a clock
    bots: tuple[str, str]

    def for_audit(self) -> dict[str, Any]:
        """The facts as the audit stores them."""
        facts = {name: getattr(self, name) for name in self.__slots__}
        return facts | {"times": ["" if time is None else str(time) for time in self.times]}


@dataclass(frozen=True, slots=True)
class Preview:
    """The facts of a game before and after an act that was not carried out."""

    answer: Answer
    before: GameFacts
    after: GameFacts

    @property
    def changes(self) -> list[tuple[str, Any, Any]]:
        """The facts that differ: name, value before, value after."""
        both = [(name, getattr(self.before, name), getattr(self.after, name)) for name in GameFacts.__slots__]
        return [(name, was, would) for name, was, would in both if was != would]


def act(  # noqa: PLR0913 - what is done, by whom, and why
    *,
    by: User | None,
    game_id: int,
    what: Act,
    text: str = "",
    reason: str,
    seen: int,
    key: str = "",
    person: int | None = None,
) -> Answer:
    """Carry out an act. ``by`` None is the site itself, by a written rule; ``person`` is a sanctioned player's id."""
    with audit.writing():
        game = seating.locked_game_with_seats(game_id)
        if by is not None and not roles.may_moderate(by, game):
            raise Forbidden
        before, number = facts_of(game), game.head + game.veiled
        key = key or secrets.token_hex(16)
        answer = door.submit(game_id=game_id, seat=None, act=what, text=text, seen=seen, key=key)
        if answer.verdict is Verdict.ACCEPTED:
            game.refresh_from_db()
            audit.record(
                by=by,
                what=What(what.value),
                reason=reason,
                game=game_id,
                event=number + 1,
                person=person,
                text=text,
                before=before.for_audit(),
                after=facts_of(game).for_audit(),
            )
    return answer


def preview(*, by: User, game_id: int, what: Act, text: str = "", seen: int) -> Preview:
    """Carry out an act, note the facts, and roll it back: the preview cannot differ from the act."""
    with transaction.atomic():
        game = Game.objects.get(pk=game_id)
        before = facts_of(game)
        answer = act(by=by, game_id=game_id, what=what, text=text, reason="preview", seen=seen)
        game.refresh_from_db()
        after = facts_of(game)
        transaction.set_rollback(True)
    return Preview(answer, before, after)


def facts_of(game: Game) -> GameFacts:
    rows = list(game.seats.order_by("number"))
    running = clock.of(game, rows)
    times = running.banks if running and game.status == Game.Status.RUNNING else (None, None)
    moves = log.position(game).moves
    return GameFacts(
        status=game.status,
        winner=game.winner,
        decided=game.decided,
        to_move=game.to_move,
        deadline=game.deadline,
        paused_at=game.paused_at,
        is_rated=game.is_rated,
        counts=game.is_rated and game.decided not in UNPLAYED,
        is_hidden=game.is_hidden,
        moves=len(moves),
        times=times,
        bots=(rows[0].bot, rows[1].bot),
    )


def settle_for(*, by: User | None, user: User, reason: str) -> list[int]:
    """Apply the written rule to the games of a person barred for long: annul those hardly begun, the others are lost.

    Games in which a bot plays are left alone.
    """
    with audit.writing():
        return [game.pk for game in _games_of(user) if _settle(by, game, user, reason)]


def unsettle_for(*, by: User | None, user: User, reason: str) -> list[int]:
    """Reverse ``settle_for`` when the person may play again, in games without a later event."""
    with audit.writing():
        return [game.pk for game in _settled_in_vain(user) if _do(by, game, Act.RESTORE, "", reason, user)]


def _settle(by: User | None, game: Game, user: User, reason: str) -> bool:
    own = next(row for row in game.seats.all() if row.user_id == user.pk)
    if any(row.bot or row.user_id is None for row in game.seats.all()):
        return False
    is_young = checks.is_hardly_begun(log.last_position(game))
    value = acts.Plain(Act.ANNUL) if is_young else acts.Adjudicate(Seat(own.number).other)
    return _do(by, game, value.act, acts.write(value), reason, user)


def _do(by: User | None, game: Game, what: Act, text: str, reason: str, user: User) -> bool:
    """Carry out one act of the rule; in games in which the moderator plays, the site acts by itself."""
    moderator = by if by is not None and roles.may_moderate(by, game) else None
    seen = Game.objects.values_list("head", flat=True).get(pk=game.pk)  # the other game of its match may have ended
    done = act(by=moderator, game_id=game.pk, what=what, text=text, reason=reason, seen=seen, person=user.pk)
    return done.verdict is Verdict.ACCEPTED


def _games_of(user: User) -> list[Game]:
    """The running games of a person, locked so that nobody moves before they are settled."""
    running = Game.objects.filter(seats__user=user, status=Game.Status.RUNNING)
    return _locked(running.values_list("pk", flat=True))


def _settled_in_vain(user: User) -> list[Game]:
    """Games that were settled for a bar of either player that is lifted by now, if no player is still barred for long.

    In the audit, the acts that settle games follow the act of the bar, with no other bar in between.
    """
    bar = Sanction.objects.filter(kind__in=sanctions.BARS, act__lt=OuterRef("number")).order_by("-act")
    settled = ModerationAct.objects.filter(person__isnull=False, what__in=(What.ANNUL, What.ADJUDICATE))
    settled = settled.filter(game__in=Game.objects.filter(seats__user=user, status=Game.Status.OVER).values("pk"))
    lifted = settled.annotate(lifted=Subquery(bar.values("lifted_at")[:1])).filter(lifted__isnull=False)
    ends = {row.game: row.event for row in lifted.order_by("number") if row.game}
    return [game for game in _locked(ends) if game.head == ends[game.pk] and all(map(_is_there, game.seats.all()))]


def _locked(pks: Iterable[int]) -> list[Game]:
    """These games with their seats, and the people on them."""
    games = seating.locked(pks)
    prefetch_related_objects(games, "seats__user")
    return games


def _is_there(seat: SeatRow) -> bool:
    return seat.user is not None and not sanctions.is_for_long(seat.user.barred_until)
