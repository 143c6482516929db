"""Stored games of every ending, with literal digests and chains: what the door writes and verification demands."""

import hashlib
import json

import pytest

from games.table import verification
from games.table.door import Act
from tests.golden import logs

GAMES = logs.read()
EVERY_GAME = pytest.mark.parametrize("stored", GAMES, ids=lambda stored: stored.name)
BY_THE_PLATFORM = {"resign", "agreement", "abort", "timeout", "annulled", "adjudicated"}
BY_THE_RULES = {"largest", "product", "next-group", "draw", "points", "cupcakes", "trigger"}
GENESIS = "0" * 64


@pytest.mark.django_db
@EVERY_GAME
def test_the_same_acts_are_stored_as_the_same_rows_and_are_sound(stored):
    game = logs.lay_out(stored, stored.rows[0].at)
    for row in stored.rows:
        if row.key is not None:
            logs.submit(game, row)
    assert logs.rows_of(game) == stored.rows
    assert logs.final_of(game) == stored.final
    assert verification.one_game(game.pk).faults == ()


@EVERY_GAME
def test_the_chain_is_what_the_documentation_says(stored):
    """Computed here by other code than the site's: see docs/log.md."""
    before = GENESIS
    for row in stored.rows:
        values = [before, stored.number, row.seq, row.kind, row.seat, row.text, row.at, row.key, row.digest]
        before = hashlib.sha256(json.dumps(values).encode()).hexdigest()
        assert row.chain == before, row


def test_every_ending_and_every_act_is_among_them():
    assert {game.final["decided"] for game in GAMES} == BY_THE_PLATFORM | BY_THE_RULES
    assert {row.kind for game in GAMES for row in game.rows} == set(Act)
