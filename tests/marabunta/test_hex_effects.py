"""M7: what a number sets off where it is written."""

from tests.clauses import clause
from tests.marabunta.position import BLUE, after, legal, me, position, waiting


@clause("M7.1")
def test_a_number_in_a_cupcake_hex_crosses_out_the_next_space_and_scores_the_points_above_it():
    row = position().board.row
    for eaten in range(len(row)):
        state = after(position(pool="P2", red="i6=0", cupcakes=(eaten, 0), points=(5, 0)), "P@i5")
        assert (me(state).cupcakes, me(state).points) == (eaten + 1, 5 + row[eaten])


@clause("M7.2")
def test_a_number_in_a_crate_hex_asks_for_a_crate_of_choice():
    state = after(position(pool="P2", red="j6=0"), "P@j7")
    assert waiting(state) == ["crate"]
    assert legal(state) == [f"#{group}" for group in range(1, 8)]
    assert me(after(state, "#5")).crates[4] == 1


@clause("M7.3")
def test_a_hex_effect_is_mandatory():
    state = after(position(pool="P2", red="j6=0"), "P@j7")
    assert "end" not in legal(state)
    assert "decline" not in legal(state)


@clause("M7.3")
def test_a_full_row_gives_nothing():
    state = after(position(pool="P2", red="i6=0", cupcakes=(9, 0), points=(28, 0)), "P@i5")
    assert (me(state).cupcakes, me(state).points) == (9, 28)


@clause("M7.3", "M11")
def test_with_no_crate_left_a_crate_hex_asks_nothing():
    state = after(position(pool="P2", red="j6=0", crates="1:2 2:2 3:2 4:3 5:3 6:4 7:4"), "P@j7")
    assert legal(state) == ["end"]


@clause("M7.4")
def test_a_crossed_out_cupcake_or_crate_gives_nobody_anything():
    state = after(position(pool="Tcross-two", number=2), "Txi5,j6", "end")
    assert [me(state).cupcakes, me(state, BLUE).cupcakes] == [0, 0]
    state = after(position(pool="Tcross-two"), "Txj6,j7")
    assert (waiting(state), me(state).crates) == ([], (0,) * 7)
