"""M4: resolving a pool."""

import pytest

from games.marabunta import rules
from tests.clauses import clause
from tests.marabunta.position import RED, after, facts, legal, marks, me, position, refusal, region_names, waiting


@clause("M4.1")
def test_the_owner_resolves_the_elements_in_any_order():
    state = position(pool="P2 YF GC")
    for order in (("P@i4^", "Y*", "G#1"), ("G#1", "Y*", "P@i4^"), ("Y*", "P@i4^", "G#1")):
        assert legal(after(state, *order)) == ["end"]


@clause("M4.1")
def test_an_element_is_used_once():
    state = after(position(pool="P2 YF"), "Y*")
    assert refusal(state, "Y*") == ("already-resolved", "M4.1")


@clause("M4.1")
def test_an_element_of_the_other_pool_cannot_be_used():
    assert refusal(position(pool="P2"), "Y*") == ("not-in-your-pool", "M4.1")
    assert facts(position(pool="P2"), "T@d4^") == {"element": "T"}


@clause("M4.1", "M8.3")
def test_what_an_element_sets_off_is_finished_before_the_next_element():
    state = after(position(pool="O2 YF", red="c2=0"), "O@c3")
    assert waiting(state) == ["crate"]
    assert refusal(state, "Y*") == ("an-effect-waits", "M8.3")
    assert refusal(state, "end") == ("an-effect-waits", "M8.3")
    assert set(legal(state)) == {f"#{group}" for group in range(1, 8)}


@clause("M4.2")
def test_any_other_element_may_be_ignored():
    assert "end" in legal(position(pool="P2 O0 YF GC B3 Tfree-zero"))


@clause("M4.2")
def test_the_crossed_out_cupcake_must_be_resolved_while_a_cupcake_hex_is_available():
    state = position(pool="P2 Tcupcake", number=8)
    assert "end" not in legal(state)
    assert refusal(state, "end") == ("cupcake-tile-must-be-resolved", "M4.2")
    assert "end" in legal(after(state, "Txj1"))


@clause("M4.2")
def test_the_duty_may_be_done_at_any_point_of_the_turn():
    state = position(pool="P2 YF Tcupcake", number=8)
    for order in (("Txj1", "P@i4^", "Y*"), ("P@i4^", "Txj1", "Y*"), ("P@i4^", "Y*", "Txj1")):
        assert legal(after(state, *order)) == ["end"]


@clause("M4.2")
def test_the_duty_lapses_when_the_last_cupcake_hex_goes_by_another_element():
    others = "a1 a5 b1 d5 e1 e8 f3 i8 j1 l1 l4"
    state = position(pool="P2 Tcupcake", number=8, red="i6=0", crossed=others)
    assert "end" not in legal(state)
    state = after(state, "P@i5")
    assert legal(state) == ["end"]
    assert refusal(state, "Txi5") == ("already-written", "M6.1")


@clause("M4.3")
@pytest.mark.parametrize("face", "123")
def test_a_number_die_writes_in_its_own_region(face):
    state = position(pool=f"P{face}")
    assert legal(state, "P") == [f"P@{hex}^" for hex in region_names("P")]
    assert marks(after(state, "P@k5^"))["k5"] == f"r{face}"
    assert refusal(state, "P@d4^") == ("another-region", "M4.3")
    assert facts(state, "P@d4^") == {"hex": "d4", "region": "pink"}


@clause("M4.4")
def test_a_zero_goes_in_any_region():
    state = position(pool="P0")
    assert len(legal(state, "P@")) == 84
    assert marks(after(state, "P@a1^")) == {"a1": "r0"}


@clause("M4.5")
def test_a_leaf_die_fills_a_circle_on_the_leaf_of_its_region():
    state = after(position(pool="VF", circles="V2"), "V*")
    assert me(state).circles == (0, 0, 0, 0, 0, 3)


@clause("M4.5")
def test_a_leaf_without_blank_circles_gives_nothing():
    state = position(pool="VF", circles="V2", their_circles="V4")
    assert legal(state) == ["end"]
    assert refusal(state, "V*") == ("leaf-is-full", "M4.5")
    assert facts(state, "V*") == {"region": "violet"}


@clause("M4.6")
def test_a_crate_die_crosses_out_one_crate_of_choice_on_the_own_board():
    state = position(pool="GC", crates="2:1")
    assert legal(state, "G") == [f"G#{group}" for group in range(1, 8)]
    state = after(state, "G#6")
    assert me(state, RED).crates == (0, 1, 0, 0, 0, 1, 0)
    assert state.players[1].crates == (0,) * 7


@clause("M4.6")
def test_no_crate_left_means_no_effect():
    state = position(pool="GC", crates="1:2 2:2 3:2 4:3 5:3 6:4 7:4")
    assert legal(state) == ["end"]
    assert refusal(state, "G#1") == ("no-crate-left", "M8.1")


@clause("M4.3", "M4.5", "M4.6")
@pytest.mark.parametrize(
    ("pool", "move", "clause_"),
    [("P2", "P*", "M4.3"), ("PF", "P@i4^", "M4.5"), ("PC", "P@i4^", "M4.6"), ("P0", "P#1", "M4.4")],
)
def test_a_die_does_only_what_its_face_says(pool, move, clause_):
    assert refusal(position(pool=pool), move) == ("another-kind-of-mark", clause_)


@clause("M4.1")
def test_a_turn_closes_only_by_its_end():
    state = after(position(pool="YF"), "Y*")
    assert rules.actor(state) is RED
    assert legal(state) == ["end"]
