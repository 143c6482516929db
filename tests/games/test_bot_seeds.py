"""A bot's choices come from a fresh seed of its own, and it is told nothing that the rolls to come are made of."""

import pickle

import pytest

from games.bots import pool, turns
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Secret
from tests.games.playing import own_seed

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada):
    return challenges.play_bot(
        user=ada, bot="larva", agreement=Agreement("mabula", {}), own_seed=own_seed("nonce-of-ada")
    )


def test_every_search_has_another_seed(game):
    seeds = [turns.task(game, "larva").seed for _ in range(50)]
    assert len(set(seeds)) == 50
    assert max(seeds).bit_length() > 32, "there are enough of them"


def test_the_seed_decides_what_a_bot_does(game):
    task = turns.task(game, "larva")
    moves = [pool.think(task._replace(seed=seed)).move for seed in range(30)]
    assert len(set(moves)) > 1
    assert moves == [pool.think(task._replace(seed=seed)).move for seed in range(30)]


def test_a_bot_is_told_neither_seed_nor_nonces_of_the_game(game):
    seen = pickle.dumps(turns.task(game, "queen"))
    secret = Secret.objects.get(commitment=game.commitment)
    hidden = [bytes(secret.seed), bytes(secret.seed).hex().encode()]
    hidden += [row.nonce.encode() for row in game.seats.all()]
    assert len(hidden) == 4 and all(hidden)
    assert not [text for text in hidden if text in seen]
