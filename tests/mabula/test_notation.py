import pytest

from games.contract import CHANCE, NOBODY
from games.mabula import rules
from tests.clauses import clause
from tests.mabula.position import BLACK, RING, WHITE, position, refusal

START = rules.initial({})
MIDDLE = """
    -WB....-
    B......W
    W..W...B
    ........
    WBWB.B..
    ........
    ........
    -..W...-
"""


@clause("B4")
def test_a_move_names_the_edge_space_and_where_the_pushed_marble_stops():
    state = rules.apply(position(MIDDLE), "a4-c4")
    assert rules.encode(state).split()[-1] == "-WB....-/B......W/W..W...B/......../..WBWBB./......../......../-..W...-"


@pytest.mark.parametrize(
    ("move", "code", "number", "facts"),
    [
        ("a4-b8", "ends-on-the-edge", "B2.2", {"space": "b8"}),
        ("a4-h4", "ends-on-the-edge", "B2.2", {"space": "h4"}),
        ("a4-a4", "ends-on-the-edge", "B2.2", {"space": "a4"}),
        ("a4-b5", "not-straight-across", "B2.2", {"space": "a4", "stop": "b5"}),
        ("b8-c7", "not-straight-across", "B2.2", {"space": "b8", "stop": "c7"}),
        ("a5-b5", "no-marble", "B2.2", {"space": "a5"}),
        ("a7-b7", "not-yours", "B2.2", {"space": "a7"}),
        ("d6-e6", "not-from-the-edge", "B2.5", {"space": "d6"}),
        ("a8-b7", "no-such-space", "B1.1", {"space": "a8"}),
        ("a4-h1", "no-such-space", "B1.1", {"space": "h1"}),
        ("a4-d4", "too-far", "B2.4", {"space": "a4", "distance": 3, "most": 2}),
        (f"ring {RING}", "ring-is-laid", "B1.2", {}),
        ("resign", "not-a-move", "B4", {"text": "resign"}),
    ],
)
@clause("B2.2", "B4")
def test_a_refusal_names_the_code_the_clause_and_the_facts(move, code, number, facts):
    refused = refusal(position(MIDDLE, turn=WHITE), move)
    assert (refused.code, refused.clause, refused.facts) == (code, number, facts)


@clause("B2.2")
def test_a_marble_of_white_is_not_black_s_to_push():
    refused = refusal(position(MIDDLE, turn=BLACK), "a4-b4")
    assert (refused.code, refused.facts) == ("not-yours", {"space": "a4"})


@clause("B1.2")
def test_nobody_pushes_before_the_ring_is_laid():
    refused = refusal(START, "a4-b4")
    assert (refused.code, refused.clause, refused.facts) == ("no-ring-yet", "B1.2", {})


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("a8-h8", "no-such-space"),  # a start that does not exist, before a stop that does not exist
        ("d6-h1", "no-such-space"),  # a stop that does not exist, before a start in the field
        ("d6-h6", "not-from-the-edge"),  # the start, before the stop
        ("a5-h5", "ends-on-the-edge"),  # the stop, before the marble
        ("a5-c6", "not-straight-across"),  # the way, before the marble
        ("a7-g7", "not-yours"),  # whose marble, before the distance
    ],
)
@clause("B4")
def test_the_first_clause_that_fails_is_named(move, code):
    assert refusal(position(MIDDLE), move).code == code


@pytest.mark.parametrize("turn", [CHANCE, WHITE, NOBODY])
@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "a", "a4", "a4-", "-b4", "a4b4", "a4 b4", "a4–b4", "a4-b4-c4", "A4-B4", "a4-B4", "a4-b9"),
        *("a0-b4", "i4-h4", " a4-b4", "a4-b4 ", "a4-b4\n", "a4-b4\0", "a4-b٤", "a4xb4", "a４-b４", "\ud800"),
        *("ring", "ring ", f"ring{RING}", f"ring  {RING}", f"Ring {RING}", f"ring {RING.lower()}", f"ring {RING}\n"),
        *(f"ring {RING[1:]}", f"ring {RING}W", f"ring {'X' * 24}", "ring " + "Ｗ" * 24, "a4-b4" * 1000),
    ],
    ids=lambda text: ascii(text)[:30],
)  # fmt: skip
@clause("B4")
def test_a_text_that_is_not_of_the_form_is_no_move_whoever_is_to_move(turn, text):
    refused = refusal(position(MIDDLE, turn=turn), text)
    assert (refused.code, refused.clause, refused.facts) == ("not-a-move", "B4", {"text": text[:40]})


@clause("B4")
def test_the_state_as_text_names_the_options_the_turn_and_the_marbles():
    state = position(MIDDLE, turn=BLACK, ties="next-group")
    board = "-WB....-/B......W/W..W...B/......../WBWB.B../......../......../-..W...-"
    assert rules.encode(state) == f"mabula {rules.version} largest next-group two {board}"
