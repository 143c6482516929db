"""What a visitor sees first: both games, and which of them a button starts."""

import re
from itertools import combinations

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from games import kinds

COLOURS = """button => [
    getComputedStyle(button).color, getComputedStyle(button).backgroundColor, getComputedStyle(button).borderTopColor,
    getComputedStyle(button.closest('.card')).backgroundColor,
]"""


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_the_first_screen_offers_every_game_with_its_picture_and_says_against_whom(page: Page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/")
    for kind in kinds.all():
        choice = choice_of(page, kind.title)
        for part in (choice, choice.locator(".thumb svg"), choice.get_by_role("button")):
            expect(part).to_be_in_viewport(ratio=1)
    expect(page.locator(".against > summary")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("group", name="Invite a friend")).to_be_in_viewport(ratio=1)


def test_on_a_phone_no_leaf_of_the_live_game_lies_over_the_board_or_another(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    boxes = [part.bounding_box() for part in (page.locator(".live .board"), *page.locator(".live .leaf").all())]
    words = [part.bounding_box() for part in page.locator(".live .leaf-words").all()]
    assert len(boxes) == 7 and len(words) == 6
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    assert not [pair for pair in combinations([*words, boxes[0]], 2) if overlap(*pair)]
    assert not [box for box in boxes if overlap(box, page.locator(".live-words").bounding_box())]


def overlap(one: FloatRect | None, two: FloatRect | None) -> bool:
    assert one and two
    wide = min(one["x"] + one["width"], two["x"] + two["width"]) - max(one["x"], two["x"])
    high = min(one["y"] + one["height"], two["y"] + two["height"]) - max(one["y"], two["y"])
    return wide > 1 and high > 1


@pytest.mark.parametrize("kind", kinds.all(), ids=lambda kind: kind.key)
def test_the_whole_choice_is_a_button_that_starts_its_game(page: Page, kind):
    page.goto("/")
    page.locator(".against > summary").click()
    page.locator(f'[name="{kind.key}-bot"][value="pupa"]').check(force=True)
    choice_of(page, kind.title).locator(".thumb").click(force=True)
    expect(page.locator(f'#game[data-kind="{kind.key}"]')).to_be_visible()
    expect(page.locator(".match")).to_contain_text("Pupa (bot)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_primary_button_stands_out_by_its_colours(page: Page, scheme):
    """WCAG 1.4.3 and 1.4.11: 4.5:1 for the words, 3:1 for the button's boundary, whichever of its colours that is."""
    page.emulate_media(color_scheme=scheme)
    page.goto("/")
    words, fill, edge, around = choice_of(page, "Mabula").get_by_role("button").evaluate(COLOURS)
    assert contrast(words, fill) >= 4.5
    assert max(contrast(edge, around), contrast(fill, around)) >= 3


def choice_of(page: Page, title: str) -> Locator:
    return page.locator(".choice").filter(has=page.get_by_role("button", name=f"Play {title}"))


def contrast(one: str, two: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(two)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
