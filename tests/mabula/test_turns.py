import pytest

from games.contract import NOBODY
from games.mabula import rules
from tests.clauses import clause
from tests.mabula.position import BLACK, RING, WHITE, position, rank_four, refusal

LAID = rules.apply(rules.initial({}), f"ring {RING}")

# Black has one marble on the edge, on a4, and its line is full.
BLOCKED = """
    -W....W-
    ........
    ........
    ........
    BWBWBWB.
    ........
    ........
    -......-
"""


@clause("B2.1")
def test_white_in_seat_one_begins():
    assert rules.actor(LAID) is WHITE
    assert len(rules.legal(LAID)) == 72
    assert all(LAID.marbles & edge_of(move) for move in rules.legal(LAID))


@clause("B2.1")
def test_the_turn_goes_to_and_fro():
    state = rules.apply(LAID, "b8-b7")
    assert rules.actor(state) is BLACK
    assert rules.actor(rules.apply(state, "c8-c7")) is WHITE


@clause("B2.6")
def test_who_cannot_push_loses_the_turn_by_itself():
    assert rules.actor(rules.apply(position(BLOCKED), "g8-g7")) is WHITE


@clause("B2.6")
def test_a_lost_turn_can_be_white_s_too():
    colours_swapped = BLOCKED.translate(str.maketrans("WB", "BW"))
    assert rules.actor(rules.apply(position(colours_swapped, turn=BLACK), "g8-g7")) is BLACK


@clause("B2.6")
def test_who_lost_a_turn_plays_again_when_a_push_is_possible_later():
    state = rules.apply(position(BLOCKED), "g8-g7")
    state = rules.apply(state, "b8-b3")  # the marble on b4 goes ahead to b2, and the line of a4 has a gap
    assert rules.actor(state) is BLACK
    assert rules.legal(state) == ["a4-b4"]


@pytest.mark.parametrize("text", ["pass", "", "-"])
@clause("B2.6")
def test_who_can_push_must(text):
    assert refusal(LAID, text).code == "not-a-move"
    assert rules.legal(LAID)


@clause("B3.1")
def test_the_game_is_over_when_neither_player_can_push():
    state = rules.fold(position(BLOCKED), ["g8-g7", "b8-b7"])
    assert rules.actor(state) is NOBODY
    assert rules.legal(state) == ()


@clause("B3.1")
def test_the_game_goes_on_while_one_player_can_push():
    state = rules.apply(position(BLOCKED), "g8-g7")
    assert rules.actor(state) is WHITE
    assert rules.outcome(state) is None


@clause("B3.1")
def test_the_last_push_ends_the_game_also_when_marbles_stay_on_the_edge():
    state = rules.apply(rank_four("WB.BWBWB"), "a4-b4")
    assert rules.actor(state) is NOBODY
    assert rules.outcome(state) is not None


@pytest.mark.parametrize("move", ["a4-b4", f"ring {RING}"])
@clause("B3.1")
def test_after_the_end_every_move_is_refused(move):
    state = rules.fold(position(BLOCKED), ["g8-g7", "b8-b7"])
    refused = refusal(state, move)
    assert (refused.code, refused.clause, refused.facts) == ("game-over", "B3.1", {})


def edge_of(move: str) -> int:
    """The bit of a white marble where the push starts."""
    return 1 << "abcdefgh".index(move[0]) + 8 * "87654321".index(move[1])
