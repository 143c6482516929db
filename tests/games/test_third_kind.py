"""A third kind, registered with one line, through the whole site. ``docs/new-kind.md`` follows this module.

The kind is Heap (tests/third_kind): chance lays a heap of stones, and the seat that takes the last one wins.
"""

import json
import random
import re
from email import message_from_bytes, policy

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games import contract, kinds, queries, record
from games.bots import turns
from games.chance import StreamChance
from games.contract import IllegalMove, Seat
from games.kind_pages.checks import check_kinds
from games.live import signals
from games.live.consumer import Live
from games.live.routing import sockets
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Challenge, Game, Notification
from games.notify import sending
from games.table import log, verification
from games.words import refusals
from tests.games.playing import legal
from tests.page_elements import element, elements
from tests.plain_browser import PlainBrowser
from tests.third_kind import rules
from tests.third_kind.registering import register


@pytest.fixture(autouse=True)
def heap(monkeypatch, settings):
    """The third kind, as ``kinds.get("heap")``."""
    cache.clear()
    return register(monkeypatch, settings)


def address_of(game, name="game"):
    return reverse(f"games:{name}", args=[game.pk])


def logged_in(user) -> PlainBrowser:
    browser = PlainBrowser()
    browser.client.force_login(user)
    return browser


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def play_out(game, act):
    """Both take as much as they may, until there is nothing left."""
    while moves := legal(game):
        act(game, moves[-1])
    game.refresh_from_db()
    return game


# Registered


def test_one_line_registers_it_and_the_check_finds_it_complete(heap):
    assert kinds.get("heap") is heap
    assert [kind.key for kind in kinds.all()][-1] == "heap"
    assert check_kinds() == []


def test_its_rules_play_as_a_library(heap):
    dice = random.Random(5)
    for options in heap.option_sets():
        chance = StreamChance(b"a seed", game="heap")
        moves = list(contract.play(heap.rules, options, chance=chance, choose=lambda _, legal: dice.choice(legal)))
        kept = record.make("heap", options, [move for move, _ in moves])
        assert record.read(record.to_text(kept)) == record.read(record.to_json(kept)) == kept
        assert heap.rules.outcome(kept.replayed()).winner in Seat


# Created


@pytest.mark.django_db
def test_a_challenge_is_made_accepted_and_played_to_its_end_without_javascript(ada, ben):
    one, two = logged_in(ada), logged_in(ben)
    one.open("/games/new/").press(
        "Create game", kind="heap", audience="public", seat="1", **{"heap-most": "two", "clock": "3d"}
    )
    offer = Challenge.objects.get()
    assert (offer.kind, offer.options) == ("heap", {"most": "two"})
    assert "At most" in one.text and "Two stones" in one.text

    two.open("/lobby/?kind=heap")
    assert "Heap" in two.text and reverse("games:challenge", args=[offer.token]) in two.text
    two.open(reverse("games:challenge", args=[offer.token])).press("Play")
    game = Game.objects.get()
    assert two.path == address_of(game)
    assert "A heap of" in said(two.page)

    for browser in [one, two] * 14:
        browser.open(address_of(game))
        if not browser.moves:
            break
        browser.press(browser.moves[-1])
        assert browser.page.status_code == 200
    game.refresh_from_db()
    assert (game.status, game.decided) == (Game.Status.OVER, "last-stone")
    winner = "North" if game.winner == Seat.ONE else "South"
    assert f"{winner} took the last stone." in said(two.open(address_of(game)).page)


@pytest.mark.django_db
def test_a_visitor_plays_the_bot_from_the_home_page():
    visitor = PlainBrowser().open("/")
    assert "Take the last stone." in visitor.text
    visitor.press("Play Heap")
    game = Game.objects.get()
    assert (visitor.path, game.kind) == (address_of(game), "heap")
    for _ in range(14):
        turns.take_turns(game.pk)
        visitor.open(address_of(game))
        if not visitor.moves:
            break
        visitor.press(visitor.moves[0])
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert "took the last stone." in said(visitor.page)


@pytest.mark.django_db
def test_options_and_moves_are_refused_in_its_words(ada, start, client):
    game = start("heap")
    client.force_login(ada)
    page = client.post(address_of(game, "act"), {"move": "take 9", "seen": game.head, "key": "k" * 8})
    assert page.status_code == 422
    assert "You cannot take 9 stones, but at most 3." in said(page)
    assert f"{reverse('games:rules', args=['heap'])}#H2" in page.content.decode()
    assert "At most" in refusals.options_refusal("heap", contract.BadOptions("most", "nine"))
    for code, sentence in (("game-over", "The game is over."), ("not-now", "It is not time for that.")):
        assert refusals.refusal("heap", IllegalMove(code, "H1")) == sentence


# Played live


@pytest.fixture
def sockets_anew(settings):
    """Channels belong to the event loop of a test."""

    def forget():
        channel_layers.backends.clear()
        signals._loop = None
        Live.limits.clear()

    settings.ALLOWED_HOSTS = ["testserver"]
    forget()
    yield
    forget()


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_move_is_signalled_and_the_others_page_fetches_its_fragment(ada, ben, start, sockets_anew):
    game = await sync_to_async(start)("heap")
    browsers = {user: Client() for user in (ada, ben)}
    for user, browser in browsers.items():
        await sync_to_async(browser.force_login)(user)
    cookie = browsers[ben].cookies.output(header="", sep=";").strip().encode()
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookie)]
    socket = WebsocketCommunicator(sockets, f"/live/?game={game.pk}", headers=headers)
    assert await socket.connect() == (True, None)
    head = json.loads(await socket.receive_from(5))
    assert head == {"game": game.pk, "seq": game.head}

    sent = {"move": "take 2", "seen": game.head, "key": "k" * 8}
    answer = await sync_to_async(browsers[ada].post)(address_of(game, "act"), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and 'id="game"' in answer.content.decode()

    heard = [json.loads(await socket.receive_from(5)) for _ in range(2)]
    assert {"game": game.pk, "seq": game.head + 1} in heard and {"waiting": True} in heard
    await socket.disconnect()
    fragment = await sync_to_async(browsers[ben].get)(address_of(game), headers={"HX-Request": "true"})
    html = fragment.content.decode()
    assert "<html" not in html and f'data-seq="{game.head + 1}"' in html
    assert "North takes 2 and leaves" in said(fragment)
    assert 'value="take 1"' in html


# Replayed


@pytest.mark.django_db
def test_every_step_has_its_page_picture_and_text(start, act, client):
    game = play_out(start("heap"), act)
    size = log.position(game, at=1).state.heap
    page = client.get(address_of(game), {"at": 1})
    assert f"A heap of {size} stones is laid." in said(page)
    assert page.content.decode().count('class="stone"') == size
    assert "North takes 3 and leaves" in said(client.get(address_of(game, "moves")))
    assert client.get(address_of(game, "position"), {"at": 1}).content.decode().count("o ") == size - 1
    picture = client.get(address_of(game, "picture"), {"at": 1})
    assert picture.content.startswith(b"\x89PNG")
    assert "No. All the luck in this game was fixed" in said(client.get(address_of(game, "fairness")))


@pytest.mark.django_db
def test_a_demo_game_can_be_stepped_through(client):
    page = client.get(reverse("games:another", args=["heap"]), follow=True)
    assert page.status_code == 200 and "Every o is a stone." in said(page)
    page = client.get(reverse("games:replay", args=["heap", 7]), {"at": 2})
    assert "North: take" in said(page)


# Mailed


@pytest.mark.django_db
def test_the_other_is_told_by_mail_in_text_and_html_with_the_board(start, act, settings):
    settings.MAIL_PICTURE_WIDTH = 120
    game = start("heap")
    Notification.objects.all().delete()
    act(game, "take 2")
    sending.deliver_due()
    (sent,) = mail.outbox
    message = message_from_bytes(sent.message().as_bytes(), policy=policy.default)
    text = message.get_body(("plain",)).get_content()
    html = message.get_body(("html",)).get_content()
    for part in (text, html):
        assert "Your turn, ben" in part
        assert "North takes 2 and leaves" in part
        assert "you (South)" in part and "ada (North)" in part
        assert address_of(game) in part
        assert "stones." in part  # the picture in words
    (picture,) = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert picture.get_payload(decode=True).startswith(b"\x89PNG")


# Hinted


@pytest.mark.django_db
def test_against_a_bot_there_is_a_hint_with_its_reason(ada, client):
    game = challenges.play_bot(user=ada, bot="queen", agreement=Agreement("heap", {}), seat=Seat.ONE)
    client.force_login(ada)
    page = client.post(address_of(game, "hint"), follow=True)
    state = log.position(game).state
    taken = state.heap % 4 or 1
    assert f"Hint: take {taken} of {state.heap}." in said(page)
    why = "Nothing better can be done." if state.heap % 4 == 0 else "and the other cannot win from there."
    assert why in said(page)


@pytest.mark.django_db
def test_who_is_to_move_may_choose_from_a_list_and_who_waits_is_told_what_is_done(start, ada, ben):
    game = start("heap")
    mover, other = (ada, ben) if game.to_move == 1 else (ben, ada)
    page = logged_in(mover).open(f"{address_of(game)}?list=1").text
    listed = [
        one for one in elements(page) if one.is_in("your-moves") and one["name"] == "move" and one.tag == "button"
    ]
    assert [one["value"] for one in listed] == list(legal(game))
    assert element(logged_in(other).open(address_of(game)).text, "dock").text.startswith(f"{mover} is taking stones")


# Exported, imported and verified


@pytest.mark.django_db
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_game_goes_out_comes_in_again_and_both_are_verified(start, act, capsys, tmp_path, flags):
    game = play_out(start("heap", most="two"), act)
    capsys.readouterr()
    call_command("export_game", str(game.pk), *flags)
    file = tmp_path / "game"
    file.write_text(capsys.readouterr().out)
    call_command("import_game", str(file))
    copy = Game.objects.latest("pk")
    assert copy.pk != game.pk and copy.options == {"most": "two"}
    assert queries.moves_of(copy) == queries.moves_of(game)
    assert (copy.winner, copy.decided) == (game.winner, "last-stone")
    capsys.readouterr()
    call_command("verify_games")
    assert capsys.readouterr().out.startswith("games: 2, ")
    assert [fault for found in verification.all_games() for fault in found.faults] == []


def test_a_change_of_its_rules_is_found(db, start, act, monkeypatch):
    game = play_out(start("heap"), act)
    monkeypatch.setattr(rules, "encode", lambda state: "another heap")
    log.forget_all()
    assert verification.one_game(game.pk).faults


# Listed


@pytest.mark.django_db
def test_lists_and_pages_show_it(ada, start, act, client):
    over = play_out(start("heap"), act)
    running = start("heap")
    rules_page = client.get(reverse("games:rules", args=["heap"]))
    assert "Whoever takes the last stone wins." in said(rules_page)
    assert 'id="H2"' in rules_page.content.decode()
    assert "heap/board.css" in rules_page.content.decode()
    home = client.get("/")
    assert "Play Marabunta, Mabula and Heap against a friend" in said(home)
    assert "Heap is a very old game." in said(home)
    assert reverse("games:rules", args=["heap"]) in home.content.decode()
    assert "Heap · taking stones" in said(client.get(reverse("games:lobby")))
    assert 'value="heap"' in client.get(reverse("games:play")).content.decode()
    profile = client.get(reverse("games:profile", args=["ada"]))
    assert address_of(over) in profile.content.decode()
    client.force_login(ada)
    mine = client.get("/")
    assert address_of(running) in mine.content.decode() and address_of(over) in mine.content.decode()
    assert "Take stones from the heap" in said(mine)
