"""Being asked before a move: every one for who wishes it, and for everybody one that may be a slip."""

import secrets

import pytest
from django.test import Client

from games.bots import turns
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.marabunta.page.pieces import piece_of
from games.table import log
from tests.clauses import clause
from tests.games.playing import legal
from tests.page_elements import element, elements
from tests.plain_browser import PlainBrowser

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

QUESTION = "Make this move?"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def resolving(start, act):
    """A game of Marabunta in which somebody has all six dice to use."""
    game = start()
    act(game, "split POYGBV/T")
    act(game, "take 1")
    game.refresh_from_db()
    return game


def browser_of(game, seat=None):
    """That of whoever is to move."""
    browser = PlainBrowser()
    browser.client.force_login(game.seats.get(number=seat or game.to_move).user)
    return browser


def send(game, move, headers=None, **fields):
    client = Client(headers=headers)
    client.force_login(game.seats.get(number=game.to_move).user)
    sent = {"move": move, "seen": game.head, "key": secrets.token_hex(8)} | fields
    return client.post(f"/games/{game.pk}/act/", sent)


def stored(game):
    """The moves that were made, and who is to move."""
    game.refresh_from_db()
    return [made.text for made in log.position(game).moves], game.to_move


# A slip


@clause("M4.2")
def test_who_ends_a_turn_while_pieces_could_be_used_is_asked_once_and_they_are_named(resolving):
    before, state = stored(resolving), log.position(resolving).state
    usable = dict.fromkeys(move[0] for move in legal(resolving) if move != "end")
    assert usable
    page = send(resolving, "end")
    assert page.status_code == 200
    dock = element(page, "dock")
    assert QUESTION in dock.text
    assert "End the turn. You can still use" in dock.text
    for letter in "POYGBV":
        assert (piece_of(state, letter).name in dock.text) == (letter in usable)
    assert stored(resolving) == before
    assert send(resolving, "end", sure="1").status_code == 303
    assert stored(resolving) == ([*before[0], "end"], 3 - before[1])


def test_who_has_nothing_left_to_use_ends_the_turn_at_once(resolving, act):
    while len(options := legal(resolving)) > 1:
        act(resolving, next(move for move in options if move != "end"))
    assert options == ["end"]
    assert send(resolving, "end").status_code == 303


def test_nobody_is_asked_about_using_a_piece(resolving):
    assert send(resolving, next(move for move in legal(resolving) if move != "end")).status_code == 303


def test_for_htmx_the_question_is_the_game_alone_and_nothing_is_stored(resolving):
    before = stored(resolving)
    page = send(resolving, "end", HTMX)
    assert b"<html" not in page.content
    assert QUESTION in element(page, "dock").text
    assert "HX-Replace-Url" not in page
    assert stored(resolving) == before


def test_a_typed_move_is_asked_about_too(resolving):
    before, browser = stored(resolving), browser_of(resolving)
    browser.open(f"/games/{resolving.pk}/?list=1").press("Play it", move="end")
    assert QUESTION in browser.text
    assert stored(resolving) == before
    browser.press("Yes")
    assert stored(resolving)[0] == [*before[0], "end"]


def test_a_hinted_move_is_not_asked_about_again_but_another_one_is(ada, act):
    game = challenges.play_bot(user=ada, bot="larva", agreement=Agreement("marabunta", {}), seat=Seat.ONE)
    turns.take_turns(game.pk)
    while "end" not in (options := legal(game)) or len(options) < 2:
        act(game, options[0])
        turns.take_turns(game.pk)
    game.refresh_from_db()
    before, browser = stored(game), browser_of(game)
    another = next(move for move in options if move != "end")
    browser.open(f"/games/{game.pk}/?list=1&hint={another}").press("Play it", move="end")
    assert QUESTION in browser.text
    assert stored(game) == before
    browser.open(f"/games/{game.pk}/?hint=end").press("Do it")
    assert QUESTION not in browser.text
    assert stored(game)[0][: len(before[0]) + 1] == [*before[0], "end"]


def test_who_wants_to_be_asked_before_every_move_is_asked_about_a_hinted_one(ada, act):
    game = challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}), seat=Seat.ONE)
    ada.confirm_moves = True
    ada.save()
    browser = browser_of(game)
    browser.open(f"/games/{game.pk}/?hint={legal(game)[0]}").press("Do it")
    assert QUESTION in browser.text


def test_who_says_no_is_back_where_the_choice_is(resolving):
    before, browser = stored(resolving), browser_of(resolving)
    browser.open(f"/games/{resolving.pk}/?flip=1").press("end")
    no = element(browser.text, "no")
    assert no["href"] == f"/games/{resolving.pk}/?flip=1"
    browser.open(no["href"])
    assert QUESTION not in browser.text and "end" in browser.moves
    assert stored(resolving) == before


# Whoever wishes it


@pytest.fixture
def careful(ada, ben):
    for user in (ada, ben):
        user.confirm_moves = True
        user.save()


def test_the_question_stands_in_the_dock_instead_of_the_choice_and_is_no_alert(start, careful):
    game = start("mabula")
    page = send(game, legal(game)[0])
    inside = [one for one in elements(page) if one.is_in("dock")]
    assert [one.text for one in inside if one.tag == "h2"] == [QUESTION]
    assert [one["id"] for one in inside if one["id"]] == ["no", "sure"]
    assert all(one.is_in("act") for one in inside)
    assert not {"status", "alert"} & {one["role"] for one in inside}  # one place speaks, outside of what is swapped


def test_the_push_is_seen_on_the_board_before_it_is_made(start, careful):
    game = start("mabula")
    move = legal(game)[0]
    page = send(game, move)
    (chosen,) = [one for one in elements(page) if one.tag == "button" and one["data-state"] == "chosen"]
    assert (chosen["name"], chosen["data-hex"]) == ("sure", move.split("-")[1])  # a second press on the stop pushes
    assert [one["value"] for one in elements(page) if one.tag == "input" and one["name"] == "move"] == [move]
    assert 'opacity=".7"' in page.content.decode()  # the marble on its way


def test_who_presses_another_place_while_being_asked_is_asked_about_that_one(start, careful):
    game = start("mabula")
    start_of = legal(game)[0].split("-")[0]
    near, far = [move for move in legal(game) if move.startswith(f"{start_of}-")][:2]
    before, browser = stored(game), browser_of(game)
    browser.open(f"/games/{game.pk}/?from={start_of}").press(near)
    assert f"Push from {near.replace('-', ' to ')}." in browser.text
    browser.press(far)
    assert f"Push from {far.replace('-', ' to ')}." in browser.text
    assert stored(game) == before
    browser.press("Yes")
    assert stored(game)[0] == [*before[0], far]


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_split_a_pool_and_a_push_are_asked_about_and_made_by_yes(start, careful, kind):
    game = start(kind)
    for _ in range(3):
        before, browser = stored(game), browser_of(game)
        browser.open(f"/games/{game.pk}/")
        if "Offer pools" in browser.buttons:
            browser.press("Offer pools", **{"pool-T": "2", "pool-G": "2"})
        else:
            browser.open(f"/games/{game.pk}/?list=1").press(legal(game)[0])
        assert QUESTION in browser.text
        assert stored(game) == before
        browser.press("Yes")
        assert len(stored(game)[0]) > len(before[0])


def test_a_split_that_is_asked_about_is_shown_as_it_was_made(start, careful):
    game = start()
    page = send(game, "", **{f"pool-{letter}": "2" if letter in "GT" else "1" for letter in "POYGBVT"})
    assert "One pool with" in element(page, "dock").text
    assert [one["value"] for one in elements(page) if one.is_in("dock") and one["name"] == "move"] == ["split POYBV/GT"]


# Refusals


def test_a_refusal_stands_in_the_dock_above_the_choice_and_the_list_opens_with_what_was_typed(start):
    game = start("mabula")
    page = send(game, "d4-d5")
    assert page.status_code == 422
    inside = [one for one in elements(page) if one.is_in("dock")]
    (alert,) = [one for one in inside if "alert" in one.classes]
    assert alert.text == "You can only push marbles from the rim. d4 is in the field. Rule B2.5"
    assert inside.index(alert) == 0
    assert "data-say" in alert.attributes and not alert["role"]
    (field,) = [one for one in inside if one["id"] == "move"]
    assert (field["value"], field["form"]) == ("d4-d5", "typed")


def test_what_was_decided_on_an_old_board_is_refused_in_the_dock_too(start):
    game = start("mabula")
    page = send(game, legal(game)[0], seen=0)
    assert page.status_code == 409
    assert element(page, "dock").text.startswith("Something changed before you moved")
