"""Chat under measures: taken away for a while, limited to set phrases, and messages that are hidden."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import queries
from games.chat import conversation, phrases
from games.chat.conversation import ChatRefusal, MessageRefused
from games.models import ChatMessage, Delivery, ModerationAct, Notification, Sanction
from games.moderation import chat as measures
from games.moderation import people
from games.moderation.refusals import ModerationRefused
from games.notify import send_check
from games.notify.mail import items
from tests.moderation.people import client_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
Measure = Sanction.Measure


@pytest.fixture
def moderator(moderator):
    """Who may also read what players say to each other."""
    moderator.user_permissions.add(*Permission.objects.filter(codename__in=["view_game", "view_chatmessage"]))
    return User.objects.get(pk=moderator.pk)


@pytest.fixture
def message(opponent, game):
    return say(opponent, game, "you are stupid")


def say(user, game, text, room="players", seen=0):
    return conversation.say(game_id=game.pk, user=user, room=room, text=text, seen=seen)


def words_of(page) -> str:
    text: str = page.content.decode()
    return text


def address(game) -> str:
    return f"/games/{game.pk}/chat/"


def impose(moderator, user, kind, days=None):
    until = timezone.now() + timedelta(days=days) if days else None
    return people.impose(by=moderator, user=user, kind=kind, reason="You insulted others.", until=until)


# Taken away


def test_who_has_no_chat_reads_and_cannot_write_in_any_room(moderator, player, bystander, game):
    for user, room in ((player, "players"), (bystander, "spectators")):
        sanction = impose(moderator, user, Measure.CHAT_TIMEOUT, days=2)
        page = client_of(user).get(address(game))
        assert "A moderator has banned you from chat until" in words_of(page) and "<textarea" not in words_of(page)
        refused = client_of(user).post(address(game), {"room": room, "text": "hello", "seen": 0})
        assert refused.status_code == 403 and "banned you from chat" in words_of(refused)
        with pytest.raises(MessageRefused) as unsaid:
            say(user, game, "hello", room)
        assert unsaid.value.reason is ChatRefusal.SILENT and unsaid.value.until == sanction.until
        people.lift(by=moderator, sanction=sanction, reason="Enough.")
        say(user, game, "hello again", room)


def test_the_other_can_still_write_to_them(moderator, player, opponent, game):
    impose(moderator, player, Measure.CHAT_TIMEOUT, days=2)
    say(opponent, game, "hello?")
    assert "hello?" in words_of(client_of(player).get(address(game)))


# Set phrases


def test_who_keeps_to_phrases_says_these_and_nothing_else(moderator, player, game):
    impose(moderator, player, Measure.PHRASES_ONLY)
    mine = client_of(player)
    page = words_of(mine.get(address(game)))
    assert "<textarea" not in page and 'name="phrase" value="good-game"' in page
    assert "You can only use these phrases." in page
    refused = mine.post(address(game), {"room": "players", "text": "you are stupid", "seen": 0})
    assert refused.status_code == 403 and not ChatMessage.objects.exists()
    assert mine.post(address(game), {"room": "players", "phrase": "you are stupid", "seen": 0}).status_code == 422
    for seen, key in enumerate(("hello", "good-game")):
        sent = {"room": "players", "phrase": key, "seen": seen}
        assert mine.post(address(game), sent).status_code == 303
    assert [row.text for row in ChatMessage.objects.order_by("pk")] == ["Hello!", "Good game!"]
    answer = mine.post(address(game), {"room": "players", "phrase": "thanks", "seen": 9}, headers=HTMX)
    assert answer.status_code == 200 and 'name="phrase"' in words_of(answer), "the form again"


def test_phrases_that_end_say_until_when(moderator, player, game):
    impose(moderator, player, Measure.PHRASES_ONLY, days=7)
    assert "you can only use the phrases below" in words_of(client_of(player).get(address(game)))


def test_others_write_as_they_like(player, game):
    page = words_of(client_of(player).get(address(game)))
    assert "<textarea" in page and 'name="phrase"' not in page


def test_every_phrase_can_be_said(moderator, player, game):
    impose(moderator, player, Measure.PHRASES_ONLY)
    assert len(phrases.PHRASES) >= 6
    for text in phrases.PHRASES.values():
        ChatMessage.objects.all().delete()
        assert say(player, game, str(text)).text == str(text)


# Hidden messages


def test_a_hidden_message_is_read_by_moderators_alone_and_kept(moderator, player, opponent, game, message):
    measures.hide_message(by=moderator, message=message, reason="An insult.")
    for user in (player, opponent):
        page = words_of(client_of(user).get(address(game)))
        assert "Hidden by a moderator." in page and "you are stupid" not in page
    seen = words_of(client_of(moderator).get(address(game)))
    assert "Hidden by a moderator." in seen and "you are stupid" in seen
    assert f"/moderation/messages/{message.pk}/" in seen
    message.refresh_from_db()
    assert message.text == "you are stupid"
    act = ModerationAct.objects.get()
    assert (act.what, act.game, act.person, act.subject) == (
        "hide-message",
        game.pk,
        opponent.pk,
        f"message {message.pk}",
    )

    measures.show_message(by=moderator, message=message, reason="On second thoughts.")
    assert "you are stupid" in words_of(client_of(player).get(address(game)))
    assert ModerationAct.objects.latest("number").what == "show-message"


def test_its_author_alone_reads_why_it_is_hidden_and_is_told(moderator, player, opponent, bystander, game, message):
    others = say(bystander, game, "you are stupid too", "spectators")
    for said in (message, others):
        measures.hide_message(by=moderator, message=said, reason="An insult.")
    client_of(opponent).get(f"/games/{game.pk}/")  # which is no look at what became of the message
    for author, other in ((opponent, player), (bystander, None)):
        assert "Hidden by a moderator. Reason: An insult." in words_of(client_of(author).get(address(game)))
        page = words_of(client_of(other).get(address(game)))
        assert "Hidden by a moderator." in page and "An insult." not in page
        told = client_of(author).get("/notifications/")
        sentence = f"A moderator hid your message in Mabula, game {game.pk}. Reason: An insult."
        assert sentence in words_of(told) and f'href="{address(game)}"' in words_of(told)
        assert queries.unread_count(author) == 1
    assert not Notification.objects.filter(user=player, occasion="moderated").exists()
    assert not Delivery.objects.filter(notification__occasion="moderated", channel="mail").exists()


def test_shown_again_its_author_is_told_and_hidden_again_they_read_why(moderator, opponent, game, message):
    measures.hide_message(by=moderator, message=message, reason="An insult.")
    measures.show_message(by=moderator, message=message, reason="On second thoughts.")
    measures.hide_message(by=moderator, message=message, reason="After all.")
    told = words_of(client_of(opponent).get("/notifications/"))
    beside = f"in Mabula, game {game.pk}. Reason:"
    for sentence in (
        f"A moderator hid your message {beside} An insult.",
        f"A moderator restored your message {beside} On second thoughts.",
        f"A moderator hid your message {beside} After all.",
    ):
        assert sentence in told
    assert "Hidden by a moderator. Reason: After all." in words_of(client_of(opponent).get(address(game)))


def test_however_many_are_hidden_their_reasons_are_one_query(moderator, opponent, game, message):
    said = [message, *(say(opponent, game, f"stupid, I said {number}") for number in range(3))]
    reader = client_of(opponent)
    reader.get(address(game))
    for is_hidden in (False, True):
        if is_hidden:
            for one in said:
                measures.hide_message(by=moderator, message=one, reason="An insult.")
        with CaptureQueriesContext(connection) as asked:
            reader.get(address(game))
        assert sum("games_moderationact" in query["sql"] for query in asked) == is_hidden


def test_it_vanishes_from_counts_mails_and_the_export(moderator, player, opponent, game, message):
    own = game.seats.get(user=player)
    assert queries.unread_messages(own) == 1
    measures.hide_message(by=moderator, message=message, reason="An insult.")
    assert queries.unread_messages(own) == 0
    assert queries.data_of(opponent)["messages"] == []
    told = Notification.objects.get(user=player, occasion=Notification.Occasion.CHAT)
    assert send_check.why_outdated(told, timezone.now()) == "hidden"
    assert items.compose(player, told).item.quotes == []
    assert not Delivery.objects.filter(notification=told, state="sent").exclude(channel="site").exists()


def test_open_pages_are_told_to_look_at_all_of_it_again(
    moderator, player, game, message, monkeypatch, django_capture_on_commit_callbacks
):
    signals = []
    monkeypatch.setattr("games.live.signals._send_soon", lambda *sent: signals.append(sent))
    with django_capture_on_commit_callbacks(execute=True):
        measures.hide_message(by=moderator, message=message, reason="An insult.")
    assert (f"game.{game.pk}", {"type": "signal", "signal": {"chat": game.pk, "changed": True}}) in signals
    rows = words_of(client_of(player).get(f"{address(game)}?room=players&all=1", headers=HTMX))
    assert "Hidden by a moderator." in rows and "<form" not in rows


def test_hiding_is_a_form_at_the_desk(moderator, message):
    desk, page = client_of(moderator), f"/moderation/messages/{message.pk}/"
    assert "you are stupid" in words_of(desk.get(page)) and "The person will read this." in words_of(desk.get(page))
    assert desk.post(page, {"what": "hide", "reason": ""}).status_code == 422
    assert desk.post(page, {"what": "hide", "reason": "An insult."}).status_code == 303
    assert desk.post(page, {"what": "hide", "reason": "An insult."}).status_code == 409
    message.refresh_from_db()
    assert message.hidden_at is not None
    assert desk.post(page, {"what": "show", "reason": "An error."}).status_code == 303
    message.refresh_from_db()
    assert message.hidden_at is None


def test_who_plays_in_a_game_does_not_moderate_its_chat(moderator, opponent, message, game):
    game.seats.filter(user=message.author).update(user=moderator)
    assert client_of(moderator).get(f"/moderation/messages/{message.pk}/").status_code == 404
    with pytest.raises(ModerationRefused, match="not-a-moderator"):
        measures.hide_message(by=moderator, message=message, reason="I lose.")


def test_nobody_shows_again_what_they_said_themselves(administrator, moderator, game):
    said = say(moderator, game, "resign!", "spectators")
    measures.hide_message(by=administrator, message=said, reason="Advice.")
    answer = client_of(moderator).post(f"/moderation/messages/{said.pk}/", {"what": "show", "reason": "No."})
    assert answer.status_code == 403 and "You can’t decide your own case." in words_of(answer)
    with pytest.raises(ModerationRefused, match="yourself"):
        measures.show_message(by=moderator, message=said, reason="It was good advice.")


def test_only_moderators_hide(player, message):
    assert client_of(player).get(f"/moderation/messages/{message.pk}/").status_code == 404
    with pytest.raises(ModerationRefused, match="not-a-moderator"):
        measures.hide_message(by=player, message=message, reason="An insult.")
