"""Whether the log still says what was played: every game replayed, and each of its claims recomputed.

What is checked, event by event: the numbers 1…n without gaps; the chain of hashes; that the platform and the rules
let this seat do that then; that chance played what the seed, the nonces and the number of the draw say; the digest of
the state; and that no time ran out on who had some left. Then the commitment to the seed, and that the game's row, and
what its seats' clocks show, is what its log says.

A log that was cut after a player's act, together with its row, is a game that went less far: that alone cannot be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import transaction

from games import kinds
from games.chance import commitment, stream_of
from games.clocks import clock
from games.contract import CHANCE, NOBODY, Actor, BadOptions, IllegalMove, Seat
from games.models import Event, Game, Secret
from games.models import Seat as SeatRow
from games.table import door, interventions, log

BATCH = 500  # rows in memory at a time


@dataclass(frozen=True, slots=True)
class Fault:
    game: int
    seq: int | None  # None: of the game as a whole
    what: str

    def __str__(self) -> str:
        return f"game {self.game}, {'row' if self.seq is None else f'event {self.seq}'}: {self.what}"


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found in one game."""

    game: int
    events: int
    faults: tuple[Fault, ...]


def all_games() -> Iterator[Verified]:
    """Every game, one after the other; and the events that belong to none."""
    last = 0
    while batch := list(Game.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        for last in batch:
            yield one_game(last)
    stray = Event.objects.exclude(game__in=Game.objects.values("pk")).order_by("game_id", "seq")
    for pk, rows in groupby(stray.values_list("game_id", "seq").iterator(BATCH), key=itemgetter(0)):
        faults = tuple(Fault(pk, seq, "belongs to a game that does not exist") for _, seq in rows)
        yield Verified(pk, len(faults), faults)


def one_game(pk: int) -> Verified:
    """A game with a fault is looked at twice, the second time holding its row: it may have gone on meanwhile."""
    verified = _read(pk)
    if verified.faults:
        with transaction.atomic():
            list(Game.objects.select_for_update().filter(pk=pk).values_list("pk"))
            verified = _read(pk)
    return verified


def faults_of(game: Game, events: Iterable[Event], *, seats: Sequence[SeatRow], seed: bytes | None) -> Iterator[Fault]:
    """The faults of a game with these events, in the order of their numbers."""
    replay = _Replay(game, seats, seed)
    yield from replay.faults_before()
    for event in events:
        yield from replay.faults_of(event)
    yield from replay.faults_after()


def _read(pk: int) -> Verified:
    """One game from the database, whatever state its rows are in."""
    faults: list[Fault] = []
    count = 0

    def counted(events: Iterable[Event]) -> Iterator[Event]:
        nonlocal count
        for event in events:
            count += 1
            yield event

    try:
        game = Game.objects.filter(pk=pk).first()
        if game is None:
            return Verified(pk, 0, (Fault(pk, None, "there is no such game"),))
        secret = Secret.objects.filter(commitment=game.commitment).first()
        seats = list(SeatRow.objects.filter(game=game).order_by("number"))
        events = Event.objects.filter(game=game).order_by("seq").iterator(BATCH)
        seed = None if secret is None else bytes(secret.seed)
        faults.extend(faults_of(game, counted(events), seats=seats, seed=seed))
    except (ValueError, TypeError, AttributeError, OverflowError) as unreadable:  # a value that is none of its column
        faults.append(Fault(pk, count + 1, f"cannot be read: {unreadable}"))
    return Verified(pk, count, tuple(faults))


class _Replay:
    """A game as it is replayed: the position so far, as long as there is a lawful one."""

    def __init__(self, game: Game, seats: Sequence[SeatRow], seed: bytes | None) -> None:
        self.game = game
        self.seats = seats
        self.nonces = [seat.nonce for seat in seats]
        self.clocks = clock.at_the_start(game, seats)
        self.turn_since: Any = None
        self.ended_at: Any = None
        self.paused_at: Any = None
        self.seed = seed
        self.seq = 0
        self.chain = log.GENESIS
        self.at: Any = None
        self.keys: set[tuple[int | None, str]] = set()
        self.position: log.Position | None = None

    def faults_before(self) -> Iterator[Fault]:
        game = self.game
        if self.seed is None:
            yield self._fault(None, "the seed behind its commitment is missing")
        elif commitment(self.seed) != game.commitment:
            yield self._fault(None, "its commitment is not the SHA-256 of its seed")
        if len(self.nonces) != len(Seat):
            yield self._fault(None, f"it has {len(self.nonces)} seats")
        try:
            rules = kinds.get(game.kind).rules
        except KeyError:
            yield self._fault(None, f"kind {game.kind!r} is not known")
            return
        if game.rules != rules.version:
            yield self._fault(None, f"version {game.rules} of the rules of {game.kind} is not known")
            return
        try:
            self.position = log.beginning(game)
        except BadOptions as refused:
            yield self._fault(None, f"its options: {refused}")

    def faults_of(self, event: Event) -> Iterator[Fault]:
        if event.seq != self.seq + 1:
            yield self._fault(event.seq, f"has the number {event.seq} after {self.seq}")
        if event.chain != log.chain(self.chain, event):
            yield self._fault(event.seq, "its chain does not follow from the event before it and its own row")
        is_by_somebody = event.seat is not None or event.kind in log.MODERATION
        if (event.key is not None) is not is_by_somebody:
            yield self._fault(event.seq, "a key belongs to every act of a seat or a moderator, and to none of chance")
        if event.key is not None:
            if (event.seat, event.key) in self.keys:
                yield self._fault(event.seq, f"seat {event.seat} has used its key before")
            self.keys.add((event.seat, event.key))
        self.seq, self.chain, self.at = event.seq, event.chain, event.at
        if self.position is not None:
            before = self.position
            try:
                self.position = self._after(before, event)
            except (IllegalMove, ValueError) as refused:
                self.position = None
                yield self._fault(event.seq, f"{event.kind} {event.text!r} is not lawful: {refused}")
                return
            self._run_clocks(before, self.position, event)
            self._note(before, self.position, event)
            if event.digest != log.digest(self.game, self.position):
                yield self._fault(event.seq, "its digest is not that of the state after it")

    def faults_after(self) -> Iterator[Fault]:
        if self.game.head != self.seq:
            yield self._fault(None, f"head is {self.game.head}, the last event is {self.seq}")
        if self.position is not None:
            for name, value in self._projections(self.position).items():
                stored = getattr(self.game, name)
                if stored != value:
                    yield self._fault(None, f"{name} is {_shown(stored)}, by the log it is {_shown(value)}")
            yield from self._faults_of_seats()

    def _after(self, before: log.Position, event: Event) -> log.Position:
        """Raises IllegalMove or, for what is no act or seat at all, ValueError."""
        act = log.Kind(event.kind)
        seat = None if event.seat is None else Seat(event.seat)
        running = None if before.bots else self.clocks
        if seat is None and act in log.MODERATION:
            interventions.check(self.game, before, act, event.text, running=running, at=event.at)
        elif seat is None:
            self._check_chance(before, act, event.text)
        elif self.game.is_imported and self.game.clock == Game.Clock.NONE:
            door.check_elsewhere(self.game, before, seat, act)
        else:
            door.check(self.game, before, seat, act, event.text, running=running, at=event.at)
        return log.after(self.game, before, act, seat, event.text, event.seq, event.chain)

    def _check_chance(self, before: log.Position, act: Event.Kind, text: str) -> None:
        rules = kinds.get(self.game.kind).rules
        if act is not log.Kind.MOVE or before.actor(rules) is not CHANCE:
            raise ValueError("it is not chance's turn")
        if self.game.is_imported or self.seed is None or len(self.nonces) != len(Seat):
            return  # rolled elsewhere; or nothing to recompute it from, which is a fault of its own
        one, two = self.nonces
        number = before.rolls
        drawn = rules.draw(before.state, stream_of(self.seed, game=self.game.pk, number=number, nonces=(one, two)))
        if text != drawn:
            raise ValueError(f"from its seed chance draws {drawn!r}")

    def _projections(self, position: log.Position) -> dict[str, object]:
        """What the row must say of this position."""
        rules = kinds.get(self.game.kind).rules
        actor, ending = position.actor(rules), position.ending
        is_over = actor is NOBODY
        outcome = rules.outcome(position.state) if is_over and not ending else None
        return {
            "status": Game.Status.OVER if is_over else Game.Status.RUNNING,
            "to_move": actor if isinstance(actor, Seat) else None,
            "draw_offered_by": position.draw_offer,
            "winner": ending.winner if ending else outcome.winner if outcome else None,
            "decided": ending.decided if ending else outcome.decided if outcome else "",
            "ended_at": self.ended_at,
            "turn_since": self.turn_since or self.game.turn_since,
            "deadline": self._deadline(actor),
            "paused_at": self.paused_at,
            "is_hidden": position.is_hidden,
        }

    def _deadline(self, actor: Actor) -> datetime | None:
        running = self._running
        return running.deadline(actor) if running and not running.paused and isinstance(actor, Seat) else None

    def _run_clocks(self, before: log.Position, after: log.Position, event: Event) -> None:
        """The clocks after an event that was lawful. While a bot plays on for somebody they stand."""
        if self.clocks is None or after.bots:
            return
        rules = kinds.get(self.game.kind).rules
        was, actor, act = before.actor(rules), after.actor(rules), log.Kind(event.kind)
        if act in log.MODERATION:
            self.clocks = interventions.clocks_after(self.clocks, act, event.text, actor, event.at)
            return
        if act is log.Kind.GIVE_TIME and event.seat:
            to = Seat(event.seat).other
            self.clocks = self.clocks.given(to, int(event.text), event.at, is_to_move=was is to)
        if actor is not was and actor is not NOBODY:
            self.clocks = self.clocks.turned(was if isinstance(was, Seat) else None, event.at)

    def _note(self, before: log.Position, after: log.Position, event: Event) -> None:
        """When the turn began, the game ended, and the clocks were stopped."""
        rules = kinds.get(self.game.kind).rules
        was, actor = before.actor(rules), after.actor(rules)
        if isinstance(actor, Seat) and (actor is not was or event.kind in interventions.ANEW):
            self.turn_since = event.at
        if actor is not NOBODY:
            self.ended_at = None
        elif was is not NOBODY or after.ending != before.ending:
            self.ended_at = event.at
        if after.is_paused is not before.is_paused:
            self.paused_at = event.at if after.is_paused else None

    @property
    def _running(self) -> clock.Clocks | None:
        """The clocks, as long as two people play: against a bot that took over they do not run."""
        return None if any(seat.bot for seat in self.seats) else self.clocks

    def _faults_of_seats(self) -> Iterator[Fault]:
        assert self.position
        for seat in self.seats:
            is_bot = seat.number in self.position.bots
            if is_bot and not seat.bot:
                yield self._fault(None, f"no bot plays seat {seat.number}, by the log one does")
            if seat.bot and seat.user_id and not is_bot:
                yield self._fault(None, f"a bot plays seat {seat.number}, by the log none does")
        if self._running and self.game.status == Game.Status.RUNNING:
            for seat, bank in zip(self.seats, self._running.banks, strict=True):
                if seat.bank != bank:
                    yield self._fault(None, f"seat {seat.number} has {_shown(seat.bank)}, by the log it has {bank}")

    def _fault(self, seq: int | None, what: str) -> Fault:
        return Fault(self.game.pk, seq, what)


def _shown(value: object) -> str:
    return "nothing" if value in (None, "") else str(value)
