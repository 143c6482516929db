"""Recorded games: whole ones, for every way a game can go, replayed to the letter."""

from itertools import product
from pathlib import Path

import pytest

from games import kinds, record
from tests.clauses import clause
from tests.golden.features import WANTED, features, is_offered

FILES = sorted((Path(__file__).parent / "games").glob("*.txt"))
RECORDS = {file.stem: record.read_text(file.read_text("utf-8")) for file in FILES}  # reading checks Result and State


def test_there_are_at_least_40_golden_games():
    assert len(RECORDS) >= 40


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_game_ends_in_the_state_and_with_the_result_it_notes(name):
    game = RECORDS[name]
    rules = kinds.get(game.kind).rules
    assert rules.encode(game.replayed()) == game.tags[record.STATE]
    assert rules.outcome(game.replayed()) is not None
    assert game.tags[record.RESULT] == game.result() != "*"


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_game_is_written_as_it_was_read(name):
    file = next(file for file in FILES if file.stem == name)
    assert record.to_text(RECORDS[name]) == file.read_text("utf-8")
    assert record.read_json(record.to_json(RECORDS[name])) == RECORDS[name]


@clause("M1.7", "M2.1")
def test_there_are_golden_games_on_boards_that_are_offered_no_more():
    earlier = {tuple(game.options.values()) for game in RECORDS.values() if not is_offered(game)}
    assert earlier == set(product(("meadow", "delta"), ("forager", "raider")))


@clause("M5", "M8", "M9.1", "M10.3", "B3.2", "B3.3", "B3.5")
@pytest.mark.parametrize("kind", WANTED)
def test_the_golden_games_show_every_end_tie_break_tile_and_power(kind):
    shown = set().union(*(features(game) for game in RECORDS.values() if game.kind == kind and is_offered(game)))
    assert WANTED[kind] <= shown
