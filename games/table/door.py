"""The one door: every act on a game, by people, bots, deadlines and moderators, comes through ``submit``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from time import perf_counter

from django.db import transaction
from django.utils import timezone

from games import kinds, log_context, metrics
from games.careers import due as career_due
from games.chance import StreamChance
from games.clocks import clock
from games.clocks.clock import Clocks
from games.contract import CHANCE, NOBODY, IllegalMove, Seat
from games.live import after_commit
from games.models import Challenge, Event, Game, Secret
from games.models import Seat as SeatRow
from games.notify import events
from games.prepared import Prepared
from games.ratings import due
from games.table import acts, checks, interventions, log, luck, projection, seating, visits
from games.table.acts import Act, AnyAct
from games.table.position import Position
from games.table.projection import Projection

__all__ = ["Act", "Answer", "Verdict", "append", "let_chance_move", "possible_acts", "stream", "submit"]


_sent = Prepared(lambda game, key, *, seat: Event.objects.filter(game=game, seat=seat, key=key).order_by("pk")[:1])


class Verdict(Enum):
    ACCEPTED = "accepted"
    REPEATED = "repeated"  # this very act was accepted before: the answer is as it was then
    STALE = "stale"  # the game went on since the player looked
    REFUSED = "refused"  # by the rules or by the platform


@dataclass(frozen=True, slots=True)
class Answer:
    verdict: Verdict
    game: Game  # as it is after this act, with its seats, as far as whoever acted may know it
    refusal: IllegalMove | None = None

    @property
    def head(self) -> int:
        return self.game.head


def submit(
    *, game_id: int, seat: Seat | None, act: Act, text: str = "", seen: int, key: str, is_here: bool = False
) -> Answer:
    """One act of a seat, or without a seat of a moderator, in one short transaction: all is stored, or nothing.

    ``seen`` is the number of the last event that the player had seen; ``key`` is the same when the
    same act is sent again, because its answer was lost. ``is_here``: the player sees what comes of it.
    """
    if not 0 < len(key) <= 64 or "\0" in key:
        raise ValueError("a key has 1 to 64 characters")
    log_context.note_game(game_id)
    start = perf_counter()
    answer = _submit(game_id=game_id, seat=seat, act=act, text=text, seen=seen, key=key, is_here=is_here)
    seating.shown_to(answer.game, seat)
    log_context.note_game(game_id, answer.head)
    seconds = perf_counter() - start
    is_bot = any(row.bot for row in answer.game.seats.all() if row.number == seat)
    by = "moderator" if seat is None else "bot" if is_bot else "person"
    metrics.acted(kind=answer.game.kind, act=act.value, by=by, verdict=answer.verdict.value, seconds=seconds)
    return answer


def _submit(*, game_id: int, seat: Seat | None, act: Act, text: str, seen: int, key: str, is_here: bool) -> Answer:
    with transaction.atomic():
        game = seating.locked_game_with_seats(game_id)
        earlier = _sent.first(game_id, key, seat=seat)
        if earlier is not None:
            return _answer_again(game, earlier, seat, act, text)
        if seen != seating.head_for(game, seat):
            return Answer(Verdict.STALE, game)
        head_before, was_to_move, result_before = game.head, game.to_move, due.facts(game)
        before = log.last_position(game)
        rows = list(game.seats.all())
        now = clock.now()  # once the row is locked: an act that waited for another one is judged after it
        try:
            value = _read(seat, act, text)
            _check(game, before, rows, seat, value, at=now)
            after, projected = append(
                game, rows, before, projection.stored(game, rows), value, seat=seat, key=key, at=now
            )
        except IllegalMove as refused:
            return Answer(Verdict.REFUSED, game, refused)
        after, projected = _keep_step(game, rows, before, after, projected, at=now)
        after, projected = let_chance_move(game, rows, after, projected, at=now)
        projection.save(game, rows, projected)
        due.note(game, result_before)
        career_due.note(game, result_before)
        if seat and is_here:
            own = next(row for row in rows if row.number == seat)
            visits.record_act(own, seating.head_for(game, seat), now)
        if seat is None:
            events.moderated(game=game, seq=before.seq + 1, was=was_to_move)
        else:
            events.acted(game=game, by=seat, was=was_to_move)
        if not game.veiled:
            log.remember(after)
        if game.head != head_before:  # what a player does in a step of a mirror match is told when the step is over
            after_commit.announce_game(game.pk, game.head)
        if game.to_move != was_to_move:
            after_commit.announce_waiting(row.user_id for row in rows if row.user_id)
            if game.is_public and None in (was_to_move, game.to_move):  # it ended, or goes on after all
                after_commit.announce_lobby()
        if any(row.bot for row in rows):
            after_commit.wake_bots()
    return Answer(Verdict.ACCEPTED, game)


def append(  # noqa: PLR0913 - an event, and the game before it
    game: Game,
    rows: Sequence[SeatRow],
    before: Position,
    projected: Projection,
    value: AnyAct,
    *,
    seat: Seat | None,
    key: str | None,
    at: datetime,
) -> tuple[Position, Projection]:
    """Write one event, and fold the projection on; projection.save then writes that. Raises IllegalMove."""
    position = log.append(game, before, value, seat=seat, key=key, at=at)
    folded = projection.after(game, rows, projected, before=before, position=position, value=value, seat=seat, at=at)
    return position, folded


def let_chance_move(
    game: Game, rows: Sequence[SeatRow], position: Position, projected: Projection, *, at: datetime
) -> tuple[Position, Projection]:
    """Chance plays through the same log, from the stream that was committed to before the game."""
    rules = kinds.get(game.kind).rules
    draw = rules.draws[game.draws]
    while position.actor(rules) is CHANCE:
        move = acts.Move(draw(position.state, stream(game, position.rolls)))
        position, projected = append(game, rows, position, projected, move, seat=None, key=None, at=at)
    return position, projected


def stream(game: Game, number: int) -> StreamChance:
    """The draws of chance's move of that number (from 0)."""
    seed = Secret.objects.get(commitment=game.commitment).seed
    return luck.stream(game, game.seats.all(), bytes(seed), number)


def _keep_step(
    game: Game,
    rows: Sequence[SeatRow],
    before: Position,
    position: Position,
    projected: Projection,
    *,
    at: datetime,
) -> tuple[Position, Projection]:
    """The two boards of a mirror match go on at the same moment, once the turn of each is over.

    When one of them ends, or a bot plays on for somebody, the other goes on alone. Both rows are locked.
    """
    rules, partner = kinds.get(game.kind).rules, game.partner
    if partner is None or before.actor(rules) is NOBODY:
        return position, projected
    is_over = position.actor(rules) is NOBODY
    if is_over and partner.status == Game.Status.OVER:
        _show_match(game, partner)
    if not before.is_in_step:
        return position, projected
    is_alone = is_over or position.has_stand_ins
    if not is_alone and not (position.held_by(rules) and partner.held_by):
        return position, projected
    release = acts.Release(is_alone)
    _let_go_on(partner, release, at=at)
    if is_over:
        return position, projected
    return append(game, rows, position, projected, release, seat=None, key=None, at=at)


def _let_go_on(game: Game, release: acts.Release, *, at: datetime) -> None:
    """The board on which nobody acts just now: all that an act would do besides."""
    seating.keep_seats(game)
    rows, head_before, was_to_move = list(game.seats.all()), game.head, game.to_move
    position, projected = log.last_position(game), projection.stored(game, rows)
    position, projected = append(game, rows, position, projected, release, seat=None, key=None, at=at)
    position, projected = let_chance_move(game, rows, position, projected, at=at)
    projection.save(game, rows, projected)
    log.remember(position)
    events.went_on(game=game, was=was_to_move)
    if game.head != head_before:
        after_commit.announce_game(game.pk, game.head)
    if game.to_move != was_to_move:
        after_commit.announce_waiting(row.user_id for row in rows if row.user_id)
    if any(row.bot for row in rows):
        after_commit.wake_bots()


def _show_match(game: Game, partner: Game) -> None:
    """A match that anybody could have accepted may be seen by all, once both boards are over."""
    both = [game, partner]
    if Challenge.objects.filter(game__in=both, audience=Challenge.Audience.PUBLIC).exists():
        for one in both:
            one.is_public = True
        Game.objects.filter(pk__in=[one.pk for one in both]).update(is_public=True)


def possible_acts(game: Game, position: Position, seat: Seat, at: datetime | None = None) -> list[Act]:
    """The acts besides moves that a page can offer to a seat; time is judged again when one is done."""
    clocks, at = clock.of(game, game.seats.all()), at or timezone.now()
    return [act for act in _OFFERED if _is_possible(game, position, seat, act, clocks, at)]


_OFFERED = [act for act in Act if act is not Act.MOVE and act not in acts.BY_MODERATORS | acts.BY_THE_SITE]
_USUAL = {Act.GIVE_TIME: acts.write(acts.GiveTime(clock.GIFTS[0]))}  # the text of an act, where it needs one


def _is_possible(game: Game, position: Position, seat: Seat, act: Act, clocks: Clocks | None, at: datetime) -> bool:
    try:
        checks.check(game, position, seat, acts.read(act, _USUAL.get(act, "")), clocks=clocks, at=at)
    except IllegalMove:
        return False
    return True


def _check(
    game: Game, position: Position, rows: Sequence[SeatRow], seat: Seat | None, value: AnyAct, *, at: datetime
) -> None:
    """Raises IllegalMove."""
    clocks = clock.of(game, rows)
    if seat is None:
        interventions.check(game, position, value, clocks=clocks, at=at)
        interventions.check_seats(rows, value)
    else:
        checks.check(game, position, seat, value, clocks=clocks, at=at)


def _read(seat: Seat | None, act: Act, text: str) -> AnyAct:
    """A moderator's act by a player is refused whatever its text is. Raises IllegalMove."""
    return acts.Plain(act) if seat and act in acts.BY_MODERATORS else acts.read(act, text)


def _answer_again(game: Game, earlier: Event, seat: Seat | None, act: Act, text: str) -> Answer:
    """To a key that was used before: by this very act, or by another one."""
    try:
        is_same = (earlier.act, earlier.text) == (act, acts.write(_read(seat, act, text)))
    except IllegalMove:
        is_same = False
    if is_same:
        return Answer(Verdict.REPEATED, game)
    return Answer(Verdict.REFUSED, game, IllegalMove("key-used-before", "", key=str(earlier.key)[:40]))
