from importlib import import_module

import pytest
from django.db import connection

from games.models import Game
from games.table import log
from tests.luck import dice
from tests.proof.playing import Played, new_game, play_on

triggers = import_module("games.migrations.0002_events_are_for_ever")


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> None:
    """Every test has a database of its own, in which game 1 is another game."""
    log.forget_all()


@pytest.fixture
def unlocked(db: None) -> None:
    """The log without its triggers, until the test is rolled back."""
    triggers.drop(None, connection.schema_editor())


@pytest.fixture
def played(unlocked: None) -> Played:
    """A game with so many acts of its seats in it, or to its end; in a log that can be tampered with."""

    def played(kind: str = "marabunta", acts: int | None = None, luck: int = 1) -> Game:
        game = new_game(kind)
        play_on(game, dice(luck), acts=acts)
        return game

    return played
