"""What a browser loads on its first visit to each kind of page, from the real server."""

from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.serving import Site

MOST = 10
YEAR = 365 * 24 * 3600
VISITORS = (
    "/",
    "/lobby/",
    "/rules/marabunta/",
    "/rules/heap/",
    "/account/login/",
    "/account/signup/",
    "/replay/mabula/7/",
)
MEMBERS = ("/", "/lobby/", "/games/new/", "/notifications/", "/account/", "/account/preferences/", "/people/Ada/games/")
KINDS = ("marabunta", "mabula", "heap")


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Site]:
    """A site of our own, on which the third kind is played too."""
    site = Site(tmp_path_factory.mktemp("heap"), tmp_path_factory.mktemp("mails"), "tests.third_kind.settings")
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def server(site):
    return site.url


@pytest.fixture(scope="module")
def games(site: Site) -> dict[str, str]:
    """The address of a game of each kind, between Ada and Mo."""
    for name in ("Ada", "Mo"):
        site.session_of(name, "member")
    return dict(line.split() for line in site.run("-m", "tests.e2e.games_of_each_kind", "Ada", "Mo").splitlines())


@pytest.fixture
def loaded(site: Site, browser: Browser, browser_context_args):
    """What a browser that was never here loads for a page, as whoever is named; fonts apart."""

    def loaded(path: str, name: str = "", role: str = "member") -> list[str]:
        context = browser.new_context(**browser_context_args)
        if name:
            context.add_cookies([{"name": "sessionid", "value": site.session_of(name, role), "url": site.url}])
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.extend([request.url] * (request.resource_type != "font")))
        answer = page.goto(path, wait_until="networkidle")
        assert answer and answer.status == 200, path
        icon = page.locator("link[rel=icon]").evaluate(
            "link => link.href"
        )  # which a browser without a window leaves out
        expect(page.locator("h1, #game").first).to_be_attached()
        context.close()
        return list(dict.fromkeys([*asked, icon]))

    return loaded


def bundles(addresses: list[str], ending: str) -> int:
    return sum(urlsplit(address).path.endswith(ending) for address in addresses)


@pytest.mark.parametrize("path", VISITORS)
def test_a_first_visit_takes_few_requests(loaded, path):
    addresses = loaded(path)
    assert len(addresses) <= MOST
    assert bundles(addresses, ".css") == 2


@pytest.mark.parametrize("path", MEMBERS)
def test_a_first_visit_of_a_member_takes_few_requests(loaded, games, path):
    addresses = loaded(path, "Ada")
    assert len(addresses) <= MOST
    assert bundles(addresses, ".css") == 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["", "Ada", "Mo"], ids=["a visitor", "who is to move", "who waits"])
def test_a_first_visit_to_a_game_takes_few_requests(loaded, games, kind, name):
    addresses = loaded(games[kind], name)
    assert len(addresses) <= MOST
    assert (bundles(addresses, ".css"), bundles(addresses, ".js")) == (2, 3), "the site's, the page's, and htmx"


@pytest.mark.parametrize("path", ["/moderation/", "/moderation/people/", "/moderation/people/1/", "/moderation/audit/"])
def test_a_first_visit_to_the_desk_takes_few_requests(loaded, games, path):
    assert len(loaded(path, "Greta", "moderator")) <= MOST


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("identity", None)])
def test_static_files_come_compressed_as_the_browser_likes_best_and_for_good(loaded, games, accepted, encoding):
    addresses = [
        address for address in loaded(games["mabula"]) if "/static/" in address and address.endswith((".css", ".js"))
    ]
    assert len(addresses) == 5
    for address in addresses:
        with urlopen(Request(address, headers={"Accept-Encoding": accepted})) as answer:
            assert answer.headers["Content-Encoding"] == encoding
            assert "Accept-Encoding" in answer.headers["Vary"]
            caching = dict.fromkeys(answer.headers["Cache-Control"].replace(" ", "").split(","))
            assert "immutable" in caching
            assert max(int(said.removeprefix("max-age=")) for said in caching if said.startswith("max-age=")) >= YEAR


@pytest.mark.parametrize("path", ["", "?at=1", "record.txt", "record.json"])
def test_what_a_browser_has_of_a_finished_game_is_not_sent_again(server, games, path):
    address, headers = f"{server}{games['over']}{path}", {"Accept-Encoding": "gzip"}
    with urlopen(Request(address, headers=headers)) as first:
        tag, cookie = first.headers["ETag"], (first.headers["Set-Cookie"] or "").partition(";")[0]
    with pytest.raises(HTTPError) as again:
        urlopen(Request(address, headers={**headers, "Cookie": cookie, "If-None-Match": tag}))
    assert again.value.code == 304
    assert again.value.headers["ETag"] == tag
    again.value.close()


def test_a_finished_game_that_a_browser_has_kept_works_when_it_comes_back(page: Page, games):
    page.goto(games["over"])
    for _ in range(2):
        page.reload(wait_until="networkidle")
        expect(page.locator("#dock h2")).to_have_attribute("tabindex", "-1")
    page.locator('a[href^="?at="]').first.click()
    page.wait_for_url("**/?at=*")
    expect(page.locator("header.top")).to_be_visible()
    page.goto("/rules/marabunta/")
    page.go_back()
    expect(page.locator("header.top")).to_be_visible()
    expect(page.locator("#game")).to_be_visible()


def test_what_fails_in_one_script_of_a_bundle_stops_no_other(site, browser, browser_context_args, games):
    """As it was with a file for each: here the first script of the game's bundle has a fault."""
    context = browser.new_context(**browser_context_args)
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))

    def spoil(route):
        code = route.fetch().text()
        assert code.startswith("try{")
        route.fulfill(body=code.replace("try{", 'try{throw Error("spoilt");', 1), content_type="text/javascript")

    page.route("**/bundles/game-mabula.*.js", spoil)
    page.goto(games["mabula"], wait_until="networkidle")
    assert any("spoilt" in fault for fault in faults)
    assert page.locator("#dock h2").get_attribute("tabindex") == "-1", "board.js ran"
    context.close()
