"""What is seen on the real pages, in every theme and palette, with more contrast and with forced colours."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.contrast import Colour, contrast, over
from tests.contrast_pairs import DRAWN, STANDS_FOR
from tests.e2e.players import KINDS
from tests.e2e.test_pages import PAGES, axe_violations

LOOKS: dict[str, dict[str, Any]] = {
    name: {"color_scheme": scheme, "contrast": contrast, "forced_colors": forced}
    for name, scheme, contrast, forced in (
        ("light", "light", "no-preference", "none"),
        ("dark", "dark", "no-preference", "none"),
        ("light, more contrast", "light", "more", "none"),
        ("dark, more contrast", "dark", "more", "none"),
        ("forced, light", "light", "no-preference", "active"),
        ("forced, dark", "dark", "no-preference", "active"),
    )
}
PLAIN = [name for name in LOOKS if "forced" not in name]
FORCED = [name for name in LOOKS if "forced" in name]
REPLAY = "/replay/marabunta/7/?at=60"
INWARD = {"a": "0deg", "h": "180deg", "8": "90deg", "1": "270deg"}  # by the side of the board


@pytest.mark.parametrize("look", [name for name in LOOKS if name not in ("light", "dark")])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_to_mend(page: Page, path, look):
    page.emulate_media(**LOOKS[look])
    page.goto(path)
    assert what_axe_finds(page, look) == []


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_to_mend_at_the_table(page: Page, kind):
    play_the_bot(page, kind)
    for look, media in LOOKS.items():
        page.emulate_media(**media)
        page.reload()  # without the transition from one look to the other
        assert what_axe_finds(page, look) == [], look


@pytest.mark.parametrize("look", PLAIN)
def test_what_is_drawn_on_a_board_stands_out_from_every_region(page: Page, look):
    page.emulate_media(**LOOKS[look])
    page.goto(REPLAY)
    drawn = {
        "outline of a mark": colour_of(page, "#mark-red .mark-line", "stroke"),
        "line between hexes": colour_of(page, ".board .lines", "stroke"),
        "outline of a blank circle": colour_of(page, '.hole[data-circle="blank"] circle', "stroke"),
    }
    grounds = {
        region: colour_of(page, f'.board .ground[data-region="{region}"]', "fill") for region in STANDS_FOR["region"]
    }
    faint = [(what, region) for what, ink in drawn.items() for region in grounds if seen(ink, grounds[region]) < DRAWN]
    assert faint == []
    for side in ("red", "blue"):
        mark = f"#mark-{side} .mark"
        assert seen(colour_of(page, mark, "stroke"), colour_of(page, mark, "fill")) >= DRAWN
    assert seen(colour_of(page, ".board .seam-line", "stroke"), colour_of(page, ".board .seams", "stroke")) >= DRAWN


@pytest.mark.parametrize("look", PLAIN)
def test_the_edges_of_controls_stand_out(page: Page, look):
    page.emulate_media(**LOOKS[look])
    page.goto("/play/")
    for control in (".pick", ".option", ".segments"):
        edge, inside = (colour_of(page, control, part) for part in ("border-top-color", "background-color"))
        assert seen(edge, inside) >= DRAWN, control
    page.goto(REPLAY)
    button = ".steps .btn:not(.primary)"
    assert seen(colour_of(page, button, "border-top-color"), colour_of(page, button, "background-color")) >= DRAWN


@pytest.mark.parametrize("look", FORCED)
def test_with_forced_colours_one_sees_what_is_chosen_and_where_one_is(page: Page, look):
    page.emulate_media(**LOOKS[look])
    page.goto("/play/")
    chosen, other = (
        colour_of(page, f".segments input{state} + span", "background-color")
        for state in (":checked", ":not(:checked)")
    )
    assert seen(chosen, other) >= DRAWN
    page.goto("/rules/mabula/")
    current, plain = (
        colour_of(page, f".top nav a{state}", "background-color")
        for state in ("[aria-current]", ":not([aria-current])")
    )
    assert seen(current, plain) >= DRAWN


@pytest.mark.parametrize("look", LOOKS)
def test_a_marble_that_can_be_pushed_has_an_arrow_into_the_board(page: Page, look):
    page.emulate_media(**LOOKS[look])
    play_the_bot(page, "mabula")
    arrows: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.spaces [data-state="legal"]')].map((space) => {
            const arrow = getComputedStyle(space, "::after");
            return [space.dataset.hex, arrow.backgroundImage.includes("inward") ? arrow.rotate : "no arrow"];
        }))"""
    )
    assert arrows
    assert {space: arrow.replace("none", "0deg") for space, arrow in arrows.items()} == {
        space: INWARD.get(space[0]) or INWARD[space[1]] for space in arrows
    }


@pytest.mark.parametrize(
    ("palette", "calm", "asked"),
    [("auto", "picnic", "contrast"), ("picnic", "picnic", "picnic"), ("contrast", "contrast", "contrast")],
)
def test_whoever_chose_a_palette_keeps_it_whatever_the_device_asks_for(
    let_in: Callable[..., Page], palette, calm, asked
):
    page = let_in("Iris")
    page.goto("/account/preferences/")
    page.locator(f'input[name="palette"][value="{palette}"]').check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Preferences saved.")).to_be_visible()
    for media, wanted in (("no-preference", calm), ("more", asked)):
        page.emulate_media(color_scheme="light", contrast=media)  # type: ignore[arg-type]
        page.goto(REPLAY)
        pink = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--r-pink')")
        assert ("#e99bb3" in pink) == (wanted == "contrast"), (media, pink)


def test_a_press_says_what_a_power_is_even_without_javascript(browser: Browser, page: Page, browser_context_args):
    play_the_bot(page, "marabunta")
    with browser.new_context(
        **browser_context_args, java_script_enabled=False, storage_state=page.context.storage_state(), has_touch=True
    ) as context:
        plain = context.new_page()
        plain.goto(page.url)
        power = plain.get_by_role("button", name="Free 3").first
        sentence = plain.get_by_text("Write a 3 in any free hex. It needn’t touch your numbers.").first
        expect(sentence).to_be_hidden()
        power.tap()
        expect(sentence).to_be_visible()
        plain.keyboard.press("Escape")
        expect(sentence).to_be_hidden()
        power.focus()
        plain.keyboard.press("Enter")
        expect(sentence).to_be_visible()


def what_axe_finds(page: Page, look: str) -> list[str]:
    """Where colours are forced, those of words are the device's; axe still reads some of those that the page wanted."""
    return axe_violations(page, without=("color-contrast",) if look in FORCED else ())


def play_the_bot(page: Page, kind: str) -> None:
    """A new game against a bot, up to the first turn of the player."""
    page.goto("/play/")
    page.locator(f'input[name="kind"][value="{kind}"]').check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator('.match[data-turn="yours"]')).to_be_visible(timeout=30_000)


def colour_of(page: Page, selector: str, part: str) -> Colour:
    """The colour that the browser works out for a property of the first such element, visible or not."""
    text = page.locator(selector).first.evaluate("(one, part) => getComputedStyle(one)[part]", part)
    found = re.fullmatch(r"rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)", text)
    assert found, f"{selector} has no colour: {text}"
    red, green, blue = (float(value) for value in found.groups()[:3])
    return red, green, blue, float(found[4] or 1)


def seen(above: Colour, below: Colour) -> float:
    return contrast(over(above, below), below)
