"""Two people play the same game, each in their language and in no other: pages, what comes in live, refusals, mails.

What is expected is asked of the catalogues themselves, so this holds whatever they say.
"""

import email
import email.policy
import re
from email.message import EmailMessage
from pathlib import Path
from time import monotonic, sleep

import pytest
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import override
from playwright.sync_api import Page, expect

from games.mabula.page.refusals import SENTENCES
from tests.e2e.players import Player, close
from tests.luck import dice as dice_of

LANGUAGES = {"Colette": "fr", "Zofia": "pl"}
FOOT = "You get this e-mail because of your notification settings on %(site_name)s."
SITE = {"site_name": "Marabunta"}
IN_SIGHT = ("Resign", "White", "Black")  # on the page of every running game, and another word in each language
YOUR_TURN, OVER = "Your turn, %(you)s", "Your game against %(name)s is over"


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
        assert [language_of(player.page) for player in both] == ["fr", "pl"]
        if not one.is_over:
            sees_one_language_only(one)
            sees_one_language_only(two)
    one.wait()
    two.wait()
    for player in both:
        player.page.goto(f"{game}moves/")
        expect(player.page.locator("main")).to_contain_text(words_of(player, "White"))
        tells_moves_in_one_language_only(player)
    close(one, two)


def test_a_refusal_is_in_the_language_of_who_tried(both, mails):
    one, two = both
    game = sit_down(one.page, two.page, mails)
    one.page.goto(game)
    for _turn in both:
        mover = one if one.is_to_move else two
        space = mover.page.locator("#board [data-why]").first
        space.click()
        why = mover.page.locator("#dock .why")
        expect(why).to_be_visible()
        assert any(is_said(why.inner_text(), str(sentence), language_of(mover.page)) for sentence in SENTENCES.values())
        mover.page.goto(game)
        mover.move()
        expect((two if mover is one else one).page.locator("#game")).to_have_attribute("data-seq", str(mover.seq))
    close(one, two)


@pytest.mark.parametrize("reader", LANGUAGES)
def test_mails_of_the_turn_and_of_the_end_are_in_the_language_of_their_reader(both, mails, reader):
    """The reader never opened the game, and the other, who did all of it, reads another language."""
    away, other = both if reader == "Colette" else both[::-1]
    game = sit_down(away.page, other.page, mails, creator=reader)
    other.move()
    is_about(mail_to(reader, mails, game, YOUR_TURN), reader, YOUR_TURN)
    other.page.get_by_text(words_of(other, "Abort")).first.click()
    other.page.locator('button[name="act"][value="abort"]').first.click()
    expect(other.page.locator('.match[data-turn="over"]')).to_be_visible()
    is_about(mail_to(reader, mails, game, OVER), reader, OVER)
    close(away, other)


def sit_down(one: Page, two: Page, mails: Path, creator: str = "Colette") -> str:
    """One challenges the other by name, to move first, and is away; both read of it in a mail. Where the game is."""
    invited = next(name for name in LANGUAGES if name != creator)
    one.goto("/games/new/")
    one.locator('input[name="kind"][value="mabula"]').check(force=True)
    one.locator('input[name="audience"][value="person"]').check(force=True)
    one.locator('input[name="opponent"]').fill(invited)
    one.locator('input[name="seat"][value="2"]').check(force=True)
    one.locator("main form button.primary.big").click()
    one.wait_for_url("**/challenges/*/")
    link = one.url
    one.goto("about:blank")  # whoever stays is taken to the game, in a moment
    challenged, accepted = "%(name)s challenges you", "%(name)s accepted your challenge"
    is_about(mail_to(invited, mails, f"/challenges/{link.split('/')[-2]}/", challenged), invited, challenged)
    two.goto(link)
    two.locator("main").get_by_role("button").first.click()
    two.wait_for_url("**/games/*/**")
    game = f"/games/{two.url.split('/games/')[1].split('/')[0]}/"
    is_about(mail_to(creator, mails, game, accepted), creator, accepted)
    return game


def sees_one_language_only(player: Player) -> None:
    said = player.page.locator("body").inner_text()
    own, other = ("fr", "pl") if language_of(player.page) == "fr" else ("pl", "fr")
    for text in IN_SIGHT:
        assert in_language(own, text) in said, text
        assert in_language(other, text) not in said, text
        assert in_language("en", text) not in said, text


def tells_moves_in_one_language_only(player: Player) -> None:
    own = language_of(player.page)
    told = player.page.locator("#moves-list li span:last-child").all_inner_texts()
    pushes = "%(side)s pushes from %(start)s to %(stop)s."
    assert any(is_said(text, pushes, own) for text in told)
    for language in {"en", "fr", "pl"} - {own}:
        assert not any(is_said(text, pushes, language) for text in told)


def is_said(text: str, sentence: str, language: str) -> bool:
    """Whether a text begins with a sentence, whatever stands in for its placeholders."""
    parts = re.split(r"%\(\w+\)[a-z]", in_language(language, sentence))
    return re.match(".+?".join(map(re.escape, parts)), text.strip()) is not None


def in_language(language: str, text: str) -> str:
    with override(language):
        return _(text)


def words_of(player: Player, text: str) -> re.Pattern[str]:
    return re.compile(re.escape(in_language(language_of(player.page), text)), re.IGNORECASE)


def language_of(page: Page) -> str:
    return page.locator("html").get_attribute("lang") or ""


def parts_of(mail: EmailMessage) -> tuple[str, str]:
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text
    assert html
    return text.get_content(), html.get_content()


def is_about(mail: EmailMessage, reader: str, headline: str) -> None:
    """It says so at its head and why it comes at its foot, in the language of its reader and in no other."""
    text, html = parts_of(mail)
    assert f'<html lang="{LANGUAGES[reader]}"' in html
    for language in ("en", "fr", "pl"):
        is_own = language == LANGUAGES[reader]
        foot = in_language(language, FOOT) % SITE
        assert (foot in text, escape(foot) in html) == (is_own, is_own), language
        assert is_said(text, headline, language) == is_own, language


def mail_to(reader: str, mails: Path, address: str, headline: str) -> EmailMessage:
    """The mail to somebody about something with that address."""
    end = monotonic() + 60  # the worker looks by itself once a minute
    while monotonic() < end:
        for file in sorted(mails.iterdir()):
            mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            if mail["To"].startswith(f"{reader.lower()}@"):
                text, _html = parts_of(mail)
                if address in text and any(is_said(text, headline, one) for one in ("en", "fr", "pl")):
                    return mail
        sleep(0.2)
    raise AssertionError(f"no mail to {reader} about {address}: {headline}")
