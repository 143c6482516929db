"""M3: a round."""

from collections import Counter
from itertools import product

import pytest

from games.chance import ScriptedChance, StreamChance
from games.contract import CHANCE, NOBODY
from games.marabunta import rules
from games.marabunta.rules import Phase, Trigger
from games.marabunta.rules.board import LETTERS
from games.marabunta.rules.effects import FACES
from games.marabunta.rules.state import ORDINARY_TILES
from tests.clauses import clause
from tests.marabunta.position import BLUE, RED, after, legal, position, refusal

ROLL = "roll two-zeros P0 O3 YF GC B1 V2"


@pytest.fixture
def rolled():
    return after(rules.initial({}), "first red", ROLL)


@clause("M3.1")
def test_a_roll_shows_a_tile_and_six_dice(rolled):
    assert (rolled.round.tile, rolled.round.faces) == ("two-zeros", "03FC12")
    assert rolled.actor is RED


def test_every_way_the_dice_can_fall_is_read_though_they_are_more_than_are_kept():
    state = after(rules.initial({}), "first red")
    for faces in product(FACES, repeat=6):
        dice = " ".join(map(str.__add__, LETTERS, faces))
        assert rules.apply(state, f"roll one {dice}").round.faces == "".join(faces)


@clause("M3.1", "M11")
def test_chance_draws_the_tile_among_those_hidden_and_then_each_die():
    state = after(rules.initial({}), "first red")
    assert rules.draw(state, ScriptedChance([3, 0, 3, 4, 5, 1, 2])) == ROLL
    state = state._replace(hidden=state.hidden - {"two-crates", "one"})
    assert rules.draw(state, ScriptedChance([1, 0, 3, 4, 5, 1, 2])) == ROLL
    last = state._replace(hidden=frozenset({"die-again"}))
    assert rules.draw(last, ScriptedChance([0, *[5] * 6])) == "roll die-again PC OC YC GC BC VC"


@clause("M3.1")
def test_every_face_and_every_tile_is_about_equally_likely():
    state, chance = after(rules.initial({}), "first red"), StreamChance(b"fair", game="1")
    rolls = [rules.draw(state, chance).split() for _ in range(4200)]
    tiles, faces = Counter(roll[1] for roll in rolls), Counter(die for roll in rolls for die in roll[2:])
    assert set(tiles) == set(ORDINARY_TILES)
    assert len(faces) == 36
    assert all(450 < count < 750 for count in tiles.values())
    assert all(550 < count < 850 for count in faces.values())


@clause("M3.2")
def test_all_63_splits_are_legal(rolled):
    splits = legal(rolled)
    assert len(splits) == len(set(splits)) == 63
    for split in splits:
        one, two = split.removeprefix("split ").split("/")
        assert sorted(one + two) == sorted("POYGBVT")
        assert one.startswith("P")
        assert two
        assert after(rolled, split).phase is Phase.CHOOSE


@clause("M3.2")
@pytest.mark.parametrize(
    ("split", "code"),
    [
        ("split POYGBVT/", "empty-pool"),
        ("split /POYGBVT", "empty-pool"),
        ("split PO/YGB", "in-neither-pool"),
        ("split POY/YGBVT", "in-both-pools"),
    ],
)
def test_a_split_puts_every_element_in_one_of_two_pools(rolled, split, code):
    assert refusal(rolled, split) == (code, "M3.2")


@clause("M3.3")
def test_the_opponent_takes_a_pool_and_resolves_it_first_then_the_first_player_the_other(rolled):
    state = after(rolled, "split POT/YGBV")
    assert state.actor is BLUE
    assert legal(state) == ["take 1", "take 2"]
    state = after(state, "take 2")
    assert (state.actor, state.left) == (BLUE, 0b0111100)
    state = after(state, "end")
    assert (state.actor, state.left) == (RED, 0b1000011)


@clause("M3.4")
def test_after_a_round_the_opponent_becomes_first_player(rolled):
    state = after(rolled, "split POT/YGBV", "take 1", "end", "end")
    assert state.actor is CHANCE
    assert (state.round.number, state.round.first) == (2, BLUE)


@clause("M3.4", "M9.2")
def test_the_game_is_over_at_the_end_of_the_round_in_which_the_end_was_triggered():
    state = position(trigger=Trigger(BLUE, ("leaf",)), turn=RED, first=BLUE)
    state = after(state, "end")
    assert state.actor is BLUE
    assert rules.outcome(state) is None
    state = after(state, "end")
    assert state.actor is NOBODY
    assert rules.outcome(state) is not None
    assert legal(state) == []
    assert refusal(state, "end") == ("game-over", "M3.4")


@clause("M3.5")
def test_an_ordinary_tile_comes_once():
    state = after(rules.initial({}), "first red", ROLL, "split POT/YGBV", "take 1", "end", "end")
    assert "two-zeros" not in state.hidden
    assert refusal(state, ROLL) == ("tile-not-to-come", "M3.5")


@clause("M3.5")
def test_from_round_8_on_the_crossed_out_cupcake_is_in_every_round():
    state = rules.initial({})
    state = after(state, "first red")
    for tile in ORDINARY_TILES:
        state = after(state, f"roll {tile} P0 O0 Y0 G0 B0 V0", "split P/OYGBVT", "take 1", "end", "end")
    for number, cupcake in ((8, "a1"), (9, "a5"), (10, "b1")):
        assert state.round.number == number
        assert rules.draw(state, ScriptedChance([0] * 6)) == "roll cupcake P0 O0 Y0 G0 B0 V0"
        assert refusal(state, "roll one P0 O0 Y0 G0 B0 V0") == ("tile-not-to-come", "M3.5")
        state = after(state, "roll cupcake P0 O0 Y0 G0 B0 V0", "split P/OYGBVT", "take 1", "end", f"Tx{cupcake}", "end")


@clause("M3.6")
def test_both_seats_see_one_and_the_same_state():
    """There is one state for all viewers: rules have no function that takes a viewer."""
    state = after(rules.initial({}), "first red", ROLL)
    assert "hidden:two-crates,two-leaves,one,free-zero,cross-two,die-again" in rules.encode(state)


@clause("M3.1", "M3.2", "M3.3", "M2.3")
@pytest.mark.parametrize(
    ("moves", "move", "clause_", "expected"),
    [
        ([], "take 1", "M2.3", "begin"),
        (["first red"], "split P/OYGBVT", "M3.1", "roll"),
        (["first red", ROLL], "take 1", "M3.2", "split"),
        (["first red", ROLL], "first blue", "M3.2", "split"),
        (["first red", ROLL, "split P/OYGBVT"], "P@d4", "M3.3", "choose"),
        (["first red", ROLL, "split P/OYGBVT", "take 1"], ROLL, "M3.3", "resolve"),
    ],
)
def test_a_move_of_another_phase_is_refused_and_the_phase_named(moves, move, clause_, expected):
    state = after(rules.initial({}), *moves)
    assert refusal(state, move) == ("not-now", clause_)
    assert state.phase.value == expected
