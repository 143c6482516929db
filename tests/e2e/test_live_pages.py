"""Pages besides those of games follow what happens: nobody has to load them again, and nobody is disturbed."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.players import Player
from tests.e2e.test_live import has_stayed, stays

LetIn = Callable[..., Page]
GAME = re.compile(r"/games/\d+/(#board)?$")


@pytest.fixture
def ada(let_in: LetIn) -> Page:
    return live(let_in("Ada"), "/")


@pytest.fixture
def ben(let_in: LetIn) -> Page:
    return let_in("Ben")


@pytest.fixture
def visitor(browser: Browser, browser_context_args) -> Iterator[Page]:
    with browser.new_context(**browser_context_args) as context:
        yield context.new_page()


def live(page: Page, path: str) -> Page:
    """Open a page, which is from then on not loaded again."""
    page.goto(path)
    expect(page.locator("[data-connection=live]")).to_have_count(1)
    stays(page)
    return page


def offer(page: Page, audience: str, opponent: str = "") -> str:
    """Offer a game of Mabula; the address of the challenge."""
    page.goto("/games/new/")
    page.locator('input[name="kind"][value="mabula"]').check(force=True)
    page.locator(f'input[name="audience"][value="{audience}"]').check(force=True)
    if opponent:
        page.get_by_label("Their name").fill(opponent)
    page.get_by_role("button", name="Create game").click()
    page.wait_for_url("**/challenges/*/")
    return page.url


def section(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


# The page of a challenge


def test_who_waits_at_a_challenge_is_taken_to_the_game(ada: Page, visitor: Page):
    link = offer(ada, "link")
    expect(ada.locator("[data-connection=live]")).to_have_count(1)
    visitor.goto(link)
    visitor.get_by_role("button", name="Play", exact=True).click()
    expect(visitor).to_have_url(GAME)
    expect(ada).to_have_url(GAME)
    assert path_of(ada) == path_of(visitor)
    ada.go_back()
    expect(ada.get_by_role("heading", level=1)).to_have_text("Your game of Mabula has started")


def test_who_only_looks_at_a_challenge_is_told_that_it_is_taken(ada: Page, ben: Page, visitor: Page):
    live(visitor, offer(ada, "public"))
    ben.goto(visitor.url)
    ben.get_by_role("button", name="Play", exact=True).click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("This game of Mabula has been taken")
    expect(visitor.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    expect(visitor.get_by_role("group", name="Invite a friend")).to_be_visible()
    assert has_stayed(visitor)


def test_who_is_declined_reads_it_on_the_page_of_the_challenge(ada: Page, ben: Page):
    address = offer(ada, "person", "Ben")
    live(ada, address)
    ben.goto(address)
    ben.get_by_role("button", name="Decline").click()
    expect(ada.get_by_role("heading", level=1)).to_have_text("Ben has declined")
    assert has_stayed(ada)


def test_a_challenge_that_is_taken_back_is_gone_under_the_eyes_of_whom_it_was_for(ada: Page, ben: Page):
    live(ben, offer(ada, "link"))
    ben.get_by_text("Terms and notation").click()
    ben.get_by_label("Your own random seed (optional)").fill("toi toi toi")
    ada.get_by_role("button", name="Withdraw challenge").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Ada has withdrawn this challenge")
    expect(ben.get_by_role("heading", level=1)).to_be_focused()  # what had the focus is gone
    assert has_stayed(ben)


def test_a_page_that_finds_nothing_new_keeps_what_is_typed(ada: Page, ben: Page):
    live(ben, offer(ada, "link"))
    ben.get_by_text("Terms and notation").click()
    ben.get_by_label("Your own random seed (optional)").fill("toi toi toi")
    with ben.expect_response(re.compile("/challenges/")):
        ben.evaluate("document.dispatchEvent(new CustomEvent('live:challenge'))")
    ben.wait_for_timeout(100)
    expect(ben.get_by_label("Your own random seed (optional)")).to_have_value("toi toi toi")
    expect(ben.get_by_label("Your own random seed (optional)")).to_be_focused()


# A rematch


def finished(ada: Page, other: Page) -> str:
    """Have two play a game to its end, both looking at it; its path."""
    link = offer(ada, "link")
    expect(ada.locator("[data-connection=live]")).to_have_count(1)
    other.goto(link)
    other.get_by_role("button", name="Play", exact=True).click()
    expect(other).to_have_url(GAME)
    expect(ada).to_have_url(GAME)
    other.locator("details.sure summary", has_text="Abort").click()
    other.get_by_role("button", name="Yes, abort").click()
    for page in (ada, other):
        expect(page.get_by_role("button", name="Rematch, colours swapped")).to_be_visible()
        expect(page.locator("[data-connection=live]")).to_have_count(1)
        stays(page)
    return path_of(ada)


@pytest.mark.parametrize("is_guest", [False, True])
def test_a_rematch_is_offered_and_accepted_on_the_finished_page(ada: Page, ben: Page, visitor: Page, *, is_guest):
    other = visitor if is_guest else ben
    path = finished(ada, other)
    ada.get_by_role("button", name="Rematch, colours swapped").click()
    expect(ada.get_by_text("You’ve offered a rematch.")).to_be_visible()
    expect(ada.locator("[data-connection=live]")).to_have_count(1)
    expect(other.get_by_text("Ada offers a rematch with colours swapped.")).to_be_visible()
    assert has_stayed(other)
    other.get_by_role("button", name="Accept rematch").click()
    expect(other).to_have_url(GAME)
    expect(ada).to_have_url(re.compile(path_of(other)))
    assert path_of(other) != path


def test_a_rematch_that_is_declined_can_be_offered_again(ada: Page, ben: Page):
    finished(ada, ben)
    ada.get_by_role("button", name="Rematch, colours swapped").click()
    expect(ada.locator("[data-connection=live]")).to_have_count(1)
    stays(ada)
    ben.get_by_role("button", name="Decline").click()
    expect(ada.get_by_text("Ben declined the rematch.")).to_be_visible()
    expect(ada.get_by_role("button", name="Rematch, colours swapped")).to_be_visible()
    assert has_stayed(ada)


# Home, lobby and bell


def test_home_follows_a_challenge_its_game_and_the_end_of_it(ada: Page, ben: Page):
    bell = ada.get_by_role("link", name=re.compile("Notifications"))
    before = ada.locator("#unread").inner_text()
    address = offer(ben, "person", "Ada")
    row = section(ada, "Challenges to you").get_by_role("listitem").filter(has_text="Ben")
    expect(row.first).to_be_visible()
    expect(bell).not_to_have_text(before)
    expect(bell.locator("[data-unread]")).to_have_count(1)

    other_tab = ada.context.new_page()
    other_tab.goto(address)
    other_tab.get_by_role("button", name="Play", exact=True).click()
    expect(other_tab).to_have_url(GAME)
    game = ada.locator(f"#game-{path_of(other_tab).split('/')[2]}")
    expect(game).to_be_visible()

    other_tab.locator("details.sure summary", has_text="Abort").click()
    other_tab.get_by_role("button", name="Yes, abort").click()
    expect(section(ada, "Recently finished").locator(f"#{game.get_attribute('id')}")).to_be_visible()
    assert has_stayed(ada)


def test_home_follows_every_turn(ada: Page, ben: Page):
    link = offer(ben, "link")
    expect(ben.locator("[data-connection=live]")).to_have_count(1)
    other_tab = ada.context.new_page()
    other_tab.goto(link)
    other_tab.get_by_role("button", name="Play", exact=True).click()
    expect(ben).to_have_url(GAME)
    adas, bens = Player(other_tab), Player(ben)
    game = f"#game-{path_of(ben).split('/')[2]}"
    for _ in range(3):
        expect(ada.locator(f"{'#yours' if adas.is_to_move else '#lists-of-others'} {game}")).to_be_visible()
        mover, other = (adas, bens) if adas.is_to_move else (bens, adas)
        mover.take_turn()
        other.wait()
    assert has_stayed(ada)


def test_who_looks_at_a_game_is_not_told_by_the_bell_what_they_see(ada: Page, ben: Page):
    link = offer(ben, "link")
    expect(ben.locator("[data-connection=live]")).to_have_count(1)
    ada.goto(link)
    ada.get_by_role("button", name="Play", exact=True).click()
    expect(ben).to_have_url(GAME)
    players = [Player(ada), Player(ben)]
    mover, other = players if players[0].is_to_move else reversed(players)
    for page in (ada, ben):
        expect(page.locator("[data-connection=live]")).to_have_count(1)
    before = other.page.locator("#unread").inner_text()
    with other.page.expect_response(re.compile("/waiting/")):
        mover.take_turn()
    other.wait()
    expect(other.page.locator("#unread")).to_have_text(before)


def test_the_lobby_shows_everybody_what_is_offered_and_taken(ada: Page, ben: Page, visitor: Page):
    for page in (ada, visitor):
        live(page, "/lobby/")
    clock = visitor.get_by_label("Clock")
    clock.select_option("7d")  # chosen, and not yet sent
    address = offer(ben, "public")
    token = address.split("/")[-2]
    for page in (ada, visitor):
        expect(section(page, "Open challenges").locator(f'[href$="{token}/"]').first).to_be_visible()
    ada.locator(f'button[formaction$="{token}/accept/"]').click()
    expect(ada).to_have_url(GAME)
    expect(visitor.locator(f'[href$="{token}/"]')).to_have_count(0)
    expect(section(visitor, "Games to watch").locator(f'[href="{path_of(ada)}"]')).to_be_visible()
    expect(clock).to_have_value("7d")
    assert has_stayed(visitor)


def test_nothing_that_somebody_does_is_disturbed(ada: Page, ben: Page):
    """The focus, a choice, an open menu and what they look at stay where they are, whatever comes in above."""
    ada.set_viewport_size({"width": 390, "height": 600})
    ada.get_by_role("radio", name="Mabula").check()
    ada.get_by_role("radio", name="Open challenge").check()
    link = ada.get_by_role("link", name="Go to the lobby")
    link.focus()
    link.scroll_into_view_if_needed()
    before = link.bounding_box()
    offer(ben, "person", "Ada")
    expect(section(ada, "Challenges to you").get_by_role("listitem").last).to_be_attached()
    ada.wait_for_timeout(300)  # for a jump that should not come
    after = link.bounding_box()
    assert before and after and abs(before["y"] - after["y"]) < 2
    expect(link).to_be_focused()
    expect(ada.get_by_role("radio", name="Mabula")).to_be_checked()
    expect(ada.locator('#start [name="audience"][value="public"]')).to_be_checked()
    assert has_stayed(ada)


def test_nothing_moves_under_a_finger(ada: Page, ben: Page):
    button = ada.get_by_role("button", name="Start", exact=True)
    button.scroll_into_view_if_needed()
    button.hover()
    rows = section(ada, "Challenges to you").get_by_role("listitem")
    before = rows.count()
    ada.mouse.down()
    offer(ben, "person", "Ada")
    ada.wait_for_timeout(1500)
    assert rows.count() == before
    ada.mouse.move(5, 5)  # away from the button: it is not pressed after all
    ada.mouse.up()
    expect(rows).to_have_count(before + 1)


def test_a_page_that_nobody_looks_at_catches_up_when_somebody_does(ada: Page, ben: Page):
    ada.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    rows = section(ada, "Challenges to you").get_by_role("listitem")
    before, waiting = rows.count(), ada.locator("#unread").inner_text()
    offer(ben, "person", "Ada")
    expect(ada.locator("#unread")).not_to_have_text(waiting)  # which is in the title and icon of the tab
    assert rows.count() == before
    ada.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    expect(rows).to_have_count(before + 1)
    assert has_stayed(ada)


def path_of(page: Page) -> str:
    return "/" + page.url.split("/", 3)[3].split("#")[0]
