"""M2: how a game begins."""

import pytest

from games.chance import ScriptedChance
from games.contract import CHANCE, BadOptions
from games.marabunta import KIND, rules
from games.marabunta.rules.state import ORDINARY_TILES
from tests.clauses import clause
from tests.marabunta.position import BLUE, RED, after, refusal


@clause("M2.1")
def test_the_first_game_sides_are_the_default():
    board = rules.initial(KIND.agreed({})).board
    assert (board.territory, board.colony) == ("glade", "harvester")
    assert KIND.offered == {"territory": ("glade", "marsh"), "colony": ("harvester", "weaver")}


@clause("M2.1")
def test_a_record_that_does_not_name_its_sides_is_of_the_first_boards():
    board = rules.initial({}).board
    assert (board.territory, board.colony) == ("meadow", "forager")


@clause("M2.1")
@pytest.mark.parametrize("territory", rules.OPTIONS["territory"])
@pytest.mark.parametrize("colony", rules.OPTIONS["colony"])
def test_the_players_agree_on_both_sides(territory, colony):
    board = rules.initial({"territory": territory, "colony": colony}).board
    assert (board.territory, board.colony) == (territory, colony)


@clause("B3.6", "M2.1")
@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"territory": "moon"}, ("territory", "moon", ("meadow", "delta", "glade", "marsh"))),
        ({"colony": ""}, ("colony", "", ("forager", "raider", "harvester", "weaver"))),
        ({"scoring": "product"}, ("scoring", "product", ("territory", "colony"))),
    ],
)
def test_an_option_that_does_not_exist_is_refused_and_named(options, named):
    with pytest.raises(BadOptions) as refused:
        rules.initial(options)
    assert (refused.value.option, refused.value.value, refused.value.allowed) == named


@clause("M2.2")
def test_the_seven_ordinary_tiles_come_before_the_crossed_out_cupcake():
    state = after(rules.initial({}), "first red")
    assert refusal(state, "roll cupcake P0 O0 Y0 G0 B0 V0") == ("tile-not-to-come", "M3.5")
    assert state.hidden == frozenset(ORDINARY_TILES)


@clause("M2.2")
def test_a_state_knows_which_tiles_are_hidden_but_in_no_order():
    assert isinstance(rules.initial({}).hidden, frozenset)


@clause("M2.3")
@pytest.mark.parametrize(("draw", "move", "seat"), [(0, "first red", RED), (1, "first blue", BLUE)])
def test_chance_names_the_first_player(draw, move, seat):
    state = rules.initial({})
    assert rules.actor(state) is CHANCE
    assert rules.legal(state) == ()
    assert rules.draw(state, ScriptedChance([draw])) == move
    assert after(state, move, "roll one P0 O0 Y0 G0 B0 V0").actor is seat
