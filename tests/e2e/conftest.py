"""A real browser on the real server, which all browser tests of a worker share."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.e2e.serving import CHROMIUM, FLAGS, Played, Site, serving


def pytest_configure() -> None:
    if CHROMIUM is None:
        raise pytest.UsageError("The browser tests need Chromium, and there is none on the path.")
    expect.set_options(timeout=15_000)  # also where others use the machine


@pytest.fixture(scope="session")
def mails(tmp_path_factory) -> Path:
    """The folder in which the site's mails arrive."""
    folder: Path = tmp_path_factory.mktemp("mails")
    return folder


@pytest.fixture(scope="session")
def site(tmp_path_factory, mails) -> Iterator[Site]:
    """The site, which runs while the tests do."""
    with serving(tmp_path_factory.mktemp("data"), mails) as site:
        yield site


@pytest.fixture(scope="session")
def server(site: Site) -> str:
    return site.url


@pytest.fixture
def let_in(site: Site, browser: Browser, browser_context_args) -> Iterator[Callable[..., Page]]:
    """Open a browser of their own for a member, a moderator or an administrator."""
    contexts: list[BrowserContext] = []

    def let_in(name: str, role: str = "member", **options: Any) -> Page:
        context = browser.new_context(**{**browser_context_args, **options})
        context.add_cookies([{"name": "sessionid", "value": site.session_of(name, role), "url": site.url}])
        contexts.append(context)
        return context.new_page()

    yield let_in
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def played(site: Site) -> Played:
    """Two with many games, made once for all tests of a site that ask for them."""
    return Played(**json.loads(site.run("-m", "tests.e2e.played_games")))


@pytest.fixture
def member(page: Page, site: Site, played: Played) -> Page:
    """The page of the first of them."""
    page.context.add_cookies([{"name": "sessionid", "value": played.sessions[0], "url": site.url}])
    return page


@pytest.fixture(scope="session")
def browser_type_launch_args():
    return {"executable_path": CHROMIUM, "args": FLAGS.split()}


@pytest.fixture
def browser_context_args(server):
    return {"base_url": server, "viewport": {"width": 1440, "height": 1000}}


@pytest.fixture(autouse=True)
def complaints(page: Page) -> Iterator[list[str]]:
    """What the browser finds wrong; at the end of a test there must be nothing left in it."""
    found: list[str] = []
    page.on("console", lambda message: found.extend([message.text] * (message.type in ("error", "warning"))))
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("requestfailed", lambda request: found.extend(_failure(request)))
    yield found
    assert found == []


def _failure(request: Request) -> list[str]:
    """What the browser itself calls off, because it leaves the page, has not failed."""
    is_called_off = request.failure == "net::ERR_ABORTED" and not request.is_navigation_request()
    return [] if is_called_off else [f"{request.url}: {request.failure}"]
