"""The page of a game of Marabunta, played as a browser without JavaScript plays it."""

import html
import re
import secrets

import pytest
from django.test import Client
from django.urls import reverse

from games.marabunta.rules import Phase
from games.table import log
from tests.games.playing import legal
from tests.luck import dice as dice_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
PIECES = "POYGBVT"


def browser(game):
    """That of whoever is to move."""
    game.refresh_from_db()
    client = Client()
    client.force_login(next(seat.user for seat in game.seats.all() if seat.number == game.to_move))
    return client


def page_of(game, client, query=""):
    answer = client.get(reverse("games:game", args=[game.pk]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def send(game, client, **fields):
    game.refresh_from_db()
    return client.post(reverse("games:act", args=[game.pk]), {"seen": game.head, "key": secrets.token_hex(8)} | fields)


def pools(second):
    return {f"pool-{piece}": "2" if piece in second else "1" for piece in PIECES}


def moves_in(page):
    return set(re.findall(r'<button[^>]* name="move" value="([^"]+)"', page))


def steps_in(page):
    """Links that pick something: neither the reasons nor the steps of a replay."""
    links = {html.unescape(link) for link in re.findall(r'href="(\?[^"#]+)', page)}
    return {link for link in links if re.match(r"\?(piece|with|anthill)=", link) and "why=" not in link}


def state(game):
    game.refresh_from_db()
    return log.position(game).state


def test_radio_buttons_make_a_split_and_the_other_takes_a_pool(start):
    game = start()
    first = browser(game)
    page = page_of(game, first)
    assert page.count('type="radio"') >= 14
    assert send(game, first, **pools("TY")).status_code == 303
    assert state(game).round.pools == (0b0111011, 0b1000100)
    second = browser(game)
    assert moves_in(page_of(game, second)) == {"take 1", "take 2"}
    assert send(game, second, move="take 2").status_code == 303
    assert state(game).phase is Phase.RESOLVE


@pytest.mark.parametrize("second", ["", PIECES])
def test_an_empty_pool_is_refused_with_its_sentence(start, second):
    game = start()
    answer = send(game, browser(game), **pools(second))
    assert answer.status_code == 422
    assert "Neither of the two pools may be empty." in answer.content.decode()


def test_a_form_without_its_radio_buttons_is_refused(start):
    game = start()
    assert send(game, browser(game), **{"pool-P": "1"}).status_code == 422


def test_a_game_is_played_by_pressing_what_the_page_offers(start):
    game, dice = start(colony="raider"), dice_of(7)
    for _ in range(60):
        client = browser(game)
        if not (options := set(legal(game))):
            break
        if state(game).phase is Phase.SPLIT:
            send(game, client, **pools(dice.sample(PIECES, dice.randint(1, 6))))
            continue
        page, query = page_of(game, client), ""
        for _ in range(4):
            steps = sorted(steps_in(page) - {query})
            if not steps or (moves_in(page) - {"end"} and dice.random() < 0.6):
                break
            query = dice.choice(steps)
            page = page_of(game, client, query)
        offered = moves_in(page)
        assert offered <= options
        if offered:
            move = dice.choice(sorted(offered - {"end"}) or ["end"])
            assert send(game, client, move=move).status_code == 303
    assert state(game).round.number > 1


def test_one_step_or_the_whole_turn_is_taken_back_from_the_dock(start, act):
    game = start()
    act(game, "split POYGBV/T")
    act(game, "take 1")
    before = page_of(game, client := browser(game))
    assert 'value="undo"' in before  # the pool that was taken
    act(game, next(move for move in legal(game) if move != "end"))
    if state(game).waiting:
        act(game, legal(game)[0])
    page = page_of(game, client)
    assert 'name="act" value="undo"' in page and 'name="act" value="undo-turn"' in page
    send(game, client, act="undo-turn")
    assert state(game).phase is Phase.CHOOSE


def test_any_address_is_answered(start, act):
    game = start()
    act(game, "split POYGBV/T")
    act(game, "take 1")
    client = browser(game)
    for query in (
        "?piece=%00",
        "?with=a1,a1,zz&why=leaf-Q",
        "?piece=T%3DT&anthill=yes",
        "?why=T%3D",
        "?piece=😀&why=99",
    ):
        assert 'data-turn="yours"' in page_of(game, client, query)


def test_who_watches_sees_both_colonies_and_no_button(start, act, cleo):
    game = start()
    act(game, "split POYGBV/T")
    act(game, "take 1")
    client = Client()
    client.force_login(cleo)
    page = page_of(game, client)
    assert page.count('class="colony compact"') == 2
    assert not moves_in(page)
