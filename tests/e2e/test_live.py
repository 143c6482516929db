"""Two browsers at one game: each sees what the other does, whatever happens to the server in between."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games import kinds
from tests.e2e.serving import Site
from tests.e2e.test_accounts import log_out, sign_up

SHOWN = re.compile(r"/games/(\d+)/")


@pytest.fixture(scope="module")
def mails(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("mails")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory, mails) -> Iterator[Site]:
    """A site of our own: the tests of others go on while this one is killed."""
    site = Site(tmp_path_factory.mktemp("live"), mails)
    site.start()
    yield site
    site.stop()


@pytest.fixture
def server(site):
    return site.url


@dataclass
class Table:
    """A game, the browser of whoever is to move, and the browser of the other."""

    site: Site
    path: str
    mover: Page
    other: Page

    def legal(self) -> list[str]:
        record = json.load(urlopen(f"{self.site.url}{self.path}record.json"))
        rules = kinds.get("mabula").rules
        return list(rules.legal(rules.fold(rules.initial(record["options"]), record["moves"])))

    def seq(self, page: Page) -> int:
        return int(page.locator("#game").get_attribute("data-seq") or 0)


@pytest.fixture
def table(browser: Browser, browser_context_args, site) -> Iterator[Table]:
    """Two guests sit down at a public game, and both look at it."""
    first, second = (browser.new_context(**browser_context_args) for _ in range(2))
    mine, theirs = guest(first), second.new_page()
    mine.goto("/games/new/")
    mine.get_by_label("Mabula", exact=True).check()
    mine.get_by_label("Anyone").check()
    mine.get_by_role("button", name="Create game").click()
    theirs.goto(mine.get_by_label("Link", exact=True).input_value())
    theirs.get_by_role("button", name="Play", exact=True).click()
    for page in (mine, theirs):
        expect(page).to_have_url(SHOWN)
    path = "/" + theirs.url.split("/", 3)[3].split("#")[0]
    players = [mine, theirs]
    if not is_to_move(mine):
        players.reverse()
    for page in players:
        expect(page.locator("[data-connection=live]")).to_have_count(1)
    yield Table(site, path, *players)
    for context in (first, second):
        context.close()


def guest(context: BrowserContext) -> Page:
    """Whoever plays the bot becomes a guest."""
    page = context.new_page()
    page.goto("/")
    page.locator(".choice").get_by_role("button", name="Play Mabula").click()
    expect(page).to_have_url(SHOWN)
    return page


def is_to_move(page: Page) -> bool:
    return page.locator(".match").get_attribute("data-turn") == "yours"


def offer(page: Page, move: str) -> None:
    """Put a button for a move where the board has its own."""
    page.evaluate(
        """move => {
            const button = document.createElement("button");
            Object.assign(button, { id: "pressed", name: "move", value: move, textContent: "Test" });
            document.getElementById("act").prepend(button);
        }""",
        move,
    )


def press(page: Page, move: str) -> None:
    offer(page, move)
    page.locator("#pressed").press("Enter")  # a pointer would be too quick for one place


def expect_seq(page: Page, seq: int, **options) -> None:
    expect(page.locator("#game")).to_have_attribute("data-seq", str(seq), **options)


def stays(page: Page) -> None:
    """Mark the document: a page that was loaded anew has lost the mark."""
    page.evaluate("window.stayed = true")


def has_stayed(page: Page):
    return page.evaluate("window.stayed === true")


def test_each_sees_the_moves_of_the_other_without_loading_the_page(table: Table):
    complaints = listen(table.mover), listen(table.other)
    for page in (table.mover, table.other):
        stays(page)
    mover, other = table.mover, table.other
    for _ in range(3):
        before = table.seq(other)
        press(mover, table.legal()[0])
        expect(other.locator(".match")).to_have_attribute("data-turn", "yours")
        expect(mover.locator(".match")).to_have_attribute("data-turn", "theirs")
        assert table.seq(other) > before
        mover, other = other, mover
    assert has_stayed(mover) and has_stayed(other)
    assert complaints == ([], [])


def test_who_only_watches_and_has_no_name_sees_them_too(table: Table, page: Page):
    page.goto(table.path)
    expect(page.locator("[data-connection=live]")).to_have_count(1)
    stays(page)
    before = table.seq(page)
    press(table.mover, table.legal()[0])
    expect(page.locator("#game")).not_to_have_attribute("data-seq", str(before))
    assert has_stayed(page)


def test_the_number_of_waiting_games_follows_in_badge_title_and_icon(table: Table):
    page = table.other.context.new_page()
    page.goto("/lobby/")
    expect(page.locator("#waiting")).to_be_attached()
    before = int(page.locator("#waiting").get_attribute("data-count") or 0)
    press(table.mover, table.legal()[0])
    expect(page.locator("#waiting")).to_have_attribute("data-count", str(before + 1))
    expect(page).to_have_title(re.compile(rf"^\({before + 1}\) (?!\()"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(rf"/icon.svg\?waiting={before + 1}$"))
    expect(table.other).to_have_title(re.compile(rf"^\({before + 1}\) Your turn"))
    press(table.other, table.legal()[0])
    expect(page.locator("#waiting")).to_have_attribute("data-count", str(before))
    if before == 0:
        expect(page.locator("#waiting")).to_be_hidden()
        expect(page).to_have_title(re.compile(r"^[^(]"))
        expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/icon.svg$"))


def test_players_see_each_other_as_long_as_they_look(table: Table):
    seat = table.other.locator("#game").get_attribute("data-seat")
    mark = table.mover.locator(f"[data-presence='{seat}'][data-here]")
    expect(mark).to_have_count(1)
    press(table.mover, table.legal()[0])
    expect(table.mover.locator(".match")).to_have_attribute("data-turn", "theirs")
    expect(mark).to_have_count(1)
    table.other.goto("/lobby/")
    expect(mark).to_have_count(0)
    table.other.goto(table.path)
    expect(mark).to_have_count(1)


def test_a_page_catches_up_when_the_server_comes_back(table: Table):
    complaints = listen(table.other)
    stays(table.other)
    before = table.seq(table.other)
    move = table.legal()[0]
    table.site.kill()
    expect(table.other.locator("[data-when=connecting], [data-when=offline]").locator("visible=true")).to_have_count(1)
    press(table.mover, move)
    expect(table.mover.locator("[data-trouble=lost]")).to_be_visible()
    expect(table.mover.locator("#pressed")).not_to_have_attribute("aria-busy", "true")
    table.site.start()
    table.mover.locator("#pressed").click()
    expect(table.mover.locator("[data-trouble=lost]")).to_be_hidden()
    expect(table.mover.locator(".match")).to_have_attribute("data-turn", "theirs")
    expect(table.other.locator("#game")).not_to_have_attribute("data-seq", str(before), timeout=20_000)
    expect(table.other.locator("[data-connection=live]")).to_have_count(1, timeout=20_000)
    assert has_stayed(table.other)
    assert [text for text in complaints if "/live/" not in text and "ERR_CONNECTION_REFUSED" not in text] == []


def test_the_same_button_in_two_tabs_is_one_move(table: Table):
    twin = table.mover.context.new_page()
    twin.goto(table.path)
    expect(twin.locator("[data-connection=live]")).to_have_count(1)
    before, move = table.seq(twin), table.legal()[0]
    played = len(moves(table))
    for page in (table.mover, twin):
        offer(page, move)
    # both at once: neither hears of the other before it has sent its own
    for page in (table.mover, twin):
        page.evaluate("document.getElementById('pressed').click()")
    for page in (table.mover, twin):
        expect(page.locator("#game")).not_to_have_attribute("data-seq", str(before))
    assert sum(move_made == move for move_made in moves(table)[played:]) == 1


def moves(table: Table):
    return json.load(urlopen(f"{table.site.url}{table.path}record.json"))["moves"]


def test_a_double_click_sends_one_request_and_holds_everything_else(table: Table):
    page, sent, held = table.mover, [], []
    page.on("request", lambda request: sent.extend([request.url] * (request.method == "POST")))
    page.route("**/act/", lambda route: held.append(route))  # noqa: PLW0108 - playwright wants a function
    offer(page, table.legal()[0])
    page.locator("#pressed").dblclick()
    expect(page.locator("#pressed")).to_have_attribute("aria-busy", "true")
    others = page.locator("#game :is(a[href], button):not(#pressed)")
    assert others.count() > 0
    for other in others.all():
        expect(other).to_be_disabled()
    others.first.click(force=True)
    assert page.url.endswith(table.path)
    held[0].abort()
    expect(page.locator("[data-trouble=lost]")).to_be_visible()
    expect(page.locator("#game :is(a[href], button, div):is([aria-disabled], [aria-busy])")).to_have_count(0)
    page.unroute("**/act/")
    page.locator("#pressed").click()
    expect(page.locator(".match")).to_have_attribute("data-turn", "theirs")
    assert len(sent) == 2, "one for the double click, and one more when it had failed"


def fetch(page: Page, name: str, more: str = "") -> None:
    """Have the page fetch the game by itself, at an address of that name."""
    page.evaluate(
        f"""() => void htmx.ajax('GET', '?{name}', {{ target: '#game', swap: 'outerHTML'{more} }}).then(() => {{
            document.documentElement.dataset.{name} = 'fetched';
        }})"""
    )


def expect_fetched(page: Page, name: str) -> None:
    """The page has the answer, and has done with it what it wants to."""
    expect(page.locator(f"html[data-{name}=fetched]")).to_have_count(1)


def test_a_fragment_that_is_older_than_the_page_is_not_let_in(table: Table):
    """As an answer that was on its way for too long would be, or one from a database that lags behind."""
    page = table.other
    old = page.evaluate("fetch(location.href, { headers: { 'HX-Request': 'true' } }).then(answer => answer.text())")
    press(table.mover, table.legal()[0])
    expect(page.locator(".match")).to_have_attribute("data-turn", "yours")
    newest = table.seq(page)
    page.evaluate(
        """() => {
            window.seen = [];
            const look = () => window.seen.push(document.getElementById("game").dataset.seq);
            new MutationObserver(look).observe(document.getElementById("main"), { childList: true });
        }"""
    )
    page.route("**/games/*/?late", lambda route: route.fulfill(body=old, content_type="text/html"))
    with page.expect_response("**/games/*/?late"):
        fetch(page, "late")
    expect_fetched(page, "late")
    assert page.evaluate("window.seen") == [], "nothing else was shown, not even for a moment"
    expect_seq(page, newest)
    expect(page.locator(".match")).to_have_attribute("data-turn", "yours")


def test_an_answer_that_comes_late_does_not_undo_a_newer_one(table: Table):
    """The first of two fetches is held up until the second has been shown."""
    page, waiting = table.other, []
    page.route("**/games/*/?slow", lambda route: waiting.append((route, route.fetch())))
    fetch(page, "slow", ", source: '#main'")
    while not waiting:
        page.wait_for_timeout(10)
    press(table.mover, table.legal()[0])
    expect(table.mover.locator(".match")).to_have_attribute("data-turn", "theirs")
    fetch(page, "quick")
    expect(page.locator(".match")).to_have_attribute("data-turn", "yours")
    newest, title = table.seq(page), page.title()
    ((route, answer),) = waiting
    route.fulfill(response=answer)
    expect_fetched(page, "slow")
    expect_seq(page, newest)
    assert page.title() == title


def test_who_looks_back_is_told_that_there_is_news_and_is_not_torn_away(table: Table):
    page = table.other
    page.goto(f"{table.path}?at=1")
    expect(page.locator("[data-connection=live]")).to_have_count(1)
    news = page.get_by_text("Something new has happened in this game.")
    expect(news).to_be_hidden()
    before = table.seq(page)
    press(table.mover, table.legal()[0])
    expect(news).to_be_visible()
    expect_seq(page, before)
    assert "at=1" in page.url


def test_focus_goes_on_to_the_heading_of_the_dock_when_its_place_is_gone(table: Table):
    page = table.mover
    offer(page, table.legal()[0])
    page.locator("#pressed").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".match")).to_have_attribute("data-turn", "theirs")
    expect(page.locator("#dock h2")).to_be_focused()


def test_logging_out_elsewhere_sends_the_next_move_to_log_in(table: Table):
    offer(table.mover, table.legal()[0])
    table.mover.context.clear_cookies(name="sessionid")
    table.mover.locator("#pressed").click()
    expect(table.mover).to_have_url(re.compile(rf"/account/login/\?next={table.path.replace('/', '%2F')}"))


def test_the_server_closes_with_a_code_that_says_why(table: Table):
    code = """path => new Promise(resolve => {
        const socket = new WebSocket(location.origin.replace("http", "ws") + path);
        socket.onopen = () => path.endsWith("/live/") && socket.send("nonsense");
        socket.onclose = ({ code }) => resolve(code);
    })"""
    assert table.mover.evaluate(code, "/live/?game=999999") == 4404
    assert table.mover.evaluate(code, "/live/") == 4400
    assert table.mover.evaluate(code, "/elsewhere/") == 1006


def test_logging_out_in_one_tab_closes_the_socket_of_the_other(page: Page, site, mails):
    """It tries again, and is let in no more: a visitor without a game has nothing to hear."""
    sign_up(page, mails)
    other = page.context.new_page()
    other.goto("/account/")
    expect(other.locator("[data-connection=live]")).to_have_count(1)
    with other.expect_event("websocket") as opened:
        log_out(page, site.url)
    if not opened.value.is_closed():
        opened.value.wait_for_event("close")
    assert other.locator("#waiting").get_attribute("data-count") == "0"


def test_the_arrow_keys_go_from_hex_to_hex(page: Page, site):
    page.route("**/harness", lambda route: route.fulfill(content_type="text/html", body=BOARD))
    page.goto("/harness")
    page.locator("#b2").focus()
    for key, there in [
        ("ArrowRight", "c2"), ("ArrowRight", "c2"), ("ArrowDown", "b3"), ("ArrowUp", "b2"), ("ArrowLeft", "a2"),
        ("ArrowUp", "b1"), ("Home", "b1"), ("End", "b3"), ("Shift+ArrowRight", "c3"), ("Shift+ArrowRight", "d3"),
        ("ArrowLeft", "b3"), ("Escape", "title"),
    ]:  # fmt: skip
        page.keyboard.press(key)
        expect(page.locator(f"#{there}")).to_be_focused()


def spot(name: str, x: int, y: int, tag: str = "button", more: str = "") -> str:
    place = f'class="hex x{x} y{y}" data-hex="{name}" data-q="{x}" data-r="{y}"'
    return f'<{tag} id="{name}" {place} {more}>{name}</{tag}>'


HEXES = [spot("b1", 2, 1), spot("a2", 1, 2), spot("b2", 2, 2), spot("c2", 3, 2), spot("b3", 2, 3)]
HEXES += [spot("c3", 3, 3, "a", 'href="#" data-state="no" tabindex="-1"'), spot("d3", 4, 3, "span", 'tabindex="-1"')]
PLACES = "".join(f".x{n} {{ left: {n * 50}px }} .y{n} {{ top: {n * 45}px }}" for n in range(1, 5))
BOARD = f"""<!doctype html><title>Board</title>
<style>.hex {{ position: absolute; width: 40px; height: 40px; padding: 0 }} {PLACES}</style>
<script type="module" src="/static/js/board.js"></script>
<div id="dock"><h2 id="title">Roll</h2></div><div id="board" data-roving="board">{"".join(HEXES)}</div>"""


def listen(page: Page) -> list[str]:
    """What the console of a page complains of."""
    found: list[str] = []
    page.on("console", lambda message: found.extend([message.text] * (message.type in ("error", "warning"))))
    page.on("pageerror", lambda error: found.append(str(error)))
    return found
