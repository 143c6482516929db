import gzip
import re
from xml.etree import ElementTree as ET

import pytest
from django.template.loader import render_to_string

from games.contract import NOBODY
from games.mabula import rules
from games.mabula.page import sides
from games.mabula.page.picture import picture
from games.mabula.page.push import rolls
from games.mabula.page.sides import Side
from games.mabula.rules import groups
from games.mabula.rules.board import PUSHES, name_of, space_of
from tests.mabula.position import position
from tests.mabula.random_games import states, steps

BOARD = """
    -WB....-
    B......W
    W.WW...B
    ..W.....
    WBW..B..
    .....BB.
    ........
    -..W...-
"""
HOLE = """
    -......-
    ........
    .WWW....
    .W.W....
    .WWW....
    ........
    ........
    -......-
"""
CORNERS_TOUCH = """
    -......-
    ........
    .WWW....
    .W.W....
    ..WW....
    ........
    ........
    -......-
"""


def lying(marbles: int) -> set[tuple[str, str]]:
    """Which marbles lie where."""
    return {(name_of(space), side.value) for space in range(64) if (side := sides.on(marbles, space))}


def is_inside(path: str, x: int, y: int) -> bool:
    """Whether a point is inside of what the path encloses, its rounded corners taken as sharp ones."""
    crossings = 0
    for loop in path.strip("Z").split("Z"):
        corners = [tuple(map(int, corner)) for corner in re.findall(r"Q(\d+) (\d+) ", loop)]
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            crossings += x1 == x2 and x1 > x and min(y1, y2) <= y < max(y1, y2)
    return crossings % 2 == 1


def svg(shown, board="board.svg", **flags) -> ET.Element:
    return ET.fromstring(render_to_string(f"mabula/{board}", {"picture": shown, **flags}))  # noqa: S314


@pytest.mark.parametrize("seed", range(3))
def test_every_marble_of_the_position_is_drawn_and_no_other(seed):
    for state in states(seed):
        drawn = {(marble.space, marble.side) for marble in picture(state).marbles}
        assert drawn == lying(state.marbles)


@pytest.mark.parametrize("seed", range(3))
def test_the_outline_of_a_group_encloses_its_marbles_and_those_alone(seed):
    for state in states(seed):
        shown = picture(state)
        for side in Side:
            expected = {group for group in groups(state.marbles, side.layer) if len(group) > 1}
            drawn = [group for group in shown.groups if group.side == side.value]
            enclosed = {
                frozenset(
                    space_of(marble.space) for marble in shown.marbles if is_inside(group.path, marble.x, marble.y)
                )
                for group in drawn
            }
            assert enclosed == expected
            assert sorted(group.size for group in drawn) == sorted(map(len, expected))


def test_a_hole_in_a_group_has_a_loop_of_its_own():
    (group,) = picture(position(HOLE)).groups
    assert group.path.count("Z") == 2
    assert not is_inside(group.path, 200, 272)


def test_spaces_that_touch_at_a_corner_only_are_not_joined_there():
    (group,) = picture(position(CORNERS_TOUCH)).groups
    assert group.path.count("Z") == 1
    assert not is_inside(group.path, 164, 308)


def test_only_the_largest_groups_of_a_side_have_their_size_written_on_them():
    drawn = picture(position(BOARD)).groups
    assert [(group.side, group.size) for group in drawn if group.badge] == [("white", 4), ("black", 3)]


def test_pairs_have_no_badge():
    opening = states(1)[0]
    assert picture(opening).groups
    assert not any(group.badge for group in picture(opening).groups)


def test_the_last_push_is_ringed_with_the_row_that_it_touches():
    drawn = picture(position(BOARD), latest=["a3-f3", "ring WB", "nonsense", "a4-b4"])
    assert [ring.name for ring in drawn.rings] == ["f3", "g3", "b4", "c4"]
    assert drawn.trails[1] == "M56 344L128 344"


def test_a_push_that_was_pushed_away_since_is_not_ringed():
    assert not picture(position(BOARD), latest=["a2-d2"]).rings
    assert not picture(position(BOARD), latest=["a2-d2"]).trails


@pytest.mark.parametrize("seed", range(3))
def test_a_push_that_is_tried_is_drawn_as_the_rules_would_make_it(seed):
    for state in states(seed):
        for move in rules.legal(state)[::3]:
            after, start = rules.apply(state, move), move.split("-")[0]
            drawn = picture(state, push=move)
            assert {(marble.space, marble.side) for marble in drawn.marbles if marble.space != start} == lying(
                after.marbles
            )
            ghosts = {marble.space for marble in drawn.marbles if marble.is_ghost}
            assert ghosts == {name_of(roll.stop) for roll in rolls(state.marbles, move)}
            assert [marble.is_ghost for marble in drawn.marbles if marble.space == start] == [False]


def test_what_rolls_is_what_the_rules_move():
    for before, move, after in (step for seed in range(4) for step in steps(seed)):
        if move not in PUSHES:
            continue
        moved = {name_of(roll.start): name_of(roll.stop) for roll in rolls(before.marbles, move)}
        rolled = {(moved.get(space, space), side) for space, side in lying(before.marbles)}
        assert rolled == lying(after.marbles)


def test_rings_of_the_line_that_is_tried_are_left_out():
    drawn = picture(position(BOARD), latest=["a4-b4"], push="a4-d4")
    assert not drawn.rings
    assert not drawn.trails


def test_the_label_tells_the_position_in_words():
    label = picture(position(BOARD), latest=["a4-b4"]).label
    assert label == (
        "Mabula board. White to push. White’s groups: 4, 1, 1, 1, 1, 1. "
        "Black’s groups: 3, 1, 1, 1, 1. Last push: a4-b4."
    )
    assert "end of the game" in picture(position(BOARD, turn=NOBODY)).label
    assert "after the push a4-d4" in picture(position(BOARD), push="a4-d4").label
    assert picture(rules.initial({})).label == "Mabula board, still empty."


def test_the_letters_are_those_of_a_chessboard():
    letters = {letter.name: (letter.x, letter.y) for letter in picture(rules.initial({})).letters}
    assert "".join(sorted(letters)) == "12345678abcdefgh"
    assert letters["a"][0] < letters["h"][0]
    assert letters["1"][1] > letters["8"][1]


def test_the_drawing_is_one_image_with_a_label_and_light():
    root = svg(picture(position(BOARD), latest=["a4-b4"]))
    assert root.get("role") == "img"
    assert root.get("aria-label").startswith("Mabula board")
    text = render_to_string("mabula/board.svg", {"picture": picture(position(BOARD), latest=["a4-b4"])})
    assert len(gzip.compress(text.encode())) < 5000
    assert "style=" not in text


def test_the_small_drawing_has_marbles_but_neither_letters_nor_groups_nor_ids():
    shown = picture(position(BOARD))
    text = render_to_string("mabula/board_small.svg", {"picture": shown})
    assert len(svg(shown, "board_small.svg").findall(".//{*}circle")) == len(shown.marbles)
    assert "<text" not in text
    assert " id=" not in text


def test_groups_can_be_left_out():
    shown = picture(position(BOARD))
    assert svg(shown).find(".//*[@class='groups']") is not None
    assert svg(shown, bare=True).find(".//*[@class='groups']") is None
    assert svg(shown, bare=True).find(".//*[@class='badges']") is None


def test_two_drawings_on_a_page_can_have_ids_of_their_own():
    text = render_to_string("mabula/board.svg", {"picture": picture(position(BOARD)), "prefix": "g7-"})
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert all(name.startswith("g7-") for name in ids)
    assert set(re.findall(r'(?:href="|url\()#([\w-]+)', text)) <= set(ids)
