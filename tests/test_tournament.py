import json
from itertools import count, pairwise
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games import kinds
from games.contract import Seat
from games.contract.bots import SearchBudget, at_times
from games.lab import tournament
from games.lab.tournament import (
    GameResult,
    pairings,
    percentile,
    play_all,
    play_game,
    schedule,
    score_pairing,
    steps,
    wilson,
)

MABULA = kinds.get("mabula")
WEAK = ("larva", "worker")


RANDOM = Random(0)
SEEDS = [RANDOM.getrandbits(64) for _ in range(1000)]


def some(games, pairing=WEAK):
    return list(schedule(MABULA, pairing, games=games, seed=3, seconds=0.01))


def test_everybody_meets_everybody_once_the_weaker_named_first():
    assert pairings(MABULA, ["queen", "larva", "soldier"]) == [
        ("larva", "soldier"),
        ("larva", "queen"),
        ("soldier", "queen"),
    ]
    assert len(pairings(MABULA)) == 28


def test_on_the_ladder_each_meets_the_one_below():
    assert steps(MABULA, ["queen", "larva", "soldier"]) == [("larva", "soldier"), ("soldier", "queen")]
    assert len(steps(kinds.get("marabunta"))) == 9


def test_a_mirrored_pair_has_the_same_chance_and_options_and_other_seats():
    given = some(12)
    assert len(given) == 12
    for one, two in zip(given[::2], given[1::2], strict=True):
        assert one.levels == two.levels[::-1]
        assert one._replace(levels=two.levels) == two
    assert {tuple(one.options.values()) for one in given} == {tuple(each.values()) for each in MABULA.option_sets()}
    assert len({one.seed for one in given}) == 6


def test_a_mirrored_pair_begins_with_the_same_ring(monkeypatch):
    rings = []

    def see_ring(state, budget):
        rings.append(state.marbles)
        return MABULA.rules.legal(state)[0]

    monkeypatch.setattr(tournament, "levels_of", lambda kind: {"larva": see_ring, "worker": see_ring})
    firsts = []
    for game in some(4):
        rings.clear()
        play_game(game)
        firsts.append(rings[0])
    assert firsts[0] == firsts[1]
    assert firsts[2] == firsts[3]
    assert firsts[0] != firsts[2]


def test_a_game_is_the_same_whenever_it_is_played():
    ticks = count()
    results = [play_game(some(2)[0], clock=lambda: next(ticks)) for _ in range(2)]
    assert results[0] == results[1]


def test_the_time_of_a_turn_is_what_its_seat_thought():
    ticks = count()
    result = play_game(some(2)[0], clock=lambda: next(ticks))
    assert all(turn >= 2 for turns in result.turns for turn in turns)  # begun, given an end, over
    assert all(10 <= len(turns) <= 12 for turns in result.turns)


def test_processes_of_their_own_bring_the_same_results_in_the_same_order():
    here, there = (list(play_all(some(4), jobs=jobs)) for jobs in (1, 2))
    assert [(one.game, one.winner) for one in here] == [(one.game, one.winner) for one in there]


def test_a_draw_is_half_a_win_and_a_win_counts_for_the_level_whatever_its_seat():
    one_first, two_first = some(2)
    turns = ((0.1,), (0.3,))
    results = [
        GameResult(one_first, Seat.TWO, turns),
        GameResult(two_first, Seat.ONE, turns),
        GameResult(one_first, None, turns),
        GameResult(one_first, Seat.ONE, turns),
    ]
    score = score_pairing(MABULA, WEAK, results)
    assert (score.wins, score.draws, score.losses) == (2, 1, 1)
    assert score.rate == 2.5 / 4
    assert score.turns["worker"] == [0.3, 0.1, 0.3, 0.3]
    assert score.by_options == {"largest draw": [2, 1, 1]}


def test_intervals_are_those_of_wilson():
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.9, 400) == pytest.approx((0.8667, 0.9257), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    widths = [high - low for low, high in (wilson(0.8, games) for games in (10, 100, 1000))]
    assert all(wide > narrow for wide, narrow in pairwise(widths))


def test_a_percentile_is_one_of_the_values():
    values = [5.0, 1.0, 4.0, 2.0, 3.0]
    assert [percentile(values, percent) for percent in (1, 50, 95)] == [1.0, 3.0, 5.0]


def test_a_search_budget_ends_by_its_clock_and_a_counted_one_by_its_questions():
    now = iter([10.0, 11.9, 12.0])
    budget = SearchBudget.within(2.0, seed=1, clock=lambda: next(now))
    assert [budget.is_out_of_time() for _ in range(2)] == [False, True]
    counted = SearchBudget.counting(2, seed=1)
    assert [counted.is_out_of_time() for _ in range(4)] == [False, False, True, True]


@pytest.mark.parametrize("seeds", [range(1000), SEEDS], ids=["low", "high"])
def test_a_bot_between_two_others_makes_its_share_of_moves_like_the_first(seeds):
    between = at_times(lambda *_: "planned", share=0.2, otherwise=lambda *_: "at once")
    made = [between(None, SearchBudget.counting(1, seed=seed)) for seed in seeds]
    assert set(made) == {"planned", "at once"}
    assert made.count("planned") == pytest.approx(200, abs=40)


def test_a_worker_is_stronger_than_a_larva():
    assert score_pairing(MABULA, WEAK, play_all(some(40))).rate > 0.6


def test_the_command_prints_a_table_of_strength_and_time(capsys):
    call_command("tournament", "--kind", "mabula", "--levels", "larva", "worker", "--games", "6", "-v", "2")
    told = capsys.readouterr()
    rows = [line.split() for line in told.out.splitlines()]
    assert ["mabula", "worker", "larva", "6"] in [row[:4] for row in rows]
    assert {row[1] for row in rows if row[-1:] == ["ms"]} == {"larva", "worker"}
    assert len(told.err.splitlines()) == 6


def test_the_command_prints_the_ladder(capsys):
    call_command(
        "tournament", "--kind", "mabula", "--ladder", "--levels", "larva", "pupa", "worker", "--games", "2", "--json"
    )
    standings = json.loads(capsys.readouterr().out)["standings"]
    assert [(one["level"], one["against"]) for one in standings] == [("pupa", "larva"), ("worker", "pupa")]


def test_the_command_prints_json(capsys):
    call_command("tournament", "--kind", "mabula", "--levels", "larva", "worker", "--games", "6", "--json")
    figures = json.loads(capsys.readouterr().out)
    (standing,) = figures["standings"]
    assert standing["games"] == standing["wins"] + standing["draws"] + standing["losses"] == 6
    low, high = standing["interval"]
    assert low <= standing["rate"] <= high
    assert {time["level"] for time in figures["times"]} == {"larva", "worker"}


def test_the_command_needs_two_levels_to_meet():
    with pytest.raises(CommandError, match="two levels"):
        call_command("tournament", "--kind", "mabula", "--levels", "larva")


@pytest.mark.parametrize("wrong", [["--games", "0"], ["--jobs", "many"], ["--levels", "wasp"]])
def test_the_command_refuses_nonsense(wrong):
    with pytest.raises(CommandError):
        call_command("tournament", *wrong)
