"""A game that somebody muted: no mail of any occasion, but for what moderators decide."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from accounts.preferences import usual_notifications
from games.chat import conversation
from games.models import ChatMessage, Delivery, Notification
from games.notify import outbox, sending, unsubscribing
from games.notify.policy import SendingPolicy
from tests.games.playing import move

pytestmark = pytest.mark.django_db

Occasion = Notification.Occasion
OF_A_GAME = [Occasion.YOUR_TURN, Occasion.TIME_SHORT, Occasion.GAME_BEGINS, Occasion.GAME_OVER, Occasion.CHAT]
OF_A_GAME += [Occasion.VACATION]
WHATEVER_IS_MUTED = [Occasion.MODERATED]
OF_NO_GAME = [Occasion.CHALLENGE, Occasion.SANCTION, Occasion.APPEAL, Occasion.REPORT, Occasion.RATING]


@pytest.fixture
def game(timed, ada, ben, settings):
    """Ben is to move, wants a mail of everything, and has a message that he has not read."""
    cache.clear()
    settings.MAIL_PICTURE_WIDTH = 0
    game = timed("3d")
    while game.to_move != 2:
        move(game)
        game.refresh_from_db()
    conversation.say(game_id=game.pk, user=ada, room=ChatMessage.Room.PLAYERS, text="Hello", seen=0)
    ben.notifications = {occasion: ["mail"] for occasion in usual_notifications()}
    ben.save()
    Notification.objects.all().delete()
    return game


def told(game, ben, occasion):
    """What becomes of a mail to ben of that occasion."""
    about = {"seq": game.head, "message": game.messages.get().pk, "until": timezone.now() + timedelta(days=30)}
    outbox.add(ben, occasion, f"a test of {occasion}", game=game, **about)
    sending.deliver_due(policy=SendingPolicy(chat=timedelta()))
    row = Delivery.objects.get(notification__occasion=occasion, channel="mail")
    return row.state, row.reason, len(mail.outbox)


def test_every_occasion_is_of_one_sort():
    assert {*OF_A_GAME, *WHATEVER_IS_MUTED, *OF_NO_GAME} == set(Occasion)


@pytest.mark.parametrize("occasion", [*OF_A_GAME, *WHATEVER_IS_MUTED])
def test_of_a_game_that_is_not_muted_a_mail_is_sent(game, ben, occasion):
    assert told(game, ben, occasion) == ("sent", "", 1)


@pytest.mark.parametrize("occasion", OF_A_GAME)
def test_of_a_muted_game_no_mail_is_sent(game, ben, occasion):
    unsubscribing.mute_game(user=ben, game_id=game.pk, is_muted=True)
    assert told(game, ben, occasion) == ("withheld", "muted", 0)


@pytest.mark.parametrize("occasion", OF_A_GAME)
def test_that_the_other_player_muted_the_game_keeps_no_mail_back(game, ada, ben, occasion):
    unsubscribing.mute_game(user=ada, game_id=game.pk, is_muted=True)
    assert told(game, ben, occasion) == ("sent", "", 1)


@pytest.mark.parametrize("occasion", WHATEVER_IS_MUTED)
def test_what_a_moderator_decided_is_sent_all_the_same(game, ben, occasion):
    unsubscribing.mute_game(user=ben, game_id=game.pk, is_muted=True)
    assert told(game, ben, occasion) == ("sent", "", 1)
