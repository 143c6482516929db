"""M6: writing a number."""

from games.marabunta import rules
from tests.clauses import clause
from tests.marabunta.position import BLUE, after, facts, legal, marks, me, position, refusal


@clause("M6.1")
def test_a_hex_with_a_number_or_a_cross_is_not_available():
    state = position(pool="P0", red="d4=2", blue="d3=1", crossed="d5")
    assert refusal(state, "P@d4") == ("already-written", "M6.1")
    assert refusal(state, "P@d3") == ("already-written", "M6.1")
    assert refusal(state, "P@d5") == ("crossed-out", "M6.1")
    assert facts(state, "P@d5") == {"hex": "d5"}


@clause("M6.1")
def test_no_legal_move_touches_a_hex_that_is_taken():
    state = position(pool="P0 Tcross-two", red="d4=2", blue="d3=1", crossed="d5")
    taken = {"d3", "d4", "d5"}
    assert not any(taken & set(move.rstrip("^")[2:].split(",")) for move in legal(state))


@clause("M6.2")
def test_a_number_is_written_beside_an_own_number_of_any_value_and_region():
    state = position(pool="G2", red="d3=0", anthills=0)
    assert legal(state, "G") == ["G@d4", "G@e4"]  # green hexes beside an orange 0
    assert marks(after(state, "G@e4"))["e4"] == "r2"


@clause("M6.2")
def test_the_opponents_numbers_and_crossed_out_hexes_do_not_count_as_neighbours():
    state = position(pool="G2", blue="d3=3", crossed="e5", anthills=0)
    assert legal(state, "G") == []
    assert refusal(state, "G@d4") == ("not-adjacent", "M6.2")
    assert facts(state, "G@d4") == {"hexes": "d4", "anthills": 0}


@clause("M6.3")
def test_an_anthill_waives_adjacency_but_a_number_die_keeps_its_region():
    state = position(pool="P3", red="a1=0")
    assert "P@l4^" in legal(state)
    assert refusal(state, "P@d4^") == ("another-region", "M4.3")
    assert me(after(state, "P@l4^")).anthills == 1


@clause("M6.3")
def test_with_an_anthill_a_zero_goes_anywhere():
    assert "P@a1^" in legal(position(pool="P0", red="l4=0"))


@clause("M6.3")
def test_without_an_anthill_left_adjacency_cannot_be_waived():
    state = position(pool="P3", red="a1=0", anthills=0)
    assert legal(state) == ["end"]
    assert refusal(state, "P@l4^") == ("no-anthill-left", "M6.3")


@clause("M6.3")
def test_spending_an_anthill_is_never_mandatory():
    assert "end" in legal(position(pool="P3"))


@clause("M6.4", "M11")
def test_an_anthill_is_spent_exactly_where_adjacency_does_not_hold():
    state = position(pool="G2", red="d3=0")
    assert refusal(state, "G@d4^") == ("needless-anthill", "M6.4")
    assert refusal(state, "G@h4") == ("not-adjacent", "M6.2")
    assert facts(state, "G@h4") == {"hexes": "h4", "anthills": 2}
    assert {"G@d4", "G@h4^"} < set(legal(state))


@clause("M6.4", "M6.6")
def test_a_pair_spends_an_anthill_exactly_when_no_hex_of_it_touched_an_own_number():
    state = position(pool="Ttwo-zeros", red="d3=0")
    assert refusal(state, "T@d4,d5^") == ("needless-anthill", "M6.4")
    assert refusal(state, "T@g7,h7") == ("not-adjacent", "M6.2")
    assert me(after(state, "T@d4,d5")).anthills == 2
    assert me(after(state, "T@g7,h7^")).anthills == 1


@clause("M6.5")
def test_powers_write_in_any_region_with_an_anthill():
    state = position(waiting="two", red="d3=0")
    assert "@l4^" in legal(state)
    assert marks(after(state, "@l4^"))["l4"] == "r2"


@clause("M6.6")
def test_the_hexes_of_a_set_touch_each_other():
    state = position(colony="raider", waiting="triple-one")
    assert refusal(state, "@d3,d4,d5^") == ("not-touching", "M6.6")
    assert "@c3,d3,d4^" in legal(state)


@clause("M6.6")
def test_all_numbers_of_a_set_are_written_before_its_hex_effects():
    """A crate hex in the pair: its power may not take the second hex of the pair."""
    state = position(pool="Ttwo-zeros", crates="2:1", red="d3=0")
    state = after(state, "T@d4,e5", "#2")
    assert {"d4": "r0", "e5": "r0"}.items() <= marks(state).items()
    assert "@d4" not in legal(state)


@clause("M6.6", "M7.1", "M7.2")
def test_cupcakes_of_a_set_are_eaten_at_once_and_then_the_crates_are_chosen_one_by_one():
    state = after(position(pool="Ttwo-zeros", red="d4=0"), "T@d5,e5")
    assert (me(state).cupcakes, [effect.key for effect in state.waiting]) == (1, ["crate"])


@clause("M6.6")
def test_a_triangle_may_hold_two_crate_hexes_on_some_board():
    """Two crates that wait after one set are chosen one after the other, each with what it unlocks."""
    state = position(waiting="crate crate", crates="2:1")
    state = after(state, "#2")
    assert [effect.key for effect in state.waiting] == ["crate", "free-zero"]
    state = after(state, "@a1", "#1")
    assert legal(state) == ["end"]


@clause("M6.1")
def test_a_number_is_never_changed_by_anybody():
    state = position(pool="P0", turn=BLUE, red="d4=2")
    assert refusal(state, "P@d4^") == ("already-written", "M6.1")
    assert rules.encode(state).count("d4=r2") == 1
