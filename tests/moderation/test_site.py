"""Switches, notices, flagged words and dead letters: what administrators do, with a reason, and what it does."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.bots import turns
from games.lobby import challenges
from games.lobby.challenges import LobbyRefused
from games.lobby.start import Agreement
from games.models import Delivery, FlaggedWord, Game, ModerationAct, Notification, SiteNotice, Switch
from games.moderation import audit, site_acts
from games.site import notices, switches
from tests.moderation.people import client_of

pytestmark = pytest.mark.django_db


def off(key):
    site_acts.turn_switch(by=None, key=key, is_on=False, reason="test")


def said(answer) -> str:
    text: str = answer.content.decode()
    return text


# Switches


def test_sign_up_can_be_closed(client):
    sent = {"username": "Dora", "email": "dora@example.org", "password1": "a basket full of crumbs"}
    off("sign-ups")
    assert "New accounts can’t be created right now" in said(client.get(reverse("account_signup")))
    client.post(reverse("account_signup"), sent)
    assert not User.objects.filter(username="Dora").exists()
    assert mail.outbox == []
    site_acts.turn_switch(by=None, key="sign-ups", is_on=True, reason="test")
    client.post(reverse("account_signup"), sent)
    assert User.objects.filter(username="Dora").exists()


def test_visitors_can_be_asked_to_sign_up_before_they_play(client, player):
    started = client.post(reverse("games:play"), {"kind": "mabula"})
    off("guests")
    answer = Client().post(reverse("games:play"), {"kind": "mabula"})
    assert answer.status_code == 422
    assert "You need an account to play" in said(answer)
    offer = challenges.challenge(creator=player, agreement=Agreement("mabula", {}), audience="link")
    answer = Client().post(reverse("games:accept", args=[offer.token]))
    assert answer.status_code == 422
    assert "You need an account to play" in said(answer)
    assert User.objects.filter(is_guest=True).count() == 1
    assert client.get(started["Location"]).status_code == 200  # who was a guest before goes on
    assert client.post(reverse("games:play"), {"kind": "mabula"}).status_code == 303


def test_bots_can_be_switched_off_and_those_that_play_go_on(client, player):
    running = challenges.play_bot(user=player, bot="larva", agreement=Agreement("mabula", {}))
    off("bots")
    with pytest.raises(LobbyRefused, match="bots-are-off"):
        challenges.play_bot(user=player, bot="larva", agreement=Agreement("mabula", {}))
    answer = client.post(reverse("games:play"), {"kind": "mabula"})
    assert answer.status_code == 422
    assert "You can’t start new games against bots" in said(answer)
    assert not User.objects.filter(is_guest=True).exists()
    before = running.head
    turns.take_turns(running.pk)
    running.refresh_from_db()
    assert running.to_move and running.head >= before
    assert Game.objects.count() == 1


@pytest.mark.parametrize("page", ["/", "/lobby/", "/play/", "/rules/mabula/"])
def test_pages_offer_no_bots_while_they_are_switched_off(client, page):
    assert 'action="/play/"' in said(client.get(page))
    off("bots")
    switches.off.forget()
    shown = said(client.get(page))
    assert 'action="/play/"' not in shown
    assert page == "/rules/mabula/" or "You can’t start new games against bots" in shown


def test_a_switch_is_turned_in_the_administration_with_a_reason(administrator):
    client, switch = client_of(administrator), Switch.objects.get(key="bots")
    page = reverse("admin:games_switch_change", args=[switch.pk])
    assert "This field is required" in said(client.post(page, {}))
    assert Switch.objects.get(key="bots").is_on
    assert client.post(page, {"reason": "Too busy."}).status_code == 302
    assert not Switch.objects.get(key="bots").is_on
    act = ModerationAct.objects.get()
    assert (act.what, act.subject, act.reason) == ("switch", "switch bots", "Too busy.")
    assert (act.moderator, act.before, act.after) == (administrator.pk, {"on": True}, {"on": False})


# Notices


def notice(**times):
    now = timezone.now()
    times = {"starts": now - timedelta(hours=1), "ends": now + timedelta(hours=1)} | times
    return site_acts.post_notice(by=None, text="Maintenance <at> noon", reason="test", **times)


@pytest.mark.parametrize("page", ["/", "/lobby/", "/rules/mabula/", "/account/login/", "/nowhere/"])
def test_a_notice_stands_at_the_head_of_every_page(client, page):
    notice()
    notices.posted.forget()
    shown = said(client.get(page))
    assert 'role="status"' in shown
    assert shown.index("Maintenance &lt;at&gt; noon") < shown.index("<main")


@pytest.mark.parametrize("times", [{"starts": 1, "ends": 2}, {"starts": -2, "ends": -1}])
def test_a_notice_is_shown_in_its_time_alone(client, times):
    notice(**{name: timezone.now() + timedelta(hours=hours) for name, hours in times.items()})
    notices.posted.forget()
    assert "Maintenance" not in said(client.get("/"))


def test_notices_cost_one_query_now_and_then(client, django_assert_num_queries):
    notice()
    notices.posted.forget()
    with django_assert_num_queries(1):
        client.get("/rules/mabula/")
    with django_assert_num_queries(0):
        assert "Maintenance" in said(client.get("/rules/mabula/"))


def test_a_notice_is_posted_and_changed_in_the_administration(administrator, django_capture_on_commit_callbacks):
    client = client_of(administrator)
    add = reverse("admin:games_sitenotice_add")
    sent = {"text": "New boards!", "starts_0": "2026-01-01", "starts_1": "00:00", "ends_0": "2036-01-01"}
    sent |= {"ends_1": "00:00"}
    assert "This field is required" in said(client.post(add, sent))
    assert "must end after it starts" in said(client.post(add, sent | {"ends_0": "2025-01-01", "reason": "x"}))
    assert not SiteNotice.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(add, sent | {"reason": "To celebrate."}).status_code == 302
    posted = SiteNotice.objects.get()
    assert "New boards!" in said(client.get("/"))
    change = reverse("admin:games_sitenotice_change", args=[posted.pk])
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(change, sent | {"text": "Old boards.", "reason": "A mistake."}).status_code == 302
    assert "Old boards." in said(client.get("/"))
    first, second = ModerationAct.objects.order_by("number")
    assert (first.what, first.before, first.after["text"]) == ("notice", {}, "New boards!")
    assert (second.before["text"], second.after["text"], second.reason) == ("New boards!", "Old boards.", "A mistake.")
    assert list(audit.faults()) == []


# Words


def test_words_are_flagged_and_unflagged_with_a_reason(administrator):
    client, add = client_of(administrator), reverse("admin:games_flaggedword_add")
    client.post(add, {"word": "rude"})
    assert not FlaggedWord.objects.exists()
    client.post(add, {"word": "rude", "reason": "Heard too often."})
    word = FlaggedWord.objects.get()
    assert "This is already covered" in said(client.post(add, {"word": "rude", "reason": "Again."}))
    chosen = {"action": "unflag", "_selected_action": [word.pk]}
    answer = client.post(reverse("admin:games_flaggedword_changelist"), chosen, follow=True)
    assert "give a reason next to" in said(answer)
    assert FlaggedWord.objects.exists()
    client.post(reverse("admin:games_flaggedword_changelist"), chosen | {"reason": "It is a name."})
    assert not FlaggedWord.objects.exists()
    acts = ModerationAct.objects.order_by("number").values_list("what", "before", "after", "reason")
    assert list(acts) == [
        ("word", {}, {"word": "rude"}, "Heard too often."),
        ("word", {"word": "rude"}, {}, "It is a name."),
    ]


@pytest.mark.parametrize(
    ("word", "sentence"),
    [("!!!", "no letters to search"), ("NITWIT", "already covered by “nitwit”"), ("n1twít", "already covered")],
)
def test_a_word_that_cannot_be_found_or_is_found_already_is_not_flagged(administrator, word, sentence):
    site_acts.flag_word(by=administrator, word="nitwit", reason="An insult.")
    sent = {"word": word, "reason": "Another insult."}
    answer = client_of(administrator).post(reverse("admin:games_flaggedword_add"), sent)
    assert sentence in answer.content.decode()
    assert FlaggedWord.objects.count() == 1


def test_a_word_is_flagged_once():
    site_acts.flag_word(by=None, word="rude", reason="x")
    with pytest.raises(IntegrityError):
        site_acts.flag_word(by=None, word="rude", reason="x")


# Dead letters


@pytest.fixture
def dead(opponent):
    now = timezone.now()
    told = Notification.objects.create(user=opponent, occasion="chat", key="x", at=now)
    return Delivery.objects.create(
        notification=told, channel="mail", state="dead", due_at=now, tries=8, error="refused"
    )


def test_dead_letters_are_sent_again_with_a_reason(administrator, dead):
    client, page = client_of(administrator), reverse("admin:games_delivery_changelist")
    chosen = {"action": "send_again", "_selected_action": [dead.pk]}
    assert "give a reason next to" in said(client.post(page, chosen, follow=True))
    dead.refresh_from_db()
    assert dead.state == "dead"
    assert "1 letter will be sent again" in said(client.post(page, chosen | {"reason": "It is back."}, follow=True))
    dead.refresh_from_db()
    assert (dead.state, dead.tries) == ("waiting", 0)
    act = ModerationAct.objects.get()
    assert (act.what, act.before, act.after) == ("resend", {"letters": [dead.pk]}, {"count": 1})


def test_what_is_not_dead_is_not_sent_again(administrator, dead):
    Delivery.objects.update(state="sent")
    assert site_acts.resend_letters(by=administrator, letters=Delivery.objects.all(), reason="x") == 0
    assert not ModerationAct.objects.exists()
    assert client_of(administrator).get(reverse("admin:games_delivery_changelist") + "?state=dead").status_code == 200
