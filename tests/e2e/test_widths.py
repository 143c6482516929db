"""Every page of the site at every width, with the longest names: nothing scrolls sideways, and no words are cut."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.e2e.serving import Site

WIDTHS = (320, 390, 768, 1366)
ROLES = ("visitor", "player", "moderator")

# Words that reach over the edge of the window, of their card, button or cell, or of what hides them. What scrolls by
# itself may be as wide as it likes; pictures, what is only said aloud and lines that are shortened on purpose are left.
FAULTS = """async width => {
    await document.fonts.ready
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))  // with these fonts
    const faults = [], wide = document.documentElement.scrollWidth
    if (wide > width) faults.push(`the page is ${wide} wide`)
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text; (text = words.nextNode());) {
        const within = text.parentElement
        if (!text.data.trim() || within.closest('svg, script, style, .sr, .skip:not(:focus), .mod-row-words')) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        const box = range.getBoundingClientRect()
        if (!box.width || getComputedStyle(within).visibility === 'hidden') continue
        for (let around = within; around !== document.documentElement; around = around.parentElement) {
            const style = getComputedStyle(around), edges = around.getBoundingClientRect()
            if (['auto', 'scroll'].includes(style.overflowX) || style.clipPath !== 'none') break
            if (style.textOverflow === 'ellipsis' && around.title) break
            const hides = ['hidden', 'clip'].includes(style.overflowX)
            const holds = hides || around.matches('body, .card, .btn, .chip, th, td')
            if (holds && (box.right > edges.right + 1 || box.left < edges.left - 1)) {
                faults.push(`${text.data.trim().slice(0, 40)} in ${around.tagName} ${around.className}`)
                break
            }
        }
    }
    return [...new Set(faults)]
}"""

# The drawings that reach over the edges of the frames they are in, or are too small to be seen.
OUTSIDE = """frames => frames.flatMap(frame => {
    const outer = frame.getBoundingClientRect()
    return [...frame.querySelectorAll('.die, .shot-pool, .shot-hexes')].filter(drawing => {
        const inner = drawing.getBoundingClientRect()
        const reaches = inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom
        return reaches || inner.width < 16
    }).map(drawing => `${drawing.getAttribute('class')} in ${frame.nextElementSibling.textContent}`)
})"""


@dataclass
class Crowded:
    url: str
    sessions: dict[str, str]
    pages: dict[str, list[str]]


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Crowded]:
    site = Site(tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("mails"))
    crowd = json.loads(site.run("-m", "tests.e2e.long_names"))
    site.start()
    try:
        yield Crowded(site.url, **crowd)
    finally:
        site.stop()


@pytest.fixture(scope="module")
def server(site: Crowded) -> str:
    return site.url


@pytest.mark.parametrize("role", ROLES)
def test_no_page_scrolls_sideways_and_no_words_are_cut(page: Page, site: Crowded, role):
    if session := site.sessions.get(role):
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    found: list[str] = []
    for path in site.pages[role]:
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            found += [f"{path} at {width}: {fault}" for fault in page.evaluate(FAULTS, width)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", ["/", "/rules/marabunta/"])
def test_the_pictures_of_a_round_stay_inside_their_frames(page: Page, path):
    page.goto(path)
    for width in (1366, 1024, 861, 860, 561, 560, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator(".shot").evaluate_all(OUTSIDE) == [], width


@pytest.mark.parametrize("path", ["/", "/lobby/", "/rules/mabula/", "/account/login/"])
def test_corners_and_notches_of_a_screen_hide_nothing(page: Page, path):
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(path)
    edges = {"top": 20, "left": 47, "right": 47, "bottom": 21}
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": edges})
    assert page.evaluate(FAULTS, 844) == []
    for part in ("header.top", "main", "footer"):
        inner = page.locator(f"{part} :is(a, h1, p):visible").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.right])"
        )
        assert min(box[0] for box in inner) >= 47, part
        assert max(box[1] for box in inner) <= 844 - 47, part
    assert page.locator("header.top").evaluate("top => top.getBoundingClientRect().left") == 0
    assert page.locator(".brand").evaluate("brand => brand.getBoundingClientRect().top") >= 20
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.locator(".foot-links").evaluate("links => innerHeight - links.getBoundingClientRect().bottom") >= 21


def test_there_are_pages_of_every_sort_to_look_at(site: Crowded):
    for role, path in (("visitor", "/account/signup/"), ("player", "/notifications/"), ("moderator", "/moderation/")):
        assert path in site.pages[role]
    games = [{path for path in site.pages[role] if path.startswith("/games/")} for role in ROLES[:2]]
    assert all(len(found) > 12 for found in games)
