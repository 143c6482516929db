"""A game is the list of its moves: a replay is exact, and the text of a state is the whole of it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.contract import replay
from tests.conformance.played import ALL_KINDS, games, some_games, ways_to_play

ROOT = Path(__file__).parents[2]


@ALL_KINDS
@some_games
@given(data=st.data())
def test_a_replay_is_the_state_that_was_reached_move_by_move(kind, data):
    game = data.draw(games(kind))
    again = replay(kind.rules, game.options, game.moves)
    assert again == game.states[-1]
    assert kind.rules.encode(again) == kind.rules.encode(game.states[-1])


@ALL_KINDS
@some_games
@given(data=st.data())
def test_moves_may_be_folded_in_parts_cut_anywhere(kind, data):
    game = data.draw(games(kind))
    cut = data.draw(st.integers(0, len(game.moves)))
    half = kind.rules.fold(game.states[0], game.moves[:cut])
    assert half == game.states[cut]
    assert kind.rules.encode(half) == kind.rules.encode(game.states[cut])
    whole = kind.rules.fold(half, game.moves[cut:])
    assert whole == game.states[-1]
    assert kind.rules.encode(whole) == kind.rules.encode(game.states[-1])


@ALL_KINDS
@some_games
@given(data=st.data())
def test_folding_takes_any_iterable_and_no_moves_change_nothing(kind, data):
    game = data.draw(games(kind))
    assert kind.rules.fold(game.states[0], iter(game.moves)) == game.states[-1]
    for state in game.states:
        assert kind.rules.fold(state, ()) == state


@ALL_KINDS
@some_games
@given(data=st.data())
def test_states_that_differ_differ_as_text_and_equal_states_do_not(kind, data):
    states = [*data.draw(games(kind)).states, *data.draw(games(kind)).states]
    texts: dict[str, Any] = {}
    for state in states:
        assert texts.setdefault(kind.rules.encode(state), state) == state
    assert len(texts) == len(set(states))


@ALL_KINDS
@some_games
@given(data=st.data())
def test_every_move_changes_the_text_of_the_state(kind, data):
    game = data.draw(games(kind))
    texts = [kind.rules.encode(state) for state in game.states]
    assert len(set(texts)) == len(texts)


@ALL_KINDS
def test_games_with_other_options_differ_as_text_from_the_start(kind):
    texts = {kind.rules.encode(kind.rules.initial(options)) for options in ways_to_play(kind)}
    assert len(texts) == len(ways_to_play(kind))


@ALL_KINDS
@some_games
@given(data=st.data())
def test_the_text_of_a_state_is_one_plain_line_that_names_kind_and_version(kind, data):
    game = data.draw(games(kind))
    for state in game.states:
        text = kind.rules.encode(state)
        assert text.isascii()
        assert text.isprintable()
        assert text.replace(":", " ").startswith(f"{kind.key} {kind.rules.version} ")


def test_texts_and_legal_moves_do_not_depend_on_how_python_hashes():
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.conformance.digest"],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in range(1, 21)
    ]
    printed = [process.communicate()[0].split() for process in running]
    hashes, digests = zip(*printed, strict=True)
    assert len(set(hashes)) == 20, "every process must hash in its own way, or this test shows nothing"
    assert len(set(digests)) == 1
