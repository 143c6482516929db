"""M1: what is in the box. The board files are checked as docs/boards.md says."""

import json
from importlib.resources import files
from itertools import pairwise

import pytest

from games.contract import Seat
from games.marabunta import KIND, rules
from games.marabunta.rules import Board, load_board
from games.marabunta.rules.board import BLANK, CIRCLES, LETTERS, PRINTED, REGIONS, bits
from games.marabunta.rules.effects import DICE, FACES, POWERS, TILES
from tests.clauses import clause
from tests.marabunta.position import BLUE, RED, after, marks, me, position, region_names

FIRST = {"territory": ("meadow", "delta"), "colony": ("forager", "raider")}
OFFERED = KIND.offered
TERRITORIES = rules.OPTIONS["territory"]
COLONIES = rules.OPTIONS["colony"]


@pytest.fixture(params=TERRITORIES)
def territory(request):
    return load_board(request.param, "forager")


@pytest.fixture(params=COLONIES)
def colony(request):
    return load_board("meadow", request.param)


@clause("M1.1")
def test_a_number_belongs_to_a_seat_and_not_to_the_blue_region():
    state = after(position(pool="P2", red="i5=0"), "P@i4")
    assert marks(state)["i4"] == "r2"
    assert me(state, RED).numbers and not me(state, BLUE).numbers
    assert [seat.other for seat in Seat] == [BLUE, RED]


@clause("M1.2")
def test_there_are_six_dice_of_six_different_faces():
    assert len(DICE) == len(REGIONS) == len(LETTERS) == 6
    assert [REGION[0].upper() for REGION in REGIONS] == list(LETTERS)
    assert all("".join(die) == FACES for die in DICE)
    assert len(set(FACES)) == 6


@clause("M1.3")
def test_there_are_eight_different_tiles():
    assert list(TILES) == [
        "two-crates", "two-leaves", "one", "two-zeros", "free-zero", "cross-two", "die-again", "cupcake",
    ]  # fmt: skip


@clause("M1.4")
def test_a_territory_has_six_regions_with_12_cupcakes_and_some_crates(territory):
    size, crates, each = (84, 14, (2, 3)) if territory.territory in FIRST["territory"] else (72, 18, (3,))
    assert len(territory.names) == len(set(territory.names)) == len(set(territory.columns)) == size
    assert (territory.cupcakes.bit_count(), territory.crates.bit_count()) == (12, crates)
    assert not territory.cupcakes & territory.crates
    assert sum(region.bit_count() for region in territory.regions) == size
    for region in territory.regions:
        assert region.bit_count() >= 10
        assert (region & territory.cupcakes).bit_count() == 2
        assert (region & territory.crates).bit_count() in each


@clause("M1.4")
def test_every_region_is_in_one_piece_except_the_blue_ponds():
    pieces = {
        key: [sorted(map(len, _pieces(load_board(key, "forager"), region)), reverse=True) for region in range(6)]
        for key in TERRITORIES
    }
    assert pieces["meadow"] == [[14]] * 6
    assert pieces["delta"] == [[14], [14], [14], [14], [4, 4, 3, 3], [14]]
    assert pieces["glade"] == [[10], [14], [10], [16], [12], [10]]
    assert pieces["marsh"] == [[14], [10], [16], [10], [4, 3, 3, 2], [10]]


@clause("M1.4")
def test_the_territory_is_connected_and_like_contents_never_touch(territory):
    assert [len(piece) for piece in _pieces(territory, None)] == [len(territory.names)]
    for content in (territory.cupcakes, territory.crates):
        assert not any((content & pair.hexes) == pair.hexes for pair in territory.places[2])
    for region in territory.regions:
        beside = {number for number, other in enumerate(territory.regions) if other & _around(territory, region)}
        assert len(beside) >= 3  # itself and two others


@clause("M1.5")
def test_a_leaf_has_ten_circles_of_which_two_are_printed_for_each_player():
    assert (CIRCLES, PRINTED, BLANK) == (10, 2, 6)


@clause("M1.6")
def test_a_colony_has_two_anthills_a_rising_row_and_groups_of_crates(colony):
    assert colony.anthills == 2
    assert 8 <= len(colony.row) <= 10
    assert colony.row[0] == 0
    assert all(a <= b for a, b in pairwise(colony.row))
    assert 6 <= len(colony.groups) <= 8
    assert all(2 <= group.crates <= 5 for group in colony.groups)


@clause("M1.6")
@pytest.mark.parametrize("sides", [FIRST["colony"], OFFERED["colony"]])
def test_the_ten_powers_all_appear_over_the_two_colony_sides(sides):
    on_boards = {group.power for key in sides for group in load_board("meadow", key).groups}
    assert on_boards == set(POWERS)
    assert len(POWERS) == 10


@clause("M1.6")
def test_both_players_use_the_same_colony_side():
    state = rules.initial({"colony": "raider"})
    assert [len(player.crates) for player in state.players] == [8, 8]


@clause("M1.7")
def test_the_engine_takes_any_board_file_of_that_shape():
    folder = files("games.marabunta") / "boards"
    territory, colony = (
        json.loads((folder / name).read_text()) for name in ("territory-meadow.json", "colony-forager.json")
    )
    small = {"key": "tiny", "hexes": [hex for hex in territory["hexes"] if hex["region"] == "violet"]}
    board = Board.from_json(small, {**colony, "key": "poor", "anthills": 1, "groups": colony["groups"][:1]})
    state = rules.start(board)
    assert [len(board.names), state.players[0].anthills, state.players[1].crates] == [14, 1, (0,)]
    assert region_names("V") == list(board.names)
    state = rules.fold(state, ["first red", "roll one P0 O0 Y0 G0 B0 V0", "split P/OYGBVT", "take 1"])
    assert len(rules.legal(state)) == 14 + 1  # a 0 anywhere, by an anthill; or the end of the turn


def _pieces(board, region):
    """The connected parts of a region, or of the whole board."""
    left = board.whole if region is None else board.regions[region]
    pieces = []
    while left:
        piece = left & -left
        while more := _around(board, piece) & left & ~piece:
            piece |= more
        left &= ~piece
        pieces.append(board.names_in(piece))
    return pieces


def _around(board, hexes):
    around = hexes
    for hex in bits(hexes):
        around |= board.place[hex].beside
    return around
