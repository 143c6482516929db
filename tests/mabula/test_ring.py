from collections import Counter
from itertools import groupby, pairwise
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import ScriptedChance, StreamChance
from games.contract import CHANCE
from games.mabula import rules
from games.mabula.rules import rings
from games.mabula.rules.board import is_legal_ring
from tests.clauses import clause
from tests.luck import dice
from tests.mabula.position import RING, is_drawn_as, refusal

START = rules.initial({})
UNMOVED = list(range(23, 0, -1))  # every place keeps its own: WWWWWWWWWWWWBBBBBBBBBBBB
SHUFFLE = [3, 20, 19, 2, 7, 18, 16, 1, 1, 11, 5, 7, 4, 2, 8, 7, 5, 6, 4, 0, 0, 0, 0]  # leads to SHUFFLED
SAMPLES = {1: 400, 2: 4000}  # shuffling takes its time
SHUFFLED = "ring BWBWWBWBBWBWBWWBWBBWWBBW"


class Asked:
    """Chance that says what a script says, and remembers what it was asked."""

    def __init__(self, draws: list[int]) -> None:
        self.script = ScriptedChance(draws)
        self.below: list[int] = []

    def draw(self, n: int) -> int:
        self.below.append(n)
        return self.script.draw(n)


class Fair:
    """Chance without a seed to keep, and faster."""

    def __init__(self, luck: Random) -> None:
        self.draw = luck.randrange


def runs(ring: str) -> int:
    """How many there are, reading on; rare numbers count as the next one that is not."""
    return min(max(sum(1 for _ in groupby(ring)), 15), 20)


def first_side(ring: str) -> str:
    return ring[:6]


def alike_opposite(ring: str) -> int:
    """How many marbles have their own colour half-way round; rare numbers as above."""
    return min(max(sum(one == other for one, other in zip(ring[:12], ring[12:], strict=True)), 2), 10)


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
def test_the_ring_was_first_shuffled_from_the_last_place_down_with_one_draw_below_i_plus_1_for_place_i():
    chance = Asked(SHUFFLE)
    assert rules.draws[1](START, chance) == SHUFFLED
    assert chance.below == list(range(24, 1, -1))


@clause("B1.2", "B4")
def test_a_shuffle_that_is_no_legal_ring_was_thrown_away_and_the_marbles_were_shuffled_anew():
    chance = Asked([*UNMOVED, *UNMOVED, *SHUFFLE])
    assert rules.draws[1](START, chance) == SHUFFLED
    assert chance.below == list(range(24, 1, -1)) * 3


@clause("B4")
def test_the_ring_is_one_draw_below_the_count_of_legal_rings():
    chance = Asked([0])
    assert rules.draw(START, chance) == "ring BBWBBWBBWBBWBWWBWWBWWBWW"
    assert chance.below == [40158]
    assert rules.draw(START, ScriptedChance([40157])) == "ring WWBWWBWWBWWBWBBWBBWBBWBB"


@clause("B1.2")
def test_the_legal_rings_are_as_many_as_another_way_of_counting_says():
    """A ring with k runs of each colour: twelve as a sum of k ones and twos, for both, and where the rounds begin."""
    assert rings.COUNT == sum(24 * comb(k, 12 - k) ** 2 // k for k in range(6, 13)) == 40158


@clause("B1.2", "B4")
def test_the_numbers_are_the_places_in_the_alphabetical_list_of_all_legal_rings():
    """All of them are legal and each comes after the one before: with the count above, none is missing or twice."""
    listed = [rings.ring_of(number) for number in range(rings.COUNT)]
    assert all(map(is_legal_ring, listed))
    assert all(ring < after for ring, after in pairwise(listed))
    assert all(rings.number_of(listed[number]) == number for number in range(0, rings.COUNT, 97))


@pytest.mark.parametrize("version", rules.draws)
@clause("B1.2", "B4")
def test_either_way_of_drawing_gives_every_legal_ring_the_same_chance(version):
    """By what is known of all of them: how many runs they have, what lies on the first side and what lies opposite."""
    legal = [rings.ring_of(number) for number in range(rings.COUNT)]
    chance = Fair(dice(21))
    sample = [rules.draws[version](START, chance).removeprefix("ring ") for _ in range(SAMPLES[version])]
    # A fair draw goes beyond one of these limits of chi-square (of 5, 25 and 4 degrees) once in a million times.
    for feature, limit in ((runs, 35.9), (first_side, 73.9), (alike_opposite, 33.4)):
        drawn, all_ = Counter(map(feature, sample)), Counter(map(feature, legal))
        expected = {value: len(sample) * count / rings.COUNT for value, count in all_.items()}
        assert sum((drawn[value] - share) ** 2 / share for value, share in expected.items()) < limit, feature


@pytest.mark.parametrize("version", rules.draws)
@given(seed=st.binary())
@clause("B1.2")
def test_whatever_chance_draws_the_ring_is_legal(version, seed):
    move = rules.draws[version](START, StreamChance(seed, game="a game"))
    assert longest_run(move.removeprefix("ring ")) < 3
    assert rules.apply(START, move).marbles.bit_count() == 24


@clause("B1.2", "B4")
def test_the_ring_is_laid_once():
    laid = rules.apply(START, f"ring {RING}")
    assert refusal(laid, f"ring {RING}").code == "ring-is-laid"
