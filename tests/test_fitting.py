"""The queen's weights, fitted to games."""

import pytest

from games.lab import fitting
from games.marabunta.bots.weights import FAIR, TUNED


@pytest.fixture(scope="module")
def given():
    return [position for seed in range(4) for position in fitting.play_game(seed, 0.001)]


def test_a_game_gives_the_positions_after_its_rounds_and_one_winner(given):
    game = fitting.play_game(0, 0.001)
    assert [sample.state.round.number for sample in game] == list(range(2, len(game) + 2)), "which is to come"
    assert len({sample.won for sample in game}) == 1
    assert len({sample.state.board for sample in given}) == 4, "every board in turn"


def test_numbers_are_the_weights_and_lead_back_to_them():
    numbers = fitting.numbers_of(TUNED)
    again = fitting.weights_of(numbers)
    assert fitting.numbers_of(again) == numbers
    assert fitting.numbers_of(FAIR) != numbers


def test_fitting_foretells_the_winners_better_with_every_pass(given):
    start = fitting.numbers_of(FAIR)
    losses = [fitting.loss(start, given), *(found for found, _ in fitting.fit(start, given, passes=2))]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0]


def test_the_command_prints_what_it_found(capsys):
    fitting.main(["--games", "2", "--seconds", "0.001", "--passes", "1"])
    first, then = capsys.readouterr().out.splitlines()
    assert "positions, loss" in first
    assert "'reach':" in then
