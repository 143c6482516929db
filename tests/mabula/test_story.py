import pytest

from games.mabula import rules
from games.mabula.page.story import tell
from tests.mabula.position import BLACK, RING, rank_four
from tests.mabula.random_games import steps


def told(state, move):
    return tell(state, move, rules.apply(state, move))


def test_a_push_into_the_open_is_told_with_where_it_began_and_ended():
    story = told(rules.apply(rules.initial({}), f"ring {RING}"), "b8-b5")
    assert story.text == "White pushes from b8 to b5."
    assert story.places == ("b8", "b5")
    assert story.region == ""


def test_marbles_that_move_along_are_counted():
    state = rank_four("W.B.W..B")
    assert told(state, "a4-b4").text.startswith("White pushes from a4 to b4.")
    assert told(state, "a4-c4").text.startswith("White pushes from a4 to c4 and moves 1 other marble.")
    assert told(state, "a4-d4").text.startswith("White pushes from a4 to d4 and moves 2 other marbles.")
    assert told(state, "a4-d4").places == ("a4", "d4", "e4", "f4")


def test_every_marble_that_moves_is_named_with_where_it_stops():
    story = told(rank_four("W.B.W..B"), "a4-d4")
    assert (story.kind, story.traces) == ("push", ("a4-d4", "c4-e4", "e4-f4"))
    assert told(rules.initial({}), f"ring {RING}").traces == ()


def test_a_group_that_has_become_the_largest_is_named():
    state = rank_four("W..W...B")
    assert told(state, "a4-c4").text.startswith("White pushes from a4 to c4. White makes a group of 2.")
    assert "completes" not in told(state, "a4-b4").text


def test_who_cannot_push_passes():
    state = rank_four("W....B.W")
    assert told(state, "a4-b4").text == "White pushes from a4 to b4. Black can’t push and passes."
    black = rank_four("B......B", turn=BLACK)
    assert told(black, "a4-b4").text == "Black pushes from a4 to b4. White can’t push and passes."


def test_the_last_push_says_that_the_game_is_over():
    state = rank_four("W.BWBWB.")
    assert told(state, "a4-b4").text == "White pushes from a4 to b4. No one can push any more. The game is over."


def test_the_ring_is_told_too():
    assert told(rules.initial({}), f"ring {RING}").text == "The marbles are laid around the rim."


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_can_be_told(seed):
    for before, move, after in steps(seed):
        story = tell(before, move, after)
        assert story.text.endswith(".")
        assert ("passes" in story.text) == (before.actor is after.actor)
        assert story.places[:1] == ((move.split("-")[0],) if "-" in move else ())
