from games.mabula.rules.board import CORNERS, EDGES, is_edge, lay, name_of, picture, read_picture, space_of
from tests.clauses import clause
from tests.mabula.position import RING, is_drawn_as, position

SPACES = [space for space in range(64) if space not in CORNERS]


@clause("B1.1")
def test_the_board_has_24_edge_spaces_round_a_field_of_36():
    assert sum(is_edge(space) for space in SPACES) == 24
    assert sum(not is_edge(space) for space in SPACES) == 36


@clause("B1.1")
def test_the_four_corners_are_missing():
    assert [name_of(corner) for corner in CORNERS] == ["a8", "h8", "a1", "h1"]


@clause("B1.1")
def test_files_run_from_left_to_right_and_ranks_from_bottom_to_top():
    state = position("""
        -......-
        B.......
        ........
        ........
        ........
        ........
        .......W
        -......-
    """)
    assert state.marbles == 1 << space_of("h2") | 1 << space_of("a7") + 64


@clause("B1.1")
def test_every_space_has_a_name_of_its_own():
    assert [space_of(name_of(space)) for space in SPACES] == SPACES


@clause("B1.1", "B4")
def test_the_edge_is_numbered_clockwise_from_b8():
    names = [name_of(edge.spaces[0]) for edge in EDGES]
    assert " ".join(names) == "b8 c8 d8 e8 f8 g8 h7 h6 h5 h4 h3 h2 g1 f1 e1 d1 c1 b1 a2 a3 a4 a5 a6 a7"


@clause("B1.1")
def test_a_line_runs_from_an_edge_space_across_six_field_spaces_to_the_edge_space_opposite():
    for edge in EDGES:
        start, *field, end = edge.spaces
        assert is_edge(start)
        assert is_edge(end)
        assert len(field) == 6
        assert not any(map(is_edge, field))


def test_a_picture_is_read_as_the_board_it_shows():
    marbles = lay(RING)
    assert read_picture(picture(marbles)) == marbles
    assert picture(0) == " ...... " + "\n........" * 6 + "\n ...... "


@clause("B4")
def test_a_ring_is_laid_clockwise_from_b8():
    state = position("""
        -WWWWWW-
        B......W
        B......W
        B......W
        B......W
        B......W
        B......W
        -BBBBBB-
    """)
    assert state.marbles == lay("W" * 12 + "B" * 12)
    assert is_drawn_as(state._replace(marbles=lay("WB" * 12)), """
        -WBWBWB-
        B......W
        W......B
        B......W
        W......B
        B......W
        W......B
        -BWBWBW-
    """)  # fmt: skip
