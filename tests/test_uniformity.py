"""Chance is uniform, and where it is not the figures say so."""

from io import StringIO
from itertools import product

import pytest
from django.core.management import CommandError, call_command

from games.lab import uniformity
from games.lab.chi_square import Figure, compare, p_value
from games.lab.uniformity import is_alarming, measure, streams
from tests.luck import SEED

ROLLS = 6_000


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [  # from printed tables
        (3.841, 1, 0.05),
        (10.828, 1, 0.001),
        (11.070, 5, 0.05),
        (49.802, 35, 0.05),
        (22.465, 35, 0.95),
        (123.225, 99, 0.05),
        (77.046, 99, 0.95),
        (0.0, 5, 1.0),
    ],
)
def test_p_values_are_those_of_the_tables(statistic, freedom, p):
    assert p_value(statistic, freedom) == pytest.approx(p, abs=2e-5)


def test_counts_are_compared_cell_by_cell():
    figure = compare("a coin", {"heads": 60, "tails": 40}, {"heads": 0.5, "tails": 0.5})
    assert (figure.draws, figure.freedom) == (100, 1)
    assert figure.statistic == pytest.approx(4.0)
    assert compare("a coin", {"heads": 10}, {"heads": 0.5, "tails": 0.5}).statistic == pytest.approx(10.0)
    with pytest.raises(ValueError, match="cannot be"):
        compare("a coin", {"rim": 1}, {"heads": 0.5, "tails": 0.5})


def test_the_streams_of_games_are_uniform():
    figures = list(measure(ROLLS, streams(f"test {SEED}")))
    assert len({figure.name for figure in figures}) == len(figures) == 88
    assert not [figure for figure in figures if is_alarming(figure)]
    assert sum(figure.p < uniformity.FEW for figure in figures) < 10


class Bent:
    """A stream that is not fair: it bends each draw as it is told."""

    def __init__(self, chance, bend):
        self.chance, self.bend, self.last = chance, bend, 0

    def draw(self, n):
        drawn = self.chance.draw(n)
        self.last = self.bend(drawn, self.last, n, self.chance.draw(20))
        return self.last


BENDS = {
    "a face that comes too often": (lambda drawn, _, n, luck: 5 if n == 6 and luck == 0 else drawn, {"all six dice"}),
    "a die that likes the one before it": (
        lambda drawn, last, n, luck: last if n == 6 and last < 6 and luck < 2 else drawn,
        {"dice O and Y of one roll", "dice P and O of one roll"},
    ),
    "red goes first too often": (lambda drawn, _, n, luck: 0 if n == 2 and luck < 10 else drawn, {"first player"}),
    "a tile that comes late": (lambda drawn, _, n, luck: drawn or int(n > 6 and luck < 12), {"tile of round 1"}),
    "rings of the first half": (
        lambda drawn, _, n, luck: drawn // 2 if n > 100 and luck < 10 else drawn,
        {"ring by its number, in hundredths of all"},
    ),
}


@pytest.mark.parametrize(("bend", "found"), BENDS.values(), ids=BENDS)
def test_chance_that_is_bent_a_little_is_found(bend, found):
    fair = streams("bent")
    figures = measure(ROLLS, lambda game, number: Bent(fair(game, number), bend))
    assert found <= {figure.name for figure in figures if is_alarming(figure)}


def test_rolls_that_repeat_themselves_are_found():
    fair = streams("again")
    figures = measure(ROLLS, lambda game, number: fair(game, (number + 1) // 2 * 2))
    assert "die P, two rolls in a row" in {figure.name for figure in figures if is_alarming(figure)}


def test_counts_that_are_too_even_are_found():
    cells = list(product("abc", "def"))
    too_even = compare("dice", dict.fromkeys(cells, 1000), dict.fromkeys(cells, 1 / 9))
    assert is_alarming(too_even)
    assert not is_alarming(Figure("a coin", 100, 1, 0.0, 1.0))


def test_the_command_prints_the_figures_and_fails_where_chance_is_bent(monkeypatch):
    out = StringIO()
    call_command("check_chance", "--rolls=2000", "--seed=figures", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "seed 'figures'"
    assert len([line for line in lines if "die P, two rolls in a row" in line]) == 1
    assert lines[-1].startswith("88 figures, the smallest p ")
    fair = streams("figures")
    red_first = lambda drawn, _last, n, _luck: 0 if n == 2 else drawn  # noqa: E731 - as those of BENDS
    monkeypatch.setattr(uniformity, "streams", lambda _: lambda game, number: Bent(fair(game, number), red_first))
    with pytest.raises(CommandError, match="not uniform: first player"):
        call_command("check_chance", "--rolls=2000", stdout=StringIO())


@pytest.mark.parametrize("rolls", ["0", "1999", "x", "-1", "2_000", "²000"])
def test_too_few_rolls_show_nothing_and_are_refused(rolls):
    with pytest.raises(CommandError, match="whole number from 2000 on"):
        call_command("check_chance", f"--rolls={rolls}")
