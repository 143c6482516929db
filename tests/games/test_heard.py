"""The page of a game for somebody who hears it: little stands before the choice, and one place speaks."""

import re

import pytest
from django.test import Client

from games import kinds
from games.access import Viewer
from games.models import Game
from games.table.door import Act
from games.view_models.game_page import GamePage
from games.view_models.history import History
from tests.games.playing import legal
from tests.luck import dice as dice_of
from tests.page_elements import element, elements

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KINDS = [kind.key for kind in kinds.all()]
HTMX = {"HX-Request": "true"}
MOST_BEFORE = 40
ITEMS = {"a", "button", "summary", "h1", "h2", "h3", "h4", "p", "li", "dt", "dd"}


def browser(game, seat=None):
    game.refresh_from_db()
    client = Client()
    client.force_login(game.seats.get(number=seat or game.to_move).user)
    return client


def is_heard(one):
    """Neither hidden, nor in a sheet or a list that is closed."""
    parts = (*one.within, one)
    if any(part.tag in ("dialog", "head", "noscript") for part in parts):
        return False
    if any("hidden" in part.attributes or part["aria-hidden"] == "true" for part in parts):
        return False
    folded = [place for place, part in enumerate(parts) if part.tag == "details" and "open" not in part.attributes]
    return not folded or any(part.tag == "summary" for part in parts[folded[0] :])


def items(page):
    """What a screen reader stops at, in its order."""
    return [
        one
        for one in elements(page)
        if is_heard(one) and (one.tag in ITEMS or (one["role"] == "img" and one["aria-label"]))
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_at_most_forty_items_are_heard_before_the_choice_and_the_board_comes_after_it(start, act, kind):
    game, dice = start(kind), dice_of(2)
    for _ in range(10):
        page = browser(game).get(f"/games/{game.pk}/")
        shown = elements(page)
        places = {one["id"]: place for place, one in enumerate(shown) if one["id"]}
        before = [one for one in items(page) if shown.index(one) < places["dock"]]
        assert 10 < len(before) <= MOST_BEFORE, [one.text for one in before]
        assert places["dock"] < places["board"]
        inside = [one for one in shown if one.is_in("dock")]
        assert inside and next(one.tag for one in inside if re.fullmatch(r"h\d", one.tag)) == "h2"
        act(game, dice.choice(legal(game)))


@pytest.mark.parametrize("kind", KINDS)
def test_one_place_speaks_and_it_is_outside_of_what_is_swapped(start, kind):
    game = start(kind)
    page = browser(game).get(f"/games/{game.pk}/")
    shown, said = elements(page), element(page, "said")
    assert (said["role"], said.text, said.is_in("game")) == ("status", "", False)
    assert not [one for one in shown if one.is_in("act") and (one["role"] in ("status", "alert") or one["aria-live"])]
    assert [one for one in shown if one.is_in("dock") and "data-say" in one.attributes]


# What has happened


def told_since(game, seq):
    return History(GamePage(Game.objects.get(pk=game.pk), Viewer())).told_since(seq)


def told_of(page):
    return element(page, "game")["data-told"]


def lines_of(game):
    """The moves in words, as the list of moves has them, the oldest first."""
    history = History(GamePage(Game.objects.get(pk=game.pk), Viewer()), is_whole=True)
    return [line.told.text for chapter in reversed(history.chapters) for line in reversed(chapter.entries)]


def test_the_moves_after_an_event_are_told_in_sentences_and_nothing_when_there_are_none(start, act):
    game = start("mabula")
    for _ in range(2):
        act(game, legal(game)[0])
    _, white, black = lines_of(game)
    assert told_since(game, 1) == f"{white} {black}"
    assert told_since(game, 2) == black
    assert told_since(game, 3) == told_since(game, 99) == ""


def test_of_many_moves_only_the_last_four_are_told(start, act):
    game = start("mabula")
    for _ in range(6):
        act(game, legal(game)[0])
    assert told_since(game, 0) == told_since(game, 3) == " ".join(lines_of(game)[-4:])
    assert told_since(game, 4) == " ".join(lines_of(game)[-3:])


def test_how_the_game_ended_is_told_too_to_who_had_not_seen_it(start, act):
    game = start("mabula")
    act(game, legal(game)[0])
    act(game, kind=Act.RESIGN, seat=2)
    assert told_since(game, 1).endswith("Black resigns.")
    assert told_since(game, 2) == "Black resigns."
    assert told_since(game, 3) == ""


def test_a_move_that_was_taken_back_is_not_told(start, act):
    game = start()
    act(game, "split POYGBV/T")
    act(game, "take 1")
    game.refresh_from_db()
    head = game.head
    act(game, legal(game)[0])
    assert told_since(game, head)
    act(game, kind=Act.UNDO)
    assert told_since(game, head) == ""


def test_a_page_that_fetches_what_is_new_is_given_it_in_words(start, act):
    game = start("mabula")
    act(game, legal(game)[0])
    waiting, address = browser(game, seat=1), f"/games/{game.pk}/"
    game.refresh_from_db()
    had = game.head
    act(game, legal(game)[0])
    page = waiting.get(f"{address}?have={had}", headers=HTMX)
    assert told_of(page) == told_since(game, had) == lines_of(game)[-1]
    assert told_of(waiting.get(address)) == told_of(waiting.get(address, headers=HTMX)) == ""
    assert told_of(waiting.get(f"{address}?have=nonsense", headers=HTMX)) == ""


def test_the_answer_to_a_move_tells_it_and_what_followed(start):
    game = start("mabula")
    game.refresh_from_db()
    move = legal(game)[0]
    sent = {"move": move, "seen": game.head, "key": "a-key-of-a-form"}
    page = browser(game).post(f"/games/{game.pk}/act/", sent, headers=HTMX)
    assert told_of(page) == told_since(game, game.head)
    assert move.replace("-", " to ") in told_of(page)


def test_who_moved_on_an_old_board_is_told_what_they_had_not_seen(start, act):
    game = start("mabula")
    act(game, legal(game)[0])
    act(game, legal(game)[0])
    game.refresh_from_db()
    sent = {"move": legal(game)[0], "seen": game.head - 1, "key": "a-key-of-a-form"}
    page = browser(game).post(f"/games/{game.pk}/act/", sent, headers=HTMX)
    assert page.status_code == 409
    assert told_of(page) == told_since(game, game.head - 1) != ""


def test_since_the_last_visit_is_folded_into_the_bar_and_counted(start, act, time):
    game = start("mabula")
    act(game, legal(game)[0])
    mine, address = browser(game, seat=1), f"/games/{game.pk}/"
    mine.get(address)
    act(game, legal(game)[0])
    time.passes(hours=2)
    shown = elements(mine.get(address))
    (since,) = [one for one in shown if one["id"] == "since"]
    assert since.tag == "details" and "open" not in since.attributes
    assert any("match" in outer.classes for outer in since.within)
    (summary,) = [one for one in shown if one.tag == "summary" and one.is_in("since")]
    assert summary.text == "News 1 1 move since your last visit"
