"""Hints: a move and a reason, only against a bot and where nothing is at stake; nothing of it is stored."""

import re
import time

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import translation

from accounts import limits
from games import kinds
from games.bots import hints, turns
from games.contract import IllegalMove, Seat
from games.kind_pages.registry import page_of
from games.lobby import challenges
from games.lobby.start import Agreement
from games.marabunta.bots import explain as marabunta_explain
from games.marabunta.page import advice as marabunta_advice
from games.models import Event
from games.table import door, log
from games.table.door import Act
from marabunta_site import settings as real
from tests.conformance.played import play_out, ways_to_play
from tests.games.playing import legal
from tests.page_elements import element, elements

pytestmark = pytest.mark.one_database

KINDS = [kind.key for kind in kinds.all()]


@pytest.fixture(autouse=True)
def nobody_has_asked_yet():
    cache.clear()


@pytest.fixture
def game_of(ada):
    def game_of(kind, seat=Seat.ONE):
        game = challenges.play_bot(user=ada, bot="worker", agreement=Agreement(kind, {}), seat=seat)
        if seat is Seat.ONE:
            turns.take_turns(game.pk)  # if it begins
            game.refresh_from_db()
        return game

    return game_of


@pytest.fixture
def as_ada(client, ada):
    client.force_login(ada)
    return client


def address_of(game, name="hint"):
    return reverse(f"games:{name}", args=[game.pk])


def said(page):
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def hinted(page):
    """The move that the button of a hint makes."""
    return re.search(r'id="hint-move"[^>]* value="([^"]+)"', page.content.decode())[1]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_a_hint_is_a_legal_move_with_a_reason_and_is_not_stored(as_ada, game_of, kind):
    game = game_of(kind)
    before = Event.objects.count()
    assert 'form="hint"' in as_ada.get(address_of(game, "game")).content.decode()
    page = as_ada.post(address_of(game), follow=True)
    assert page.status_code == 200
    move = hinted(page)
    assert move in legal(game)
    says = page_of(kind).presenter.say(log.position(game).state, move)
    assert f"Hint: {says}." in said(page)
    assert hints.read(game, move).why in page.content.decode().replace("&#x27;", "'")
    assert Event.objects.count() == before
    sent = {"move": move, "seen": game.head, "key": "k" * 8}
    assert as_ada.post(address_of(game, "act"), sent).status_code == 303


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_for_htmx_it_is_the_game_alone_with_the_address_that_shows_it_again(as_ada, game_of, kind):
    game = game_of(kind)
    page = as_ada.post(address_of(game), headers={"HX-Request": "true"})
    assert page.status_code == 200
    assert b"<html" not in page.content
    again = as_ada.get(page["HX-Replace-Url"])
    assert hinted(again) == hinted(page)


@pytest.mark.django_db
def test_on_the_board_the_push_is_as_good_as_made(as_ada, game_of):
    game = game_of("mabula")
    page = as_ada.post(address_of(game), follow=True)
    push = element(page, "push")
    assert (push.tag, push["name"], push["value"]) == ("button", "move", hinted(page))
    (stop,) = [one for one in elements(page) if one["data-state"] == "chosen" and one.tag == "button"]
    assert stop["value"] == hinted(page)
    assert 'opacity=".7"' in page.content.decode()  # the marble on its way


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_it_takes_no_longer_than_a_blink(game_of, kind):
    game = game_of(kind)
    start = time.thread_time()
    hints.suggest(game)
    assert time.thread_time() - start < 3 * hints.SECONDS


@pytest.mark.django_db
def test_who_plays_a_person_or_is_not_to_move_gets_none(as_ada, game_of, start, act):
    against_ben = start("mabula")
    page = as_ada.post(address_of(against_ben))
    assert (page.status_code, "Hints are only for casual games against a bot." in said(page)) == (422, True)
    assert 'form="hint"' not in as_ada.get(address_of(against_ben, "game")).content.decode()
    thinking = game_of("mabula", Seat.TWO)
    page = as_ada.post(address_of(thinking))
    assert (page.status_code, "It’s not your turn." in said(page)) == (409, True)
    over = game_of("mabula")
    act(over, kind=Act.RESIGN, seat=1)
    page = as_ada.post(address_of(over))
    assert (page.status_code, "The game is over." in said(page)) == (409, True)


@pytest.mark.django_db
def test_a_rated_game_has_none_even_if_a_bot_sat_there(as_ada, game_of):
    game = game_of("mabula")
    type(game).objects.filter(pk=game.pk).update(is_rated=True)
    assert as_ada.post(address_of(game)).status_code == 422


@pytest.mark.django_db
@pytest.mark.parametrize("move", ["a9-z0", "", "\0", "x" * 500, "🐜"])
def test_an_address_that_speaks_of_no_possible_move_shows_no_hint(as_ada, game_of, move):
    page = as_ada.get(address_of(game_of("mabula"), "game"), {"hint": move})
    assert page.status_code == 200
    assert "hint-move" not in page.content.decode()


@pytest.mark.django_db
def test_an_address_shows_no_hint_where_none_is_given(as_ada, start):
    game = start("mabula")
    page = as_ada.get(address_of(game, "game"), {"hint": legal(game)[0]})
    assert "hint-move" not in page.content.decode()


@pytest.mark.django_db
def test_who_asks_too_often_has_to_wait(as_ada, game_of, monkeypatch, settings):
    settings.LIMITS = {"hint": real.LIMITS["hint"]}
    monkeypatch.setattr(limits, "now", lambda: 1_800_000_000.0)  # all in one minute
    cache.clear()
    game = game_of("mabula")
    monkeypatch.setattr(hints, "suggest", lambda game: legal(game)[0])
    answers = [as_ada.post(address_of(game)).status_code for _ in range(21)]
    assert answers == [303] * 20 + [429]
    assert "Wait a moment" in said(as_ada.post(address_of(game)))


@pytest.mark.parametrize("kind", kinds.all(), ids=lambda kind: kind.key)
def test_every_reason_has_a_sentence_in_which_nothing_is_left_open(kind):
    codes = set()
    for state in states_of(kind):
        for move in kind.rules.legal(state)[::9]:
            reason = kind.bots.explain(state, move)
            codes.add(reason.code)
            with translation.override("en"):
                sentence = page_of(kind.key).advice.advise(state, reason)
            assert re.fullmatch(r"[A-Z].*[.]", sentence)
            assert "%" not in sentence
            assert "None" not in sentence
    assert len(codes) > 5


def test_the_codes_of_marabunta_all_have_sentences():
    words = "split|eats|reaches|writes|unlocks|declines|wins|loses"
    named = set(re.findall(rf"``([a-z]+(?:-[a-z]+)+|{words})``", marabunta_explain.__doc__ or ""))
    codes = named - {"two-leaves", "two-crates"}  # effects
    assert codes <= set(marabunta_advice.SENTENCES)
    assert {code.partition("/")[0] for code in marabunta_advice.SENTENCES} <= codes


@pytest.mark.parametrize("kind", kinds.all(), ids=lambda kind: kind.key)
def test_the_way_to_a_move_leads_to_a_page_on_which_one_touch_makes_it(kind):
    for state in states_of(kind):
        seat = kind.rules.actor(state)
        for move in kind.rules.legal(state)[::9]:
            ask = page_of(kind.key).advice.way_to(state, move)
            view = page_of(kind.key).presenter.view(state, seat=seat, is_yours=True, ask=ask, latest=(), rounds=())
            assert move in touches(kind.key, view, ask), (move, ask)


def states_of(kind):
    for seed, options in enumerate(ways_to_play(kind)):
        states = [state for state in play_out(kind, options, seed).states if isinstance(kind.rules.actor(state), Seat)]
        yield from states[:: max(1, len(states) // 25)]


def touches(key, view, ask):
    """The moves that one press makes."""
    if key == "mabula":
        return {view.picker.move}
    if view.phase == "split":
        return {f"split {''.join(p for p in 'POYGBVT' if p not in ask['second'])}/{ask['second']}"}
    if view.phase == "choose":
        return {pool.move for pool in view.pools}
    picker = view.picker
    spots = [*picker.spots.values(), *picker.leaf_spots.values(), *picker.group_spots.values()]
    words = {"decline"} if picker.can_decline else set()
    return {spot.move for spot in spots} | {picker.move} | words | (set() if picker.end else {"end"})


@pytest.mark.django_db
def test_there_is_none_against_a_bot_in_somebodys_place_who_may_come_back(start, ada):
    game = start("mabula")
    other = next(row for row in game.seats.all() if row.user_id != ada.pk)
    door.submit(game_id=game.pk, seat=None, act=Act.BOT_IN, text=f"{other.number} worker", seen=game.head, key="k" * 8)
    game.refresh_from_db()
    with pytest.raises(IllegalMove, match="hints-against-bots"):
        hints.check(game, Seat(other.number).other)
