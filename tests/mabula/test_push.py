import pytest

from games.mabula import rules
from tests.clauses import clause
from tests.mabula.position import BLACK, WHITE, is_drawn_as, position, rank_four, refusal, spaces_of_rank_four


def after(spaces: str, move: str) -> str:
    """Rank 4 after a push along it, by whoever owns the marble."""
    turn = WHITE if spaces[0 if move.startswith("a") else 7] == "W" else BLACK
    return spaces_of_rank_four(rules.apply(rank_four(spaces, turn=turn), move))


@pytest.mark.parametrize(
    ("before", "move", "expected"),
    [
        ("W.......", "a4-b4", ".W......"),
        ("W.......", "a4-e4", "....W..."),
        ("W.......", "a4-g4", "......W."),
        ("B.......", "a4-c4", "..B....."),
        (".......W", "h4-g4", "......W."),
        (".......W", "h4-b4", ".W......"),
        (".......B", "h4-d4", "...B...."),
    ],
)
@clause("B2.2")
def test_a_marble_goes_from_the_edge_straight_across_one_or_more_spaces_into_the_field(before, move, expected):
    assert after(before, move) == expected


@clause("B2.2")
def test_a_marble_is_pushed_down_a_file_from_the_top_and_up_from_the_bottom():
    state = position("""
        -.W....-
        ........
        ........
        ........
        ........
        ........
        ........
        -....B.-
    """)
    state = rules.apply(state, "c8-c5")
    assert is_drawn_as(rules.apply(state, "f1-f6"), """
        -......-
        ........
        .....B..
        ..W.....
        ........
        ........
        ........
        -......-
    """)  # fmt: skip


@clause("B2.2")
def test_only_own_marbles_are_pushed():
    state = position("""
        -.W....-
        ........
        B.......
        .......W
        ........
        B.......
        ........
        -......-
    """)
    assert {move[:2] for move in rules.legal(state)} == {"c8", "h5"}
    assert {move[:2] for move in rules.legal(state._replace(actor=BLACK))} == {"a6", "a3"}
    assert refusal(state, "a6-b6").code == "not-yours"


@pytest.mark.parametrize(
    ("before", "move", "expected"),
    [
        ("WB......", "a4-b4", ".WB....."),
        ("WW......", "a4-c4", "..WW...."),
        ("WBWWB...", "a4-c4", "..WBWWB."),
        ("BWBW....", "a4-b4", ".BWBW..."),
        (".....WBW", "h4-f4", "...WBW.."),
        ("...WWBBW", "h4-g4", "..WWBBW."),
    ],
)
@clause("B2.3")
def test_marbles_in_the_way_are_pushed_ahead_of_either_colour_and_in_any_number(before, move, expected):
    assert after(before, move) == expected


@pytest.mark.parametrize(
    ("before", "move", "expected"),
    [
        ("W.B.B...", "a4-b4", ".WB.B..."),
        ("W.B.B...", "a4-c4", "..WBB..."),
        ("W.B.B...", "a4-d4", "...WBB.."),
        ("W.B.B...", "a4-e4", "....WBB."),
        ("WB.W.B..", "a4-b4", ".WBW.B.."),
        ("WB.W.B..", "a4-c4", "..WBWB.."),
        ("WB.W.B..", "a4-d4", "...WBWB."),
        ("..B.W.BW", "h4-g4", "..B.WBW."),
        ("..B.W.BW", "h4-f4", "..BWBW.."),
        ("..B.W.BW", "h4-e4", ".BWBW..."),
    ],
)
@clause("B2.3")
def test_gaps_close_only_as_far_as_the_push_needs(before, move, expected):
    assert after(before, move) == expected


@pytest.mark.parametrize("field", ["......", "B.....", ".....W", "..B.W.", ".WBW..", "B.BW.B", "BWBW.B", "WWWBBB"])
@pytest.mark.parametrize("opposite", [".", "W", "B"])
@clause("B2.4")
def test_with_n_marbles_in_the_field_of_the_line_the_distances_are_1_to_6_minus_n(field, opposite):
    state = rank_four(f"W{field}{opposite}")
    farthest = field.count(".")
    expected = ["a4-b4", "a4-c4", "a4-d4", "a4-e4", "a4-f4", "a4-g4"][:farthest]
    assert [move for move in rules.legal(state) if move.startswith("a4")] == expected


@clause("B2.4")
def test_a_push_that_would_need_one_gap_more_is_refused():
    refused = refusal(rank_four("W.B.WBB."), "a4-d4")
    assert (refused.code, refused.clause) == ("too-far", "B2.4")
    assert refused.facts == {"space": "a4", "distance": 3, "most": 2}


@clause("B2.4")
def test_no_marble_is_pushed_from_a_line_that_is_full():
    refused = refusal(rank_four("WBWBWBW."), "a4-b4")
    assert (refused.code, refused.facts["most"]) == ("too-far", 0)


@pytest.mark.parametrize("opposite", [".", "W", "B"])
@clause("B2.4")
def test_what_stands_on_the_opposite_edge_space_neither_moves_nor_matters(opposite):
    assert after(f"W..B.BW{opposite}", "a4-d4") == f"...WBBW{opposite}"


@clause("B2.5")
def test_marbles_in_the_field_are_never_pushed_from_where_they_are():
    state = rank_four("W..W....")
    assert all(move.startswith("a4") for move in rules.legal(state))
    refused = refusal(state, "d4-e4")
    assert (refused.code, refused.clause, refused.facts) == ("not-from-the-edge", "B2.5", {"space": "d4"})


@clause("B2.3", "B2.5")
def test_a_push_changes_nothing_outside_its_line():
    state = position("""
        -WBWBWB-
        B.W....W
        W.B..B.B
        B......W
        W.WB.W.B
        B..W...W
        W..B.B.B
        -BWBWBW-
    """, turn=BLACK)  # fmt: skip
    assert is_drawn_as(rules.apply(state, "d1-d4"), """
        -WBWBWB-
        B.WB...W
        W.BW.B.B
        B..B...W
        W.WB.W.B
        B......W
        W....B.B
        -BW.WBW-
    """)  # fmt: skip


@clause("B2.2")
def test_every_legal_push_is_listed_once_clockwise_from_b8_the_nearest_first():
    state = position("""
        -W....B-
        .......W
        ........
        ........
        ........
        ........
        W.......
        -.....B-
    """)
    assert rules.legal(state) == [
        *("b8-b7", "b8-b6", "b8-b5", "b8-b4", "b8-b3", "b8-b2"),
        *("h7-g7", "h7-f7", "h7-e7", "h7-d7", "h7-c7", "h7-b7"),
        *("a2-b2", "a2-c2", "a2-d2", "a2-e2", "a2-f2", "a2-g2"),
    ]
