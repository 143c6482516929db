from games.contract import NOBODY
from games.mabula import rules
from games.mabula.drawing import draw
from tests.mabula.position import BLACK, position

BOARD = """
    -WB....-
    B......W
    W..W...B
    ........
    WBWB.B..
    ........
    ........
    -..W...-
"""


def test_a_position_is_drawn_with_its_files_and_ranks_the_turn_and_the_groups():
    lines = draw(position(BOARD)).split("\n")
    assert lines == [
        "8    W B . . . .",
        "7  B . . . . . . W",
        "6  W . . W . . . B",
        "5  . . . . . . . .",
        "4  W B W B . B . .",
        "3  . . . . . . . .",
        "2  . . . . . . . .",
        "1    . . W . . .",
        "   a b c d e f g h",
        "",
        "white to push",
        "groups: white 1, 1, 1, 1, 1, 1, 1; black 1, 1, 1, 1, 1, 1",
    ]


def test_it_says_whose_turn_it_is_and_when_it_is_nobody_s():
    assert "\nblack to push\n" in draw(position(BOARD, turn=BLACK))
    assert "\nthe game is over\n" in draw(position(BOARD, turn=NOBODY))


def test_before_the_ring_is_laid_the_board_is_empty():
    drawn = draw(rules.initial({}))
    assert "W" not in drawn
    assert drawn.endswith("the ring is to be laid\ngroups: white none; black none")
