"""Whoever plays by keyboard is never thrown out: where the focus and the page are after every change; and the keys."""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.players import PHONE, KeyboardPlayer
from tests.e2e.serving import Site

Sit = Callable[..., tuple[Page, Page]]
PUSH = "mabula: nothing, while the other has to push"


@pytest.fixture
def sit(site: Site, browser: Browser, browser_context_args) -> Iterator[Sit]:
    """Have two people sit at a new game in which something is to be decided: the pages of the looker and the other."""
    contexts: list[BrowserContext] = []

    def sit(decision: str, *, has_bot: bool = False, **options) -> tuple[Page, Page]:
        path, *sessions = site.lay_out(decision, has_bot=has_bot)
        pages = []
        for session in sessions:
            context = browser.new_context(**{**browser_context_args, **options})
            context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
            contexts.append(context)
            pages.append(context.new_page())
            pages[-1].goto(path)
            expect(pages[-1].locator("[data-connection=live]")).to_have_count(1)
        return pages[0], pages[1]

    yield sit
    for context in contexts:
        context.close()


def seq(page: Page) -> str:
    return page.locator("#game").get_attribute("data-seq") or ""


def swapped(page: Page, act: Callable[[], object]) -> None:
    """Do something, and wait until another game is on the page."""
    page.locator("#game").evaluate("game => game.dataset.old = ''")
    act()
    expect(page.locator("#game:not([data-old])")).to_be_attached()
    expect(page.locator("#game[aria-busy]")).to_have_count(0)


def press(page: Page, id: str, key: str = "Enter") -> None:
    """Press something by its key, and wait for what comes of it."""
    page.locator(f"#{id}").focus()
    swapped(page, lambda: page.keyboard.press(key))


def expect_focus(page: Page, selector: str) -> None:
    expect(page.locator(selector)).to_be_focused()


def push(page: Page) -> None:
    """The first push of the list, at Mabula."""
    swapped(page, page.locator('#board a[data-state="legal"]').first.click)
    swapped(page, page.locator("#board [data-stop]").first.click)


def test_after_a_step_the_focus_is_on_the_same_thing(sit: Sit):
    page, _ = sit("marabunta: a number")
    other = page.locator('#dock .held[data-state="usable"]').first.evaluate("one => one.id")
    press(page, other)
    expect_focus(page, f'#{other}[data-state="selected"]')
    page, _ = sit("mabula: a marble")
    marble = page.locator('#board a[data-state="legal"]').first.evaluate("one => one.id")
    press(page, marble)
    expect_focus(page, f'#{marble}[data-state="chosen"]')


def test_after_a_move_the_focus_is_on_the_same_thing_or_else_on_the_heading(sit: Sit):
    page, _ = sit("marabunta: a number")
    press(page, page.locator('#board button[data-state="legal"]').first.evaluate("one => one.id"))
    expect_focus(page, "#dock h2")  # a number stands there now
    page, _ = sit("mabula: a stop")
    stop = page.locator("#board [data-stop]").first.evaluate("one => one.id")
    press(page, stop)
    expect_focus(page, f"#{stop}")


def test_after_an_undo_the_focus_is_on_it_as_long_as_there_is_something_to_undo(sit: Sit):
    page, _ = sit("marabunta: all done")
    press(page, "undo")
    expect_focus(page, "#undo")
    while page.locator("#undo").count():
        press(page, "undo")
    expect_focus(page, "#dock h2")


def test_a_live_move_of_the_other_leaves_the_focus_where_it_is(sit: Sit):
    page, mover = sit(PUSH)
    page.locator("#space-d4").focus()
    swapped(page, lambda: push(mover))
    expect_focus(page, "#space-d4")


def test_where_a_live_move_takes_away_what_had_the_focus_it_goes_to_the_heading(sit: Sit):
    page, mover = sit(PUSH)
    page.locator("#next-game").focus()
    swapped(page, lambda: push(mover))
    expect_focus(page, "#dock h2")


def test_a_refusal_and_a_hint_leave_the_focus_where_it_is(sit: Sit, complaints):
    page, _ = sit("mabula: a marble, from a list", has_bot=True)
    page.get_by_label("Type a move").fill("d4-d5")
    swapped(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("#dock .alert")).to_be_visible()
    expect_focus(page, "#move")
    expect(page.locator("#move")).to_have_value("d4-d5")
    press(page, "ask-hint")
    expect(page.locator("#hint-words")).to_be_visible()
    expect_focus(page, "#ask-hint")
    press(page, "hint-move")
    expect_focus(page, "#dock h2")


@pytest.mark.parametrize("decision", ["marabunta: a number", "mabula: a marble"])
def test_the_tab_key_stops_once_on_the_board_and_the_arrows_reach_every_place_that_can_be_used(sit: Sit, decision):
    page, _ = sit(decision)
    page.keyboard.press("d")
    stops = []
    for _ in range(40):
        page.keyboard.press("Tab")
        stops += page.locator("[data-roving=board] :focus").all()
    assert len(stops) == 1
    usable = page.locator("[data-roving=board] :is(a[href], button)").all()
    usable[0].focus()
    for place in reversed(usable):
        KeyboardPlayer(page).walk_to(place)


def test_with_shift_the_arrows_go_to_any_place_and_enter_tells_why_it_cannot_be_used(sit: Sit):
    page, _ = sit("marabunta: a number")
    page.keyboard.press("b")
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"):
        page.keyboard.press(f"Shift+{key}")
        if page.evaluate("document.activeElement.dataset.why"):
            break
    swapped(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("#why")).to_be_visible()


def test_letters_go_to_the_board_and_to_the_dock_and_undo(sit: Sit):
    page, _ = sit("marabunta: all done")
    page.keyboard.press("d")
    expect_focus(page, "#dock h2")
    swapped(page, lambda: page.keyboard.press("u"))
    page.keyboard.press("b")
    expect_focus(page, '[data-roving=board] [tabindex="0"]')
    page, _ = sit("mabula: a stop")
    swapped(page, lambda: page.keyboard.press("u"))
    expect(page.locator('[data-step="marble"]')).to_be_visible()  # it is put back


def test_digits_pick_a_piece_or_a_stop_or_move_a_piece_between_the_pools(sit: Sit):
    page, _ = sit("marabunta: a pool of six")
    for number in (6, 1):
        swapped(page, partial(page.keyboard.press, str(number)))
        expect_focus(page, f"#dock .tray li:nth-child({number}) .held")
    page, _ = sit("marabunta: split")
    for number in (7, 2, 7, 7):
        page.keyboard.press(str(number))
        expect_focus(page, f".lot >> nth={number - 1} >> input:checked")
    expect(page.locator('.lot input[value="2"]:checked')).to_have_count(2)
    page, _ = sit("mabula: a stop")
    before = seq(page)
    swapped(page, lambda: page.keyboard.press("1"))
    assert seq(page) != before


def test_digits_press_what_is_asked_for_rather_than_the_pieces_of_the_pool(sit: Sit):
    page, _ = sit("marabunta: tile die-again")
    swapped(page, lambda: page.keyboard.press("2"))
    expect(page.locator("#dock .again li:nth-child(2) .held")).to_have_attribute("aria-current", "true")
    page, _ = sit("marabunta: a crate of a hex")
    chosen = page.locator(".groups > li", has=page.locator("button")).last
    number = chosen.evaluate("row => [...row.parentElement.children].indexOf(row) + 1")
    crossed = chosen.locator('i[data-state="crossed"]').count()
    power = chosen.locator("button").get_attribute("id")
    assert number > page.locator("#dock .tray .held").count(), "no piece of the pool has this number"
    before = seq(page)
    swapped(page, lambda: page.keyboard.press(str(number)))
    assert seq(page) != before
    chamber = page.locator("#mine .chamber").nth(number - 1)
    expect(chamber.locator('i[data-state="crossed"]'), str(power)).to_have_count(crossed + 1)


def test_n_leads_to_the_next_game_that_waits(sit: Sit):
    page, _ = sit(PUSH)
    here = page.url
    page.keyboard.press("n")
    expect(page).not_to_have_url(here)
    expect(page.locator('.match[data-turn="yours"]')).to_be_visible()


def test_a_question_mark_shows_the_keys_and_there_they_are_switched_off(sit: Sit):
    page, _ = sit("mabula: a marble")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    for _ in range(2):
        page.keyboard.press("?")
        expect(sheet).to_be_visible()
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
    page.keyboard.press("?")
    sheet.get_by_role("checkbox").check()
    sheet.get_by_role("button", name="Close").click()
    page.locator("#list").focus()
    for is_new in (False, True):
        if is_new:
            page.reload()
            page.locator("#list").focus()
        page.keyboard.press("b")
        page.keyboard.press("d")
        expect_focus(page, "#list")
    page.keyboard.press("?")
    sheet.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    expect_focus(page, "#dock h2")


def test_what_is_typed_in_the_chat_is_not_torn_away_by_a_move_of_the_other(sit: Sit):
    page, mover = sit(PUSH)
    page.locator("details.chat summary").click()
    message = page.get_by_label("Your message")
    message.fill("Well")
    message.press("ArrowLeft")
    swapped(page, lambda: push(mover))
    expect(message).to_be_focused()
    page.keyboard.type("d done, by")  # letters that are keys elsewhere
    expect(message).to_have_value("Weld done, byl")


def test_the_back_button_leaves_the_game_however_many_steps_were_taken(sit: Sit):
    page, _ = sit("marabunta: tile cross-two, 0 picked")
    game = page.url.partition("?")[0]
    page.goto("/lobby/")
    page.goto(f"{game}?piece=T")
    for _ in range(2):
        swapped(page, page.locator("#board a[data-state]").first.click)
    page.go_back()
    expect(page).to_have_url(re.compile(r"/lobby/$"))


def test_who_looks_back_comes_back_to_the_game_by_the_back_button(sit: Sit):
    page, _ = sit("mabula: a marble")
    for step in ("step-back", "step-back"):
        swapped(page, page.locator(f"#{step}").click)
    swapped(page, page.go_back)
    expect(page.locator('.match[data-turn="yours"]')).to_be_visible()
    assert "at=" not in page.url


def test_an_unfinished_split_is_there_again_after_a_reload(sit: Sit):
    page, _ = sit("marabunta: split")
    chosen = page.locator('.lot input[value="2"]:checked')
    for number in (1, 4, 6):
        page.keyboard.press(str(number))
    ids = chosen.evaluate_all("all => all.map(one => one.id)")
    assert len(ids) == 3
    page.reload()
    expect(chosen).to_have_count(3)
    assert chosen.evaluate_all("all => all.map(one => one.id)") == ids


def offer(page: Page) -> None:
    """Any split, at Marabunta."""
    page.keyboard.press("1")
    swapped(page, page.locator("#offer").click)


@pytest.mark.parametrize("options", [{"viewport": {"width": 1366, "height": 768}}, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(("task", "move"), [("marabunta: nothing, while the other has to split", offer), (PUSH, push)])
def test_a_page_that_is_scrolled_down_stays_so_when_the_other_moves_and_when_a_key_is_pressed(
    sit: Sit, task, move, options
):
    page, mover = sit(task, **options)
    page.evaluate("scrollTo(0, 300)")
    swapped(page, lambda: move(mover))
    assert page.evaluate("scrollY") == 300
    swapped(page, lambda: page.keyboard.press("m"))
    assert page.evaluate("scrollY") == 300
