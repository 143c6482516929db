"""Whole games and counts by an independent implementation: ours must agree with it to the last move.

What the fields mean is said in the files themselves (``about``).
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from games.contract import CHANCE, NOBODY, Seat, replay
from games.mabula import rules as mabula
from games.mabula.rules.board import picture
from games.marabunta import rules as marabunta
from games.marabunta.rules.state import value_at
from tests.clauses import clause


def load(name: str) -> Any:
    return json.loads((Path(__file__).parent / "vectors" / name).read_text("utf-8"))


MABULA = load("mabula.json")
MARABUNTA = [
    pytest.param(game, id=f"{name}-{number}-{game['territory']}-{game['colony']}")
    for name in ("marabunta", "marabunta-rare")
    for number, game in enumerate(load(f"{name}.json")["games"])
]
LETTERS = {Seat.ONE: "W", Seat.TWO: "B", None: "draw"}
COLOURS = {Seat.ONE: "red", Seat.TWO: "blue"}


def numbered(name: str) -> Any:
    return pytest.mark.parametrize("vector", MABULA[name], ids=lambda vector: vector["ring"])


def count_sequences(state: mabula.State, depth: int) -> int:
    """Perft: how many sequences of so many moves there are."""
    legal = mabula.legal(state)
    if depth == 1:
        return len(legal)
    return sum(count_sequences(mabula.apply(state, move), depth - 1) for move in legal)


def counts(state: mabula.State, vector: Any) -> list[int]:
    return [count_sequences(state, depth) for depth in range(1, len(vector["perft"]) + 1)]


@numbered("perft")
@clause("B2.2", "B2.4")
def test_mabula_has_as_many_openings(vector):
    assert counts(replay(mabula, {}, [f"ring {vector['ring']}"]), vector) == vector["perft"]


@numbered("late_perft")
@clause("B2.4", "B2.6")
def test_mabula_has_the_same_moves_and_as_many_sequences_late_in_a_game(vector):
    state = replay(mabula, {}, [f"ring {vector['ring']}", *vector["moves"]])
    assert picture(state.marbles).split("\n") == vector["board"]
    assert LETTERS[state.actor] == vector["to_move"]
    assert sorted(mabula.legal(state)) == vector["legal"]
    assert counts(state, vector) == vector["perft"]


@numbered("games")
@clause("B2.3", "B2.6", "B3.1")
def test_a_game_of_mabula_has_the_same_turns_end_board_and_groups(vector):
    state = replay(mabula, {}, [f"ring {vector['ring']}"])
    turns = []
    for move in vector["moves"]:
        turns.append(LETTERS[state.actor])
        assert move in mabula.legal(state)
        state = mabula.apply(state, move)
    assert turns == vector["to_move"]
    assert state.actor is NOBODY
    assert picture(state.marbles).split("\n") == vector["final_board"]
    for colour, letter in ((mabula.WHITE, "W"), (mabula.BLACK, "B")):
        assert [len(group) for group in mabula.groups(state.marbles, colour)] == vector["groups"][letter]


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("largest", {}),
        ("largest_then_next", {"ties": "next-group"}),
        ("product", {"scoring": "product"}),
    ],
    ids=["largest", "next-group", "product"],
)
@numbered("games")
@clause("B3.2", "B3.3", "B3.5")
def test_a_game_of_mabula_has_the_same_winner(vector, field, options):
    outcome = mabula.outcome(replay(mabula, options, [f"ring {vector['ring']}", *vector["moves"]]))
    assert outcome is not None
    assert LETTERS[outcome.winner] == vector[field]


@pytest.mark.parametrize("vector", MARABUNTA)
@clause("M11")
def test_a_game_of_marabunta_has_the_same_legal_moves_before_every_move(vector):
    state = marabunta.initial(options_of(vector))
    for number, (move, expected) in enumerate(zip(vector["moves"], vector["legal"], strict=True), start=1):
        if expected is None:
            assert state.actor is CHANCE, f"move {number}"
        else:
            assert fingerprint(marabunta.legal(state)) == expected, f"before move {number}: {move}"
            assert move in marabunta.legal(state)
        state = marabunta.apply(state, move)
    assert state.actor is NOBODY


@pytest.mark.parametrize("vector", MARABUNTA)
@clause("M9.3", "M10.2", "M10.3")
def test_a_game_of_marabunta_has_the_same_end(vector):
    state = replay(marabunta, options_of(vector), vector["moves"])
    assert final_facts(state) == vector["final"]
    outcome = marabunta.outcome(state)
    assert outcome is not None
    assert outcome.winner is not None
    assert COLOURS[outcome.winner] == vector["winner"]
    assert list(outcome.points) == vector["scores"]
    assert outcome.decided == vector["decided_by"]
    assert list(outcome.causes) == vector["end_causes"]


def test_the_vectors_hold_every_board_every_cause_and_every_decision():
    games = [game.values[0] for game in MARABUNTA]
    assert len(MABULA["perft"]) == 12
    assert len(MABULA["late_perft"]) == 30
    assert len(MABULA["games"]) == 60
    assert len(games) == 24 + 48
    assert {(game["territory"], game["colony"]) for game in games} == {
        (territory, colony) for territory in ("meadow", "delta") for colony in ("forager", "raider")
    }
    assert {cause for game in games for cause in game["end_causes"]} == {"region", "leaf", "cupcakes"}
    assert {game["decided_by"] for game in games} == {"points", "cupcakes", "trigger"}


def options_of(vector: Any) -> dict[str, str]:
    return {"territory": vector["territory"], "colony": vector["colony"]}


def fingerprint(legal: Any) -> str:
    digest = hashlib.sha256("\n".join(sorted(legal)).encode()).hexdigest()
    return f"{len(legal)}:{digest[:16]}"


def final_facts(state: marabunta.State) -> dict[str, Any]:
    """The end in the words of the vectors."""
    board, (red, blue) = state.board, state.players
    hexes = {1 << number: name for number, name in enumerate(board.names)}
    numbers = {
        name: f"{colour}{value_at(state, hex)}"
        for hex, name in hexes.items()
        for colour, player in (("r", red), ("b", blue))
        if player.numbers & hex
    }
    assert state.trigger is not None
    return {
        "round": state.round.number,
        "actor": None if state.actor is NOBODY else state.actor,
        "numbers": numbers,
        "crossed": sorted(name for hex, name in hexes.items() if not state.open & hex and name not in numbers),
        "anthills": [red.anthills, blue.anthills],
        "crates": [list(red.crates), list(blue.crates)],
        "circles": [list(red.circles), list(blue.circles)],
        "cupcakes": [red.cupcakes, blue.cupcakes],
        "points": [red.points, blue.points],
        "triggered_by": COLOURS[state.trigger.seat],
    }
