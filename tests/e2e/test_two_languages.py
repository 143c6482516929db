"""Two people play the same game, each in their language: pages, what comes in live, and mails.

What is expected is asked of the catalogues themselves, so this holds whatever they say.
"""

import email
import email.policy
import re
from pathlib import Path
from time import monotonic, sleep

import pytest
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import override
from playwright.sync_api import Page, expect

from tests.e2e.players import Player, close
from tests.luck import dice as dice_of

LANGUAGES = {"Colette": "fr", "Zofia": "pl"}
FOOT = "You get this e-mail because of your notification settings on Marabunta."


@pytest.fixture
def both(let_in) -> tuple[Player, Player]:
    """Somebody who reads French and somebody who reads Polish, each by a press at the foot of a page."""
    players = []
    for seed, (name, language) in enumerate(LANGUAGES.items(), start=4):
        page = let_in(name)
        page.goto("/lobby/?page=1")
        page.locator(f'.foot-languages button[value="{language}"]').click()
        expect(page.locator(f'html[lang="{language}"]')).to_be_attached()
        assert page.url.endswith("/lobby/?page=1")
        players.append(Player(page, dice_of(seed)))
    return players[0], players[1]


def test_a_french_and_a_polish_player_play_a_whole_game(both, mails):
    one, two = both
    game = sit_down(one.page, two.page, mails)
    one.page.goto(game)
    while not one.is_over:
        mover, other = (one, two) if one.is_to_move else (two, one)
        expect(mover.page.locator(".match")).to_contain_text(words_of(mover, "Your turn"))
        mover.move()
        expect(other.page.locator("#game")).to_have_attribute("data-seq", str(mover.seq))  # without a reload
        for player in both:
            assert language_of(player.page) in LANGUAGES.values()
    one.wait()
    two.wait()
    assert [language_of(player.page) for player in both] == ["fr", "pl"]
    for player in both:
        player.page.goto(f"{game}moves/")
        expect(player.page.locator("main")).to_contain_text(words_of(player, "White"))
    mail = mail_to("colette@", mails)  # Zofia's page accepted the challenge
    assert is_in("fr", mail)
    close(one, two)


def sit_down(one: Page, two: Page, mails: Path) -> str:
    """One challenges the other by name, who hears of it by mail."""
    one.goto("/games/new/")
    one.locator('input[name="kind"][value="mabula"]').check(force=True)
    one.locator('input[name="audience"][value="person"]').check(force=True)
    one.locator('input[name="opponent"]').fill("Zofia")
    one.locator("main form button.primary.big").click()
    one.wait_for_url("**/challenges/*/")
    link = one.url
    one.goto("about:blank")  # whoever stays is taken to the game, in a moment
    assert is_in("pl", mail_to("zofia@", mails))
    two.goto(link)
    two.locator("main").get_by_role("button").first.click()
    two.wait_for_url("**/games/*/**")
    return f"/games/{two.url.split('/games/')[1].split('/')[0]}/"


def words_of(player: Player, text: str) -> re.Pattern[str]:
    with override(language_of(player.page)):
        return re.compile(re.escape(_(text)), re.IGNORECASE)


def language_of(page: Page) -> str:
    return page.locator("html").get_attribute("lang") or ""


def is_in(language: str, mail: email.message.EmailMessage) -> bool:
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text
    assert html
    with override(language):
        foot = _(FOOT)
    return (
        foot in text.get_content()
        and escape(foot) in html.get_content()
        and f'<html lang="{language}"' in html.get_content()
    )


def mail_to(address: str, mails: Path) -> email.message.EmailMessage:
    end = monotonic() + 60  # the worker looks by itself once a minute
    while monotonic() < end:
        for file in sorted(mails.iterdir()):
            if f"To: {address}".encode() in (mail := file.read_bytes()):
                return email.message_from_bytes(mail, policy=email.policy.default)
        sleep(0.2)
    raise AssertionError(f"no mail to {address}")
