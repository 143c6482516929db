"""M10: the final count."""

import pytest

from games.contract import Part
from games.marabunta import rules
from games.marabunta.rules import Phase, Trigger, tally
from tests.clauses import clause
from tests.marabunta.position import BLUE, RED, after, me, position


def part(state, what):
    return next(part for part in tally(state).parts if part.what == what)


@clause("M10.1")
def test_cupcakes_and_powers_are_scored_as_they_happen():
    state = position(pool="GC P2", crates="5:2", red="i6=0", cupcakes=(4, 0), points=(3, 0))
    state = after(state, "G#5")
    assert me(state).points == 6
    state = after(state, "P@i5")
    assert me(state).points == 9
    assert part(state, "cupcakes") == Part("cupcakes", (6, 0), {"spaces": (5, 0)})
    assert part(state, "powers") == Part("powers", (3, 0))


@clause("M10.2")
def test_the_higher_sum_scores_its_circles_on_the_leaf():
    state = position(red="i4=3 i5=1", blue="j5=2 j6=1", circles="P1", their_circles="P4")
    assert part(state, "pink") == Part("pink", (3, 0), {"sums": (4, 3), "circles": (3, 6)})


@clause("M10.2")
@pytest.mark.parametrize(("red", "blue"), [("", ""), ("i4=0", ""), ("i4=2 i6=1", "j5=3")])
def test_equal_sums_also_none_score_nobody(red, blue):
    state = position(red=red, blue=blue, circles="P3")
    assert part(state, "pink").points == (0, 0)


@clause("M10.2")
def test_a_leaf_is_worth_between_2_and_8():
    assert part(position(red="i4=1"), "pink").points == (2, 0)
    assert part(position(red="i4=1", circles="P6"), "pink").points == (8, 0)


@clause("M10.2")
def test_a_sum_counts_only_the_numbers_in_the_region():
    state = position(territory="delta", red="a1=3", blue="")
    scored = [part.what for part in tally(state).parts if part.points != (0, 0)]
    assert len(scored) == 1


@clause("M10.3")
def test_most_points_win():
    outcome = _over(position(points=(9, 8), cupcakes=(0, 0)), Trigger(BLUE, ("leaf",)))
    assert (outcome.winner, outcome.decided, outcome.points) == (RED, "points", (9, 8))
    outcome = _over(position(points=(3, 8)), Trigger(RED, ("leaf",)))
    assert (outcome.winner, outcome.decided) == (BLUE, "points")


@clause("M10.3")
def test_then_most_cupcake_spaces():
    outcome = _over(position(points=(8, 8), cupcakes=(3, 4)), Trigger(RED, ("leaf",)))
    assert (outcome.winner, outcome.decided) == (BLUE, "cupcakes")


@clause("M10.3")
@pytest.mark.parametrize("seat", [RED, BLUE])
def test_then_who_triggered_the_end_so_that_there_is_always_a_winner(seat):
    outcome = _over(position(points=(8, 8), cupcakes=(4, 4)), Trigger(seat, ("region", "cupcakes")))
    assert (outcome.winner, outcome.decided, outcome.causes) == (seat, "trigger", ("region", "cupcakes"))


@clause("M10.3")
def test_the_parts_of_the_count_add_up_to_the_points():
    state = position(red="i4=3 a1=2", blue="d4=1 c1=2", points=(11, 7), cupcakes=(5, 3), circles="P2 V1")
    outcome = tally(state)
    assert outcome.points == tuple(sum(part.points[seat] for part in outcome.parts) for seat in (0, 1))
    assert [part.what for part in outcome.parts] == [
        "cupcakes", "powers", "pink", "orange", "yellow", "green", "blue", "violet",
    ]  # fmt: skip


@clause("M10.3")
def test_the_count_can_be_asked_for_before_the_end_and_then_names_no_winner_of_a_tie():
    state = position()
    assert rules.outcome(state) is None
    assert tally(state).winner is None


@clause("M10.4")
def test_points_simply_count_beyond_25():
    state = position(points=(24, 0), cupcakes=(8, 0), pool="P2", red="i6=0")
    assert me(after(state, "P@i5")).points == 31


def _over(state, trigger):
    return rules.outcome(state._replace(phase=Phase.OVER, trigger=trigger))
