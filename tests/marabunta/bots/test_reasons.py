"""Every code that ``explain`` may give, and the facts that go with it."""

from typing import Any

from games.contract import Seat
from games.marabunta.bots import explain
from games.marabunta.rules import Phase, Trigger
from tests.marabunta.position import BLUE, RED, after, position

ABOUT = {"element", "effect", "die", "anthill", "gain"}


def found(move, **about):
    reason = explain(position(**about), move)
    return reason.code, reason.facts


def facts_of(state, move) -> dict[str, Any]:
    """All that the reason of a move names, its code among it."""
    reason = explain(state, move)
    return {"code": reason.code, **reason.facts}


def splitting(**about):
    state = position(**about)
    return state._replace(phase=Phase.SPLIT, actor=state.round.first, left=0)


def test_a_number_that_changes_who_leads_says_so_with_both_sums():
    code, facts = found("O@d2", pool="O3", red="d3=0", blue="c1=2")
    assert code == "takes-lead"
    assert facts["region"] == "orange"
    assert (facts["before"], facts["after"], facts["circles"]) == ((0, 2), (3, 2), (2, 2))
    assert (facts["hexes"], facts["regions"], facts["number"]) == (("d2",), ("orange",), 3)
    assert (facts["element"], facts["effect"], facts["die"], facts["anthill"]) == ("O", "O3", "", False)
    assert facts["gain"] > 0


def test_a_number_may_draw_level_extend_a_lead_or_only_catch_up():
    assert found("O@d1", pool="O2", red="d2=0", blue="c1=2")[0] == "draws-level"
    assert found("O@d1", pool="O2", red="d2=1")[0] == "extends-lead"
    assert found("O@d1", pool="O1", red="d2=0", blue="c1=3")[0] == "catches-up"


def test_a_cupcake_is_eaten_with_its_points_and_what_the_next_would_bring():
    code, facts = found("G@d5", pool="G1", red="d4=0", cupcakes=(3, 0))
    assert code == "eats"
    assert (facts["points"], facts["spaces"], facts["next"], facts["cupcakes"]) == (2, 4, 3, 1)
    assert found("G@d5", pool="G1", red="d4=0", cupcakes=(8, 0))[1]["next"] == 0


def test_a_zero_may_open_a_crate_or_reach_further():
    code, facts = found("P@e5", pool="P0", red="e4=0")
    assert (code, facts["crates"]) == ("opens-crate", 1)
    code, facts = found("P@d4", pool="P0", red="d3=0")
    assert code == "reaches"
    assert "d5" in facts["cupcakes_reached"]
    assert facts["reached"] > 0
    assert found("P@d8^", pool="P0")[1]["anthill"]
    code, facts = found("P@b4", pool="P0", red="b3=0 b5=0 c4=0 c5=0 a3=0")
    assert code == "writes"


def test_circles_are_filled_where_one_leads_where_nobody_does_or_where_the_other_does():
    code, facts = found("O*", pool="OF", red="d2=1", circles="O1", their_circles="O2")
    assert code == "fills-own-leaf"
    assert (facts["leaves"], facts["circles"], facts["blank"]) == (("orange",), (4,), (2,))
    assert found("O*", pool="OF")[0] == "fills-open-leaf"
    assert found("T*OB", pool="Ttwo-leaves", blue="d2=1")[0] == "fills-their-leaf"


def test_the_last_crate_unlocks_a_power():
    code, facts = found("G#3", pool="GC", crates="3:1")
    assert code == "unlocks"
    assert (facts["group"], facts["power"], facts["crossed"], facts["crates"], facts["points"]) == (
        3,
        "points-2",
        2,
        2,
        2,
    )
    code, facts = found("G#6", pool="GC", crates="6:1")
    assert code == "crosses-crate"
    assert (facts["power"], facts["crossed"], facts["crates"]) == ("free-three", 2, 4)


def test_hexes_crossed_out_say_who_could_have_had_them():
    code, facts = found("Txd4,d5", pool="Tcross-two", blue="c4=0 d6=0", red="d3=0")
    assert code == "crosses-out"
    assert (facts["hexes"], facts["regions"], facts["cupcakes"]) == (("d4", "d5"), ("green",), 1)
    assert (facts["mine"], facts["theirs"]) == (1, 2)
    assert found("Txd5", pool="Tcupcake", number=9)[0] == "must-cross-cupcake"


def test_a_power_that_cannot_be_used_is_called_lost():
    code, facts = found("G#1", pool="GC", crates="1:1", anthills=0)
    assert (code, facts["lost"]) == ("unlocks", True)


def test_in_the_last_round_a_crate_says_that_it_comes_late():
    last = Trigger(RED, ("leaf",))
    assert found("G#6", pool="GC", crates="6:1", trigger=last)[1]["late"]
    assert found("P@e5", pool="P0", red="e4=0", trigger=last)[1]["late"]


def test_a_circle_is_final_when_nobody_has_a_turn_any_more():
    last = Trigger(RED, ("leaf",))
    assert found("O*", pool="OF", red="d2=1", first=RED, trigger=last)[1]["final"]
    assert not found("O*", pool="OF", red="d2=1", first=BLUE, trigger=last)[1]["final"]


def test_a_die_used_again_is_named_behind_the_tile():
    code, facts = found("T=O@d2", pool="O3 Tdie-again", red="d3=0")
    assert code == "takes-lead"
    assert (facts["element"], facts["die"], facts["effect"]) == ("T", "O", "O3")


def test_a_power_that_waits_is_no_element():
    code, facts = found("@d2", waiting="two", red="d3=0")
    assert (code, facts["element"], facts["effect"], facts["number"]) == ("takes-lead", "", "two", 2)
    code, facts = found("decline", waiting="two")
    assert code == "declines"
    assert (facts["power"], facts["anthills"]) == ("two", 2)


def test_a_mark_that_brings_the_end_says_by_what():
    code, facts = found("O*", pool="OF", circles="O5", red="d2=1")
    assert code == "triggers-end"
    assert (facts["causes"], facts["points"]) == (("leaf",), (8, 0))
    assert facts.keys() >= ABOUT


def test_the_end_of_a_turn_names_what_is_not_used_and_the_end_of_the_game_its_count():
    assert found("end", pool="O3 PC") == ("ends-turn", {"unused": "PO", "others": "some"})
    assert found("end", pool="O3", anthills=0) == ("ends-turn", {"unused": "O", "others": "none"})
    assert found("end", pool="PC", used="P") == ("ends-turn", {"unused": "", "others": "none"})
    last = Trigger(RED, ("leaf",))
    assert found("end", first=RED, red="d2=1", trigger=last)[0] == "wins"
    code, facts = found("end", first=RED, blue="d2=1", trigger=last)
    assert code == "loses"
    assert facts == {"points": (0, 2), "decided": "points"}


def test_pools_after_which_one_stands_alike_make_an_even_split():
    empty = splitting(pool="PF OF YF GF BF VF Tcross-two")
    assert explain(empty, "split POY/GBVT").code == "even-split"


def test_any_other_split_names_the_best_of_each_pool():
    state = splitting(pool="P3 O3 YC GF B0 V2 Ttwo-crates", blue="d3=0 i6=0", red="e5=0 c4=0")
    found = facts_of(state, "split POYGBV/T")
    assert found["code"] == "split"
    assert found["pools"] == ("POYGBV", "T")
    assert found["bests"][0] in "POYGBV"
    assert found["bests"][1] == "T"


def test_a_choice_is_for_oneself_or_for_nothing():
    state = after(splitting(pool="PC OC YC GC BC VC Tcross-two"), "split POYGB/VT")
    assert state.actor is Seat.ONE
    more, less = (facts_of(state, f"take {pool}") for pool in (1, 2))
    assert (more["code"], less["code"]) == ("better-pool", "lesser-pool")
    assert (more["pool"], more["elements"], more["left"]) == (1, "POYGB", "VT")
    assert more["mine"] == -less["mine"] >= 1
    assert less["theirs"] == -more["theirs"] < 1


def test_what_comes_to_much_the_same_is_called_even():
    """A circle more or less is no point yet."""
    state = after(splitting(pool="PF OF YF GF BF VF Tcross-two", red="d2=1"), "split POYT/GBV")
    for pool in (1, 2):
        reason = facts_of(state, f"take {pool}")
        assert reason["code"] == "even-choice"
        assert 0 < abs(reason["mine"]) < 1


def test_what_the_other_wants_more_is_kept_away():
    state = splitting(
        pool="P3 O3 Y3 GC B3 V3 Ttwo-crates",
        anthills=0,
        their_anthills=0,
        blue="d3=0 d4=0 c4=0 d6=0 c7=0 j4=0 h2=0",
    )
    reason = facts_of(after(state, "split POYBV/GT"), "take 1")
    assert (reason["code"], BLUE) == ("keeps-away", state.round.first)
    assert reason["mine"] <= -1
    assert reason["theirs"] >= 1
