import pytest

from games.contract import Seat
from games.mabula import rules
from games.mabula.rules.board import name_of
from games.mabula.rules.scoring import tally
from tests.clauses import clause
from tests.mabula.position import BLACK, RING, WHITE, finished, position

# B3.7: black's groups are 6, 3, 2, 1 and white's 8, 2, 1, 1.
EXAMPLE = """
    -....W.-
    ...BBB..
    ..W.WWB.
    .BBBBBW.
    ...WWBW.
    ...BWWW.
    ...B.W..
    -......-
"""
# Both largest groups have 3; then white has 2 and black two single marbles.
TIED = """
    -......-
    .WWW....
    ........
    .BBB....
    .....B..
    ..WW....
    .....B..
    -......-
"""
# Groups of 3 and 2 on both sides.
EQUAL = """
    -......-
    .WWW....
    ........
    .BBB....
    ........
    .WW.BB..
    ........
    -......-
"""


def sizes(state):
    return tuple([len(group) for group in rules.groups(state.marbles, colour)] for colour in (rules.WHITE, rules.BLACK))


def result(state):
    outcome = rules.outcome(state)
    return outcome.winner, outcome.decided, outcome.points


@clause("B3.7")
def test_the_example_has_the_groups_of_the_rules():
    assert sizes(finished(EXAMPLE)) == ([8, 2, 1, 1], [6, 3, 2, 1])


@clause("B3.2", "B3.7")
def test_the_largest_group_wins_by_standard_scoring():
    assert result(finished(EXAMPLE)) == (WHITE, "largest", (8, 6))


@clause("B3.3", "B3.7")
def test_the_higher_product_of_all_groups_wins_by_the_other_scoring():
    assert result(finished(EXAMPLE, scoring="product")) == (BLACK, "product", (16, 36))


@pytest.mark.parametrize(("scoring", "points"), [("largest", (8, 6)), ("product", (16, 36))])
@clause("B3.2", "B3.3")
def test_the_count_shows_every_group(scoring, points):
    outcome = rules.outcome(finished(EXAMPLE, scoring=scoring))
    (part,) = outcome.parts
    assert (part.what, part.points) == (scoring, points)
    assert part.facts == {"groups": ((8, 2, 1, 1), (6, 3, 2, 1))}
    assert outcome.causes == ()


@clause("B3.2")
def test_marbles_connect_along_ranks_and_files_and_not_across_corners():
    state = finished("""
        -......-
        ........
        ..WW....
        ..W.....
        ...W.B..
        ....B.B.
        ........
        -......-
    """)
    assert sizes(state) == ([3, 1], [1, 1, 1])


@clause("B3.2")
def test_a_group_winds_round_marbles_of_the_other_colour():
    state = finished("""
        -......-
        ..WWW...
        ..WBW...
        ..WBW...
        ..WWW...
        ........
        ........
        -......-
    """)
    assert sizes(state) == ([10], [2])


@clause("B3.2")
def test_groups_come_with_the_largest_first_and_name_their_spaces():
    state = finished("""
        -......-
        .W......
        ...WW...
        ........
        ........
        ........
        .W......
        -......-
    """)
    named = [sorted(map(name_of, group)) for group in rules.groups(state.marbles, rules.WHITE)]
    assert named == [["d6", "e6"], ["b7"], ["b2"]]
    assert rules.groups(state.marbles, rules.BLACK) == []


@clause("B3.4")
def test_marbles_left_on_the_edge_count_and_connect_like_any_other():
    state = finished("""
        -......-
        ........
        ........
        WWW.....
        B.......
        B......B
        B.....BB
        -.....B-
    """)
    assert sizes(state) == ([3], [4, 3])


@clause("B3.4")
def test_marbles_connect_along_a_side_of_the_edge():
    state = finished("""
        -WWWWWW-
        B.......
        B.......
        ........
        ........
        ........
        ........
        -..BBB.-
    """)
    assert sizes(state) == ([6], [3, 2])


@pytest.mark.parametrize(
    "corner",
    [
        "-.....W-\n.......W" + "\n........" * 5 + "\n-......-",
        "-W.....-\nW......." + "\n........" * 5 + "\n-......-",
        "-......-" + "\n........" * 5 + "\n.......W\n-.....W-",
        "-......-" + "\n........" * 5 + "\nW.......\n-W.....-",
    ],
    ids=["g8 and h7", "b8 and a7", "h2 and g1", "a2 and b1"],
)
@clause("B3.4")
def test_the_spaces_either_side_of_a_missing_corner_are_not_connected(corner):
    assert sizes(finished(corner)) == ([1, 1], [])


@clause("B3.5")
def test_equal_largest_groups_are_a_draw():
    assert result(finished(TIED)) == (None, "draw", (3, 3))


@clause("B3.5")
def test_equal_products_are_a_draw():
    assert result(finished(EQUAL, scoring="product")) == (None, "draw", (6, 6))


@clause("B3.5")
def test_the_next_largest_groups_decide_a_tie_when_the_players_agreed_on_it():
    assert result(finished(TIED, ties="next-group")) == (WHITE, "next-group", (3, 3))


@clause("B3.5")
def test_the_next_largest_groups_are_compared_in_turn_and_not_added_up():
    state = finished("""
        -......-
        .WW.WW..
        ........
        .BB.BB..
        ........
        .W.BB...
        ........
        -.W.W..-
    """, ties="next-group")  # fmt: skip
    assert sizes(state) == ([2, 2, 1, 1, 1], [2, 2, 2])
    assert result(state) == (BLACK, "next-group", (2, 2))


@clause("B3.5")
def test_the_next_largest_groups_matter_only_where_the_largest_are_equal():
    assert result(finished(EXAMPLE, ties="next-group")) == (WHITE, "largest", (8, 6))


@clause("B3.5")
def test_when_all_groups_are_equal_it_is_a_draw_all_the_same():
    assert result(finished(EQUAL, ties="next-group")) == (None, "draw", (3, 3))


@clause("B3.1")
def test_there_is_no_outcome_before_the_end():
    assert rules.outcome(rules.initial({})) is None
    assert rules.outcome(position(EXAMPLE)) is None


def test_the_count_can_be_asked_for_at_any_time():
    laid = rules.apply(rules.initial({}), f"ring {RING}")
    assert tally(laid).points == (1, 1)
    assert tally(position(EXAMPLE)).winner is Seat.ONE
    assert tally(rules.initial({})).decided == "draw"


THREES = """
    -......-
    .WWW.BB.
    ........
    .WWW..B.
    ........
    .WWW....
    ........
    -.WWW..-
"""


@clause("B3.3")
def test_four_groups_of_three_are_the_most_where_groups_are_multiplied():
    state = finished(THREES, scoring="product")
    assert rules.has_four_threes(state, WHITE)
    assert not rules.has_four_threes(state, BLACK)
    assert not rules.has_four_threes(finished(THREES), WHITE)
