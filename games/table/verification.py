"""Verification: every game replayed from its terms and its log, and each claim of its rows recomputed.

Event by event: the numbers 1…n without gaps; the chain of hashes; that the platform and the rules let this seat do that
at that time; that chance played what the seed, the nonces and the number of the draw say; and the digest of the state.
Then the commitment to the seed, and every projected column of the game and of its seats (games.table.projection).

A log that was cut after a player's act, together with its rows, is a game that went less far: that cannot be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.db import transaction

from games import kinds
from games.chance import commitment
from games.clocks import clock, marks
from games.contract import CHANCE, NOBODY, BadOptions, IllegalMove, Seat
from games.models import Event, Game, Secret
from games.models import Seat as SeatRow
from games.table import acts, checks, interventions, log, luck, projection, seating
from games.table.acts import AnyAct
from games.table.position import Position, after
from games.table.projection import Projection, SeatProjection

BATCH = 500  # rows in memory at a time
# The key of a LEAVE that a migration appended to the log of a game that was left before there was such an event. Its
# time is that of the leaving. Acts between the two are judged without clocks, and the game may be over.
ENTERED_LATER = "entered-later"


@dataclass(frozen=True, slots=True)
class Fault:
    game: int
    seq: int | None  # None: of the game as a whole
    what: str

    def __str__(self) -> str:
        return f"game {self.game}, {'row' if self.seq is None else f'event {self.seq}'}: {self.what}"


@dataclass(frozen=True, slots=True)
class Verified:
    """The result for one game."""

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
    """A game with a fault is read twice, the second time with its row locked: it may have gone on meanwhile."""
    verified = _read(pk)
    if verified.faults:
        with transaction.atomic():
            seating.locked([pk])
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
        if game.partner_id or game.stream:
            faults.extend(Fault(pk, None, what) for what in _faults_of_match(game, seats))
    except (ValueError, TypeError, AttributeError, OverflowError) as unreadable:  # a value that is none of its column
        faults.append(Fault(pk, count + 1, f"cannot be read: {unreadable}"))
    return Verified(pk, count, tuple(faults))


def _faults_of_match(game: Game, seats: Sequence[SeatRow]) -> Iterator[str]:
    """What must be the same in both games of a mirror match: terms, luck, and when they went on together."""
    other = Game.objects.filter(pk=game.partner_id or 0).first()
    if other is None or other.partner_id != game.pk:
        yield "the other game of its match does not name it"
        return
    if sorted([game.stream or 0, other.stream or 0]) != [0, min(game.pk, other.pk)]:
        yield f"its luck is that of game {luck.name_of(game)}, and that of game {other.pk} of {luck.name_of(other)}"
    for name in _TERMS_OF_MATCH:
        if getattr(game, name) != getattr(other, name):
            yield f"{name} is not that of game {other.pk}"
    swapped = list(SeatRow.objects.filter(game=other).order_by("-number"))
    if [(one.user_id, one.nonce) for one in seats] != [(one.user_id, one.nonce) for one in swapped]:
        yield f"its players have not changed seats in game {other.pk}"
    for what, found in (("random moves", _rolls), ("steps", _steps)):
        for number, (mine, theirs) in enumerate(zip(found(game), found(other), strict=False)):
            if mine != theirs:
                yield f"of the {what}, number {number} is {mine}, and {theirs} in game {other.pk}"
    here, there = len(_steps(game)), len(_steps(other))
    if here != there:
        yield f"it has gone on with game {other.pk} {here} times, and that one with it {there} times"


_TERMS_OF_MATCH = ("kind", "options", "clock", "has_weekends_off", "agreed_rated", "rules", "draws", "commitment")


def _rolls(game: Game) -> list[str]:
    rolls = Event.objects.filter(game=game, act=acts.Act.MOVE, seat=None).order_by("seq")
    return list(rolls.values_list("text", flat=True))


def _steps(game: Game) -> list[str]:
    """When it went on together with the other game."""
    steps = Event.objects.filter(game=game, act=acts.Act.RELEASE, text="").order_by("seq")
    return [str(at) for at in steps.values_list("at", flat=True)]


class _Replay:
    """A game as it is replayed: position and projection so far, as long as the log is lawful."""

    def __init__(self, game: Game, seats: Sequence[SeatRow], seed: bytes | None) -> None:
        self.game = game
        self.seats = seats
        self.nonces = [seat.nonce for seat in seats]
        self.seed = seed
        self.seq = 0
        self.chain = log.GENESIS
        self.keys: set[tuple[int | None, str]] = set()
        self.position: Position | None = None
        self.projected: Projection | None = None
        self.was_over_when_left: dict[int, bool] = {}  # for the seats whose left_at is before the event

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
        if game.draws not in rules.draws:
            yield self._fault(None, f"version {game.draws} of chance's draws in {game.kind} is not known")
            return
        try:
            self.position = log.beginning(game)
        except BadOptions as refused:
            yield self._fault(None, f"its options: {refused}")
            return
        self.projected = projection.beginning(game, self.seats, self.position)

    def faults_of(self, event: Event) -> Iterator[Fault]:
        if event.seq != self.seq + 1:
            yield self._fault(event.seq, f"has the number {event.seq} after {self.seq}")
        if event.chain != log.chain(self.chain, event):
            yield self._fault(event.seq, "its chain does not follow from the event before it and its own row")
        is_by_somebody = event.seat is not None or event.act in acts.BY_MODERATORS
        if (event.key is not None) is not is_by_somebody:
            yield self._fault(event.seq, "a key belongs to every act of a seat or a moderator, and to none of chance")
        if event.key is not None:
            if (event.seat, event.key) in self.keys:
                yield self._fault(event.seq, f"seat {event.seat} has used its key before")
            self.keys.add((event.seat, event.key))
        self.seq, self.chain = event.seq, event.chain
        if self.position is not None and self.projected is not None:
            try:
                self.position, self.projected = self._after(self.position, self.projected, event)
            except (IllegalMove, ValueError) as refused:
                self.position = None
                yield self._fault(event.seq, f"{event.act} {event.text!r} is not lawful: {refused}")
                return
            if event.digest != log.digest(self.game, self.position):
                yield self._fault(event.seq, "its digest is not that of the state after it")

    def faults_after(self) -> Iterator[Fault]:
        head = self.game.head + self.game.veiled
        if head != self.seq:
            yield self._fault(None, f"head is {head}, the last event is {self.seq}")
        if self.position is None or self.projected is None:
            return
        for name in projection.GAME_COLUMNS:
            stored, value = getattr(self.game, name), getattr(self.projected, name)
            if name == "remind_at":
                yield from self._faults_of_reminder(self.projected)
            elif stored != value and name != "head":
                yield self._fault(None, f"{name} is {_shown(stored)}, by the log it is {_shown(value)}")
        for row, seat in zip(self.seats, self.projected.seats, strict=True):
            yield from self._faults_of_seat(row, seat)

    def _after(self, before: Position, projected: Projection, event: Event) -> tuple[Position, Projection]:
        """Raises IllegalMove or, for an act or a seat that there is not, ValueError."""
        value = acts.read(acts.Act(event.act), event.text)
        seat = None if event.seat is None else Seat(event.seat)
        is_unattended = self._is_unattended(before, event)
        self._check(before, projected, value, seat, event, is_unattended=is_unattended)
        position = after(self.game, before, value, seat, event.chain)
        folded = projection.after(
            self.game,
            self.seats,
            projected,
            before=before,
            position=position,
            value=value,
            seat=seat,
            at=event.at,
            is_unattended=is_unattended,
        )
        return position, folded

    def _check(
        self,
        before: Position,
        projected: Projection,
        value: AnyAct,
        seat: Seat | None,
        event: Event,
        *,
        is_unattended: bool,
    ) -> None:
        clocks = None if is_unattended else projection.running_clocks(self.game, self.seats, projected)
        if isinstance(value, acts.Release):
            self._check_release(before, value)
        elif seat is None and value.act in acts.BY_MODERATORS:
            interventions.check(self.game, before, value, clocks=clocks, at=event.at)
        elif seat is None:
            self._check_chance(before, value)
        elif value.act is acts.Act.LEAVE and event.key == ENTERED_LATER:
            pass
        elif self.game.is_imported and self.game.clock == Game.Clock.NONE:
            checks.check_elsewhere(self.game, before, seat, value)
        else:
            checks.check(self.game, before, seat, value, clocks=clocks, at=event.at)

    def _check_chance(self, before: Position, value: AnyAct) -> None:
        rules = kinds.get(self.game.kind).rules
        if not isinstance(value, acts.Move) or before.actor(rules) is not CHANCE:
            raise ValueError("it is not chance's turn")
        if self.game.is_imported or self.seed is None or len(self.nonces) != len(Seat):
            return  # rolled elsewhere; or nothing to recompute it from, which is a fault of its own
        stream = luck.stream(self.game, self.seats, self.seed, before.rolls)
        drawn = rules.draws[self.game.draws](before.state, stream)
        if value.text != drawn:
            raise ValueError(f"from its seed chance draws {drawn!r}")

    def _check_release(self, before: Position, value: acts.Release) -> None:
        """Whether the other board went on at the same moment is seen where both are compared."""
        rules = kinds.get(self.game.kind).rules
        is_due = value.is_alone or before.held_by(rules) is not None
        if not before.is_in_step or before.actor(rules) is NOBODY or not is_due:
            raise ValueError("it waits for no other board")

    def _is_unattended(self, before: Position, event: Event) -> bool:
        """Whether a player had left the running game before this event: then no clock ran. See ENTERED_LATER."""
        for seat in self.seats:
            if seat.left_at and seat.left_at < event.at and seat.number not in self.was_over_when_left:
                is_over = before.actor(kinds.get(self.game.kind).rules) is NOBODY
                self.was_over_when_left[seat.number] = is_over
        return not all(self.was_over_when_left.values())

    def _faults_of_reminder(self, projected: Projection) -> Iterator[Fault]:
        """The next reminder is a mark of the turn, and there is none ahead before it; what has passed may be told."""
        stored, turn = self.game.remind_at, (projected.turn_since, projected.deadline)
        following = marks.following(*turn, clock.now())
        is_mark = stored is None or stored in [moment for moment, _ in marks.of_turn(*turn)]
        is_too_late = following is not None and (stored is None or stored > following)
        if not is_mark or is_too_late:
            yield self._fault(None, f"remind_at is {_shown(stored)}, by the log it is {_shown(projected.remind_at)}")

    def _faults_of_seat(self, row: SeatRow, seat: SeatProjection) -> Iterator[Fault]:
        if row.bot != seat.bot:
            bot, by_the_log = row.bot or "no bot", seat.bot or "no bot"
            yield self._fault(None, f"{bot} plays seat {row.number}, by the log {by_the_log} does")
        if row.bank != seat.bank:
            yield self._fault(
                None, f"seat {row.number} has {_shown(row.bank)} of time, by the log it has {_shown(seat.bank)}"
            )
        if row.left_at and row.user_id:
            yield self._fault(None, f"the player of seat {row.number} has left, and still sits there")
        if row.left_at != seat.left_at and not self._is_left_after_the_end(row, seat):
            left, by_the_log = _shown(row.left_at), _shown(seat.left_at)
            yield self._fault(None, f"left_at of seat {row.number} is {left}, by the log it is {by_the_log}")

    def _is_left_after_the_end(self, row: SeatRow, seat: SeatProjection) -> bool:
        """Whether the player left while the game was over: then there is no event of it."""
        if row.left_at is None or seat.left_at is not None or self.projected is None:
            return False
        return self.was_over_when_left.get(row.number, self.projected.status == Game.Status.OVER)

    def _fault(self, seq: int | None, what: str) -> Fault:
        return Fault(self.game.pk, seq, what)


def _shown(value: object) -> str:
    return "nothing" if value in (None, "") else str(value)
