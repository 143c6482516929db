"""Every kind of decision that a player meets: a position of a golden game, and what the page is asked there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games import kinds, record
from games.contract import CHANCE
from games.marabunta.rules.state import ELEMENTS
from games.record import Record
from tests.golden.features import is_offered

GOLDEN = Path(__file__).parents[1] / "golden" / "games"
FACES = {"number": "123", "zero": "0", "leaf": "F", "crate": "C"}
TILES = {"one": 1, "two-zeros": 2, "free-zero": 1, "cross-two": 2, "two-leaves": 2, "cupcake": 1, "two-crates": 1}
POWERS = {"free-three": 1, "triple-one": 3, "two-leaves": 2}  # others are played as tiles are

Ask = dict[str, str]  # the query of the page's address
Finder = Callable[[Any, Sequence[str]], Ask | None]  # None where a state, with its legal moves, is not the one wanted


@dataclass(frozen=True)
class Decision:
    """What somebody has to decide, or looks at."""

    kind: str
    name: str
    ask: Finder
    looker: str = "mover"  # or the "other"
    press: str = ""  # what is pressed there first: a selector
    is_wary: bool = False  # the player wants to be asked before every move
    is_coached: bool = False  # it is one of the player's first games
    is_warned: bool = False  # a moderator has warned the player, whose clock runs

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"


class Place(NamedTuple):
    """Where a decision is to be made: a game up to there, and what the page is asked."""

    game: Record
    ask: Ask


def every() -> list[Decision]:
    return [*_of_marabunta(), *_of_mabula()]


def find(decision: Decision) -> Place:
    """A position of that kind in a golden game, in its later half if there is one."""
    for is_late in (True, False):
        for game in _golden(decision.kind):
            for at, state, legal in _positions(game):
                if (at * 2 < len(game.moves)) is is_late:
                    continue
                if (ask := decision.ask(state, legal)) is not None:
                    return Place(Record(game.kind, game.moves[:at], game.options, game.rules), ask)
    raise LookupError(f"no golden game has this: {decision}")


def _of_marabunta() -> Iterator[Decision]:
    def decision(name: str, ask: Finder, **more: Any) -> Decision:
        return Decision("marabunta", name, ask, **more)

    for phase in ("split", "choose"):
        yield decision(phase, _phase(phase))
        yield decision(f"{phase} with a hint", _phase(phase), press="#ask-hint")
    yield decision("split, begun", _phase("split", second="OYT"))
    yield decision("a pool of six", lambda state, _: {} if state.left.bit_count() == 6 else None)
    for face in FACES:
        yield decision(f"a {face}", _die(face))
    yield decision("a number, with a hint", _die("number"), press="#ask-hint")
    yield decision("a number, also for an anthill", _die("number", anthill="1"))
    yield decision("a number, only for an anthill", _die("number", is_costly=True))
    yield decision("a number, and why not elsewhere", _die("number", why="a1"))
    yield decision("a number, with a warning", _die("number"), is_warned=True)
    yield decision("a number, from a list", _die("number", list="1"))
    yield decision("whether to waste what could be used", _die("number"), press="#end")
    for tile, marks in TILES.items():
        for picked in range(marks):
            yield decision(f"tile {tile}, {picked} picked", _tile(tile, picked))
    yield decision("tile die-again", lambda state, legal: {"piece": "T"} if len(_again(state, legal)) > 1 else None)
    yield decision("tile die-again, a die picked", _die_again)
    for power, marks in POWERS.items():
        for picked in range(marks):
            yield decision(f"power {power}, {picked} picked", _waiting(power, picked))
    yield decision("a crate of a hex", _waiting("crate"))
    yield decision("a crate of a hex, with a hint", _waiting("crate"), press="#ask-hint")
    for name in ("split", "choose"):
        yield decision(f"{name}, coached", _phase(name), is_coached=True)
    yield decision("a first number, coached", _first_number, is_coached=True)
    yield decision("a crate of a hex, coached", _waiting("crate"), is_coached=True)
    yield decision(
        "the last round, coached", lambda state, _: {} if state.trigger and state.left else None, is_coached=True
    )
    yield decision("a power within another", lambda state, _: {} if len(state.waiting) > 1 else None)
    yield decision("a power that can be declined", lambda _, legal: {} if "decline" in legal else None)
    yield decision("the last round", _last_round)
    yield decision("all done", lambda state, legal: {} if legal == ["end"] and not state.left else None)
    for phase in ("split", "choose", "resolve"):
        yield decision(f"nothing, while the other has to {phase}", _phase(phase), looker="other")
    yield decision("nothing, in a replay", _phase("resolve", at="17"))
    yield decision("nothing more", _phase("over"))


def _of_mabula() -> Iterator[Decision]:
    def decision(name: str, ask: Finder, **more: Any) -> Decision:
        return Decision("mabula", name, ask, **more)

    yield decision("a marble", _push())
    yield decision("a marble, with a hint", _push(), press="#ask-hint")
    yield decision("a marble, coached", _push(), is_coached=True)
    yield decision("a stop, coached", _push("from"), is_coached=True)
    yield decision("a marble, with a warning", _push(), is_warned=True)
    yield decision("a marble, from a list", _push(list="1"))
    yield decision("a stop", _push("from"))
    yield decision("a push that is looked at", _push("from", "to"))
    yield decision("a push to confirm", _push("from"), press="#board [data-stop]", is_wary=True)
    yield decision("nothing, while the other has to push", _push(), looker="other")
    yield decision("nothing, in a replay", _push(at="9"))
    yield decision("nothing more", lambda _, legal: None if legal else {})


def _phase(name: str, **ask: str) -> Finder:
    return lambda state, _: ask if state.phase.value == name and not state.waiting else None


def _die(face: str, *, is_costly: bool = False, **ask: str) -> Finder:
    """A die of the pool with moves that cost no anthill, or with both sorts, or only with such as do."""

    def finder(state: Any, legal: Sequence[str]) -> Ask | None:
        for letter, shown in zip(ELEMENTS, state.round.faces, strict=False):
            costs = {move.endswith("^") for move in legal if move[0] == letter and shown in FACES[face]}
            wanted = [{True}] if is_costly else [{True, False}] if "anthill" in ask else [{False}, {True, False}]
            if costs in wanted and not state.waiting:
                return {"piece": letter, **ask}
        return None

    return finder


def _last_round(state: Any, _: Sequence[str]) -> Ask | None:
    return {} if state.trigger and state.left else None


def _first_number(state: Any, legal: Sequence[str]) -> Ask | None:
    """A pool with a number for somebody who has none on the board."""
    has_none = state.phase.value == "resolve" and not state.players[state.actor - 1].numbers
    return {} if has_none and not state.waiting and any("^" in move for move in legal) else None


def _tile(key: str, picked: int) -> Finder:
    def finder(state: Any, legal: Sequence[str]) -> Ask | None:
        moves = [move for move in legal if move[0] == "T" and state.round.tile == key and not state.waiting]
        return {"piece": "T", **_picked(moves, 2, picked)} if moves else None

    return finder


def _waiting(key: str, picked: int = 0) -> Finder:
    def finder(state: Any, legal: Sequence[str]) -> Ask | None:
        if not state.waiting or state.waiting[-1].key != key:
            return None
        return _picked([move for move in legal if move != "decline"], 1, picked)

    return finder


def _picked(moves: Sequence[str], start: int, count: int) -> Ask:
    """The first marks of a move that needs no anthill, if there is one."""
    move = min(moves, key=lambda move: move.endswith("^"))[start:]
    marks = move.rstrip("^").split(",") if move[1:2].isdigit() else [*move]
    return {"with": ",".join(marks[:count]), **({"anthill": "1"} if move.endswith("^") else {})} if count else {}


def _again(state: Any, legal: Sequence[str]) -> list[str]:
    """The dice that the tile can use once more, each as notation writes it."""
    return sorted({move[:3] for move in legal if move.startswith("T=") and not state.waiting})


def _die_again(state: Any, legal: Sequence[str]) -> Ask | None:
    dice = _again(state, legal)
    return {"piece": dice[-1]} if len(dice) > 1 else None


def _push(*steps: str, **ask: str) -> Finder:
    """The push of the middle of the list, as far as it is chosen."""

    def finder(_: Any, legal: Sequence[str]) -> Ask | None:
        if not legal:
            return None
        return {**dict(zip(steps, legal[len(legal) // 2].split("-"), strict=False)), **ask}

    return finder


@cache
def _golden(kind: str) -> list[Record]:
    """Those on the boards with which a game begins first, then those most like them: where buttons are depends a little
    on the board. Last those on boards that are not offered any more."""
    games = [record.read(file.read_text("utf-8")) for file in sorted(GOLDEN.glob(f"{kind}-*.txt"))]
    usual = kinds.get(kind).agreed({})
    return sorted(games, key=lambda game: [not is_offered(game), *(game.options[key] != usual[key] for key in usual)])


def _positions(game: Record) -> Iterator[tuple[int, Any, list[str]]]:
    """The positions after so many moves in which chance is not to move, each with its legal moves."""
    rules = kinds.get(game.kind).rules
    state = rules.initial(game.options)
    for at, move in enumerate(game.moves, start=1):
        state = rules.apply(state, move)
        if rules.actor(state) is not CHANCE:
            yield at, state, list(rules.legal(state))
