"""What a recorded game shows: the situations of which the golden games must hold at least one each."""

from __future__ import annotations

from collections.abc import Iterator

from games import kinds
from games.contract import Seat
from games.marabunta.rules import State as Territory
from games.marabunta.rules.effects import POWERS, TILES
from games.record import Record

OFFERED = kinds.get("marabunta").offered
WANTED = {
    "marabunta": {
        *(f"board {territory}/{colony}" for territory in OFFERED["territory"] for colony in OFFERED["colony"]),
        *(f"end by {cause}" for cause in ("region", "leaf", "cupcakes", "region+cupcakes")),
        *(f"decided by {what}" for what in ("points", "cupcakes", "trigger")),
        *(f"{seat} wins" for seat in ("ONE", "TWO")),
        *(f"tile {tile}" for tile in TILES),
        *(f"power {power}" for power in POWERS),
        "anthill for a pair",
        "power declined",
        "power lost",
    },
    "mabula": {
        *(f"decided by {what}" for what in ("largest", "next-group", "product", "draw")),
        *(f"options {options}" for options in ("largest draw", "largest next-group", "product draw")),
        *(f"{seat} wins" for seat in ("ONE", "TWO", "NOBODY")),
        "turn lost",
        "turn lost and won back",
    },
}


def is_offered(record: Record) -> bool:
    """Whether new games are played with these options."""
    return dict(record.options) in kinds.get(record.kind).option_sets()


def features(record: Record) -> set[str]:
    return set(_marabunta(record) if record.kind == "marabunta" else _mabula(record)) | set(_outcome(record))


def _outcome(record: Record) -> Iterator[str]:
    outcome = kinds.get(record.kind).rules.outcome(record.replayed())
    assert outcome
    yield f"decided by {outcome.decided}"
    yield f"{outcome.winner.name if outcome.winner else 'NOBODY'} wins"
    if outcome.causes:
        yield f"end by {'+'.join(outcome.causes)}"


def _marabunta(record: Record) -> Iterator[str]:
    rules = kinds.get(record.kind).rules
    yield f"board {record.options['territory']}/{record.options['colony']}"
    state = rules.initial(record.options)
    for move in record.moves:
        before, state = state, rules.apply(state, move)
        unlocked = _unlocked(before, state)
        yield from (f"power {power}" for power in unlocked)
        if any(power in ("one", "two", "triple-one") for power in unlocked) and state.waiting == before.waiting:
            yield "power lost"
        if move.startswith("T"):
            yield f"tile {state.round.tile}"
        if move.startswith("T@") and "," in move and move.endswith("^"):
            yield "anthill for a pair"
        if move == "decline":
            yield "power declined"


def _unlocked(before: Territory, after: Territory) -> list[str]:
    """The powers of the groups that a move has completed."""
    groups = after.board.groups
    return [
        group.power
        for was, is_ in zip(before.players, after.players, strict=True)
        for group, old, new in zip(groups, was.crates, is_.crates, strict=True)
        if old < new == group.crates
    ]


def _mabula(record: Record) -> Iterator[str]:
    rules = kinds.get(record.kind).rules
    yield f"options {record.options['scoring']} {record.options['ties']}"
    state = rules.initial(record.options)
    has_lost: set[Seat] = set()
    for move in record.moves:
        before, state = rules.actor(state), rules.apply(state, move)
        if isinstance(before, Seat) and rules.actor(state) is before:
            yield "turn lost"
            has_lost.add(before.other)
        if rules.actor(state) in has_lost:
            yield "turn lost and won back"
