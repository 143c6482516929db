"""What grows stale is cleared away by the worker, a batch at a time, and nothing else is."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connections
from django.test import Client
from django.utils import timezone

from accounts import housekeeping as chores_of_accounts
from accounts.guests import new_guest
from accounts.models import Device, User, today
from games import housekeeping, worker
from games.lobby import challenges, offers
from games.lobby.challenges import Audience, LobbyRefused
from games.lobby.start import Agreement
from games.models import Challenge, Game, Notification
from games.notify import outbox
from games.notify.policy import USUAL

pytestmark = pytest.mark.django_db
MABULA = Agreement("mabula", {})


@pytest.fixture(autouse=True)
def the_tests_own_connection_stays(monkeypatch):
    monkeypatch.setattr(connections, "close_all", lambda: None)


def clean() -> float:
    return worker.run_jobs(worker.HOUSEKEEPING)


def grow_old(offer: Challenge, age: timedelta) -> None:
    Challenge.objects.filter(pk=offer.pk).update(created_at=timezone.now() - age)


def test_every_chore_is_done_by_the_worker():
    names = {chore.__name__ for chore in housekeeping.CHORES}
    assert names == {
        *("forget_notifications", "expire_challenges", "end_expired_sessions", "forget_devices"),
        *("delete_stale_guests", "delete_unproved", "forget_invitations", "forget_spare_seeds", "send_due"),
    }


def test_a_challenge_that_nobody_answers_expires_and_its_creator_reads_it_for_a_while(ada, ben, client):
    old, fresh = (challenges.challenge(creator=ada, agreement=MABULA) for _ in range(2))
    asked = challenges.challenge(creator=ada, agreement=MABULA, audience=Audience.PERSON, invited=ben)
    grow_old(old, offers.OPEN_FOR + timedelta(minutes=1))
    grow_old(asked, offers.OPEN_FOR + timedelta(minutes=1))
    grow_old(fresh, offers.OPEN_FOR - timedelta(minutes=1))
    clean()
    assert [Challenge.objects.get(pk=one.pk).status for one in (old, asked, fresh)] == ["expired", "expired", "open"]
    assert not Notification.objects.filter(challenge=asked, read_at=None).exists()
    with pytest.raises(LobbyRefused, match="challenge-expired"):
        challenges.accept(challenge_id=old.pk, user=ben)
    client.force_login(ada)
    told = "No one accepted your challenge to Mabula"
    for page in ("/", "/lobby/"):
        assert client.get(page).content.decode().count(told) == 2
    assert told in client.get(f"/challenges/{old.token}/").content.decode()
    for one in (old, asked):
        grow_old(one, offers.OPEN_FOR + offers.TOLD_FOR + timedelta(minutes=1))
    assert told not in client.get("/").content.decode()
    client.force_login(ben)
    assert client.post(f"/challenges/{old.token}/accept/").status_code == 409


def test_sessions_that_have_expired_are_deleted_with_what_is_known_of_them(ada):
    browser, other = Client(), Client()
    for one in (browser, other):
        one.force_login(ada, backend="accounts.backends.NameOrAddress")
    key = browser.session.session_key
    UserSession.objects.create(user=ada, session_key=key, ip="127.0.0.1")
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))
    clean()
    assert list(Session.objects.values_list("pk", flat=True)) == [other.session.session_key]
    assert not UserSession.objects.filter(session_key=key).exists()


def test_browsers_that_were_not_seen_for_a_year_are_forgotten(ada):
    for days, key in ((366, "old"), (364, "known")):
        Device.objects.create(user=ada, key=key, last_seen=today() - timedelta(days=days))
    clean()
    assert list(Device.objects.values_list("key", flat=True)) == ["known"]


def test_guests_who_play_nothing_and_were_away_for_a_month_are_deleted(ada):
    gone, playing, here = new_guest(), new_guest(), new_guest()
    challenges.accept(challenge_id=challenges.challenge(creator=ada, agreement=MABULA).pk, user=playing)
    User.objects.filter(pk__in=[gone.pk, playing.pk, ada.pk]).update(last_seen=today() - timedelta(days=31))
    User.objects.filter(pk=here.pk).update(last_seen=today() - timedelta(days=29))
    clean()
    assert set(User.objects.values_list("pk", flat=True)) == {playing.pk, here.pk, ada.pk}
    assert Game.objects.get().seats.filter(user=playing).exists()


def test_notifications_are_kept_as_long_as_the_ledger_promises(start, ben):
    game = start("mabula")
    Notification.objects.all().delete()
    kept, old = (outbox.add(ben, Notification.Occasion.GAME_OVER, name, game=game, seq=99) for name in ("new", "old"))
    for one, age in ((kept, -timedelta(hours=1)), (old, timedelta(hours=1))):
        Notification.objects.filter(pk=one.pk).update(at=timezone.now() - USUAL.kept - age)
        one.deliveries.update(state="sent")
    clean()
    assert list(Notification.objects.values_list("key", flat=True)) == ["new"]


def test_a_batch_is_bounded_and_the_next_one_comes_soon(ada, monkeypatch):
    monkeypatch.setattr(chores_of_accounts, "AT_ONCE", 2)
    for key in "abc":
        Device.objects.create(user=ada, key=key, last_seen=today() - timedelta(days=400))
    assert clean() == housekeeping.SECONDS_BETWEEN
    assert Device.objects.count() == 1
    assert clean() == worker.LONGEST_SLEEP
    assert Device.objects.count() == 0


def test_a_chore_that_fails_holds_up_none_of_the_others(ada, monkeypatch, caplog):
    def fails() -> bool:
        raise RuntimeError("no broom")

    monkeypatch.setattr(housekeeping, "CHORES", [fails, *housekeeping.CHORES])
    Device.objects.create(user=ada, key="old", last_seen=today() - timedelta(days=400))
    clean()
    assert "no broom" in caplog.text
    assert not Device.objects.exists()


def claiming(name: str, *, days_ago: float, is_proved: bool = False, **fields) -> User:
    user = User.objects.create_user(
        name, f"{name}@example.org", date_joined=timezone.now() - timedelta(days=days_ago), **fields
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=is_proved, primary=True)
    return user


def test_who_never_proved_the_address_is_deleted_after_a_week_and_the_name_is_free(client):
    gone = claiming("gone", days_ago=7.1)
    kept = [
        claiming("lately", days_ago=6.9),
        claiming("proved", days_ago=99, is_proved=True),
        claiming("entered", days_ago=99, last_login=timezone.now()),
        claiming("staff", days_ago=99, is_staff=True),
        User.objects.create_user("addressless", date_joined=timezone.now() - timedelta(days=99)),
        new_guest(),
    ]
    clean()
    assert not User.objects.filter(pk=gone.pk).exists()
    assert User.objects.filter(pk__in=[user.pk for user in kept]).count() == len(kept)
    form = {"username": "gone", "email": "new@example.org", "password1": "a basket full of crumbs"}
    assert client.post("/account/signup/", form).status_code == 302
