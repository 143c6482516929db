import pytest

from games.chance import StreamChance
from games.contract import NOBODY, Seat, play
from games.marabunta import rules
from games.marabunta.bots import evaluate
from games.marabunta.bots import judgement as judging
from games.marabunta.bots.judgement import Judge, judge_of
from games.marabunta.bots.weights import TUNED
from games.marabunta.rules.board import REGIONS
from games.marabunta.rules.scoring import region_part
from tests.marabunta.position import BLUE, RED, position


def parts(state, seat=RED):
    return {region or what: value for what, region, value in evaluate(state, seat).parts}


def finished(seed=1, **options):
    """The last state of a blind game."""
    chance = StreamChance(str(seed).encode(), game="g")
    turn = iter(range(10**6))
    return [
        state
        for _, state in play(rules, options, chance=chance, choose=lambda _, moves: moves[next(turn) % len(moves)])
    ][-1]


def test_every_region_is_named_and_so_is_what_the_colony_promises():
    assert list(parts(position())) == [*REGIONS, "points", "cupcakes", "crates", "anthills"]


def test_at_the_start_nobody_is_ahead_in_anything():
    assert set(parts(position()).values()) == {0.0}


def test_a_region_counts_for_who_has_the_higher_sum_there_and_more_with_circles():
    led = parts(position(red="d2=2"))
    assert led["orange"] > 0
    assert parts(position(red="d2=2"), BLUE)["orange"] == -led["orange"]
    assert parts(position(red="d2=2", circles="O3"))["orange"] > led["orange"] + 1
    assert parts(position(red="d2=3"))["orange"] > led["orange"]
    assert parts(position(red="d2=2", blue="c2=3"))["orange"] < 0


def test_numbers_promise_something_where_they_may_go_on():
    beside = parts(position(red="d3=0"))
    assert beside["orange"] > 0
    assert beside["green"] > 0
    assert beside["pink"] == 0


def test_a_cupcake_eaten_makes_the_next_worth_more():
    hungry, fed = (parts(position(cupcakes=(count, 0))) for count in (0, 3))
    assert fed["cupcakes"] > hungry["cupcakes"] == 0


def test_crates_count_the_more_the_nearer_their_power_is_and_no_more_when_it_is_used():
    one, two, all_three = (parts(position(crates=f"4:{count}"))["crates"] for count in (1, 2, 3))
    assert 0 < one < two
    assert all_three == 0


def test_an_anthill_spent_is_missed():
    assert parts(position(anthills=1))["anthills"] < 0


@pytest.mark.parametrize("territory", rules.OPTIONS["territory"])
def test_a_finished_game_is_worth_its_count(territory):
    for seed in range(4):
        state = finished(seed, territory=territory)
        assert state.actor is NOBODY
        one, two = rules.tally(state).points
        assert evaluate(state, Seat.ONE).value == one - two
        counted = parts(state)
        for number, region in enumerate(REGIONS):
            mine, theirs = region_part(state, number).points
            assert counted[region] == mine - theirs


def test_an_end_that_is_triggered_leaves_no_time_for_promises():
    before = position(red="d2=2", crates="4:2", cupcakes=(3, 0))
    after = before._replace(trigger=rules.Trigger(RED, ("leaf",)))
    for promise in ("orange", "cupcakes", "crates"):
        assert 0 < parts(after)[promise] < parts(before)[promise]


def test_what_is_explained_is_what_the_search_goes_by():
    state = position(red="d3=2 d4=0", blue="i6=1", crates="4:2", cupcakes=(2, 1), points=(3, 1))
    assert judge_of(state.board, TUNED).value(state) == evaluate(state, Seat.ONE).value


def test_what_a_judge_keeps_is_bounded_and_dropping_it_changes_no_value(monkeypatch):
    states = [position(cupcakes=(count, 0), anthills=anthills) for count in range(9) for anthills in range(3)]
    judge = Judge(states[0].board, TUNED)
    values = [judge.value(state) for state in states]
    monkeypatch.setattr(judging, "MOST_KNOWN", 5)
    forgetful = Judge(states[0].board, TUNED)
    assert [forgetful.value(state) for state in states] == values
    assert len(judge.known) > 5 >= len(forgetful.known)
