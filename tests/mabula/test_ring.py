from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import ScriptedChance, StreamChance
from games.contract import CHANCE
from games.mabula import rules
from games.mabula.rules.board import is_legal_ring
from tests.clauses import clause
from tests.mabula.position import RING, is_drawn_as, refusal

START = rules.initial({})
UNMOVED = list(range(23, 0, -1))  # every place keeps its own: WWWWWWWWWWWWBBBBBBBBBBBB
SHUFFLE = [3, 20, 19, 2, 7, 18, 16, 1, 1, 11, 5, 7, 4, 2, 8, 7, 5, 6, 4, 0, 0, 0, 0]  # leads to SHUFFLED
SHUFFLED = "ring BWBWWBWBBWBWBWWBWBBWWBBW"


class Asked:
    """Chance that says what a script says, and remembers what it was asked."""

    def __init__(self, draws: list[int]) -> None:
        self.script = ScriptedChance(draws)
        self.below: list[int] = []

    def draw(self, n: int) -> int:
        self.below.append(n)
        return self.script.draw(n)


def longest_run(ring: str) -> int:
    """Of one colour, going round: the last marble lies next to the first."""
    return max(len(list(run)) for _, run in groupby(ring + ring))


@clause("B1.2")
def test_a_game_begins_with_an_empty_board_and_chance_to_move():
    assert rules.actor(START) is CHANCE
    assert rules.legal(START) == ()
    assert START.marbles == 0


@clause("B1.2", "B4")
def test_chance_lays_the_ring_on_the_edge():
    assert is_drawn_as(rules.apply(START, "ring WWBBWWBBWWBBWWBBWWBBWWBB"), """
        -WWBBWW-
        B......B
        B......B
        W......W
        W......W
        B......B
        B......B
        -WWBBWW-
    """)  # fmt: skip


@pytest.mark.parametrize(
    ("ring", "fault"),
    [
        ("WB" * 11 + "WW", "thirteen white marbles"),
        ("WB" * 11 + "BB", "thirteen black marbles"),
        ("WWWBBWBWBWBWBWBWBWBWBWBB", "three white in a row"),
        ("WBBBWWBWBWBWBWBWBWBWBWBW", "three black in a row"),
        ("WWBWBBWBWBWBWBWBWBWBBWBW", "three white across the seam, one of them last"),
        ("WBWBBWBWBWBWBWBWBWBBWBWW", "three white across the seam, two of them last"),
        ("BBWBWWBWBWBWBWBWBWBWWBWB", "three black across the seam"),
        ("BWBWBWWWBBWBWBWBWBWBWBWB", "three white round the missing corner between g8 and h7"),
    ],
)
@clause("B1.2")
def test_a_ring_with_too_many_of_one_colour_in_all_or_in_a_row_is_refused(ring, fault):
    refused = refusal(START, f"ring {ring}")
    assert (refused.code, refused.clause, refused.facts) == ("bad-ring", "B1.2", {"ring": ring})


@clause("B1.2")
def test_two_of_one_colour_in_a_row_are_allowed_also_across_the_seam():
    assert is_legal_ring("WBBWWBBWWBBWWBBWWBBWWBBW")


@given(st.permutations("W" * 12 + "B" * 12).map("".join) | st.text("WB", min_size=24, max_size=24))
@clause("B1.2")
def test_a_ring_is_legal_exactly_when_it_has_twelve_of_each_and_no_run_of_three(ring):
    assert is_legal_ring(ring) == (ring.count("W") == 12 and longest_run(ring) < 3)


@clause("B4")
def test_the_ring_is_shuffled_from_the_last_place_down_with_one_draw_below_i_plus_1_for_place_i():
    chance = Asked(SHUFFLE)
    assert rules.draw(START, chance) == SHUFFLED
    assert chance.below == list(range(24, 1, -1))


@clause("B1.2", "B4")
def test_a_shuffle_that_is_no_legal_ring_is_thrown_away_and_the_marbles_are_shuffled_anew():
    chance = Asked([*UNMOVED, *UNMOVED, *SHUFFLE])
    assert rules.draw(START, chance) == SHUFFLED
    assert chance.below == list(range(24, 1, -1)) * 3


@given(st.binary())
@clause("B1.2")
def test_whatever_chance_draws_the_ring_is_legal(seed):
    move = rules.draw(START, StreamChance(seed, game="a game"))
    assert longest_run(move.removeprefix("ring ")) < 3
    assert rules.apply(START, move).marbles.bit_count() == 24


@clause("B1.2", "B4")
def test_the_ring_is_laid_once():
    laid = rules.apply(START, f"ring {RING}")
    assert refusal(laid, f"ring {RING}").code == "ring-is-laid"
