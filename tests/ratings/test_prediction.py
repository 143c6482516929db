"""How well ratings predict, and whether they find the strengths of people who have any."""

from collections.abc import Hashable
from datetime import timedelta
from math import log

import pytest
from django.core.management import CommandError, call_command

from games.contract import Seat
from games.ratings import ledger, simulation
from games.ratings.history import RatedGame, Standing
from games.ratings.prediction import deviance, predictions
from games.ratings.simulation import START, Group


def game(number: int, score: float, lost_on_time: Seat | None = None) -> RatedGame:
    return RatedGame(number, START + timedelta(days=number), ("ada", "ben"), score, 0.0, lost_on_time)


def test_a_coin_has_the_deviance_of_a_coin_whatever_happens():
    assert deviance([(0.5, 1.0), (0.5, 0.0), (0.5, 0.5)]) == pytest.approx(log(2))


def test_what_was_expected_surprises_less_than_what_was_not():
    assert deviance([(0.9, 1.0)]) == pytest.approx(-log(0.9))
    assert deviance([(0.9, 1.0)]) < deviance([(0.9, 0.5)]) < deviance([(0.9, 0.0)])
    assert deviance([(1.0, 0.0)]) < 30, "nobody was quite sure"


def test_nothing_is_known_before_the_first_game_and_both_learn_from_it():
    first, second = predictions([game(0, 1.0), game(1, 1.0)], {})
    assert (first.by_ratings, first.by_elo) == (0.5, 0.5)
    assert second.by_elo == pytest.approx(1 / (1 + 10 ** (-32 / 400)))
    assert second.by_ratings > second.by_elo
    assert not second.are_established


def test_a_loss_on_time_that_does_not_count_is_not_predicted():
    lost = [game(0, 0.0, Seat.ONE), game(1, 0.0, Seat.ONE), game(2, 1.0)]
    assert [one.score for one in predictions(lost, {})] == [0.0, 1.0]


def test_ratings_of_2000_games_beat_coin_and_elo_and_find_the_order_and_the_gaps():
    simulated = simulation.simulate(2000, "a test")
    standings: dict[Hashable, Standing] = {}
    found = [*predictions(simulated.games, standings)]
    ratings, elo = (deviance((getattr(one, name), one.score) for one in found) for name in ("by_ratings", "by_elo"))
    truth = deviance((share, one.score) for share, one in zip(simulated.shares, found, strict=True))
    assert truth < ratings < elo < log(2)
    everybody = simulation.compare(simulated, standings)
    assert everybody.players == 20
    assert everybody.rank_correlation > 0.85
    assert everybody.gap_error < 120
    assert everybody.within > 0.8


def test_comparing_finds_ratings_that_are_wrong():
    simulated = simulation.simulate(2000, "a test")
    standings: dict[Hashable, Standing] = {}
    for _ in predictions(simulated.games, standings):
        pass
    turned = dict(zip(standings, reversed([*standings.values()]), strict=True))
    wrong, right = (simulation.compare(simulated, which) for which in (turned, standings))
    assert wrong.rank_correlation < 0.6 < right.rank_correlation
    assert wrong.gap_error > 2 * right.gap_error
    assert wrong.within < right.within


def test_the_same_seed_gives_the_same_games_and_newcomers_come_late():
    one, two, other = (simulation.simulate(1000, seed) for seed in ("a", "a", "b"))
    assert one.games == two.games != other.games
    early = {player for game in one.games[:750] for player in game.players}
    assert {one.players[number].group for number in early} == {Group.STEADY, Group.DRIFTING}
    assert {player for game in one.games[750:] for player in game.players} == {*one.players}


def test_drifters_and_nobody_else_change(monkeypatch):
    changed = simulation.simulate(1000, "a").players
    monkeypatch.setattr(simulation, "DRIFT", 0.0)
    fixed = simulation.simulate(1000, "a").players
    moved = {number for number, player in changed.items() if player.strength != fixed[number].strength}
    assert moved == {number for number, player in changed.items() if player.group is Group.DRIFTING} != set()


@pytest.mark.django_db
def test_the_command_prints_the_quality_of_stored_and_of_simulated_games(play, capsys):
    for number in range(3):
        play(loser=Seat(1 + number % 2))
    ledger.work_off()
    call_command("rating_quality")
    said = capsys.readouterr().out
    assert "mabula, people" in said
    assert said.count("no rated games") == 3
    assert "all games                   3" in said
    call_command("rating_quality", "--simulate", "1000", "--seed", "a")
    said = capsys.readouterr().out
    assert "1000 simulated games, seed 'a'" in said
    assert all(group.value in said for group in Group)
    with pytest.raises(CommandError, match="from 1000"):
        call_command("rating_quality", "--simulate", "10")
