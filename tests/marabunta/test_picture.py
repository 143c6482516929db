"""The picture of the territory, the targets laid over it and the leaves round it."""

import itertools
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from games.contract import IllegalMove
from games.marabunta import page, rules
from games.marabunta.page.hexes import hexes, leaves
from games.marabunta.page.move_picker import Spot
from games.marabunta.page.picture import picture
from games.marabunta.page.terrain import lines, seams, terrain
from games.marabunta.rules import apply, load_board
from games.marabunta.rules.board import bits
from games.marabunta.rules.state import ORDINARY_TILES
from games.site import demo
from tests.marabunta.position import position

TERRITORIES = rules.OPTIONS["territory"]
CSS = (Path(page.__file__).parents[1] / "static" / "marabunta" / "board.css").read_text()


def points(path):
    """Every stroke of a path of ours, as the points it visits."""
    strokes = []
    for start_x, start_y, steps in re.findall(r"M(-?\d+) (-?\d+)([^M]*)", path):
        x, y = int(start_x), int(start_y)
        stroke = [(x, y)]
        for letter, numbers in re.findall(r"([lh])([^lhz]*)", steps):
            values = [int(number) for number in re.findall(r"-?\d+", numbers)]
            pairs = zip(values[::2], values[1::2], strict=True) if letter == "l" else [(value, 0) for value in values]
            for by_x, by_y in pairs:
                x, y = x + by_x, y + by_y
                stroke.append((x, y))
        strokes.append([*stroke, stroke[0]] if steps.endswith("z") else stroke)
    return strokes


def edges(path):
    """The edges that a path draws, whichever way, as often as it does."""
    return sorted(tuple(sorted(edge)) for stroke in points(path) for edge in itertools.pairwise(stroke))


def area(path):
    """What the outlines of a path enclose; a hole counts against it."""
    return sum(
        sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in itertools.pairwise(stroke)) / 2 for stroke in points(path)
    )


HEX_AREA = 46 * 40 * 3  # of one hexagon with these corners


@pytest.mark.parametrize("territory", TERRITORIES)
class TestTerrain:
    def test_every_hex_lies_in_the_outline_once(self, territory):
        assert area(terrain(territory).outline) == len(load_board(territory, "forager").names) * HEX_AREA

    def test_every_region_is_as_large_as_its_hexes(self, territory):
        board = load_board(territory, "forager")
        areas = [area(outline) for _, outline in terrain(territory).regions]
        assert areas == [hexes.bit_count() * HEX_AREA for hexes in board.regions]

    def test_hexes_that_touch_are_drawn_side_by_side(self, territory):
        board, centres = load_board(territory, "forager"), terrain(territory).centres
        for place in board.places[2]:
            (x, y), (to_x, to_y) = (centres[hex] for hex in bits(place.hexes))
            assert (abs(x - to_x), abs(y - to_y)) in {(0, 80), (69, 40)}

    def test_every_touching_pair_has_one_line_between_it_or_one_seam(self, territory):
        board = load_board(territory, "forager")
        still = terrain(territory)
        parted = [
            place for place in board.places[2] if sum(bool(region & place.hexes) for region in board.regions) == 2
        ]
        assert len(edges(still.seams)) == len(parted)
        assert len(edges(still.lines)) == len(board.places[2]) - len(parted)
        assert edges(still.seams) == sorted(seams(board))
        assert edges(still.lines) == sorted(lines(board))
        assert not lines(board) & seams(board)

    def test_a_seam_runs_between_two_regions_and_nowhere_else(self, territory):
        still = terrain(territory)
        round_regions = [edge for _, outline in still.regions for edge in edges(outline)]
        assert all(round_regions.count(edge) == 2 for edge in edges(still.seams))
        assert not set(edges(still.lines)) & set(round_regions)

    def test_every_patch_of_a_region_carries_its_glyph(self, territory):
        signs = [sign.region for sign in terrain(territory).signs]
        patches = 9 if territory in ("delta", "marsh") else 6  # the water lies in four ponds
        assert len(signs) == patches
        assert len(set(signs)) == 6

    def test_glyphs_stand_where_no_mark_can_stand(self, territory):
        still = terrain(territory)
        for sign in still.signs:
            nearest = min((sign.x - x) ** 2 + (sign.y - y) ** 2 for x, y in still.centres.values())
            assert nearest >= 39**2  # a mark reaches 25 from the middle of its hex, a glyph 13

    def test_the_stylesheet_lays_targets_over_the_same_places(self, territory):
        left, top, wide, high = map(int, terrain(territory).view_box.split())
        less = 80 if territory in ("glade", "marsh") else 0
        for name, value in {
            "left": left,
            "top": top,
            "wide": wide,
            "high": f"calc({high + less} - var(--less))",
        }.items():
            assert f"--board-{name}: {value};" in CSS
        lower = '.meadow:is([data-territory="glade"], [data-territory="marsh"])'
        assert re.search(re.escape(lower) + r"[^{}]*\{ --less: 80; \}", CSS)
        step, shift = re.search(r"--y: \(\(2 \* var\(--r\) \+ var\(--q\) - (\d+)\) \* (\d+)\)", CSS).groups()
        board = load_board(territory, "forager")
        for hex, (q, r) in zip(terrain(territory).centres.values(), board.columns, strict=True):
            assert hex == (69 * q, (2 * r + q - int(step)) * int(shift))
            assert f'.hex[data-q="{q}"] {{ --q: {q}; }}' in CSS
            assert f'.hex[data-r="{r}"] {{ --r: {r}; }}' in CSS


class TestPicture:
    def test_what_is_on_a_hex_is_drawn_on_it(self):
        state = position(red="d3=2 d4=0", blue="i6=1 i5=3", crossed="e1 j6")
        shown = picture(state)
        at = {
            name: terrain("meadow").centres[1 << number]
            for number, name in enumerate(load_board("meadow", "forager").names)
        }
        marks = {(mark.x, mark.y): (mark.side, mark.number, mark.eaten) for mark in shown.marks}
        assert marks == {
            at["d3"]: ("red", 2, ""),
            at["d4"]: ("red", 0, ""),
            at["i6"]: ("blue", 1, ""),
            at["i5"]: ("blue", 3, "cupcake"),
        }
        assert {(hex.x, hex.y): hex.what for hex in shown.crossed} == {at["e1"]: "cupcake", at["j6"]: ""}
        assert len(shown.treasures) == 12 + 14 - 2
        assert not {(thing.x, thing.y) for thing in shown.treasures} & {at["i5"], at["e1"]}

    def test_a_mark_is_drawn_the_same_way_every_time(self):
        state = position(red="d3=2 d4=2 d6=2 e4=2 e5=2")
        assert picture(state).marks == picture(state).marks
        assert {mark.hand for mark in picture(state).marks} == {"", "b"}
        assert all(abs(mark.tilt) <= 6 for mark in picture(state).marks)

    def test_the_hexes_of_the_latest_moves_are_ringed(self):
        state = position(red="d3=2", blue="i6=1")
        moves = ("B@d4", "T@e4,e5^", "xj6,j7", "T=B@a1", "Y*", "G#3", "end", "nonsense", "B@z9")
        names = {"d4", "e4", "e5", "j6", "j7", "a1"}
        board = state.board
        ringed = {hex.name: (hex.x, hex.y) for hex in picture(state, latest=moves).latest}
        assert ringed == {name: terrain("meadow").centres[1 << board.names.index(name)] for name in names}

    @pytest.mark.parametrize(
        ("marks", "label"),
        [
            (
                {"red": "d3=2 d4=1", "blue": "i6=1"},
                "Territory board, round 3: red leads Path, Lawn; blue leads Blanket.",
            ),
            ({"red": "d3=2"}, "Territory board, round 3: red leads Path; blue leads nowhere."),
            ({"blue": "i6=1"}, "Territory board, round 3: blue leads Blanket; red leads nowhere."),
            ({"red": "d3=0"}, "Territory board, round 3: nobody leads in any region."),
        ],
    )
    def test_its_label_says_who_leads_where(self, marks, label):
        assert picture(position(**marks)).label == label

    def test_before_the_first_round_it_says_so(self):
        assert picture(demo.play("marabunta", 1).state(0)).label == "Territory board, before the first round."

    def test_it_shows_nothing_of_tiles_that_are_hidden(self):
        state = demo.play("marabunta", 1).state(2)
        assert state.hidden
        drawn = render_to_string("marabunta/board.svg", {"picture": picture(state)})
        other = state._replace(hidden=frozenset(), round=state.round._replace(tile="cupcake"))
        assert drawn == render_to_string("marabunta/board.svg", {"picture": picture(other)})
        assert not any(tile in drawn for tile in ORDINARY_TILES)

    @pytest.mark.parametrize("board", ["board.svg", "board_small.svg"])
    def test_the_svg_has_one_label_and_no_styles_of_its_own(self, board):
        game = demo.play("marabunta", 3)
        drawn = render_to_string(f"marabunta/{board}", {"picture": picture(game.state(game.last))})
        assert drawn.count('role="img"') == drawn.count("aria-label=") == 1
        assert "style=" not in drawn

    def test_the_small_one_is_light_and_has_no_digits(self):
        game = demo.play("marabunta", 3)
        drawn = render_to_string("marabunta/board_small.svg", {"picture": picture(game.state(game.last))})
        assert "digit" not in drawn and "weave" not in drawn and "<use" not in drawn
        assert len(drawn) < 8000

    def test_the_small_one_has_every_mark_as_a_dot(self):
        shown = picture(position(red="d3=2 d4=0", blue="i6=1", crossed="e1"))
        assert shown.red_dots.count("M") == 2
        assert shown.blue_dots.count("M") == 1
        assert shown.crossed_hexes.count("M") == 1
        assert shown.cupcake_dots.count("M") == 11
        assert shown.crate_dots.count("M") == 14


class TestHexes:
    def test_there_is_one_for_every_hex_by_row_and_from_left_to_right(self):
        state = position()
        found = hexes(state, {})
        assert sorted(hex.name for hex in found) == sorted(state.board.names)
        assert [hex.name for hex in found[:6]] == ["e1", "d1", "f1", "j1", "c1", "e2"]

    @pytest.mark.parametrize(
        ("name", "label"),
        [
            ("d5", "d5, Lawn, cupcake, free."),
            ("e5", "e5, Lawn, crate, free."),
            ("d6", "d6, Lawn, free."),
            ("d3", "d3, Path, red 2."),
            ("d2", "d2, Path, emptied crate, red 1."),
            ("i5", "i5, Blanket, eaten cupcake, blue 3."),
            ("j5", "j5, Blanket, crossed out."),
            ("a1", "a1, Lavender, cupcake, crossed out."),
        ],
    )
    def test_its_label_says_all_there_is_to_know(self, name, label):
        state = position(red="d3=2 d2=1", blue="i5=3", crossed="j5 a1")
        assert next(hex.label for hex in hexes(state, {}) if hex.name == name) == label

    @pytest.mark.parametrize(
        ("spot", "label"),
        [
            (Spot("legal", move="G@d5", says="Write 2 on d5."), "d5, Lawn, cupcake, free. Allowed: Write 2 on d5."),
            (
                Spot("anthill", move="G@d5^", says="For an anthill."),
                "d5, Lawn, cupcake, free. Allowed: For an anthill.",
            ),
            (Spot("no", ask="why=d5", says="Too far."), "d5, Lawn, cupcake, free. Not allowed: Too far."),
            (Spot("chosen", ask="with=", says="It is picked."), "d5, Lawn, cupcake, free. It is picked."),
        ],
    )
    def test_its_label_says_what_pressing_it_does(self, spot, label):
        assert next(hex.label for hex in hexes(position(), {"d5": spot}) if hex.name == "d5") == label


class TestLeaves:
    def test_they_stand_in_canonical_order(self):
        assert "".join(leaf.letter for leaf in leaves(position(), {})) == "POYGBV"

    def test_a_leaf_shows_what_was_printed_and_what_was_filled(self):
        leaf = leaves(position(circles="B1", their_circles="B2"), {})[4]
        assert leaf.circles == ("red", "red", "blue", "blue", "red", "blue", "blue", "blank", "blank", "blank")
        assert leaf.label == "Pond leaf: 3 red, 4 blue, 3 blank"
        assert not leaf.is_full

    def test_a_leaf_without_a_blank_circle_is_full(self):
        leaf = leaves(position(circles="B4", their_circles="B2"), {})[4]
        assert leaf.is_full
        assert leaf.circles.count("red") == 6 and leaf.circles.count("blue") == 4

    def test_the_hole_to_fill_next_is_marked_only_where_it_can_be_filled(self):
        spots = {"P": Spot("legal", move="P*"), "O": Spot("no", ask="why=O")}
        pink, orange, *_ = leaves(position(), spots)
        assert pink.circles[4] == "next" and pink.circles.count("blank") == 5
        assert "next" not in orange.circles and orange.circles.count("blank") == 6

    def test_the_sums_of_its_region_say_who_leads(self):
        green = leaves(position(red="d4=1 e4=0", blue="d6=3"), {})[3]
        assert (green.sums, green.leader) == ((1, 3), "blue")
        assert green.says == "Lawn leaf: 2 red, 2 blue, 6 blank. In its region: red 1, blue 3."


def test_the_stage_makes_buttons_of_moves_and_links_of_questions():
    state = position(red="d3=2")
    spots = {
        "d4": Spot("legal", move="G@d4", says="Write 2 on d4.", number=2),
        "d5": Spot("legal", ask="piece=T&with=d5", says="Pick d5.", number=0),
        "a1": Spot("no", ask="why=a1", says="Too far.", clause="M6.2"),
    }
    table = {"picture": picture(state), "hexes": hexes(state, spots), "leaves": leaves(state, {"P": spots["d4"]})}
    (holds,) = (hex.holds for hex in hexes(state, spots) if hex.name == "a1")
    for explains in (False, True):
        page = SimpleNamespace(explains=explains, and_kept="&flip=1")
        html = render_to_string("marabunta/_stage.html", {"view": table, "page": page})
        assert '<button id="hex-d4" name="move" value="G@d4" class="hex" data-hex="d4"' in html
        assert '<a id="hex-d5" href="?piece=T&amp;with=d5&amp;flip=1" class="hex" data-hex="d5"' in html
        assert ('<a id="hex-a1" class="hex" href="?why=a1&amp;flip=1" tabindex="-1"' in html) == explains
        assert (f'data-state="no" data-why="?why=a1&amp;flip=1" aria-label="{holds}">' in html) != explains
        assert '<span class="hex" role="img" tabindex="-1" data-hex="b1"' in html
        assert '<button id="leaf-P" class="leaf-body" name="move"' in html
        assert len(re.findall(r'data-hex="', html)) == 84
        assert "style=" not in html


def test_what_brings_the_last_round_is_marked_by_a_flag_on_hexes_and_leaves():
    state = position(red="d3=2")
    spots = {"d4": Spot("legal", move="G@d4", says="Write 2 on d4.", number=2)}
    for brings in ("", "This makes it the last round."):
        warned = {name: replace(spot, brings=brings) for name, spot in spots.items()}
        table = {"picture": picture(state), "hexes": hexes(state, warned), "leaves": leaves(state, {"P": warned["d4"]})}
        html = render_to_string("marabunta/_stage.html", {"view": table})
        assert html.count('class="flag"') == (2 if brings else 0)


def test_moves_that_the_picture_marks_are_those_the_rules_know():
    state = position(red="d3=2", pool="G2 Y1")
    after = apply(state, "G@d4")
    assert [hex.name for hex in picture(after, latest=["G@d4"]).latest] == ["d4"]
    with pytest.raises(IllegalMove):
        apply(after, "G@d4")
