"""The one door: every act on a game, by people, bots, deadlines and moderators, comes through ``submit``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from django.db import transaction
from django.utils import timezone

from games import kinds
from games.chance import StreamChance, stream_of
from games.clocks import clock
from games.clocks.clock import Clocks
from games.contract import CHANCE, NOBODY, IllegalMove, Seat
from games.kinds import Kind
from games.live import after_commit
from games.models import Event, Game, Secret
from games.models import Seat as SeatRow
from games.notify import events
from games.table import interventions, log
from games.table.log import Position

Act = Event.Kind
HARDLY_BEGUN = 10  # moves of the players: with fewer, who waits in vain may call the game off


class Verdict(Enum):
    ACCEPTED = "accepted"
    REPEATED = "repeated"  # this very act was accepted before: the answer is as it was then
    STALE = "stale"  # something happened that the player had not seen
    REFUSED = "refused"  # by the rules or by the platform


@dataclass(frozen=True, slots=True)
class Answer:
    verdict: Verdict
    head: int  # the number of the last event, after this act
    refusal: IllegalMove | None = None


def submit(*, game_id: int, seat: Seat | None, act: Act, text: str = "", seen: int, key: str) -> Answer:
    """One act of a seat, or without a seat of a moderator, in one short transaction: all is stored, or nothing.

    ``seen`` is the number of the last event that the player had seen; ``key`` is the same when the
    same act is sent again, because its answer was lost.
    """
    if not 0 < len(key) <= 64 or "\0" in key:
        raise ValueError("a key has 1 to 64 characters")
    if seat and not _says_something(act, text):
        text = ""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        earlier = Event.objects.filter(game=game, seat=seat, key=key).first()
        if earlier is not None:
            if (earlier.kind, earlier.text) != (act, text):
                return Answer(Verdict.REFUSED, game.head, IllegalMove("key-used-before", "", key=key[:40]))
            return Answer(Verdict.REPEATED, game.head)
        if seen != game.head:
            return Answer(Verdict.STALE, game.head)
        before, was_to_move = log.position(game), game.to_move
        rows = list(game.seats.all())
        running = clock.of(game, rows)
        now = clock.now()  # once the row is ours: an act that waited for another one is judged after it
        try:
            if seat is None:
                interventions.check(game, before, act, text, running=running, at=now)
                interventions.check_seats(rows, act, text)
            else:
                check(game, before, seat, act, text, running=running, at=now)
            after = log.append(game, before, kind=act, seat=seat, text=text, key=key, at=now)
        except IllegalMove as refused:
            return Answer(Verdict.REFUSED, game.head, refused)
        if act in (Act.SUBSTITUTE, Act.BOT_IN, Act.BOT_OUT):
            running = change_seats(game, rows, seat, act, text)
        after = let_chance_move(game, after, now)
        if seat is None:
            running = interventions.clocks_after(running, act, text, after.actor(kinds.get(game.kind).rules), now)
        elif act is Act.GIVE_TIME and running:
            running = running.given(seat.other, int(text), now, is_to_move=game.to_move == seat.other)
        project(game, before, after, now, running=running, rows=rows, is_anew=act in interventions.ANEW)
        if seat is None:
            events.moderated(game=game, seq=before.seq + 1, was=was_to_move)
        else:
            events.acted(game=game, by=seat, was=was_to_move)
        log.remember(after)
        people = [row.user_id for row in rows if row.user_id] if game.to_move != was_to_move else []
        after_commit.announce_game(game.pk, game.head, people)
        if act is Act.SUBSTITUTE or any(row.bot for row in rows):
            after_commit.wake_bots()
    return Answer(Verdict.ACCEPTED, game.head)


def change_seats(game: Game, rows: Sequence[SeatRow], seat: Seat | None, act: Act, text: str) -> Clocks | None:
    """A bot plays on for a person, or no longer does. The clocks that run then."""
    number = int(seat.other if seat else text[0])
    bot = "" if act is Act.BOT_OUT else text if seat else text[2:]
    game.seats.filter(number=number).update(bot=bot)
    for row in rows:
        row.bot = bot if row.number == number else row.bot
    game.is_rated = game.is_rated and not bot
    return clock.of(game, rows)


def possible_acts(game: Game, position: Position, seat: Seat, at: datetime | None = None) -> list[Act]:
    """What a seat may do besides making a move, as far as a page can tell: time is judged when it does it."""
    running, at = clock.of(game, game.seats.all()), at or timezone.now()
    acts: list[Act] = []
    for act in Act:
        if act is not Act.MOVE and act not in log.MODERATION:
            try:
                check(game, position, seat, act, USUAL.get(act, ""), running=running, at=at)
            except IllegalMove:
                continue
            acts.append(act)
    return acts


def check(
    game: Game,
    position: Position,
    seat: Seat,
    act: Act,
    text: str = "",
    *,
    running: Clocks | None = None,
    at: datetime | None = None,
) -> None:
    """Whether the platform lets this seat do that at that moment. Raises IllegalMove with the reason."""
    kind = kinds.get(game.kind)
    actor = position.actor(kind.rules)
    if actor is NOBODY:
        raise IllegalMove("game-over", "")
    if act in log.MODERATION:
        raise IllegalMove("for-moderators", "")
    match act:
        case Act.MOVE if actor is not seat:
            raise IllegalMove("not-your-turn", "")
        case Act.UNDO if not can_undo(kind, position, seat):
            raise IllegalMove("nothing-to-undo", "")
        case Act.OFFER_DRAW | Act.ACCEPT_DRAW | Act.DECLINE_DRAW if not kind.has_draws:
            raise IllegalMove("no-draws", "")
        case Act.OFFER_DRAW if position.draw_offer:
            raise IllegalMove("draw-is-offered", "")
        case Act.ACCEPT_DRAW | Act.DECLINE_DRAW if position.draw_offer is not seat.other:
            raise IllegalMove("no-draw-offered", "")
        case Act.ABORT if have_both_moved(position):
            if not is_hardly_begun(position) or not_late(position, seat, text, kind, running, at):
                raise IllegalMove("both-have-moved", "")
        case Act.TIMEOUT | Act.SUBSTITUTE | Act.ABORT if act is not Act.ABORT or text == log.SETTLED:
            if refused := not_late(position, seat, text, kind, running, at):
                raise refused
            if act is Act.TIMEOUT and not have_both_moved(position):
                raise IllegalMove("nothing-won-yet", "")
        case Act.GIVE_TIME:
            check_gift(position, seat, text, kind, running, at)


def check_elsewhere(game: Game, position: Position, seat: Seat, act: Act) -> None:
    """The same for a game that came from a file, whose clocks ran elsewhere. Raises IllegalMove."""
    actor = position.actor(kinds.get(game.kind).rules)
    if act is Act.TIMEOUT and actor is not seat.other:
        raise IllegalMove("game-over" if actor is NOBODY else "time-is-yours", "")
    if act is Act.ABORT and actor is not NOBODY and not is_hardly_begun(position):
        raise IllegalMove("both-have-moved", "")
    if act not in (Act.TIMEOUT, Act.ABORT):
        check(game, position, seat, act)


def have_both_moved(position: Position) -> bool:
    return {move.seat for move in position.moves} >= {Seat.ONE, Seat.TWO}


def is_hardly_begun(position: Position) -> bool:
    return sum(move.seat is not None for move in position.moves) < HARDLY_BEGUN


def not_late(
    position: Position, seat: Seat, text: str, kind: Kind, running: Clocks | None, at: datetime | None
) -> IllegalMove | None:
    """Why the one for whom this seat waits is not out of time; None if they are."""
    if running is None or at is None:
        return IllegalMove("no-clock", "")
    if position.actor(kind.rules) is seat:
        return IllegalMove("time-is-yours", "")
    if running.paused:
        return IllegalMove("time-is-left", "")
    end = running.settles(seat.other) if text == log.SETTLED else running.deadline(seat.other)
    return IllegalMove("time-is-left", "") if at <= end else None


def check_gift(
    position: Position, seat: Seat, text: str, kind: Kind, running: Clocks | None, at: datetime | None
) -> None:
    """Whether this seat may give the other so much time. Raises IllegalMove."""
    if running is None or at is None:
        raise IllegalMove("no-clock", "")
    if text not in map(str, clock.GIFTS):
        raise IllegalMove("no-such-gift", "")
    left = running.left(seat.other, at, is_to_move=position.actor(kind.rules) is seat.other)
    if max(left, clock.NO_TIME) + timedelta(hours=int(text)) > clock.LONGEST:
        raise IllegalMove("time-enough", "")


def can_undo(kind: Kind, position: Position, seat: Seat) -> bool:
    """Inside one's own turn, and never past chance or the other player: the last move that stands must be one's own."""
    is_own_turn = position.actor(kind.rules) is seat
    return kind.has_undo and is_own_turn and bool(position.moves) and position.moves[-1].seat is seat


def let_chance_move(game: Game, position: Position, now: datetime) -> Position:
    """Chance plays through the same log, from the stream that was committed to before the game."""
    rules = kinds.get(game.kind).rules
    while position.actor(rules) is CHANCE:
        move = rules.draw(position.state, stream(game, position.rolls))
        position = log.append(game, position, kind=Act.MOVE, seat=None, text=move, key=None, at=now)
    return position


def stream(game: Game, number: int) -> StreamChance:
    """The draws of chance's move of that number (from 0): anyone can recompute them once the seed is shown."""
    one, two = (seat.nonce for seat in game.seats.order_by("number"))
    seed = Secret.objects.get(commitment=game.commitment).seed
    return stream_of(bytes(seed), game=game.pk, number=number, nonces=(one, two))


def project(
    game: Game,
    before: Position,
    after: Position,
    now: datetime,
    *,
    running: Clocks | None = None,
    rows: Sequence[SeatRow] = (),
    is_anew: bool = False,
) -> None:
    """Bring the game's row, and the time of its seats, up to its log.

    ``is_anew`` says that a moderator had the turn begin again: then nobody has ended one.
    """
    rules = kinds.get(game.kind).rules
    was, actor = before.actor(rules), after.actor(rules)
    game.head = after.seq
    game.draw_offered_by = after.draw_offer
    game.is_hidden = after.is_hidden
    if after.is_paused is not before.is_paused:
        game.paused_at = now if after.is_paused else None
    if isinstance(actor, Seat):
        game.status, game.to_move, game.ended_at, game.winner, game.decided = Game.Status.RUNNING, actor, None, None, ""
        if is_anew:
            game.turn_since = now
        elif actor is not was or any(move.seat is not actor for move in after.moves[len(before.moves) :]):
            game.turn_since = now
            running = running and running.turned(was if isinstance(was, Seat) else None, now)
        game.deadline = running.deadline(actor) if running and not running.paused else None
    else:
        ending = after.ending
        outcome = rules.outcome(after.state)
        if before.actor(rules) is not NOBODY or after.ending != before.ending:
            game.ended_at = now
        game.status, game.to_move, game.deadline = Game.Status.OVER, None, None
        game.winner = ending.winner if ending else outcome.winner if outcome else None
        game.decided = ending.decided if ending else outcome.decided if outcome else ""
    game.save(
        update_fields=[
            "head",
            "draw_offered_by",
            "to_move",
            "turn_since",
            "deadline",
            "status",
            "ended_at",
            "winner",
            "decided",
            "is_rated",
            "is_hidden",
            "paused_at",
        ]
    )
    if running:
        for row in rows:
            if row.bank != (bank := running.banks[row.number - 1]):
                SeatRow.objects.filter(pk=row.pk).update(bank=bank)


USUAL = {Act.GIVE_TIME: str(clock.GIFTS[0])}  # the text of an act, where it needs one


def _says_something(act: Act, text: str) -> bool:
    """Whether the text of an act is part of it."""
    meaning = {Act.UNDO: log.TURN, Act.TIMEOUT: log.SETTLED, Act.ABORT: log.SETTLED}
    return act in (Act.MOVE, Act.GIVE_TIME, Act.SUBSTITUTE) or text == meaning.get(act)
