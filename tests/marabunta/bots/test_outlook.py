"""What the queen makes of the rolls to come, which she makes up."""

from itertools import count
from random import Random

import pytest

from games.contract import CHANCE, NOBODY, Seat
from games.contract.bots import SearchBudget
from games.marabunta import rules
from games.marabunta.bots import LADDER
from games.marabunta.bots.judgement import judge_of
from games.marabunta.bots.levels import ENOUGH
from games.marabunta.bots.outlook import MOST, choose, next_round
from games.marabunta.bots.rounds import Plan
from games.marabunta.bots.weights import TUNED
from games.marabunta.rules import Phase, Trigger
from tests.marabunta.position import after, position

ROLL = "roll two-zeros P0 O1 Y2 G3 BC VF"


def between_rounds(**about):
    state = position(pool="", **about)
    unrolled = state.round._replace(tile="", faces="", pools=(0, 0), taken=0)
    return state._replace(phase=Phase.ROLL, actor=CHANCE, left=0, round=unrolled)


def to_take():
    state = position(pool="P3 O2 YC GF B0 V1 Tone", red="d3=2 d4=0", blue="i6=1 j5=0")
    return after(state._replace(phase=Phase.SPLIT, actor=state.round.first, left=0), "split POY/GBVT")


def over(**about):
    """A game that is over; its end was red's doing."""
    return position(**about, trigger=Trigger(Seat.ONE, ("leaf",)))._replace(phase=Phase.OVER, actor=NOBODY)


def chosen(plans, *, looks=8, seed=1):
    judge = judge_of(plans[0].ended.board, TUNED)
    budget = SearchBudget.counting(looks, seed=seed)
    return choose(plans, Seat.ONE, judge, random=Random(seed), is_out_of_time=budget.is_out_of_time)


WORSE = between_rounds(red="d3=0", blue="i6=1 j5=3", cupcakes=(0, 5), points=(0, 20))
BETTER = between_rounds(red="d3=3 d4=2", blue="i6=1", cupcakes=(5, 0), points=(20, 0))


def test_of_two_plans_the_one_is_chosen_that_the_next_round_leaves_better():
    assert chosen([Plan("worse", WORSE), Plan("better", BETTER)]) == "better"


@pytest.mark.parametrize("looks", [0, 1])
def test_without_time_for_a_sample_the_first_plan_stays(looks):
    assert chosen([Plan("worse", WORSE), Plan("better", BETTER)], looks=looks) == "worse"


def test_what_cannot_be_told_apart_is_not_sampled():
    asked = count()
    plans = [Plan("same", WORSE), Plan("same", BETTER), Plan("unseen")]
    judge = judge_of(WORSE.board, TUNED)
    assert choose(plans, Seat.ONE, judge, random=Random(1), is_out_of_time=lambda: next(asked) < 0) == "same"
    assert next(asked) == 0


def test_a_win_by_one_point_is_more_than_a_chance_of_many():
    won = over(points=(11, 10))
    open_still = between_rounds(red="d3=3 d4=2", blue="i6=1", points=(14, 10))
    judge = judge_of(won.board, TUNED)
    assert judge.value(won) < judge.value(open_still)
    assert chosen([Plan("play on", open_still), Plan("win", won)]) == "win"


def test_who_is_behind_does_not_end_the_game():
    lost = over(points=(10, 11))
    open_still = between_rounds(points=(7, 11), red="i6=1", blue="d3=3")
    judge = judge_of(lost.board, TUNED)
    assert judge.value(lost) > judge.value(open_still)
    assert chosen([Plan("lose", lost), Plan("play on", open_still)]) == "play on"


def test_samples_come_to_an_end_without_a_clock():
    asked = count()
    judge = judge_of(WORSE.board, TUNED)
    plans = [Plan("over", over(points=(0, 9))), Plan("play on", WORSE)]
    choose(plans, Seat.ONE, judge, random=Random(1), is_out_of_time=lambda: next(asked) < 0)
    assert next(asked) == MOST * len(plans)


def test_the_next_round_is_played_by_the_rules_to_its_end():
    state = next_round(BETTER, ROLL, judge_of(BETTER.board, TUNED))
    assert (state.phase, state.round.number) == (Phase.ROLL, BETTER.round.number + 1)
    assert "two-zeros" not in state.hidden


@pytest.mark.parametrize(("seconds", "looks"), [(ENOUGH / 2, 1), (ENOUGH, 61)])
def test_only_a_queen_with_enough_seconds_goes_on_when_her_search_is_at_its_end(seconds, looks):
    asked = count(1)
    assert LADDER["queen"](to_take(), SearchBudget(1, seconds, lambda: next(asked) > 60)) in rules.legal(to_take())
    assert next(asked) - 1 == looks


def test_a_queen_who_samples_makes_the_same_move_for_the_same_search_budget():
    assert len({LADDER["queen"](to_take(), SearchBudget.counting(60, seed=3)) for _ in range(3)}) == 1
