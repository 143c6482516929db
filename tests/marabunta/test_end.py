"""M9: the end."""

import pytest

from games.marabunta import rules
from games.marabunta.rules import Trigger
from tests.clauses import clause
from tests.marabunta.position import BLUE, RED, after, legal, position, region_names

CUPCAKES = ["a1", "a5", "b1", "d5", "e1", "e8", "f3", "i5", "i8", "j1", "l1", "l4"]


def all_but(names, *kept):
    return " ".join(name for name in names if name not in kept)


@clause("M9.1")
def test_a_region_full_of_numbers_triggers_the_end():
    pink = all_but(region_names("P"), "k5")
    state = position(pool="P2", red=" ".join(f"{hex}=0" for hex in pink.split()))
    assert state.trigger is None
    assert after(state, "P@k5").trigger == Trigger(RED, ("region",))


@clause("M9.1")
def test_crossed_out_hexes_count_towards_a_full_region():
    state = position(pool="Tcross-two", crossed=all_but(region_names("P"), "k5", "k6"))
    assert after(state, "Txk5,k6").trigger == Trigger(RED, ("region",))


@clause("M9.1")
def test_all_fragments_of_blue_are_one_region_on_the_delta():
    ponds = region_names("B", "delta")
    state = position(territory="delta", pool="P0", crossed=all_but(ponds, ponds[0], ponds[-1]))
    state = after(state, f"P@{ponds[0]}^")
    assert state.trigger is None
    state = after(state._replace(left=1, round=state.round._replace(faces="000000")), f"P@{ponds[-1]}^")
    assert state.trigger == Trigger(RED, ("region",))


@clause("M9.1")
def test_the_last_blank_circle_of_a_leaf_triggers_the_end():
    state = position(pool="VF", circles="V3", their_circles="V2")
    assert after(state, "V*").trigger == Trigger(RED, ("leaf",))
    assert after(position(pool="VF", circles="V2", their_circles="V2"), "V*").trigger is None


@clause("M9.1")
def test_two_leaves_can_trigger_the_end_by_either_leaf():
    state = position(pool="Ttwo-leaves", circles="V5")
    assert after(state, "T*PV").trigger == Trigger(RED, ("leaf",))


@clause("M9.1")
def test_no_cupcake_hex_left_triggers_the_end():
    state = position(pool="P2", red="i6=0", crossed=all_but(CUPCAKES, "i5"))
    assert after(state, "P@i5").trigger == Trigger(RED, ("cupcakes",))


@clause("M9.2")
def test_the_round_is_finished_by_both_players():
    state = position(pool="VF YF", circles="V5")
    state = after(state, "V*")
    assert "Y*" in legal(state)
    state = after(state, "Y*", "end")
    assert state.actor is BLUE
    assert rules.outcome(state) is None


@clause("M9.3")
def test_who_was_forced_by_the_tile_has_triggered_the_end_too():
    state = position(turn=BLUE, first=RED, pool="Tcupcake", number=9, crossed=all_but(CUPCAKES, "i5"))
    assert legal(state) == ["Txi5"]
    assert after(state, "Txi5").trigger == Trigger(BLUE, ("cupcakes",))


@clause("M9.3")
def test_a_later_condition_changes_nothing():
    earlier = Trigger(BLUE, ("region",))
    state = position(pool="VF P2", circles="V5", trigger=earlier, red="i6=0", crossed=all_but(CUPCAKES, "i5"))
    assert after(state, "V*", "P@i5").trigger == earlier


@clause("M9.3")
def test_several_conditions_fulfilled_at_once_are_all_causes():
    crossed = {*region_names("P"), *CUPCAKES} - {"i5"}
    state = position(pool="P2", crossed=" ".join(crossed))
    assert after(state, "P@i5^").trigger == Trigger(RED, ("region", "cupcakes"))


@clause("M9.4")
def test_a_game_in_which_nobody_does_more_than_the_duty_lasts_19_rounds():
    state = after(rules.initial({}), "first red")
    tiles = ["two-crates", "two-leaves", "one", "two-zeros", "free-zero", "cross-two", "die-again"]
    for tile in tiles:
        state = after(state, f"roll {tile} P0 O0 Y0 G0 B0 V0", "split P/OYGBVT", "take 1", "end", "end")
    for cupcake in CUPCAKES:
        assert state.trigger is None
        state = after(state, "roll cupcake P0 O0 Y0 G0 B0 V0", "split P/OYGBVT", "take 1", "end")
        state = after(state, f"Tx{cupcake}", "end")
    assert state.round.number == 19
    outcome = rules.outcome(state)
    assert outcome
    assert (outcome.decided, outcome.winner) == ("trigger", RED)


@clause("M9.4")
def test_a_twentieth_round_is_impossible():
    state = position(number=19, turn=RED, first=RED)
    with pytest.raises(AssertionError, match=r"M9\.4"):
        rules.apply(state, "end")
