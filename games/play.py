"""The one door: every act on a game, by people, bots and later deadlines and moderators, comes through ``submit``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import partial

from django.db import transaction
from django.utils import timezone

from games import clocks, kinds, live, log
from games.chance import StreamChance, stream_of
from games.contract import CHANCE, NOBODY, IllegalMove, Seat
from games.kinds import Kind
from games.log import Position
from games.models import Event, Game, Secret
from games.notify import events

Act = Event.Kind


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


def submit(*, game_id: int, seat: Seat, act: Act, text: str = "", seen: int, key: str) -> Answer:
    """One act of a seat, in one short transaction: all of it is stored, or nothing.

    ``seen`` is the number of the last event that the player had seen; ``key`` is the same when the
    same act is sent again, because its answer was lost.
    """
    if not 0 < len(key) <= 64 or "\0" in key:
        raise ValueError("a key has 1 to 64 characters")
    if act is not Act.MOVE and (act, text) != (Act.UNDO, log.TURN):
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
        now = timezone.now()
        try:
            check(game, before, seat, act)
            after = log.append(game, before, kind=act, seat=seat, text=text, key=key, at=now)
        except IllegalMove as refused:
            return Answer(Verdict.REFUSED, game.head, refused)
        after = let_chance_move(game, after, now)
        project(game, before, after, now)
        events.acted(game=game, by=seat, was=was_to_move)
        transaction.on_commit(lambda: log.remember(after))
        people = _people(game) if game.to_move != was_to_move else []
        transaction.on_commit(partial(live.announce, game.pk, game.head, people))
    return Answer(Verdict.ACCEPTED, game.head)


def possible_acts(game: Game, position: Position, seat: Seat) -> list[Act]:
    """What a seat may do besides making a move."""
    acts: list[Act] = []
    for act in Act:
        if act is not Act.MOVE:
            try:
                check(game, position, seat, act)
            except IllegalMove:
                continue
            acts.append(act)
    return acts


def check(game: Game, position: Position, seat: Seat, act: Act) -> None:
    """Whether the platform lets this seat do that now. Raises IllegalMove with the reason."""
    kind = kinds.get(game.kind)
    actor = position.actor(kind.rules)
    if actor is NOBODY:
        raise IllegalMove("game-over", "")
    match act:
        case Act.MOVE if actor is not seat:
            raise IllegalMove("not-your-turn", "")
        case Act.UNDO if not can_undo(kind, position, seat):
            raise IllegalMove("nothing-to-undo", "")
        case Act.ABORT if {move.seat for move in position.moves} >= {Seat.ONE, Seat.TWO}:
            raise IllegalMove("both-have-moved", "")
        case Act.OFFER_DRAW | Act.ACCEPT_DRAW | Act.DECLINE_DRAW if not kind.has_draws:
            raise IllegalMove("no-draws", "")
        case Act.OFFER_DRAW if position.draw_offer:
            raise IllegalMove("draw-is-offered", "")
        case Act.ACCEPT_DRAW | Act.DECLINE_DRAW if position.draw_offer is not seat.other:
            raise IllegalMove("no-draw-offered", "")


def can_undo(kind: Kind, position: Position, seat: Seat) -> bool:
    """Inside one's own turn, and never past chance or the other player: the last move that stands must be one's own."""
    is_own_turn = position.actor(kind.rules) is seat
    return kind.has_undo and is_own_turn and bool(position.moves) and position.moves[-1].seat is seat


def let_chance_move(game: Game, position: Position, now: datetime) -> Position:
    """Chance plays through the same log, from the stream that was committed to before the game."""
    rules = kinds.get(game.kind).rules
    while position.actor(rules) is CHANCE:
        move = rules.draw(position.state, stream(game, log.chance_moves(position.moves)))
        position = log.append(game, position, kind=Act.MOVE, seat=None, text=move, key=None, at=now)
    return position


def stream(game: Game, number: int) -> StreamChance:
    """The draws of chance's move of that number (from 0): anyone can recompute them once the seed is shown."""
    one, two = (seat.nonce for seat in game.seats.order_by("number"))
    seed = Secret.objects.get(commitment=game.commitment).seed
    return stream_of(bytes(seed), game=game.pk, number=number, nonces=(one, two))


def project(game: Game, before: Position, after: Position, now: datetime) -> None:
    """Bring the game's row up to its log."""
    rules = kinds.get(game.kind).rules
    was, actor = before.actor(rules), after.actor(rules)
    game.head = after.seq
    game.draw_offered_by = after.draw_offer
    if isinstance(actor, Seat):
        game.to_move = actor
        if actor is not was or any(move.seat is not actor for move in after.moves[len(before.moves) :]):
            game.turn_since, game.deadline = now, clocks.deadline(game.clock, now)
    else:
        ending = after.ending
        outcome = rules.outcome(after.state)
        game.status, game.to_move, game.ended_at, game.deadline = Game.Status.OVER, None, now, None
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
        ]
    )


def _people(game: Game) -> list[int]:
    return list(game.seats.filter(user__isnull=False).values_list("user", flat=True))
