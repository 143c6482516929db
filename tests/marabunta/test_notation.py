"""M11: notation, and refusals in the order the clause demands."""

import pytest

from games.contract import IllegalMove
from games.marabunta import rules
from tests.clauses import clause
from tests.marabunta.position import BLUE, after, facts, legal, position, refusal

POOL = "P2 O0 YF GC Ttwo-zeros"


@clause("M11")
def test_a_whole_turn_in_notation():
    state = position(pool="B3 YF GC Ttwo-zeros", blue="a5=1")
    state = after(state, "B@j2^", "Y*", "T@i1,i2", "G#1", "end")
    assert state.actor is BLUE


@clause("M11")
@pytest.mark.parametrize(
    "text",
    [
        "", " ", "P", "P@", "@", "#", "x", "*", "P@d4,", "P@,d4", "P@i4 ", " P@i4", "p@i4^", "P@I4^", "P@i4^^", "P@^i4",
        "P@i4,i5^", "P#", "G#0", "G#01", "G#-1", "G#x", "Y*Y", "T*", "*PP P", "PxA1", "Pxi4", "T=", "T=T@d4",
        "T=Pxi4", "P=O@d4", "take", "take 0", "take 3", "take  1", "Take 1", "end ", "END", "roll", "roll one",
        "split", "split P",
        "roll one P4 O0 Y0 G0 B0 V0", "roll none P0 O0 Y0 G0 B0 V0", "roll one O0 P0 Y0 G0 B0 V0", "first green",
        "P@i٤^", "G#١", "P@i4\n", "end\x00", "\ud800", "P@" + "i4," * 400 + "i4", "T*PBV", "xd4,d5,d6", "🧁",
    ],
)  # fmt: skip
def test_a_text_that_is_no_move_is_refused_as_such(text):
    assert refusal(position(pool=POOL), text) == ("not-a-move", "M11")


@clause("M11")
def test_the_refusal_quotes_only_the_beginning_of_a_long_text():
    assert facts(position(), "z" * 1_000_000) == {"text": "z" * 40}


@clause("M11")
def test_a_hex_or_group_that_is_not_on_the_board_is_named():
    state = position(pool=POOL)
    assert refusal(state, "P@z9^") == ("no-such-hex", "M11")
    assert facts(state, "T@i4,i99^") == {"hex": "i99"}
    assert refusal(state, "G#8") == ("no-such-group", "M11")
    assert facts(state, "G#99") == {"group": 99, "groups": 7}


@clause("M11")
@pytest.mark.parametrize(
    "text", ["T@d5,d4^", "T@d4,d4^", "*BP", "*PP", "split OP/YGBVT", "split PP/OYGBVT", "split P/OYGBTV"]
)
def test_hexes_leaves_and_elements_stand_in_canonical_order(text):
    assert refusal(position(pool=POOL), text) == ("not-in-canonical-order", "M11")


@clause("M11")
def test_the_pool_with_p_is_written_first():
    state = after(rules.initial({}), "first red", "roll one P0 O0 Y0 G0 B0 V0")
    assert refusal(state, "split O/PYGBVT") == ("first-pool-has-p", "M11")


@clause("M11")
def test_a_spelling_that_is_not_canonical_is_illegal_and_not_corrected():
    state = position(pool="Ttwo-zeros", red="d3=0")
    assert "T@d4,d5" in legal(state)
    for text in ("T@d5,d4", "T@d4,d5^", "T@d4, d5", "t@d4,d5", "T@d4,d5 "):
        with pytest.raises(IllegalMove):
            rules.apply(state, text)


@clause("M11")
def test_every_turn_closes_with_end_also_when_nothing_can_be_done():
    state = position(pool="VF", circles="V6")
    assert legal(state) == ["end"]


@clause("M11")
def test_a_die_or_tile_that_can_do_nothing_has_no_move():
    state = position(pool="P3 VF GC Tdie-again", circles="V6", anthills=0, crates="1:2 2:2 3:2 4:3 5:3 6:4 7:4")
    assert legal(state) == ["end"]


ORDER = {  # each text fails in its own place of the order, and in every later one where that is possible
    "form": ("P@i4!", "not-a-move"),
    "phase": ("take 1", "not-now"),
    "pool": ("B@d5^", "not-in-your-pool"),
    "waits": ("P@d5^", "an-effect-waits"),
}


@clause("M11")
def test_the_first_clause_that_fails_is_named_before_an_effect_waits():
    state = position(pool="P2", waiting="crate", crossed="d5")
    for text, code in ORDER.values():
        assert refusal(state, text)[0] == code


@clause("M11")
def test_the_first_clause_that_fails_is_named_on_the_board():
    state = position(pool="P2", red="a1=0", crossed="d5", anthills=0)
    assert refusal(state, "P@d5^") == ("crossed-out", "M6.1")  # not available, another region, no anthill
    assert refusal(state, "P@d4^") == ("another-region", "M4.3")  # another region, no anthill
    assert refusal(state, "P@i4^") == ("no-anthill-left", "M6.3")
    assert refusal(state, "P@i4") == ("not-adjacent", "M6.2")


@clause("M11")
def test_the_duty_is_named_last():
    state = position(pool="Tcupcake", waiting="crate", number=8)
    assert refusal(state, "end") == ("an-effect-waits", "M8.3")
    assert refusal(after(state, "#1"), "end") == ("cupcake-tile-must-be-resolved", "M4.2")


@clause("M11")
def test_encode_says_every_fact_in_words():
    state = position(
        pool="P2 Tone", used="P", waiting="crate", red="d4=3", blue="e5=0", crossed="a1", crates="1:1", circles="V2",
        anthills=1, cupcakes=(3, 1), points=(4, 0),
    )  # fmt: skip
    assert rules.encode(state) == (
        "marabunta:1 board:meadow/forager phase:resolve actor:one round:3 first:two "
        "hidden:two-crates,two-leaves,two-zeros,free-zero,cross-two,die-again tile:one dice:200000 "
        "pools:PT/OYGBV/1 left:T waiting:crate numbers:d4=r3,e5=b0 crossed:a1 "
        "red:1;1,0,0,0,0,0,0;3;4;0,0,0,0,0,2 blue:2;0,0,0,0,0,0,0;1;0;0,0,0,0,0,0 trigger:-"
    )
