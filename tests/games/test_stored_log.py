"""Stored games of every ending, with literal digests and chains: what the door writes and verification demands."""

import hashlib
import json

import pytest

from games import kinds, queries
from games.models import Game
from games.table import verification
from games.table.door import Act
from tests.golden import logs

GAMES = logs.read()
EVERY_GAME = pytest.mark.parametrize("stored", GAMES, ids=lambda stored: stored.name)
BY_MODERATORS = {"annulled", "adjudicated"}
BY_THE_PLATFORM = {"resign", "agreement", "abort", "timeout", *BY_MODERATORS}
BY_THE_RULES = {"largest", "product", "next-group", "draw", "points", "cupcakes", "trigger"}
GENESIS = "0" * 64
OF_MABULA = [game for game in GAMES if game.terms["kind"] == "mabula"]
REVEALED = [game for game in GAMES if game.final["decided"] not in BY_MODERATORS]  # the seed of any other stays secret


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


def test_every_version_of_the_draws_of_every_kind_is_among_them():
    assert {(game.terms["kind"], game.draws) for game in GAMES} == {
        (kind.key, version) for kind in kinds.all() for version in kind.rules.draws
    }


@pytest.mark.django_db
@pytest.mark.parametrize("stored", REVEALED, ids=lambda stored: stored.name)
def test_chance_played_what_its_seed_says_in_the_version_that_the_game_began_with(stored):
    game = logs.lay_out(stored, stored.rows[0].at)
    for row in stored.rows:
        if row.key is not None:
            logs.submit(game, row)
    game.refresh_from_db()
    shown = queries.revealed(game)
    assert shown.is_fair and shown.rolls
    assert {roll.played for roll in shown.rolls} <= {row.text for row in stored.rows}


@pytest.mark.django_db
@pytest.mark.parametrize("stored", OF_MABULA, ids=lambda stored: stored.name)
def test_of_another_version_chance_would_have_laid_another_ring(stored):
    game = logs.lay_out(stored, stored.rows[0].at)
    Game.objects.filter(pk=game.pk).update(draws=3 - stored.draws)
    first, *_ = verification.one_game(game.pk).faults
    assert first.seq == 1
    assert "from its seed chance draws" in first.what


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
    of_matches = {Act.RELEASE}  # which take two games: tests/games/test_mirror.py
    assert {row.kind for game in GAMES for row in game.rows} == set(Act) - of_matches
