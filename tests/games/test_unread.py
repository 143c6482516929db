"""Nobody has to tick off what they have seen: it is stored with the notification, when it is seen."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone

from games import queries
from games.chat import conversation
from games.clocks import reminders
from games.lobby import challenges
from games.lobby.challenges import Audience
from games.lobby.start import Agreement
from games.models import Challenge, Notification, Seat
from tests.games.playing import legal

pytestmark = pytest.mark.django_db
MABULA = Agreement("mabula", {})


def unread(user) -> list[str]:
    return list(Notification.objects.filter(user=user, read_at=None).order_by("pk").values_list("occasion", flat=True))


def hand_over(game, act, seat: int) -> None:
    """Move until that seat is to move."""
    game.refresh_from_db()
    while game.to_move != seat:
        act(game, legal(game)[0])
        game.refresh_from_db()


def test_a_look_at_the_game_is_enough_and_what_comes_later_is_not_seen_by_it(start, act, ben, client):
    game = start("mabula")
    client.force_login(ben)
    hand_over(game, act, 2)
    assert unread(ben) == ["your-turn"]
    assert queries.unread_count(ben) == 1
    client.get(f"/games/{game.pk}/")
    assert unread(ben) == []
    hand_over(game, act, 1)
    hand_over(game, act, 2)
    assert unread(ben) == ["your-turn"]


def test_who_has_read_the_chat_has_seen_what_was_told_of_it(start, ada, ben):
    game = start("mabula")
    Notification.objects.all().delete()
    said = conversation.say(game_id=game.pk, user=ada, room="players", text="hello", seen=0)
    assert unread(ben) == ["chat"]
    conversation.mark_read(seat=game.seats.get(user=ben), message_id=said.pk)
    assert unread(ben) == []


@pytest.mark.parametrize("answer", [challenges.accept, challenges.decline])
def test_a_challenge_that_was_answered_is_seen(ada, ben, answer):
    offer = challenges.challenge(creator=ada, agreement=MABULA, audience=Audience.PERSON, invited=ben)
    assert unread(ben) == ["challenge"]
    answer(challenge_id=offer.pk, user=ben)
    assert "challenge" not in unread(ben)


def test_a_reminder_of_a_game_that_was_looked_at_since_is_seen_already(timed, time, client):
    game = timed("3d")
    player = game.seats.get(number=game.to_move).user
    Seat.objects.filter(game=game, user=player).update(seen=game.head)
    Notification.objects.all().delete()
    time.passes(hours=49)
    reminders.sweep()
    assert Notification.objects.filter(user=player, occasion="time-short").exists()
    assert unread(player) == []


def test_what_was_seen_before_it_was_stored_is_stored_by_the_migration(start, act, ada, ben, monkeypatch):
    """The old rule, on rows as they were: of each way of seeing one that was seen and one that was not."""
    migration = import_module("games.migrations.0018_what_was_seen")
    monkeypatch.setattr(migration, "BATCH", 3)
    game = start("mabula")
    Notification.objects.all().delete()
    seat = Seat.objects.filter(game=game, user=ben)
    seat.update(seen=5, chat_read=7)
    offers = [Challenge.objects.get(), challenges.challenge(creator=ada, agreement=MABULA)]
    now = timezone.now()
    rows = {
        "seen": {"game": game, "seq": 5, "occasion": "your-turn"},
        "not seen": {"game": game, "seq": 6, "occasion": "your-turn"},
        "heard": {"game": game, "seq": 9, "message": 7, "occasion": "chat"},
        "not heard": {"game": game, "seq": 1, "message": 8, "occasion": "chat"},
        "of a message of one's own": {"game": game, "message": 3, "occasion": "moderated"},
        "answered": {"challenge": offers[0], "occasion": "challenge"},
        "not answered": {"challenge": offers[1], "occasion": "challenge"},
        "of a sanction": {"occasion": "sanction"},
    }
    for key, about in rows.items():
        Notification.objects.create(user=ben, key=key, at=now, **about)
    read = Notification.objects.create(user=ben, key="ticked off", at=now, read_at=now - timedelta(days=1))
    migration.note_what_was_seen(apps, None)
    left = set(Notification.objects.filter(read_at=None).values_list("key", flat=True))
    assert left == {"not seen", "not heard", "of a message of one's own", "not answered", "of a sanction"}
    read.refresh_from_db()
    assert read.read_at == now - timedelta(days=1)
