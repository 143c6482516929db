"""What people say beside a game: who reads it, who writes it, and what becomes of it."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import adoption, guests, leaving
from games import access, queries
from games.chat import conversation, plaintext
from games.live import signals
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import ChatMessage, Event, Seat
from games.table.door import Act
from games.view_models.rooms import MOST, panel

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def nobody_has_knocked_yet():
    cache.clear()


@pytest.fixture
def game(start):
    return start("mabula")


@pytest.fixture
def as_ada(ada):
    return browser_of(ada)


@pytest.fixture
def as_ben(ben):
    return browser_of(ben)


@pytest.fixture
def as_cleo(cleo):
    return browser_of(cleo)


@pytest.fixture
def moderator(db):
    user = guests.new_guest()
    user.is_guest, user.is_staff = False, True
    user.save()
    user.user_permissions.add(*Permission.objects.filter(codename__in=["view_game", "view_chatmessage"]))
    return user


def browser_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(game) -> str:
    return f"/games/{game.pk}/chat/"


def say(client, game, text, room="players", seen=None, **more):
    last = ChatMessage.objects.filter(game=game, room=room).last()
    seen = (last.pk if last else 0) if seen is None else seen
    return client.post(address(game), {"room": room, "text": text, "seen": seen}, **more)


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def texts(game, room="players") -> list[str]:
    return [message.text for message in ChatMessage.objects.filter(game=game, room=room)]


def rooms(page) -> list[str]:
    return re.findall(r'id="messages-(\w+)"', page.content.decode())


# Who reads and writes what


def test_the_two_who_play_write_to_each_other(as_ada, as_ben, game):
    answer = say(as_ada, game, "Good luck!")
    assert (answer.status_code, answer["Location"]) == (303, f"{address(game)}#say-players")
    page = as_ben.get(address(game))
    assert "Good luck!" in said(page)
    assert "<bdi>ada</bdi>" in page.content.decode()
    assert "You and ada" in said(page)
    assert "Good luck!" in said(as_ada.get(address(game)))


def test_nobody_else_reads_what_players_say(as_ada, as_cleo, client, game):
    say(as_ada, game, "between us")
    for browser in (client, as_cleo, browser_of(guests.new_guest())):
        page = browser.get(address(game))
        assert rooms(page) == ["spectators"]
        assert "between us" not in said(page)
        for query in ("?room=players&after=0", "?room=players&before=999999999", "?room=players"):
            assert "between us" not in said(browser.get(address(game) + query, headers=HTMX))
    answer = say(as_cleo, game, "hello you two")
    assert (answer.status_code, "Only the two players can write here." in said(answer)) == (403, True)
    assert texts(game) == ["between us"]


def test_moderators_read_both_rooms_if_they_are_trusted_with_it(as_ada, game, moderator):
    say(as_ada, game, "between us")
    page = browser_of(moderator).get(address(game))
    assert rooms(page) == ["players", "spectators"]
    assert "between us" in said(page)
    assert "ada and ben" in said(page)
    assert say(browser_of(moderator), game, "I see you").status_code == 403
    moderator.user_permissions.remove(Permission.objects.get(codename="view_chatmessage"))
    assert rooms(browser_of(moderator).get(address(game))) == ["spectators"]


def test_spectators_talk_among_themselves_as_long_as_the_game_runs(as_ada, as_ben, as_cleo, client, game, act):
    assert say(as_cleo, game, "white should push a3", "spectators").status_code == 303
    assert "white should push a3" in said(client.get(address(game)))
    for player in (as_ada, as_ben):
        assert rooms(player.get(address(game))) == ["players"]
        assert "white should" not in said(player.get(f"{address(game)}?room=spectators&after=0", headers=HTMX))
        answer = say(player, game, "thanks", "spectators")
        assert (answer.status_code, "until the game is over" in said(answer)) == (403, True)
    act(game, kind=Act.RESIGN, seat=1)
    page = as_ada.get(address(game))
    assert rooms(page) == ["players", "spectators"]
    assert "white should push a3" in said(page)
    assert say(as_ada, game, "now you tell me", "spectators").status_code == 303
    assert texts(game, "spectators") == ["white should push a3", "now you tell me"]


def test_visitors_and_guests_read_the_spectators_but_write_nothing(as_cleo, client, game):
    say(as_cleo, game, "nice game", "spectators")
    for browser, sentence in ((client, "Log in to write here."), (browser_of(guests.new_guest()), "Sign up")):
        page = browser.get(address(game))
        assert "nice game" in said(page)
        assert sentence in said(page)
        assert "<textarea" not in page.content.decode()
        answer = say(browser, game, "buy gold", "spectators")
        assert (answer.status_code, sentence in said(answer)) == (403, True)
    assert texts(game, "spectators") == ["nice game"]


def test_a_guest_who_plays_writes_to_the_opponent(as_ada, ada):
    guest = guests.new_guest()
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="link")
    game = challenges.accept(challenge_id=offer.pk, user=guest)
    assert say(browser_of(guest), game, "hello").status_code == 303
    assert "hello" in said(as_ada.get(address(game)))


def test_a_private_game_has_no_spectators_room(start, as_ada, act):
    game = start("mabula", audience="link")
    act(game, kind=Act.RESIGN, seat=1)
    assert rooms(as_ada.get(address(game))) == ["players"]


def test_nobody_chats_with_a_bot(as_ada, ada):
    game = challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}))
    page = as_ada.get(address(game))
    assert page.status_code == 200
    assert "You’re playing a bot" in said(page)
    assert "<textarea" not in page.content.decode()
    assert "Turn chat off" not in said(page)
    assert say(as_ada, game, "hello?").status_code == 403
    assert as_ada.post(f"{address(game)}switch/", {"chat": "off"}).status_code == 422


def test_to_somebody_who_has_left_nothing_can_be_said(as_ben, ada, game, act):
    act(game, kind=Act.RESIGN, seat=1)
    say(browser_of(ada), game, "farewell")
    leaving.delete_account(user=ada)
    page = as_ben.get(address(game))
    assert "Your opponent has deleted their account." in said(page)
    assert "farewell" not in said(page)
    assert say(as_ben, game, "come back").status_code == 403
    assert not ChatMessage.objects.exists()


# Off and on


def test_who_switches_the_chat_off_is_not_written_to(as_ada, as_ben, ben, game):
    say(as_ben, game, "you are so slow")
    answer = as_ada.post(f"{address(game)}switch/", {"chat": "off"})
    assert (answer.status_code, answer["Location"]) == (303, address(game))
    page = as_ada.get(address(game))
    assert "You’ve turned off the chat for this game." in said(page)
    assert "so slow" not in said(page)
    page = as_ben.get(address(game))
    assert "ada has turned off the chat." in said(page)
    assert "<textarea" not in page.content.decode()
    answer = say(as_ben, game, "are you there?")
    assert answer.status_code == 403
    assert "ada has turned off the chat." in said(answer)
    assert "are you there?" in answer.content.decode(), "what was typed is not lost"
    assert say(as_ada, game, "me neither").status_code == 403
    assert texts(game) == ["you are so slow"]
    as_ada.post(f"{address(game)}switch/", {"chat": "on"})
    assert say(as_ben, game, "are you there?").status_code == 303
    assert "are you there?" in said(as_ada.get(address(game)))


def test_the_switch_answers_a_panel_with_the_room_as_it_is_now(as_ada, game):
    answer = as_ada.post(f"{address(game)}switch/", {"chat": "off"}, headers=HTMX)
    assert answer.status_code == 200
    assert "Turn chat on" in said(answer)
    assert "<html" not in answer.content.decode()
    assert as_ada.post(f"{address(game)}switch/", {"chat": "perhaps"}).status_code == 422


# Unread


def unread(user, game) -> int:
    fresh = type(game).objects.prefetch_related("seats__user").get(pk=game.pk)
    return panel(user, fresh, access.viewer_of(fresh, user)).unread


def test_what_the_other_says_is_unread_until_the_chat_is_opened(as_ada, as_ben, ada, ben, cleo, game):
    for text in ("one", "two"):
        say(as_ben, game, text)
    say(browser_of(cleo), game, "three", "spectators")
    assert (unread(ada, game), unread(ben, game), unread(cleo, game)) == (2, 0, 0)
    as_ada.head(address(game))
    assert unread(ada, game) == 2
    assert "2 unread messages" in said(as_ada.get(f"/games/{game.pk}/"))
    assert "2 unread messages" in said(as_ada.get(f"{address(game)}?unread=1", headers=HTMX))
    assert unread(ada, game) == 2, "to be told the number is not to read them"
    as_ada.get(address(game))
    assert unread(ada, game) == 0
    say(as_ben, game, "four")
    assert "1 unread message" in said(as_ada.get(f"/games/{game.pk}/"))
    as_ada.get(f"{address(game)}?room=players&after=0", headers=HTMX)
    assert unread(ada, game) == 0


def test_a_chat_that_is_off_has_nothing_unread(as_ada, as_ben, ada, game):
    say(as_ben, game, "one")
    as_ada.post(f"{address(game)}switch/", {"chat": "off"})
    assert unread(ada, game) == 0


def test_nonsense_about_what_was_seen_does_not_hide_what_comes(as_ada, as_ben, ada, game):
    as_ada.get(f"{address(game)}?room=players&after=999999999", headers=HTMX)
    say(as_ben, game, "one")
    assert unread(ada, game) == 1


def test_the_page_of_a_game_asks_one_question_for_its_chat(as_ben, ada, cleo, game, django_assert_num_queries):
    for number in range(5):
        say(as_ben, game, f"message {number}")
    fresh, _ = access.game_for(as_ben.get(f"/games/{game.pk}/").wsgi_request, game.pk)
    for user, queries_asked in ((ada, 1), (cleo, 0)):
        with django_assert_num_queries(queries_asked):
            panel(user, fresh, access.viewer_of(fresh, user), is_glance=True)


def test_a_panel_against_a_bot_or_switched_off_asks_nothing(ada, game, django_assert_num_queries):
    against_bot = challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}))
    Seat.objects.filter(game=game, user=ada).update(has_chat=False)
    for one in (against_bot, game):
        fresh = type(game).objects.prefetch_related("seats__user").get(pk=one.pk)
        with django_assert_num_queries(0):
            assert panel(ada, fresh, access.viewer_of(fresh, ada)).unread == 0


def test_a_long_chat_asks_the_database_no_more_than_a_short_one(as_ada, as_ben, ben, game):
    def asked() -> int:
        as_ada.get(address(game))
        with CaptureQueriesContext(connection) as asked:
            as_ada.get(address(game))
        return len(asked)

    say(as_ben, game, "first")
    few = asked()
    ChatMessage.objects.bulk_create(
        ChatMessage(game=game, room="players", author=ben, text=f"no {n}") for n in range(50)
    )
    assert asked() == few <= 9


# The text


def test_a_message_is_text_and_nothing_else(as_ada, as_ben, game):
    say(as_ada, game, "<script>alert(1)</script> <a href='https://example.org'>x</a> https://example.org & {{ 7 }}")
    page = as_ben.get(address(game)).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert 'href="https://example.org"' not in page
    assert "{{ 7 }}" in page


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  well played  ", "well played"),
        ("one\r\ntwo\r\n\r\n\r\nthree", "one\ntwo\nthree"),
        ("tab\tand   spaces\u00a0\u3000here", "tab and spaces here"),
        ("bell\a, null\0, escape\x1b[31m", "bell, null, escape[31m"),
        ("abc\u202edef\u2066ghi\u200f\u061c", "abcdefghi"),
        ("zero\u200bwidth\u2060and\ufeffsoft\u00adhyphen", "zerowidthandsofthyphen"),
        ("\u200d\u200d \u200c", ""),
        ("\u115f\u3164\u2800\u034f", ""),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🌾 ❤\ufe0f 👍🏽", "👩\u200d🌾 ❤\ufe0f 👍🏽"),
        ("a\u200d\u200d\u200d\u200db", "a\u200db"),
        ("tags\U000e0041\U000e0042", "tags"),
        ("Z" + "\u0335\u0336" * 30 + "algo", "Z" + "\u0335\u0336" * 3 + "algo"),
        ("e\u0301", "é"),
        ("half \ud83d of it", "half of it"),
        ("private \ue000 use", "private use"),
    ],
)
def test_what_cannot_be_seen_is_not_kept(typed, kept):
    assert plaintext.cleaned(typed) == kept


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Write something first."),
        (" \n\t\u200b ", "Write something first."),
        ("x" * 501, "This message has 501 characters; the limit is 500."),
        ("x" * 100_000, "This message has 100000 characters; the limit is 500."),
    ],
)
def test_nothing_and_too_much_are_refused_with_a_sentence(as_ada, game, typed, sentence):
    for headers in ({}, HTMX):
        answer = say(as_ada, game, typed, headers=headers)
        assert answer.status_code == 422
        assert sentence in said(answer)
        assert typed.strip() in answer.content.decode()
    assert texts(game) == []


def test_five_hundred_characters_are_not_too_many(as_ada, game):
    assert say(as_ada, game, "é" * 500 + "   ").status_code == 303
    assert texts(game) == ["é" * 500]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"text": "x"},
        {"room": "kitchen", "seen": 0},
        {"room": "players", "seen": "-1"},
        {"room": "players", "seen": "\0"},
    ],
)
def test_a_form_that_is_none_is_refused_with_a_sentence(as_ada, game, sent):
    answer = as_ada.post(address(game), {"text": "hello"} | sent)
    assert (answer.status_code, "couldn’t read what was sent" in said(answer)) == (422, True)
    assert texts(game) == []


@pytest.mark.parametrize(
    "query", ["room=kitchen&after=0", "room=players&after=x", "before=%00", "room=players&before=-3"]
)
def test_nonsense_in_the_address_is_ignored(as_ada, game, query):
    for headers in ({}, HTMX):
        assert as_ada.get(f"{address(game)}?{query}", headers=headers).status_code == 200


# How often


def test_a_form_that_is_sent_twice_says_it_once(as_ada, game):
    for _ in range(3):
        assert say(as_ada, game, "hello", seen=0).status_code == 303
    assert texts(game) == ["hello"]
    say(as_ada, game, "hello")
    assert texts(game) == ["hello", "hello"], "who has seen the first may say it again"


def test_who_writes_too_fast_is_told_so_and_keeps_the_text(as_ada, game):
    for number in range(5):
        assert say(as_ada, game, f"message {number}").status_code == 303
    for headers in ({}, HTMX):
        answer = say(as_ada, game, "one too many", headers=headers)
        assert answer.status_code == 429
        assert "wait a moment" in said(answer)
        assert "one too many" in answer.content.decode()
    assert len(texts(game)) == 5
    ChatMessage.objects.update(at=timezone.now() - timedelta(seconds=11))
    assert say(as_ada, game, "one too many").status_code == 303


def test_ten_minutes_hold_thirty_messages_in_one_game_and_sixty_in_all(as_ada, ada, game, start):
    def earlier(beside, count):
        before = timezone.now() - timedelta(minutes=5)
        for number in range(count):
            ChatMessage.objects.create(game=beside, room="players", author=ada, text=f"{number}")
        ChatMessage.objects.update(at=before)

    other, third = start("mabula"), start("mabula")
    earlier(game, 29)
    assert say(as_ada, game, "the thirtieth").status_code == 303
    assert say(as_ada, game, "the next").status_code == 429
    assert say(as_ada, other, "elsewhere").status_code == 303
    earlier(other, 28)
    assert say(as_ada, third, "the sixtieth").status_code == 303
    assert say(as_ada, third, "the next").status_code == 429
    ChatMessage.objects.update(at=timezone.now() - timedelta(minutes=11))
    assert say(as_ada, game, "after a rest").status_code == 303


# The panel and its fragments


def test_a_panel_that_is_opened_gets_the_rooms_alone(as_ada, as_ben, game):
    say(as_ben, game, "hello")
    page = as_ada.get(address(game), headers=HTMX)
    assert "<html" not in page.content.decode()
    assert "hello" in said(page)
    assert 'role="log"' in page.content.decode()


def test_a_panel_that_asks_for_news_gets_what_it_does_not_have(as_ada, as_ben, game):
    say(as_ben, game, "old")
    last = ChatMessage.objects.get().pk
    say(as_ben, game, "new")
    page = said(as_ada.get(f"{address(game)}?room=players&after={last}", headers=HTMX))
    assert "new" in page
    assert "old" not in page


def test_who_says_something_gets_an_empty_form_and_all_that_was_said_since(as_ada, as_ben, game):
    say(as_ben, game, "before you sent it")
    page = say(as_ada, game, "from an older page", seen=0, headers=HTMX)
    assert page.status_code == 200
    assert "before you sent it" in said(page)
    assert "from an older page" in said(page)
    assert re.search(r"<textarea[^>]*></textarea>", page.content.decode())
    assert f'name="seen" value="{ChatMessage.objects.last().pk}"' in page.content.decode()


def test_without_javascript_the_page_of_a_game_links_to_the_chat(as_ada, client, game):
    for browser in (as_ada, client):
        page = browser.get(f"/games/{game.pk}/").content.decode()
        assert f'<a class="btn" href="{address(game)}">' in page
        assert "<details" in page
        assert "message-" not in page


def test_earlier_messages_are_a_page_further(as_ada, ben, game):
    rows = [ChatMessage(game=game, room="players", author=ben, text=f"message {n:03}") for n in range(MOST + 5)]
    ChatMessage.objects.bulk_create(rows)
    page = as_ada.get(address(game))
    assert "message 005" in said(page)
    assert "message 004" not in said(page)
    link = re.search(r'href="([^"]*before=\d+)"', page.content.decode())
    page = as_ada.get(link[1].replace("&amp;", "&"))
    assert "message 004" in said(page)
    assert "message 005" not in said(page)
    assert "Latest messages" in said(page)
    assert "<textarea" not in page.content.decode()


def test_pages_that_are_open_hear_of_it_once_it_is_stored(game, ada, ben, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        conversation.say(game_id=game.pk, user=ada, room="players", text="hello", seen=0)
        conversation.say(game_id=game.pk, user=ada, room="players", text="hello", seen=0)
    told = [(signals.announce_chat, (game.pk,)), (signals.announce_waiting, (ben.pk,))]
    assert [(hint.func, hint.args) for hint in callbacks] == told


# What is kept


def test_the_log_of_the_game_knows_nothing_of_it(as_ada, game):
    before = list(Event.objects.values_list("pk", "chain"))
    say(as_ada, game, "hello")
    assert list(Event.objects.values_list("pk", "chain")) == before
    assert "hello" not in as_ada.get(f"/games/{game.pk}/record.txt").content.decode()


def test_one_takes_along_what_one_has_said_and_nothing_that_others_said(as_ada, as_ben, ada, game):
    say(as_ada, game, "mine")
    say(as_ben, game, "theirs")
    (message,) = queries.data_of(ada)["messages"]
    assert (message["game"], message["room"], message["text"]) == (game.pk, "players", "mine")


def test_what_a_guest_said_is_the_accounts_once_they_log_in(ada, ben):
    guest = guests.new_guest()
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="link")
    game = challenges.accept(challenge_id=offer.pk, user=guest)
    conversation.say(game_id=game.pk, user=guest, room="players", text="hello", seen=0)
    adoption.hand_over(guest=guest, user=ben)
    assert ChatMessage.objects.get().author == ben
