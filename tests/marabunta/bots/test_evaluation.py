from random import Random

import pytest

from games.chance import StreamChance
from games.contract import NOBODY, Seat, play
from games.marabunta import rules
from games.marabunta.bots import evaluate
from games.marabunta.bots import judgement as judging
from games.marabunta.bots.judgement import Judge, judge_of
from games.marabunta.bots.weights import FAIR, TUNED
from games.marabunta.rules import load_board
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


def test_once_the_end_is_triggered_a_search_goes_by_winning_too():
    """A point more counts as before, and beside it which of the two is ahead."""
    end = rules.Trigger(RED, ("leaf",))

    def new(mine, trigger=end):
        return position(territory="glade", colony="harvester", points=(mine, 10), trigger=trigger)

    def beside(state):
        judge = judge_of(state.board, TUNED)
        return judge.value(state) - judge.points(state)

    triggered = [new(mine) for mine in (0, 9, 11, 20)]
    over = [state._replace(phase=rules.Phase.OVER, actor=NOBODY) for state in triggered]
    assert [beside(state) for state in over] == [-TUNED.wins, -TUNED.wins, TUNED.wins, TUNED.wins]
    low, less, more, high = map(beside, triggered)
    assert -TUNED.wins < low < less < 0 < more < high < TUNED.wins
    assert beside(new(0, None)) == 0
    assert beside(position(points=(0, 10), trigger=end)) == 0, "on the first boards she plays as she did"


def test_what_a_judge_keeps_is_bounded_and_dropping_it_changes_no_value(monkeypatch):
    states = [position(cupcakes=(count, 0), anthills=anthills) for count in range(9) for anthills in range(3)]
    judge = Judge(states[0].board, TUNED)
    values = [judge.value(state) for state in states]
    monkeypatch.setattr(judging, "MOST_KNOWN", 5)
    forgetful = Judge(states[0].board, TUNED)
    assert [forgetful.value(state) for state in states] == values
    assert len(judge.known) > 5 >= len(forgetful.known)


def test_the_first_boards_are_judged_by_the_numbers_of_before():
    first = {"forager": 9.4, "raider": 9.4, "harvester": 3.14, "weaver": 3.14}
    for colony, worth in first.items():
        judge = judge_of(load_board("meadow", colony), TUNED)
        assert judge.weights.powers["two-cupcakes"] == worth
    assert judge_of(load_board("meadow", "forager"), FAIR).weights is FAIR


def test_two_cupcakes_are_worth_more_the_dearer_the_next_two_spaces_are():
    judge = judge_of(load_board("glade", "weaver"), TUNED)
    group = 6  # of two-cupcakes; its first crate is crossed out

    def promised(eaten):
        state = position(territory="glade", colony="weaver", crates=f"{group}:1", cupcakes=(eaten, 0))
        return judge.colony(state, state.players[0], 16).crates

    row = load_board("glade", "weaver").row
    spaces = [sum(row[eaten : eaten + 2]) for eaten in range(len(row) + 1)]
    for eaten, points in enumerate(spaces):
        share = (1 / 5) ** TUNED.crates
        assert promised(eaten) == pytest.approx(share * (TUNED.powers["two-cupcakes"] + TUNED.spaces * points))
    assert promised(0) < promised(1) < promised(7), "+0 +2, then +2 +2, then +4 +4"
    assert promised(9) == min(map(promised, range(10))), "a full row brings nothing"


@pytest.mark.parametrize("territory", rules.OPTIONS["territory"])
def test_the_lead_in_a_region_is_the_difference_of_both_sums(territory):
    board = load_board(territory, "harvester")
    judge = Judge(board, FAIR)
    names = board.names_in(board.whole)
    luck = Random(territory)
    for _ in range(50):
        mine, theirs = luck.sample(names, 20), luck.sample(names, 20)
        red, blue = (
            " ".join(f"{name}={luck.randrange(4)}" for name in side if name not in other)
            for side, other in ((mine, ()), (theirs, mine))
        )
        state = position(territory=territory, colony="harvester", red=red, blue=blue)
        values = judge.regions(state, 0)
        for region, value in enumerate(values):
            one, two = region_part(state, region).points
            assert value == one - two
