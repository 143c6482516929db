"""From signing up to the end of a game, through the forms of the pages, without JavaScript."""

import random
import re
from urllib.parse import urljoin

import pytest
from django.core.cache import cache

from accounts.models import User
from games.bots import turns
from games.models import Game
from tests.luck import dice as dice_of
from tests.plain_browser import PlainBrowser

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PASSWORD = "a basket full of crumbs"
KINDS = ["marabunta", "mabula"]
MOST = 600  # acts, far more than any game has


@pytest.fixture(autouse=True)
def nobody_has_knocked_yet():
    cache.clear()


def sign_up(browser: PlainBrowser, name: str, mailoutbox) -> None:
    browser.press("Sign up", username=name, email=f"{name}@example.org", password1=PASSWORD)
    (code,) = re.findall(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", mailoutbox[-1].body, re.MULTILINE)
    form = next(form for form in browser.forms if "code" in form.fields)
    browser.press(form.buttons[0].label, code=code)


def play_on(browsers: list[PlainBrowser], address: str, dice: random.Random) -> None:
    """Whoever is to move does something that the page offers, until nobody is."""
    for _ in range(MOST):
        turns.take_turns(int(address.split("/")[2]))
        for browser in browsers:
            if is_their_turn(browser.open(address)):
                while is_their_turn(browser):
                    move(browser, dice)
                    assert (browser.page.status_code, browser.path) == (200, address), browser.text
                break
        else:
            return
    pytest.fail("the game does not end")


def is_their_turn(browser: PlainBrowser) -> bool:
    return 'data-turn="yours"' in browser.text


def move(browser: PlainBrowser, dice: random.Random) -> None:
    """Press a button that is a move, and follow links as long as there is none."""
    if "Offer pools" in browser.buttons:
        second = dice.sample("POYGBVT", dice.randint(1, 6))
        browser.press("Offer pools", **{f"pool-{letter}": "2" for letter in second})
        return
    for _ in range(20):
        moves = browser.moves
        if moves:
            browser.press("end" if "end" in moves and dice.random() < 0.5 else dice.choice(moves))
            if "You can still use" in browser.text:
                browser.press("Yes")
            return
        browser.open(urljoin(browser.path, dice.choice(browser.steps)))
    pytest.fail("no link leads to a move")


@pytest.mark.parametrize("kind", KINDS)
def test_two_people_sign_up_agree_on_a_game_and_play_it_to_its_end(kind, mailoutbox):
    ada, ben = PlainBrowser(), PlainBrowser()
    sign_up(ada.open("/account/signup/"), "ada", mailoutbox)
    ada.open("/games/new/").press("Create game", kind=kind, audience="link", seat="1", nonce="for luck")
    invitation = ada.path
    assert invitation.startswith("/challenges/")

    # The link reaches somebody who has yet to sign up, and who comes back to it.
    ben.open(invitation)
    assert "ada invites you to a game of" in ben.text
    (way_in,) = set(re.findall(r'href="(/account/signup/\?next=[^"]+)"', ben.text))
    sign_up(ben.open(way_in), "ben", mailoutbox)
    assert ben.path == invitation
    ben.press("Play")

    game = Game.objects.get()
    address = f"/games/{game.pk}/"
    assert ben.path == address
    play_on([ada, ben], address, dice_of(7))
    game.refresh_from_db()
    assert game.status == "over"
    assert "The game is over" in ada.open(address).text
    assert "Rematch, colours swapped" in ben.open(address).buttons
    assert "No. All the luck in this game was fixed" in ben.open(f"{address}fairness/").text
    assert "Recently finished" in ada.open("/").text

    # And once more, with colours swapped.
    ada.open(address).press("Rematch, colours swapped")
    ben.open(address).press("Accept rematch")
    again = Game.objects.latest("pk")
    assert [seat.user.username for seat in again.seats.all()] == ["ben", "ada"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_visitor_plays_the_bot_to_the_end_without_an_account_and_keeps_the_game(kind, mailoutbox):
    visitor = PlainBrowser().open("/")
    visitor.press(f"Play {kind.title()}")
    game = Game.objects.get()
    address = f"/games/{game.pk}/"
    assert visitor.path == address
    assert not game.is_public
    assert "Sign up to keep your games" in visitor.text

    play_on([visitor], address, dice_of(3))
    game.refresh_from_db()
    assert game.status == "over"
    assert "The game is over" in visitor.open(address).text

    (way_in,) = set(re.findall(r'href="(/account/signup/\?next=[^"]+)"', visitor.text))
    sign_up(visitor.open(way_in), "carla", mailoutbox)
    assert visitor.path == address
    assert "Sign up to keep" not in visitor.text
    assert [seat.user for seat in game.seats.all() if seat.user] == [User.objects.get(username="carla")]


def test_a_button_of_the_landing_page_starts_a_game_at_once():
    visitor = PlainBrowser().open("/")
    visitor.press("Play Marabunta")
    game = Game.objects.get()
    assert (game.kind, game.options) == ("marabunta", {"territory": "glade", "colony": "harvester"})
    assert visitor.path == f"/games/{game.pk}/"
    assert game.seats.get(user=None).bot == "larva"
    assert User.objects.get().is_guest


@pytest.mark.parametrize("bot", turns.levels_of("mabula"))
def test_a_visitor_chooses_bot_board_and_colour(bot):
    visitor = PlainBrowser().open("/").open("/play/")
    visitor.press("Play", kind="mabula", seat="2", **{"mabula-bot": bot, "mabula-scoring": "product"})
    game = Game.objects.get()
    assert visitor.path == f"/games/{game.pk}/"
    assert (game.seats.get(number=1).bot, game.options["scoring"]) == (bot, "product")
    assert f"{bot.title()} (bot)" in visitor.text
    assert f"{bot.title()} is thinking…" in visitor.text


def test_a_guest_has_the_same_games_on_coming_back():
    visitor = PlainBrowser().open("/")
    visitor.press("Play Mabula")
    game = visitor.path
    visitor.open("/")
    assert "My games" in visitor.text
    assert game in visitor.text
    visitor.press("Start", kind="mabula")
    assert visitor.path != game
    assert User.objects.count() == 1
