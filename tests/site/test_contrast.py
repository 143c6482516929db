"""Everything that carries meaning stands out from what it is seen against, in every theme and palette."""

import pytest

from tests.contrast import LOOKS, PAGE, Look, colour, contrast, draw_page, measure, read_tokens
from tests.contrast_pairs import GROUPS, STANDS_FOR, Pair

PAIRS = [pair for pairs in GROUPS.values() for pair in pairs]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.what)
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.title)
def test_it_is_seen_well_enough(look: Look, pair: Pair):
    found = measure(pair, read_tokens(look))
    assert found.ratio >= pair.needs, found.where


def test_the_page_of_the_documentation_is_up_to_date():
    assert PAGE.read_text("utf-8") == draw_page(), "python -m tests.contrast writes it anew"


def test_contrast_is_measured_as_wcag_has_it():
    black, white, grey = (colour(text, {}) for text in ("#000", "#fff", "#767676"))
    assert contrast(black, white) == contrast(white, black) == pytest.approx(21)
    assert contrast(grey, white) == pytest.approx(4.54, abs=0.005)


def test_a_translucent_colour_is_seen_over_its_ground():
    tokens = {"--veil": "rgb(0 0 0 / .5)", "--veil-over": "var(--veil)"}
    assert colour("--veil over #fff", tokens) == (127.5, 127.5, 127.5, 1.0)
    assert measure(Pair("", "--veil-over", "#fff", 3), tokens).ratio == pytest.approx(3.98, abs=0.01)


def test_of_several_places_the_worst_counts_and_of_two_tones_the_better():
    tokens = {f"--r-{region}": "#000" for region in STANDS_FOR["region"]} | {"--r-green": "#fff"}
    assert measure(Pair("", "#fff", "--r-{region}", 3), tokens) == (1.0, "green")
    assert measure(Pair("", "#fff or #000", "--r-{region}", 3), tokens).ratio == pytest.approx(21)


def test_a_look_has_the_colours_of_its_theme_and_palette():
    inks = [read_tokens(look)["--ink"] for look in LOOKS]
    assert inks == ["#2b211b", "#f5ecdd"] * 2
    pinks = {read_tokens(look)["--r-pink"] for look in LOOKS}
    assert len(pinks) == len(LOOKS)
