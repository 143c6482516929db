"""The page of a game of Marabunta, played as a browser without JavaScript plays it."""

import html
import re
import secrets
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from games.contract import Seat
from games.marabunta.page import advice
from games.marabunta.page.open_round import open_pools
from games.marabunta.rules import Phase, apply
from games.table import log
from tests.games.playing import legal
from tests.luck import dice as dice_of
from tests.page_elements import elements

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
    assert "Both pools need at least one piece." in answer.content.decode()


def test_a_form_without_its_radio_buttons_is_refused(start):
    game = start()
    assert send(game, browser(game), **{"pool-P": "1"}).status_code == 422


# What lies open for both


def pools_in(page):
    """The pools in the dock: their titles, pieces, and what of them is used."""
    shown = [one for one in elements(page) if one.is_in("dock")]
    found = []
    for pool in (one for one in shown if "open-pool" in one.classes):
        inside = [one for one in shown if pool in one.within]
        title = next(one.text for one in inside if one.tag == "p")
        pieces = [one for one in inside if one.tag == "li"]
        labels = [
            one.text for one in inside if one.tag == "span" and one.within and "explains" in one.within[-1].classes
        ]
        assert [label.endswith(", used") for label in labels] == ["data-used" in one.attributes for one in pieces]
        letters = "".join(one["data-piece"] for one in pieces)
        found.append((title, letters, "".join(one["data-piece"] for one in pieces if "data-used" in one.attributes)))
    return found


def seen_by(game, seat, query=""):
    client = Client()
    if seat:
        client.force_login(game.seats.get(number=seat).user)
    return page_of(game, client, query)


def test_who_waits_and_who_watches_see_the_pieces_of_the_round_and_whose_they_are(start, act):
    game = start()
    game.refresh_from_db()
    first, other = game.to_move, 3 - game.to_move
    names = {seat.number: str(seat.user) for seat in game.seats.all()}
    for viewer in (other, None):
        assert pools_in(seen_by(game, viewer)) == [("This round", "POYGBVT", "")]
    act(game, "split POY/GBVT")
    for viewer in (first, None):
        assert pools_in(seen_by(game, viewer)) == [("Pool A", "POY", ""), ("Pool B", "GBVT", "")]
    act(game, "take 2")
    used = next((move for move in legal(game) if move != "end" and move[0] in "GBV"), "")
    if used:
        act(game, used)
    mine = [("Your pool", "POY", ""), (f"Pool of {names[other]}", "GBVT", used[:1])]
    assert pools_in(seen_by(game, first)) == mine
    assert pools_in(seen_by(game, None)) == [(f"Pool of {names[first]}", "POY", ""), mine[1]]
    while "end" not in legal(game):
        act(game, legal(game)[0])
    act(game, "end")
    theirs = [(f"Pool of {names[first]}", "POY", ""), ("Your pool", "GBVT", "GBVT")]
    assert pools_in(seen_by(game, other)) == theirs


def test_who_chooses_is_shown_the_pieces_by_the_dock_itself_and_not_twice(start, act):
    game = start()
    for move in ("split POY/GBVT", "take 2"):
        assert pools_in(seen_by(game, game.to_move)) == []
        act(game, move)
        game.refresh_from_db()
    assert pools_in(seen_by(game, game.to_move)) == []


def test_who_looks_back_sees_the_pools_of_the_step_that_is_shown(start, act):
    game, dice = start(), dice_of(4)
    for _ in range(7):
        act(game, dice.choice([move for move in legal(game) if move != "end"] or ["end"]))
    game.refresh_from_db()
    phases = set()
    for at in range(game.head):
        then = log.position(game, at=at).state
        then_open = [
            ("".join(each.piece.letter for each in pool.pieces), [each.is_used for each in pool.pieces].count(True))
            for pool in open_pools(then)
        ]
        for viewer in (game.to_move, None):
            shown = pools_in(seen_by(game, viewer, f"?at={at}"))
            assert [(letters, len(used)) for _, letters, used in shown] == then_open
        phases.add(then.phase)
    assert phases >= {Phase.SPLIT, Phase.CHOOSE, Phase.RESOLVE, Phase.ROLL}


def test_the_last_round_is_in_the_bar_of_both_players_and_of_who_watches_and_gone_when_it_is_over(start, act):
    def alarms(page):
        found = [one for one in elements(page) if "alarm" in one.classes]
        assert all(any("match" in outer.classes for outer in one.within) for one in found)
        return [one.text for one in found]

    game, dice, told = start(), dice_of(1), set()
    while options := legal(game):
        is_last = bool(state(game).trigger)
        if is_last or state(game).phase is Phase.SPLIT:
            for viewer in (*Seat, None):
                assert alarms(seen_by(game, viewer)) == (["Last round"] if is_last else [])
            told.add(is_last)
        act(game, dice.choice([move for move in options if move != "end"] or ["end"]))
    assert told == {False, True}
    for viewer in (*Seat, None):
        assert alarms(seen_by(game, viewer)) == []


def is_triggered_by(game, move):
    return bool(apply(state(game), move).trigger and not state(game).trigger)


def test_a_move_that_would_make_this_round_the_last_is_announced_in_the_dock_before_it_is_made(start, act):
    game, dice = start(), dice_of(1)
    while not (last := next((move for move in legal(game) if is_triggered_by(game, move)), "")):
        act(game, dice.choice([move for move in legal(game) if move != "end"] or ["end"]))
    page = page_of(game, browser(game), f"?{urlencode(advice.way_to(state(game), last))}")
    (warning,) = [one for one in elements(page) if "brings" in one.classes]
    assert warning.is_in("dock") and "data-say" in warning.attributes
    assert warning.text in (
        "This makes it the last round.",
        "Moves marked with a flag make this the last round.",
    )
    assert 'class="flag"' in page


# Pressing what the page offers


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
            answer = send(game, client, move=move)
            if answer.status_code == 200:
                assert (move, b"You could still use" in answer.content) == ("end", True)
                answer = send(game, client, move=move, sure="1")
            assert answer.status_code == 303
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
