"""Bundles: each has what it lists, in order, and nothing of it means anything else than in a file of its own."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.exceptions import ImproperlyConfigured
from django.template import Context, Template
from django.test import override_settings

from marabunta_site import bundles
from marabunta_site.bundles import Part

FILES = {
    part.name for declared in (bundles.styles(), bundles.scripts()) for parts in declared.values() for part in parts
}
PRODUCTION = {"staticfiles": {"BACKEND": "marabunta_site.storage.MinifiedStaticFilesStorage"}}
NO_PAGE_LINKS_TO_IT = {"css/administration.css"}  # Django's own administration does


def content_of(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str), f"{name} is not there"
    return Path(path).read_text()


def drawn(tag: str, **context: object) -> str:
    return Template(tag).render(Context(context))


def test_every_file_of_a_bundle_is_there_and_every_file_of_ours_is_in_one():
    assert all(content_of(name) for name in FILES)
    ours = {
        path
        for finder in finders.get_finders()
        for path, storage in finder.list([])
        if path.endswith((".css", ".js")) and "site-packages" not in storage.path(path)
    }
    assert ours - FILES == NO_PAGE_LINKS_TO_IT


@pytest.mark.parametrize("name", sorted(name for name in FILES if name.endswith(".css")))
def test_the_order_of_style_sheets_means_nothing_beyond_their_layers(name):
    """So print.css, which is outside of all layers, outweighs whatever comes later."""
    content = re.sub(r"/\*.*?\*/", "", content_of(name), flags=re.DOTALL)
    outside, depth = "", 0
    for character in content:
        depth -= character == "}"
        outside += character * (depth == 0)
        depth += character == "{"
    unlayered = [rule for rule in re.split(r"[{};]", outside) if rule.strip() and not rule.strip().startswith("@layer")]
    assert name == "css/print.css" or {rule.strip() for rule in unlayered} <= {"@font-face"}


def test_style_sheets_are_joined_in_order_and_refer_to_the_same_files():
    files = {
        "css/tokens.css": 'a { src: url("../fonts/a.woff2") }',
        "mabula/board.css": "b { c: url(in.svg) url('#d') }",
    }
    made = dict(bundles.joined(lambda name: files.get(name, f"/* {name} */")))
    site, game = made["bundles/site-auto.css"], made["bundles/game-mabula.css"]
    assert 'url("../fonts/a.woff2")' in site
    assert "url(\"../mabula/in.svg\") url('#d')" in game
    sheets = [f"css/{name}.css" for name in ("table", "clocks", "history", "chat")]
    assert re.findall(r"/\* (\S+) \*/", game) == sheets


def test_what_is_for_some_media_stays_for_them_and_the_palette_is_the_one_chosen():
    made = dict(bundles.joined(lambda name: f"/* {name} */"))
    contrast = "/* css/contrast.css */"
    for palette in ("auto", "contrast", "picnic"):
        sheet = made[f"bundles/site-{palette}.css"]
        assert "@media print {\n/* css/print.css */\n}" in sheet
        assert "@media (forced-colors: active) {\n/* css/forced-colors.css */\n}" in sheet
        assert (contrast in sheet) == (palette != "picnic")
        assert (f"@media (prefers-contrast: more) {{\n{contrast}\n}}" in sheet) == (palette == "auto")


def test_scripts_are_blocks_in_order_each_with_names_of_its_own():
    made = dict(bundles.joined(lambda name: f'const own = "{name}";'))
    parts = re.findall(
        r'try \{\nconst own = "(\S+)";\n\} catch \(fault\) \{ reportError\(fault\); \}', made["bundles/site.js"]
    )
    assert parts == ["js/live.js", "js/follow.js", "js/page.js"]


@pytest.mark.parametrize("tie", ['import "./other.js";', "export function say() {}", "export default 1;"])
def test_a_script_that_would_not_work_in_a_block_is_refused(tie):
    with pytest.raises(ImproperlyConfigured, match=r"js/live\.js"):
        dict(bundles.joined(lambda name: tie if name == "js/live.js" else ""))


def test_a_page_links_to_each_file_where_nothing_was_collected():
    links = drawn('{% styles "site" palette %}', palette="auto")
    assert re.findall(r'href="/static/css/([\w-]+)\.css"', links) == [
        "tokens",
        "contrast",
        "site",
        "forced-colors",
        "print",
    ]
    assert '/static/css/print.css" media="print">' in links
    assert drawn('{% scripts "home" %}') == '<script type="module" src="/static/js/demo.js"></script>'


@override_settings(
    DEBUG=True, STORAGES=PRODUCTION
)  # with DEBUG it does not ask for hashes, so nothing need be collected
def test_a_page_links_to_the_bundle_in_production():
    assert (
        drawn('{% styles "game" kind %}', kind="mabula")
        == '<link rel="stylesheet" href="/static/bundles/game-mabula.css">'
    )
    script = drawn('{% scripts "game" kind is_first_seen_after=True %}', kind="mabula")
    assert script == '<script type="module" src="/static/bundles/game-mabula.js" blocking="render"></script>'


def test_no_bundle_has_a_part_twice():
    every = [parts for declared in (bundles.styles(), bundles.scripts()) for parts in declared.values()]
    assert all(len(parts) == len(set(parts)) for parts in every)
    assert Part("css/site.css") in bundles.styles()["site-auto"]
