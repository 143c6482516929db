"""What a page is given to play back: the moves that it did not have, and a victory that its player had not seen."""

import re
import secrets

import pytest
from django.test import Client

from games.access import Viewer
from games.contract import Seat
from games.models import Game
from games.table import log
from games.table.door import Act
from games.view_models.game_page import GamePage
from games.view_models.history import MOST_PLAYED, History
from tests.games.playing import legal, move
from tests.games.test_history import browser, moderate

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

HTMX = {"HX-Request": "true"}


@pytest.fixture
def game(start):
    """A game of Mabula after the ring and four pushes."""
    game = start("mabula")
    for _ in range(4):
        move(game)
    game.refresh_from_db()
    return game


def played(page):
    """The numbers of the moves in the list of a page."""
    (listed,) = re.findall(r'<ol id="played" hidden>(.*?)</ol>', page.content.decode(), re.DOTALL)
    return [int(seq) for seq in re.findall(r'<li data-seq="(\d+)"', listed)]


def has_victory(page):
    return " data-victory" in page.content.decode()


def get(client, game, query="", **headers):
    return client.get(f"/games/{game.pk}/{query}", headers=headers)


def seqs(game, had, seat=Seat.ONE):
    page = GamePage(Game.objects.get(pk=game.pk), Viewer(seat), had=had)
    return [move.seq for move in History(page).played]


def test_a_player_who_comes_back_is_given_what_they_have_not_seen_once(game):
    ada = browser(game, 1)
    assert played(get(ada, game)) == [1, 2, 3, 4, 5]  # a first visit
    assert played(get(ada, game)) == []
    move(game)
    assert played(get(ada, game)) == [6]
    assert played(get(ada, game)) == []


def test_what_is_to_be_played_back_is_not_seen_before_the_scripts_are_there_that_play_it(game):
    ada = browser(game, 1)
    blocking = [re.findall(r'src="([^"]+)" blocking="render"', get(ada, game).content.decode()) for _ in range(2)]
    assert {"/static/js/motion.js", "/static/mabula/motion.js"} <= set(blocking[0])
    assert blocking[1] == [], "nothing is new"


def test_a_page_that_asks_for_news_is_given_what_it_says_it_has_not(game):
    for client in (browser(game, 1), Client()):
        assert played(get(client, game, "?have=3", **HTMX)) == [4, 5]
        assert played(get(client, game, "?have=many", **HTMX)) == []


def test_who_moves_is_given_their_own_move(game):
    ada, text = browser(game, 1), legal(game)[0]
    sent = {"act": "move", "move": text, "seen": game.head, "key": secrets.token_hex(8)}
    assert played(ada.post(f"/games/{game.pk}/act/", sent, headers=HTMX)) == [6]
    assert played(get(ada, game)) == []


def test_a_spectator_who_opens_the_page_is_given_nothing(game):
    assert played(get(Client(), game)) == []


def test_a_step_is_given_the_move_that_led_there(game):
    assert played(get(Client(), game, "?at=4")) == [4]
    assert played(get(Client(), game, "?at=0")) == []


def test_a_step_that_was_taken_back_is_given_nothing(game):
    moderate(game, Act.REWIND, "3")
    assert played(get(Client(), game, "?at=5")) == []
    assert played(get(Client(), game, "?at=3")) == [3]


def test_of_a_long_absence_only_the_end_is_played(game):
    while len(log.position(game).moves) <= MOST_PLAYED:
        assert legal(game)
        move(game)
        game.refresh_from_db()
    assert seqs(game, 0) == list(range(game.head - MOST_PLAYED + 1, game.head + 1))


def test_each_move_has_its_side_its_kind_its_traces_and_its_words(start, act):
    game = start()
    act(game, "split POY/GBVT")
    page = get(Client(), game, "?have=0", **HTMX).content.decode()
    assert re.search(r'<li data-seq="1" data-side="chance" data-kind="first"\s*>\w+ goes first \(random\).</li>', page)
    assert re.search(r'data-seq="2" data-side="chance" data-kind="roll"\s+data-traces="P O Y G B V T">The dice:', page)
    assert re.search(
        r'data-seq="3" data-side="(red|blue)" data-kind="split"\s+data-traces="P O Y G B V T">\w+ split', page
    )


def test_a_victory_is_new_to_the_winner_once(game, act):
    ada, ben = browser(game, 1), browser(game, 2)
    assert not has_victory(get(ada, game))
    act(game, kind=Act.RESIGN, seat=2)
    assert not has_victory(get(ben, game))
    assert not has_victory(get(Client(), game, "?have=4", **HTMX))
    assert not has_victory(get(ada, game, "?at=5"))
    assert has_victory(get(ada, game))
    assert not has_victory(get(ada, game))


def test_a_victory_by_the_last_move_is_new_to_the_winner_as_well(start):
    game = start("mabula")
    while legal(game):
        move(game)
        game.refresh_from_db()
        if game.decided == "draw":  # the rings lie as they fall
            game = start("mabula")
    winner = browser(game, game.winner)
    assert has_victory(get(winner, game, f"?have={game.head - 1}", **HTMX))
    assert not has_victory(get(winner, game))
