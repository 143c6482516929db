"""M5: the eight tiles."""

from itertools import combinations

import pytest

from games.marabunta.rules import load_board
from games.marabunta.rules.board import LETTERS
from tests.clauses import clause
from tests.marabunta.position import after, facts, legal, marks, me, position, refusal, waiting

ALL_BUT = "1:2 2:2 3:2 4:3 5:3 6:4 7:4"


@clause("M5", "M5:two-crates")
def test_two_crates_crosses_out_two_one_after_the_other():
    state = after(position(pool="Ttwo-crates"), "T#4")
    assert me(state).crates == (0, 0, 0, 1, 0, 0, 0)
    assert waiting(state) == ["crate"]
    state = after(state, "#4")
    assert me(state).crates == (0, 0, 0, 2, 0, 0, 0)
    assert legal(state) == ["end"]


@clause("M5:two-crates")
def test_a_power_unlocked_by_the_first_crate_is_used_before_the_second_is_chosen():
    state = after(position(pool="Ttwo-crates", crates="2:1"), "T#2")
    assert waiting(state) == ["crate", "free-zero"]
    assert legal(state, "#") == []
    state = after(state, "@a1")
    assert waiting(state) == ["crate"]


@clause("M5:two-crates", "M11")
def test_the_second_crate_cannot_be_declined():
    state = after(position(pool="Ttwo-crates"), "T#4")
    assert refusal(state, "decline") == ("must-be-used", "M8.2")
    assert "decline" not in legal(state)


@clause("M5.2", "M5:two-crates")
def test_with_one_crate_left_two_crates_crosses_out_that_one():
    state = position(pool="Ttwo-crates", crates=ALL_BUT.replace("3:2", "3:1"))
    assert legal(state, "T") == ["T#3"]
    state = after(state, "T#3")
    assert (waiting(state), me(state).points) == ([], 2)


@clause("M5:two-leaves")
def test_two_leaves_fills_a_circle_on_each_of_two_different_leaves():
    state = position(pool="Ttwo-leaves")
    assert legal(state, "T") == [f"T*{a}{b}" for a, b in combinations(LETTERS, 2)]
    assert me(after(state, "T*PB")).circles == (1, 0, 0, 0, 1, 0)


@clause("M5.2", "M5:two-leaves", "M11")
def test_with_one_open_leaf_two_leaves_fills_that_one():
    state = position(pool="Ttwo-leaves", circles="P6 O6 Y6 G6 V6")
    assert legal(state, "T") == ["T*B"]
    assert refusal(state, "T*PB") == ("leaf-is-full", "M4.5")
    assert me(after(state, "T*B")).circles[4] == 1


@clause("M5.2", "M5:two-leaves", "M11")
def test_with_two_open_leaves_both_must_be_named():
    state = position(pool="Ttwo-leaves", circles="P6 O6 Y6 G6")
    assert legal(state, "T") == ["T*BV"]
    assert refusal(state, "T*B") == ("another-number-of-leaves", "M5.2")
    assert facts(state, "T*B") == {"needed": 2}


@clause("M5:two-leaves", "M11")
def test_with_no_open_leaf_two_leaves_has_no_move():
    state = position(pool="Ttwo-leaves", circles="P6 O6 Y6 G6 B6 V6")
    assert legal(state) == ["end"]


@clause("M5:one", "M6.5")
def test_one_writes_a_1_in_any_region_by_adjacency_or_an_anthill():
    state = position(pool="Tone", red="d4=0")
    assert legal(state, "T")[:6] == ["T@c3", "T@c4", "T@d3", "T@d5", "T@e4", "T@e5"]
    assert all(move.endswith("^") for move in legal(state, "T")[6:])
    assert len(legal(state, "T")) == 83
    assert marks(after(state, "T@c3"))["c3"] == "r1"
    assert me(after(state, "T@l4^")).anthills == 1


@clause("M5:two-zeros", "M6.6")
def test_two_zeros_writes_in_two_touching_hexes_of_which_one_is_adjacent():
    state = position(pool="Ttwo-zeros", red="a1=0", anthills=0)
    beside_a1 = {"a2", "b2", "b3"}
    pairs = [move.removeprefix("T@").split(",") for move in legal(state, "T")]
    assert len(pairs) == 10
    assert all(beside_a1 & set(pair) for pair in pairs)
    assert ["b3", "c4"] in pairs
    assert {hex: mark for hex, mark in marks(after(state, "T@a2,a3")).items() if hex != "a1"} == {
        "a2": "r0",
        "a3": "r0",
    }


@clause("M5:two-zeros", "M6.6")
def test_two_zeros_spends_one_anthill_for_both():
    state = after(position(pool="Ttwo-zeros"), "T@i7,j8^")
    assert (me(state).anthills, marks(state)) == (1, {"i7": "r0", "j8": "r0"})


@clause("M5.2", "M5:two-zeros")
def test_two_zeros_is_both_or_not_at_all():
    state = position(pool="Ttwo-zeros")
    assert refusal(state, "T@i7^") == ("another-number-of-hexes", "M5:two-zeros")
    assert refusal(state, "T@a1,l4^") == ("not-touching", "M6.6")
    lonely = position(pool="Ttwo-zeros", red="a1=0", crossed="a2 b2 b3", anthills=0)
    assert legal(lonely) == ["end"]


@clause("M5:free-zero", "M11")
def test_free_zero_goes_anywhere_and_never_costs_an_anthill():
    state = position(pool="Tfree-zero", red="d4=0")
    assert len(legal(state, "T")) == 83
    assert not any("^" in move for move in legal(state, "T"))
    assert me(after(state, "T@l4")).anthills == 2
    assert refusal(state, "T@l4^") == ("needless-anthill", "M6.4")


@clause("M5:cross-two", "M5.3")
def test_cross_two_crosses_out_two_touching_hexes_anywhere_also_over_a_border():
    state = position(pool="Tcross-two", anthills=0)
    assert len(legal(state, "T")) == len(load_board("meadow", "forager").places[2])
    after_ = after(state, "Txd3,d4")  # orange and green
    assert marks(after_) == {"d3": "x", "d4": "x"}
    assert me(after_).anthills == 0


@clause("M5.2", "M5:cross-two")
def test_cross_two_is_both_or_not_at_all():
    state = position(pool="Tcross-two", crossed="d5")
    assert refusal(state, "Txd4") == ("another-number-of-hexes", "M5:cross-two")
    assert refusal(state, "Txd4,d6") == ("not-touching", "M5:cross-two")
    assert refusal(state, "Txd4,d5") == ("crossed-out", "M6.1")


@clause("M5:die-again", "M5.1")
def test_die_again_uses_a_die_once_more_whether_used_still_to_be_used_or_ignored():
    state = position(pool="P2 YF GC Tdie-again", red="i6=0")
    again = {"T=P@i5", "T=Y*", "T=G#1"}
    assert again < set(legal(state))
    used = after(state, "Y*")
    assert again < set(legal(used))
    assert me(after(used, "T=Y*")).circles[2] == 2
    unused = after(state, "T=P@i5")
    assert "P@i4" in legal(unused)


@clause("M5.1")
def test_die_again_reaches_only_dice_of_the_own_pool():
    state = position(pool="P2 Tdie-again")
    assert refusal(state, "T=Y*") == ("not-in-your-pool", "M5.1")
    assert facts(state, "T=Y*") == {"element": "Y"}
    assert legal(position(pool="Tdie-again")) == ["end"]


@clause("M5.1", "M11")
def test_die_again_has_no_move_if_no_die_has_one():
    state = position(pool="YF Tdie-again", used="Y", circles="Y6")
    assert legal(state) == ["end"]


@clause("M5.1")
def test_only_the_die_again_tile_uses_a_die_again():
    assert refusal(position(pool="YF Tone"), "T=Y*") == ("another-kind-of-mark", "M5:one")
    assert refusal(position(pool="YF Tdie-again"), "T@d4^") == ("another-kind-of-mark", "M5.1")


@clause("M5.1", "M4.6")
def test_die_again_with_a_crate_die_crosses_out_one_crate():
    state = after(position(pool="GC Tdie-again"), "T=G#7")
    assert (me(state).crates[6], waiting(state)) == (1, [])


@clause("M5:cupcake", "M7.4")
def test_the_crossed_out_cupcake_leaves_the_own_row_untouched():
    state = position(pool="Tcupcake", number=8)
    assert len(legal(state)) == 12
    state = after(state, "Txd5")
    assert (me(state).cupcakes, me(state).points, marks(state)) == (0, 0, {"d5": "x"})
    assert refusal(position(pool="Tcupcake", number=8), "Txd4") == ("no-cupcake-hex", "M5:cupcake")


@clause("M5:cupcake")
def test_the_crossed_out_cupcake_is_never_discarded():
    state = position(pool="Tcupcake", number=8)._replace(hidden=frozenset())
    state = after(state, "Txd5", "end", "end")
    assert after(state, "roll cupcake P0 O0 Y0 G0 B0 V0").round.tile == "cupcake"


@clause("M5")
@pytest.mark.parametrize(
    ("tile", "move"),
    [("two-crates", "T*PB"), ("two-leaves", "T#1"), ("one", "Txd4"), ("two-zeros", "T#1"), ("cupcake", "T@d5")],
)
def test_a_tile_does_only_what_it_says(tile, move):
    assert refusal(position(pool=f"T{tile}"), move) == ("another-kind-of-mark", f"M5:{tile}")
