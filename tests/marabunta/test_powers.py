"""M8: crates and powers."""

from itertools import combinations

import pytest

from games.marabunta.rules.board import LETTERS
from tests.clauses import clause
from tests.marabunta.position import BLUE, after, facts, legal, marks, me, position, refusal, waiting


@clause("M8.1", "M8")
def test_the_last_crate_of_a_group_unlocks_its_power_at_once():
    state = after(position(pool="GC", crates="4:1"), "G#4")
    assert waiting(state) == []
    state = after(position(pool="GC", crates="4:2"), "G#4")
    assert waiting(state) == ["two"]


@clause("M8.1")
def test_a_power_is_used_once():
    state = after(position(pool="GC", crates="3:1"), "G#3")
    assert me(state).points == 2
    assert refusal(after(position(pool="GC BC", crates="3:1"), "G#3"), "B#3") == ("no-crate-left", "M8.1")


@clause("M8.1")
def test_an_unfinished_group_costs_nothing():
    state = after(position(pool="GC", crates="7:2"), "G#7")
    assert (me(state).points, me(state).cupcakes, waiting(state)) == (0, 0, [])


@clause("M8:one", "M8:two")
@pytest.mark.parametrize(("power", "value"), [("one", 1), ("two", 2)])
def test_a_number_power_writes_beside_an_own_number_in_any_region_or_with_an_anthill(power, value):
    state = position(waiting=power, red="d4=0")
    assert legal(state)[:6] == ["@c3", "@c4", "@d3", "@d5", "@e4", "@e5"]
    assert "@l4^" in legal(state)
    assert marks(after(state, "@c4"))["c4"] == f"r{value}"


@clause("M8:free-zero", "M8:free-three")
@pytest.mark.parametrize(("power", "value"), [("free-zero", 0), ("free-three", 3)])
def test_a_free_number_goes_in_any_available_hex(power, value):
    state = position(waiting=power, anthills=0)
    assert len(legal(state)) == 84
    assert marks(after(state, "@l3")) == {"l3": f"r{value}"}
    assert refusal(position(waiting=power), "@l3^") == ("needless-anthill", "M6.4")


@clause("M8:two-cupcakes")
def test_two_cupcakes_crosses_out_two_spaces_and_scores_both():
    state = after(position(pool="GC", crates="7:3", cupcakes=(3, 0)), "G#7")
    assert (me(state).cupcakes, me(state).points) == (5, 2 + 3)
    assert legal(state) == ["end"]


@clause("M8:two-cupcakes", "M5.2")
def test_two_cupcakes_does_as_many_as_are_possible():
    state = after(position(pool="GC", crates="7:3", cupcakes=(8, 0)), "G#7")
    assert (me(state).cupcakes, me(state).points) == (9, 7)


@clause("M8:points-2", "M8:points-3")
@pytest.mark.parametrize(("crates", "group", "points"), [("3:1", 3, 2), ("5:2", 5, 3)])
def test_a_points_power_scores_at_once(crates, group, points):
    state = after(position(pool="GC", crates=crates, points=(4, 0)), f"G#{group}")
    assert me(state).points == 4 + points


@clause("M8:triple-one", "M6.6")
def test_three_ones_are_written_in_a_triangle_of_which_one_hex_is_adjacent():
    state = position(colony="raider", waiting="triple-one", red="a1=0", anthills=0)
    assert legal(state) == ["@a2,a3,b4", "@a2,b3,b4", "@b1,b2,c2", "@b2,b3,c3", "@b2,c2,c3", "@b3,b4,c4", "@b3,c3,c4"]
    assert {"b3": "r1", "c3": "r1", "c4": "r1"}.items() <= marks(after(state, "@b3,c3,c4")).items()


@clause("M8:triple-one", "M5.2")
def test_three_ones_are_all_or_nothing():
    state = position(colony="raider", waiting="triple-one")
    assert refusal(state, "@b3,c3^") == ("another-number-of-hexes", "M8:triple-one")
    assert me(after(state, "@b3,c3,c4^")).anthills == 1


@clause("M8:cross-two")
def test_the_power_to_cross_out_two_needs_no_adjacency():
    state = position(colony="raider", waiting="cross-two", anthills=0)
    assert marks(after(state, "xj8,k7")) == {"j8": "x", "k7": "x"}
    assert "decline" not in legal(state)


@clause("M8:two-leaves")
def test_the_power_of_two_leaves_fills_one_circle_on_each_of_two():
    state = position(colony="raider", waiting="two-leaves")
    assert legal(state) == [f"*{a}{b}" for a, b in combinations(LETTERS, 2)]
    assert me(after(state, "*GV")).circles == (0, 0, 0, 1, 0, 1)


@clause("M8:two-leaves", "M11")
def test_the_power_of_two_leaves_is_lost_when_no_leaf_is_open():
    full = "P6 O6 Y6 G6 B6 V6"
    assert waiting(after(position(colony="raider", pool="GC", crates="1:1", circles=full), "G#1")) == []
    one_open = position(colony="raider", waiting="two-leaves", circles=full.replace("G6", "G5"))
    assert legal(one_open) == ["*G"]


@clause("M8.2")
def test_a_power_that_can_be_used_without_an_anthill_is_mandatory():
    state = position(waiting="one", red="d4=0")
    assert refusal(state, "decline") == ("must-be-used", "M8.2")
    assert facts(state, "decline") == {"effect": "one"}


@clause("M8.2", "M11")
def test_its_options_with_an_anthill_stay_legal_beside_the_plain_ones():
    assert {"@d3", "@l4^"} < set(legal(position(waiting="one", red="d4=0")))


@clause("M8.2", "M11")
@pytest.mark.parametrize(("colony", "power"), [("forager", "one"), ("forager", "two"), ("raider", "triple-one")])
def test_a_power_that_costs_an_anthill_may_be_declined(colony, power):
    state = position(colony=colony, waiting=power)
    assert legal(state)[-1] == "decline"
    assert all(move.endswith("^") for move in legal(state)[:-1])
    declined = after(state, "decline")
    assert (me(declined).anthills, legal(declined)) == (2, ["end"])


@clause("M8.2", "M11")
@pytest.mark.parametrize("power", ["free-zero", "free-three", "cross-two", "two-leaves"])
def test_no_other_power_may_be_declined(power):
    assert refusal(position(colony="raider", waiting=power), "decline") == ("must-be-used", "M8.2")


@clause("M8.2")
def test_a_power_that_cannot_be_used_is_lost():
    state = after(position(pool="GC", crates="1:1", anthills=0), "G#1")
    assert (waiting(state), legal(state)) == ([], ["end"])


@clause("M8.3")
def test_nested_effects_are_a_stack():
    """A crate unlocks a free 3, which is written in a crate hex, which unlocks a free 0, in a cupcake hex."""
    state = position(pool="Ttwo-crates", crates="6:3 2:1")
    state = after(state, "T#6")
    assert waiting(state) == ["crate", "free-three"]
    state = after(state, "@j7")
    assert waiting(state) == ["crate", "crate"]
    state = after(state, "#2")
    assert waiting(state) == ["crate", "free-zero"]
    state = after(state, "@l4")
    assert (waiting(state), me(state).cupcakes) == (["crate"], 1)
    assert legal(after(state, "#1")) == ["end"]


@clause("M8.3", "M11")
def test_whether_an_effect_has_options_is_judged_when_it_comes_to_the_top():
    """The free 3 above it makes the power `one` usable, though it was not when it was unlocked."""
    state = position(waiting="one free-three", anthills=0)
    state = after(state, "@l4")
    assert waiting(state) == ["one"]
    assert legal(state) == ["@k5", "@k6", "@l3"]


@clause("M8.2", "M11")
def test_an_effect_with_exactly_one_option_still_asks():
    state = position(waiting="crate", crates="1:2 2:2 3:2 4:3 5:3 6:4 7:3")
    assert legal(state) == ["#7"]


@clause("M8.2")
def test_what_waits_below_a_declined_power_goes_on():
    state = after(position(waiting="crate one"), "decline")
    assert waiting(state) == ["crate"]
    lost = after(position(waiting="two one", anthills=1, red=""), "@d4^")
    assert waiting(lost) == ["two"]


@clause("M8.3")
def test_without_a_waiting_effect_there_is_nothing_to_choose_or_decline():
    state = position(pool="GC")
    assert refusal(state, "#1") == ("nothing-waits", "M8.3")
    assert refusal(state, "decline") == ("nothing-waits", "M8.3")


@clause("M8.1")
def test_only_the_own_colony_is_marked():
    state = after(position(turn=BLUE, pool="GC", crates="3:1"), "G#3")
    assert (me(state, BLUE).points, state.players[0].points) == (2, 0)
