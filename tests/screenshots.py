"""Take pictures of every phase of both games and of the main pages, light and dark, large and small.

    python -m tests.screenshots [part of a name …]

All of them go to var/screenshots/, which is not part of the repository. Those that README.md or a page of docs/ shows
also go to docs/screenshots/, and what no page shows any more is removed from there. Needs Chromium, nothing else: it
takes the pictures and encodes them as WebP.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.serving import CHROMIUM, FLAGS, serving

if TYPE_CHECKING:
    from tests.screenshot_scenes import Shot

ROOT = Path(__file__).parents[1]
ALL = ROOT / "var" / "screenshots"
SHOWN = ROOT / "docs" / "screenshots"
LAPTOP = {"viewport": {"width": 1366, "height": 768}}
LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 1000}, "color_scheme": "light"},
    "desktop-dark": {"viewport": {"width": 1440, "height": 1000}, "color_scheme": "dark"},
    "laptop": {**LAPTOP, "color_scheme": "light"},
    "laptop-dark": {**LAPTOP, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "has_touch": True},
    "phone-dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True},
}


def main() -> None:
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DATA_DIR": data, "DEBUG": "false", "HTTPS": "false", "ENV_FILE": ""}
        os.environ["DJANGO_SETTINGS_MODULE"] = "marabunta_site.settings"
        django.setup()
        from tests.screenshot_scenes import every_shot  # noqa: PLC0415 - needs Django to be set up

        with serving(Path(data), Path(data)) as site:
            shots = [shot for shot in every_shot() if not wanted or any(part in shot.name for part in wanted)]
            with sync_playwright() as playwright:  # inside it, Django refuses to use the database
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
                for shot in shots:
                    take(browser, site.url, shot)
    for picture in SHOWN.iterdir():
        if picture.name not in shown_pictures():
            picture.unlink()
    if missing := shown_pictures() - {picture.name for picture in SHOWN.iterdir()}:
        sys.exit(f"No picture of that name was taken: {', '.join(sorted(missing))}")


def shown_pictures() -> set[str]:
    """The names of the files in docs/screenshots/ that README.md and the pages of docs/ show."""
    pages = [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
    return {name for page in pages for name in re.findall(r"screenshots/([\w-]+\.\w+)", page.read_text())}


def take(browser: Browser, server: str, shot: Shot) -> None:
    for look in shot.looks:
        options = LOOKS[look]
        with context_of(browser, server, shot, options) as page:
            page.goto(shot.path, wait_until="networkidle")
            if shot.then:
                shot.then(page)
                page.wait_for_load_state("networkidle")
            page.evaluate("document.fonts.ready")
            is_whole = shot.is_whole and look.startswith("phone")
            store(
                f"{shot.name}--{look}.webp",
                to_webp(browser, page.screenshot(full_page=is_whole, animations="disabled")),
            )


def to_webp(browser: Browser, png: bytes) -> bytes:
    """Let the browser encode a picture, on a page without the site's content security policy."""
    with browser.new_context() as context:
        url: str = context.new_page().evaluate(_ENCODE, b64encode(png).decode())
    kind, _, content = url.partition(";base64,")
    if kind != "data:image/webp":
        sys.exit("This browser does not encode WebP.")
    return b64decode(content)


def store(name: str, picture: bytes) -> None:
    for folder in (ALL, SHOWN) if name in shown_pictures() else (ALL,):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(picture)


_ENCODE = """async (png) => {
    const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const canvas = Object.assign(document.createElement("canvas"), { width: bitmap.width, height: bitmap.height });
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    return canvas.toDataURL("image/webp", 0.7);
}"""


@contextmanager
def context_of(browser: Browser, server: str, shot: Shot, options: dict[str, Any]) -> Iterator[Page]:
    with browser.new_context(base_url=server, reduced_motion="reduce", **options) as context:
        if shot.session:
            context.add_cookies([{"name": "sessionid", "value": shot.session, "url": server}])
        if shot.language:
            context.add_cookies([{"name": "django_language", "value": shot.language, "url": server}])
        yield context.new_page()


if __name__ == "__main__":
    main()
