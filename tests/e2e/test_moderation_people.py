"""A moderator acts on a person, once by every act; the person sees what, why and until when, and answers."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Error, Page, expect

from tests.e2e.players import sit_down
from tests.e2e.test_pages import axe_violations
from tests.luck import dice

REASON = "You insulted Bertram."


@dataclass
class Scene:
    """Two who play, each before their game, and a moderator."""

    one: Page
    two: Page
    desk: Page
    game: str
    names: tuple[str, str]

    def find(self, name: str = "") -> None:
        name = name or self.names[0]
        self.desk.goto("/moderation/people/")
        self.desk.get_by_label("Name").fill(name)
        self.desk.get_by_role("button", name="Find").click()
        self.desk.get_by_role("link", name=name, exact=True).click()

    def impose(self, label: str, *, long: str = "", name: str = "") -> None:
        """Find the person, open the form, give a reason, do it."""
        self.find(name)
        self.desk.locator("summary", has_text=label).click()
        form = self.desk.locator("details[open] form")
        if long:
            form.get_by_label("How long").select_option(label=long)
        form.get_by_label("Reason").fill(REASON)
        form.get_by_role("button", name=label).click()
        expect(self.desk.get_by_role("status")).to_contain_text("in the audit")

    def lift(self) -> None:
        """What was imposed last."""
        latest = self.desk.locator("li.sanction").first
        latest.get_by_text("Lift", exact=True).click()
        latest.get_by_label("Reason").fill("It was not them.")
        latest.get_by_role("button", name="Lift now").click()
        expect(self.desk.get_by_role("status")).to_contain_text("Lifted.")


ENDINGS = dice()  # of names: the site stays the same for all tests


@pytest.fixture
def scene(let_in) -> Scene:
    ending = "".join(ENDINGS.choices("adegkmnprt", k=6))
    names = f"Alwin-{ending}", f"Bertram-{ending}"
    one, two = (let_in(name) for name in names)
    game = sit_down(one, two)
    for page in (one, two):
        page.goto(game)
    return Scene(one, two, let_in("Moritz", "moderator"), game, names)


def open_chat(page: Page) -> None:
    page.locator("details.chat > summary").click()
    expect(page.locator(".chat-room").first).to_be_visible()


def test_a_warning_is_on_every_page_until_it_is_acknowledged(scene: Scene):
    scene.impose("Warn")
    scene.one.goto("/lobby/")
    scene.one.get_by_role("link", name="Read why and acknowledge").click()
    expect(scene.one.locator(".sanction")).to_contain_text(REASON)
    scene.one.get_by_role("button", name="I have read this").click()
    scene.one.goto("/lobby/")
    expect(scene.one.get_by_text("A moderator has warned you.")).to_have_count(0)
    scene.find()
    expect(scene.desk.locator("li.sanction").first).to_contain_text("Acknowledged")
    scene.lift()


def test_the_chat_is_taken_away_limited_to_phrases_and_given_back(scene: Scene):
    scene.impose("Ban from chat", long="1 day")
    scene.one.goto(f"{scene.game}chat/")
    expect(scene.one.locator(".chat-say")).to_contain_text("A moderator has banned you from chat until")
    expect(scene.one.get_by_label("Your message")).to_have_count(0)
    scene.lift()

    scene.impose("Limit chat to preset phrases", long="Permanently")
    scene.one.goto(scene.game)
    open_chat(scene.one)
    expect(scene.one.get_by_label("Your message")).to_have_count(0)
    open_chat(scene.two)
    scene.one.get_by_role("button", name="Good luck, have fun!").click()
    for page in (scene.one, scene.two):
        expect(page.get_by_role("log").first).to_contain_text("Good luck, have fun!")
    scene.lift()
    scene.one.reload()
    open_chat(scene.one)
    expect(scene.one.get_by_label("Your message")).to_be_visible()


def test_a_hidden_message_vanishes_from_open_pages(scene: Scene):
    for page in (scene.one, scene.two):
        open_chat(page)
    scene.one.get_by_label("Your message").fill("you are stupid")
    scene.one.get_by_role("button", name="Send").click()
    expect(scene.two.get_by_role("log").first).to_contain_text("you are stupid")
    said = scene.two.locator(".chat-said").last
    number = (said.get_attribute("id") or "").removeprefix("message-")
    for button, shown in (("Hide message", False), ("Restore", True)):
        scene.desk.goto(f"/moderation/messages/{number}/")
        scene.desk.get_by_label("Reason").fill("An insult, or was it?")
        scene.desk.get_by_role("button", name=button).click()
        expect(scene.desk.get_by_role("status")).to_contain_text("Message")
        for page in (scene.one, scene.two):
            row = page.locator(f"#message-{number}")
            expect(row).to_contain_text("you are stupid" if shown else "Hidden by a moderator.")
            expect(row.get_by_text("you are stupid")).to_have_count(int(shown))


def visit(page: Page, path: str) -> None:
    """Go there, even if the page, whose socket was closed, is just being led to what was imposed."""
    for _ in range(3):
        try:
            page.goto(path)
        except Error as interrupted:
            if "interrupted by another navigation" not in str(interrupted):
                raise
        else:
            return


def test_whoever_is_suspended_is_out_appeals_and_is_let_in_again(scene: Scene):
    scene.impose("Suspend", long="3 days")
    visit(scene.one, "/lobby/")
    expect(scene.one).to_have_url("/sanctions/")
    expect(scene.one.locator(".sanction")).to_contain_text(REASON)
    scene.one.get_by_text("Disagree? Appeal").click()
    scene.one.get_by_label("What should the moderators know?").fill("It was my brother.")
    scene.one.get_by_role("button", name="Send appeal").click()
    expect(scene.one.locator(".thread")).to_contain_text("It was my brother.")

    scene.desk.get_by_role("link", name="Appeals").click()
    scene.desk.get_by_role("link", name=scene.names[0]).click()
    scene.desk.get_by_role("textbox", name="Answer").fill("We believe you.")
    scene.desk.get_by_label("Leave the appeal open").check()
    scene.desk.get_by_role("button", name="Send answer").click()
    scene.one.reload()
    expect(scene.one.locator(".thread")).to_contain_text("We believe you.")
    scene.one.get_by_label("Reply").fill("Thank you.")
    scene.one.get_by_role("button", name="Send").click()
    scene.desk.reload()
    expect(scene.desk.locator(".thread")).to_contain_text("Thank you.")
    scene.desk.get_by_role("textbox", name="Answer").fill("Then it is lifted.")
    scene.desk.get_by_label("Lift the sanction and close it").check()
    scene.desk.get_by_role("button", name="Send answer").click()
    scene.one.goto("/lobby/")
    expect(scene.one.get_by_role("heading", name="Lobby")).to_be_visible()
    scene.one.goto("/sanctions/")
    expect(scene.one.locator(".sanction").first).to_contain_text("Then it is lifted.")


def test_a_closed_account_loses_its_games_and_gets_them_back(scene: Scene):
    scene.impose("Close the account")
    expect(scene.two.locator(".match h1")).to_have_text("Annulled")
    visit(scene.one, scene.game)
    expect(scene.one).to_have_url("/sanctions/")
    expect(scene.one.locator(".sanction").first).to_contain_text("permanent")
    scene.lift()
    expect(scene.two.locator(".match h1")).not_to_have_text("Annulled")
    scene.one.goto(scene.game)
    expect(scene.one.locator(".match h1")).not_to_have_text("Annulled")


def test_a_name_is_taken_away_and_another_chosen(scene: Scene, let_in):
    zoe = let_in("Zornica")
    zoe.goto("/")
    scene.impose("Take the name away", name="Zornica")
    zoe.goto("/")
    zoe.get_by_role("link", name="Choose another name").click()
    for name, stays in (("Zornica", True), ("Zora-Belle", False)):
        zoe.get_by_label("Your new name").fill(name)
        zoe.get_by_role("button", name="Take this name").click()
        expect(zoe.get_by_label("Your new name")).to_have_count(int(stays))
    zoe.goto("/people/Zora-Belle/")
    expect(zoe.get_by_role("heading", name="Zora-Belle")).to_be_visible()


def test_somebody_blocks_somebody_and_thinks_better_of_it(scene: Scene):
    blocked, blocking = scene.names
    scene.two.get_by_role("link", name=f"Block {blocked}").first.click()
    scene.two.get_by_role("button", name=f"Block {blocked}").click()
    expect(scene.two.locator(".blocked")).to_contain_text(blocked)
    scene.one.goto(f"{scene.game}chat/")
    expect(scene.one.locator(".chat-say")).to_contain_text(f"{blocking} isn’t taking messages from you right now.")
    scene.two.get_by_role("button", name=f"Unblock {blocked}").click()
    scene.one.reload()
    expect(scene.one.get_by_label("Your message")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_to_mend(scene: Scene, scheme):
    scene.impose("Warn")
    address = scene.desk.url
    scene.one.goto("/sanctions/")
    scene.one.get_by_text("Disagree? Appeal").first.click()
    scene.one.get_by_label("What should the moderators know?").first.fill("It was a joke.")
    scene.one.get_by_role("button", name="Send appeal").first.click()
    expect(scene.one.locator(".thread").first).to_contain_text("It was a joke.")
    for page in (scene.one, scene.desk):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    for path in ("/sanctions/", "/blocks/", f"/blocks/?whom={scene.names[1]}", "/"):
        scene.one.goto(path)
        assert axe_violations(scene.one) == [], path
    for path in (address, "/moderation/people/", "/moderation/appeals/"):
        scene.desk.goto(path)
        for summary in scene.desk.locator(".measure > summary").all():
            summary.click()
        assert axe_violations(scene.desk) == [], path
    scene.desk.get_by_role("link", name=scene.names[0]).first.click()
    assert axe_violations(scene.desk) == []
