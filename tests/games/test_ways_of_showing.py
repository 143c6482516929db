"""How the board and the moves are shown is in the address, and stays there while one plays: flip, list, explain."""

import secrets
from collections import Counter
from itertools import product

import pytest
from django.test import Client

from games import kinds
from games.access import Viewer
from games.bots import turns
from games.contract import Seat
from games.kind_pages.registry import page_of
from games.lobby import challenges
from games.lobby.start import Agreement
from games.table import log
from games.view_models.game_page import GamePage
from tests.games.playing import legal
from tests.page_elements import element, elements
from tests.plain_browser import PlainBrowser

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KINDS = [kind.key for kind in kinds.all()]
ALL = "flip=1&list=1&explain=1"
HTMX = {"HX-Request": "true"}


def browser(game, seat=None):
    game.refresh_from_db()
    client = Client()
    client.force_login(game.seats.get(number=seat or game.to_move).user)
    return client


@pytest.fixture
def playing(start, act):
    """A game in which a piece or a marble is to be chosen."""

    def playing(kind):
        game = start(kind)
        if kind == "marabunta":
            act(game, "split POYGBV/T")
            act(game, "take 1")
        return game

    return playing


# What an address keeps


def query(*ways):
    return "&".join(f"{name}=1" for name, is_on in zip(("flip", "list", "explain"), ways, strict=True) if is_on)


def test_an_address_keeps_how_things_are_shown_and_each_way_can_be_switched(start):
    game = start()
    for flipped, lists, explains in product([False, True], repeat=3):
        page = GamePage(game, Viewer(), is_flipped=flipped, lists_moves=lists, explains=explains)
        kept = query(flipped, lists, explains)
        assert page.kept == kept
        assert page.kept_query == (f"?{kept}" if kept else "")
        assert page.and_kept == (f"&{kept}" if kept else "")
        assert page.list_query == f"?{query(flipped, not lists, explains)}"
        assert page.explain_query == f"?{query(flipped, lists, not explains)}"


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_one_presses_while_choosing_keeps_it(playing, kind):
    game = playing(kind)
    shown = elements(browser(game).get(f"/games/{game.pk}/?{ALL}"))
    inside = [one for one in shown if one.is_in("act")]
    switches = ("list", "close-list", "explain")
    links = [one["href"] for one in inside if one["href"].startswith("?") and one["id"] not in switches]
    assert len(links) > 40
    assert all(link.endswith(ALL) for link in links)
    forms = [one["action"] for one in shown if one["id"] in ("act", "typed")]
    assert forms == [f"/games/{game.pk}/act/?{ALL}"] * 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_leads_back_to_the_page_as_it_was_shown(playing, kind):
    game = playing(kind)
    address = f"/games/{game.pk}/"
    sent = {"move": legal(game)[0], "seen": game.head, "key": "a-key-of-a-form"}
    client = browser(game)
    assert client.post(f"{address}act/?{ALL}", sent)["Location"] == f"{address}?{ALL}"
    assert client.post(f"{address}act/?{ALL}", sent, headers=HTMX)["HX-Replace-Url"] == f"{address}?{ALL}"
    assert client.post(f"{address}act/", sent)["Location"] == address


def test_a_hint_and_a_question_keep_it_too(ada):
    ada.confirm_moves = True
    ada.save()
    game = challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}), seat=Seat.ONE)
    turns.take_turns(game.pk)
    client, address = browser(game), f"/games/{game.pk}/"
    assert client.post(f"{address}hint/?{ALL}")["Location"].endswith(ALL)
    sent = {"move": legal(game)[0], "seen": game.head, "key": secrets.token_hex(8)}
    asked = client.post(f"{address}act/?{ALL}", sent)
    assert element(asked, "no")["href"] == f"{address}?{ALL}"
    assert element(asked, "act")["action"] == f"{address}act/?{ALL}"


def test_what_an_address_keeps_is_no_choice_of_the_player(playing):
    game = playing("mabula")
    page = browser(game).get(f"/games/{game.pk}/?{ALL}&have=x&hint=&from={legal(game)[0].split('-')[0]}")
    assert dict(page.context["page"].ask) == {"from": legal(game)[0].split("-")[0]}


# The list of moves


@pytest.mark.parametrize("kind", KINDS)
def test_the_list_has_every_move_once_with_its_words_and_a_field_that_knows_them_all(playing, kind):
    game = playing(kind)
    page = browser(game).get(f"/games/{game.pk}/?list=1")
    inside = [one for one in elements(page) if one.is_in("your-moves")]
    assert all(one.is_in("dock") and one.is_in("act") for one in inside)
    buttons = [one for one in inside if one.tag == "button" and one["name"] == "move"]
    assert Counter(one["value"] for one in buttons) == Counter(legal(game))
    groups = page_of(kind).presenter.moves(log.position(game).state)
    told = [says for group in groups for _, says in group.moves]
    assert [one.text for one in buttons] == [says[0].upper() + says[1:] for says in told]
    heads = {one["id"]: one.text for one in inside if one.tag == "h4"}
    lists = [heads[one["aria-labelledby"]] for one in inside if one.tag == "ul"]
    assert lists == [group.title for group in groups]
    (field,) = [one for one in inside if one.tag == "input"]
    assert (field["name"], field["form"], field["list"]) == ("move", "typed", "legal")
    assert [one["value"] for one in inside if one.tag == "option" and one.is_in("legal")] == list(legal(game))


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_of_the_list_and_a_typed_one_are_made(playing, kind):
    for press in ("button", "typed"):
        game = playing(kind)
        game.refresh_from_db()
        plain, move = PlainBrowser(), legal(game)[-2]
        plain.client.force_login(game.seats.get(number=game.to_move).user)
        plain.open(f"/games/{game.pk}/?list=1")
        if press == "button":
            plain.press(move)
        else:
            plain.press("Play it", move=move)
        game.refresh_from_db()
        assert move in [made.text for made in log.position(game).moves]


def test_who_splits_has_the_field_and_no_list(start):
    game = start()
    inside = [one for one in elements(browser(game).get(f"/games/{game.pk}/?list=1")) if one.is_in("your-moves")]
    assert not [one for one in inside if one.tag in ("ul", "h4")]
    assert len([one for one in inside if one.tag == "option"]) == 63


@pytest.mark.parametrize("kind", KINDS)
def test_the_list_is_only_there_for_who_asks_for_it_and_is_to_move_now(playing, kind):
    game = playing(kind)
    mover, address = browser(game), f"/games/{game.pk}/"
    opener = element(mover.get(address), "list")
    assert (opener["href"], opener["aria-current"]) == ("?list=1", "")
    waiting, watching = browser(game, 3 - game.to_move), Client()
    for client, way in ((mover, ""), (mover, "?list=1&at=1"), (waiting, "?list=1"), (watching, "?list=1")):
        page = client.get(address + way)
        assert not [one for one in elements(page) if one["id"] == "your-moves"]
    opened = mover.get(f"{address}?list=1")
    assert element(opened, "list")["aria-current"] == "true"
    assert element(opened, "list")["href"] == element(opened, "close-list")["href"] == "?"
