"""What people are told, by which way, and why not: from the move to the mail."""

import sys
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from smtplib import SMTPRecipientsRefused

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import adoption, guests, leaving
from accounts.models import User
from accounts.preferences import ALWAYS, OptionalOccasion, usual_notifications
from games import queries
from games.bots import turns
from games.chat import conversation
from games.clocks import clock as clocks
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import ChatMessage, Delivery, Game, Notification
from games.models import Seat as SeatRow
from games.notify import channels, events, local_hours, looking, outbox, sending
from games.notify.policy import USUAL, SendingPolicy
from games.table import door
from games.table.door import Act
from tests.addresses import addresses_in
from tests.games import pigeon
from tests.games.playing import legal

pytestmark = pytest.mark.django_db

SOON = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def plain_mails(settings):
    """Without pictures, which take longer than all the rest; they have tests of their own."""
    cache.clear()
    settings.MAIL_PICTURE_WIDTH = 0
    settings.SITE_URL = "https://games.example"


@pytest.fixture
def game(start):
    """Ada has moved and been told all before: now it is ben's turn."""
    game = start("mabula")
    Notification.objects.all().delete()
    return game


@pytest.fixture
def moved(game, act):
    """It is ben's turn, and he has not been told yet."""
    act(game, legal(game)[0])
    return game


def chose(user, event=OptionalOccasion.YOUR_TURN, *ways, **more):
    user.notifications = {**usual_notifications(), event.value: list(ways)}
    for name, value in more.items():
        setattr(user, name, value)
    user.save()


def rows(user, channel="mail"):
    found = Delivery.objects.filter(notification__user=user, channel=channel).order_by("pk")
    return [(row.state, row.reason) for row in found]


def subjects():
    return [sent.subject for sent in mail.outbox]


def claimed():
    claim = sending.claim_next(USUAL)
    assert claim
    return claim


def later(time):
    """As if so much time had passed for what waits."""
    waiting = Delivery.objects.filter(state="waiting")
    for row in waiting:
        row.due_at -= time
        row.save()


# From the move to the mail


def test_who_is_to_move_is_told_by_mail_and_on_the_site(moved, ada, ben):
    assert sending.deliver_due() is None
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["ben@example.org"], f"Mabula against ada, game {moved.pk}")
    assert rows(ben) == [("sent", "")] == rows(ben, "site")
    assert rows(ada) == []


def test_nothing_is_sent_before_the_worker_does_and_nothing_twice(moved):
    assert mail.outbox == []
    for _ in range(3):
        sending.deliver_due()
    assert len(mail.outbox) == 1


def test_what_is_rolled_back_is_told_to_nobody(game, act):
    with transaction.atomic():
        act(game, legal(game)[0])
        assert Notification.objects.exists()
        transaction.set_rollback(True)
    sending.deliver_due()
    assert not Notification.objects.exists() and not mail.outbox


def test_a_turn_that_was_played_is_not_told_any_more(moved, act, ben):
    act(moved, legal(moved)[0])
    sending.deliver_due()
    assert rows(ben) == [("withheld", "played")]
    assert [sent.to for sent in mail.outbox] == [["ada@example.org"]]


def test_of_two_turns_in_a_game_only_the_one_that_is_now_is_told(moved, act, ben):
    for _ in range(2):
        act(moved, legal(moved)[0])
    sending.deliver_due()
    assert rows(ben) == [("withheld", "played"), ("sent", "")]
    assert [sent.to for sent in mail.outbox] == [["ben@example.org"]]


def test_a_turn_that_is_played_while_the_mail_is_written_is_not_told(moved, act, ben, monkeypatch):
    """The last look is when the way is open: here the player plays while the connection opens."""
    monkeypatch.setattr(EmailBackend, "open", lambda _: act(moved, kind=Act.RESIGN, seat=2), raising=False)
    sending.deliver_due()
    assert ["ben@example.org"] not in [sent.to for sent in mail.outbox]
    assert rows(ben) == [("withheld", "played")]


def test_bots_tell_nobody_for_they_answer_while_one_looks(ada):
    game = challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}))
    turns.take_turns(game.pk)
    assert not Notification.objects.exists()


def test_when_the_opponent_left_and_a_bot_plays_on_one_is_told(moved, ada, ben, act):
    leaving.delete_account(user=ada)
    act(moved, legal(moved)[0])
    turns.take_turns(moved.pk)
    assert Notification.objects.filter(user=ben, occasion="your-turn").count() == 2


def test_whose_place_a_bot_took_hears_of_the_end_but_of_no_more_turns(moved, ada, ben, act):
    moved.refresh_from_db()
    seat = moved.seats.get(user=ada).number
    door.submit(game_id=moved.pk, seat=None, act=Act.BOT_IN, text=f"{seat} larva", seen=moved.head, key="a-key-of-mo")
    Notification.objects.all().delete()
    act(moved, legal(moved)[0])
    assert not Notification.objects.filter(user=ada).exists()
    act(moved, kind=Act.RESIGN, seat=2)
    assert [told.occasion for told in Notification.objects.filter(user=ada)] == ["game-over"]


@pytest.mark.parametrize(
    ("winner", "sentence"), [(1, "Your time ran out: ada won."), (2, "ada ran out of time: you won.")]
)
def test_who_lost_on_time_is_told_so(moved, ben, winner, sentence):
    now = timezone.now()
    Game.objects.update(status="over", to_move=None, ended_at=now, winner=winner, decided="timeout")
    events.acted(game=Game.objects.get(), by=None, was=2)
    sending.deliver_due()
    assert sentence in next(sent.body for sent in mail.outbox if sent.to == [ben.email])


def test_the_end_of_a_game_is_told_to_the_other(game, act, ada, ben):
    act(game, kind=Act.RESIGN, seat=1)
    sending.deliver_due()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["ben@example.org"], f"Mabula against ada, game {game.pk}")
    assert "ada resigned: you won." in sent.body


def test_a_challenge_is_told_until_it_is_answered(ada, ben, cleo):
    offers = [
        challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="person", invited=user)
        for user in (ben, cleo)
    ]
    challenges.decline(challenge_id=offers[1].pk, user=cleo)
    sending.deliver_due()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["ben@example.org"], "ada challenges you to Mabula")
    assert f"https://games.example/challenges/{offers[0].token}/" in sent.body
    assert rows(cleo) == [("withheld", "answered")]


def test_who_made_a_challenge_hears_of_the_game_and_of_their_turn_in_one_mail(start, ada, ben):
    start("mabula")
    sending.deliver_due()
    (sent,) = mail.outbox
    assert sent.to == ["ada@example.org"]
    assert sent.subject.startswith("Mabula against ben, game ")
    assert "You go first." in sent.body


def test_who_wants_no_mail_about_accepted_challenges_still_hears_of_the_turn(ada, ben):
    chose(ada, OptionalOccasion.GAME_BEGINS, "site")
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), seat=Seat.ONE)
    challenges.accept(challenge_id=offer.pk, user=ben)
    sending.deliver_due()
    assert ["Your turn, " in str(sent.body) for sent in mail.outbox] == [True]


def test_time_that_runs_short_is_told_once_for_each_mark_unless_more_was_given(moved, ben):
    sending.deliver_due()
    mail.outbox.clear()
    moved.refresh_from_db()
    for _ in range(2):
        events.time_is_short(game=moved, mark="24h")
    sending.deliver_due()
    assert subjects() == [f"Mabula against ada, game {moved.pk}"]
    events.time_is_short(game=moved, mark="80%")
    Game.objects.update(deadline=timezone.now() + timedelta(days=9))
    sending.deliver_due()
    assert rows(ben)[-1] == ("withheld", "time-given")


def test_opponents_hear_of_a_vacation_if_they_want_to(game, ada, ben):
    chose(ben, OptionalOccasion.VACATION, "mail")
    until = datetime(2027, 1, 2, 12, tzinfo=UTC)
    for _ in range(2):
        events.on_vacation(user=ada, until=until)
    Notification.objects.update(until=timezone.now() + timedelta(days=4))
    sending.deliver_due()
    assert subjects() == [f"Mabula against ada, game {game.pk}"]


def test_what_is_said_is_told_once_until_it_is_read_and_in_one_mail(game, ada, ben):
    chose(ben, OptionalOccasion.CHAT, "mail", "site")
    for text in ("hello", "are you there?"):
        conversation.say(game_id=game.pk, user=ada, room="players", text=text, seen=0)
    assert sending.deliver_due() == pytest.approx(USUAL.chat.total_seconds(), abs=5)
    assert rows(ben) == [("waiting", "gathers")]
    Notification.objects.update(at=timezone.now() - timedelta(hours=1))
    later(USUAL.chat)
    sending.deliver_due()
    (sent,) = mail.outbox
    assert "> hello" in sent.body and "> are you there?" in sent.body
    conversation.say(game_id=game.pk, user=ada, room="players", text="hm", seen=99)
    assert Notification.objects.filter(occasion="chat").count() == 1
    conversation.mark_read(seat=game.seats.get(user=ben), message_id=ChatMessage.objects.last().pk)
    conversation.say(game_id=game.pk, user=ada, room="players", text="ah", seen=99)
    assert Notification.objects.filter(occasion="chat").count() == 2


def test_what_was_read_in_the_meantime_is_not_told(game, ada, ben):
    chose(ben, OptionalOccasion.CHAT, "mail")
    said = conversation.say(game_id=game.pk, user=ada, room="players", text="hello", seen=0)
    conversation.mark_read(seat=game.seats.get(user=ben), message_id=said.pk)
    sending.deliver_due()
    assert rows(ben) == [("withheld", "read")]


# Why not


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda ben: chose(ben, OptionalOccasion.YOUR_TURN, "site"), "unwanted"),
        (lambda ben: chose(ben, is_active=False), "unwanted"),
        (lambda ben: User.objects.filter(pk=ben.pk).update(is_active=False), "gone"),
        (lambda ben: User.objects.filter(pk=ben.pk).update(mail_stopped_at=timezone.now()), "bounced"),
        (lambda ben: User.objects.filter(pk=ben.pk).update(email="nonsense"), "no-address"),
        (lambda ben: EmailAddress.objects.create(user=ben, email=ben.email, verified=False), "unproved"),
        (lambda ben: SeatRow.objects.filter(user=ben).update(is_muted=True), "muted"),
    ],
)
def test_what_is_not_sent_has_a_reason(moved, ben, change, reason):
    change(ben)
    sending.deliver_due()
    state, found = rows(ben)[0]
    assert (state, found) == ("withheld", reason if ben.is_active else "gone")
    assert mail.outbox == []


def test_a_muted_game_is_still_told_on_the_site(game, act, ben):
    SeatRow.objects.filter(user=ben).update(is_muted=True)
    act(game, legal(game)[0])
    sending.deliver_due()
    assert rows(ben, "site") == [("sent", "")] and mail.outbox == []


def test_who_looks_at_the_game_gets_no_mail_and_one_later_if_it_is_still_so(moved, ben):
    looking.mark_looking(ben.pk, moved.pk)
    assert sending.deliver_due() == pytest.approx(USUAL.looking.total_seconds(), abs=5)
    assert rows(ben) == [("waiting", "looking")] and mail.outbox == []
    cache.clear()
    later(USUAL.looking)
    sending.deliver_due()
    assert rows(ben) == [("sent", "")] and len(mail.outbox) == 1


def test_who_looked_and_played_got_no_mail_because_they_looked(moved, ben, act):
    looking.mark_looking(ben.pk, moved.pk)
    sending.deliver_due()
    act(moved, legal(moved)[0])
    later(USUAL.looking)
    sending.deliver_due()
    assert rows(ben) == [("withheld", "looking")]


def test_who_looks_at_another_game_is_told(moved, ben, start):
    looking.mark_looking(ben.pk, start("mabula").pk)
    Notification.objects.exclude(user=ben).delete()
    sending.deliver_due()
    assert rows(ben) == [("sent", "")]


def test_opening_the_page_is_looking_and_what_a_hidden_page_fetches_is_not(moved, ada, ben):
    browser = Client()
    browser.force_login(ben)
    browser.get(f"/games/{moved.pk}/?have=1", headers={"HX-Request": "true"})
    assert not looking.is_looking(ben.pk, moved.pk)
    browser.get(f"/games/{moved.pk}/")
    assert looking.is_looking(ben.pk, moved.pk)
    assert not looking.is_looking(ada.pk, moved.pk)


def test_a_cache_that_is_away_keeps_nobody_from_their_mail(moved, ben, settings):
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    }
    looking.mark_looking(ben.pk, moved.pk)
    sending.deliver_due()
    assert rows(ben) == [("sent", "")]


# Quiet hours, caps, digests


def test_in_quiet_hours_mails_wait_until_they_end(moved, ben):
    zone = clocks.zone_named(ben.time_zone)
    hour = timezone.now().astimezone(zone).hour
    chose(ben, OptionalOccasion.YOUR_TURN, "mail", quiet_from=hour, quiet_until=(hour + 2) % 24)
    seconds = sending.deliver_due()
    assert rows(ben) == [("waiting", "quiet")] and 3600 < (seconds or 0) <= 7200
    ben.quiet_from = None
    ben.save()
    outbox.reconsider(ben)
    sending.deliver_due()
    assert rows(ben) == [("sent", "")]


@pytest.mark.parametrize(
    ("zone", "now", "end"),
    [
        ("UTC", "2026-07-01T23:30", "2026-07-02T07:00"),
        ("UTC", "2026-07-01T06:59", "2026-07-01T07:00"),
        ("UTC", "2026-07-01T07:00", None),
        ("UTC", "2026-07-01T21:59", None),
        ("Europe/Berlin", "2026-07-01T20:30", "2026-07-02T05:00"),
        ("Europe/Berlin", "2026-03-28T22:00", "2026-03-29T05:00"),  # the night has an hour less
        ("Europe/Berlin", "2026-10-24T21:00", "2026-10-25T06:00"),  # and here one more
        ("Pacific/Auckland", "2026-07-01T11:00", "2026-07-01T19:00"),
        ("Europe/Atlantis", "2026-07-01T23:30", "2026-07-02T07:00"),
    ],
)
def test_quiet_hours_are_those_of_the_clocks_where_one_lives(zone, now, end):
    user = User(time_zone=zone, quiet_from=22, quiet_until=7)
    found = local_hours.end_of_quiet(user, datetime.fromisoformat(f"{now}+00:00"))
    assert found == (datetime.fromisoformat(f"{end}+00:00") if end else None)


def test_an_hour_that_the_clocks_skip_is_not_waited_for_in_vain():
    after = datetime(2026, 3, 28, 12, tzinfo=UTC)
    found = local_hours.next_time(2, clocks.zone_named("Europe/Berlin"), after)
    assert timedelta(hours=12) < found - after < timedelta(hours=14)


def test_who_got_as_many_mails_in_an_hour_as_one_person_may_waits_for_the_next(start, act, ben):
    policy = SendingPolicy(most_an_hour=2)
    for _ in range(3):
        game = start("mabula")
        Notification.objects.exclude(user=ben).delete()
        act(game, legal(game)[0])
        seconds = sending.deliver_due(policy=policy)
    assert len(mail.outbox) == 2 and 3500 < (seconds or 0) <= 3600
    assert rows(ben) == [("sent", ""), ("sent", ""), ("waiting", "capped")]


def test_what_is_due_together_comes_in_one_mail(start, act, ben):
    games = [start("mabula") for _ in range(4)]
    Notification.objects.all().delete()
    for game in games:
        act(game, legal(game)[0])
    sending.deliver_due()
    (sent,) = mail.outbox
    assert sent.subject == "Your turn in 4 games"
    assert all(f"https://games.example/games/{game.pk}/" in addresses_in(str(sent.body)) for game in games)
    assert rows(ben) == [("sent", "")] * 4
    assert len(set(Delivery.objects.filter(channel="mail").values_list("message_id", flat=True))) == 1


def test_a_digest_comes_at_the_hour_that_one_chose(moved, ben):
    hour = (timezone.now().hour + 2) % 24
    chose(ben, OptionalOccasion.YOUR_TURN, "digest", digest_hour=hour)
    Delivery.objects.filter(notification__user=ben, channel="mail").update(channel="digest")
    seconds = sending.deliver_due()
    assert rows(ben, "digest") == [("waiting", "digest")] and 3600 < (seconds or 0) <= 7200
    Notification.objects.update(at=timezone.now() - timedelta(days=1))
    later(timedelta(hours=2))
    sending.deliver_due()
    (sent,) = mail.outbox
    assert sent.subject == "Your turn in 1 game"
    assert sent.extra_headers["Precedence"] == "bulk"
    assert rows(ben, "digest") == [("sent", "")]


def test_one_mail_and_then_none_until_one_comes_back(game, start, act, ben):
    chose(ben, OptionalOccasion.YOUR_TURN, "digest", digest="until-back")
    act(game, legal(game)[0])
    sending.deliver_due()
    assert rows(ben, "digest") == [("waiting", "gathers")]
    Notification.objects.update(at=timezone.now() - timedelta(hours=1))
    later(USUAL.until_back)
    sending.deliver_due()
    assert len(mail.outbox) == 1

    another = start("mabula")
    Notification.objects.filter(game=another).delete()
    act(another, legal(another)[0])
    sending.deliver_due()
    assert rows(ben, "digest") == [("sent", ""), ("waiting", "one-mail")]

    browser = Client()
    browser.force_login(ben)
    browser.get("/")
    assert rows(ben, "digest") == [("sent", ""), ("withheld", "back")]
    ben.refresh_from_db()
    assert ben.told_at is None


# Claims, retries, dead letters


class Refusing(EmailBackend):
    """A mail server that takes nothing."""

    error: Exception = OSError("451 try again later")

    def send_messages(self, messages):
        raise self.error


@pytest.fixture
def refusing(settings):
    settings.EMAIL_BACKEND = "tests.games.test_notify.Refusing"


def test_what_fails_is_tried_again_later_and_longer(moved, ben, refusing, settings):
    waits: list[float] = []
    for _ in range(3):
        waits.append(sending.deliver_due() or 0)
        later(timedelta(seconds=waits[-1] + 1))
    assert waits == [pytest.approx(wait, rel=0.25) for wait in (30, 90, 270)]
    row = Delivery.objects.get(channel="mail")
    assert (row.state, row.reason, row.tries) == ("waiting", "failed", 3)
    assert "451 try again later" in row.error
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    sending.deliver_due()
    assert rows(ben) == [("sent", "")]
    assert mail.outbox[0].extra_headers["Message-ID"] == row.message_id


def test_after_so_many_tries_it_is_a_dead_letter_that_an_administrator_can_send_again(moved, ben, refusing, settings):
    for _ in range(USUAL.tries):
        sending.deliver_due()
        later(timedelta(days=1))
    assert rows(ben) == [("dead", "failed")]
    assert sending.deliver_due() is None
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    administrator = User.objects.create_superuser("olga", "olga@example.org", "x")
    browser = Client()
    browser.force_login(administrator)
    dead = Delivery.objects.get(state="dead")
    page = browser.post(
        "/admin/games/delivery/",
        {"action": "send_again", "_selected_action": [dead.pk], "reason": "The server is back."},
        follow=True,
    )
    assert "1 letter will be sent again." in page.content.decode()
    sending.deliver_due()
    assert rows(ben) == [("sent", "")]


def test_an_address_that_is_refused_for_good_gets_no_more_mails(moved, ben, refusing, monkeypatch):
    monkeypatch.setattr(Refusing, "error", SMTPRecipientsRefused({"ben@example.org": (550, b"no such user")}))
    for _ in range(USUAL.tries):
        sending.deliver_due()
        later(timedelta(days=1))
    assert rows(ben) == [("dead", "bounced")]
    ben.refresh_from_db()
    assert ben.mail_stopped_by == "bounced"


def test_what_a_worker_has_claimed_no_other_gets_until_the_lease_is_over(moved):
    claim = sending.claim_next(USUAL)
    assert [row.notification.occasion for row in claim.rows] == ["your-turn"]
    assert sending.claim_next(USUAL) is None
    assert sending.seconds_to_next() == pytest.approx(USUAL.lease.total_seconds(), abs=5)
    Delivery.objects.update(claimed_until=timezone.now() - SOON)  # that worker died
    assert sending.claim_next(USUAL) is not None


def test_a_worker_that_was_too_slow_writes_down_nothing(moved, ben):
    """Its lease is over and somebody else has the row: what it reports would be wrong."""
    slow = claimed()
    Delivery.objects.update(claimed_until=timezone.now() - SOON)
    quick = claimed()
    sending._deliver(slow, USUAL)
    assert mail.outbox == [] and rows(ben) == [("waiting", "")]
    sending._deliver(quick, USUAL)
    assert len(mail.outbox) == 1 and rows(ben) == [("sent", "")]


def test_what_kills_its_worker_every_time_becomes_a_dead_letter(moved, ben):
    for _ in range(USUAL.tries):
        assert sending.claim_next(USUAL)
        Delivery.objects.update(claimed_until=timezone.now() - SOON)
    sending.deliver_due()
    assert rows(ben) == [("dead", "failed")] and mail.outbox == []


def test_a_mail_that_cannot_be_written_keeps_nobody_else_from_theirs(moved, ben, cleo, ada):
    other = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="person", invited=cleo)
    SeatRow.objects.filter(user=ben).delete()  # a game without a seat for who is told of it
    Notification.objects.filter(user=ben).update(occasion="game-over")
    assert sending.deliver_due() == pytest.approx(30, rel=0.25)
    assert rows(ben) == [("waiting", "failed")]
    assert [sent.to for sent in mail.outbox] == [[cleo.email]]
    assert other.pk


def test_the_job_says_when_there_is_more_to_do(game):
    assert sending.deliver_due() is None


def test_what_was_told_long_ago_is_forgotten_but_for_what_still_waits(moved, ben):
    outbox.add(ben, Notification.Occasion.GAME_OVER, "long ago", game=moved)
    Notification.objects.update(at=timezone.now() - timedelta(days=100))
    Delivery.objects.filter(notification__key="long ago").update(state="sent")
    outbox.forget(timezone.now() - USUAL.kept)
    assert [told.occasion for told in Notification.objects.all()] == ["your-turn"]


# People


def test_guests_are_told_on_the_site_only(ada):
    guest = guests.new_guest()
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), seat=Seat.TWO, audience="link")
    challenges.accept(challenge_id=offer.pk, user=guest)
    assert {row.channel for row in Delivery.objects.filter(notification__user=guest)} == {"site"}


def test_what_a_guest_was_told_is_kept_when_they_log_in_to_their_account(ada, ben):
    guest = guests.new_guest()
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), seat=Seat.TWO, audience="link")
    game = challenges.accept(challenge_id=offer.pk, user=guest)
    adoption.hand_over(guest=guest, user=ben)
    assert Notification.objects.filter(user=ben, game=game, occasion="your-turn").count() == 1


def test_who_deletes_their_account_takes_their_notifications_along(moved, ben):
    leaving.delete_account(user=ben)
    assert not Notification.objects.filter(user=ben.pk).exists()
    assert sending.deliver_due() is None


def test_what_one_was_told_is_in_the_export(moved, ben):
    (told,) = queries.data_of(ben)["notifications"]
    assert (told["occasion"], told["game"]) == ("your-turn", moved.pk)
    assert {row["channel"] for row in told["deliveries"]} == {"mail", "site"}


# The parts fit together


def test_the_preferences_name_every_occasion_and_every_channel_there_is():
    assert set(OptionalOccasion.values) | set(ALWAYS) == set(Notification.Occasion.values)
    assert not set(OptionalOccasion.values) & set(ALWAYS)
    assert [channel.KEY for channel in channels.all()] == channels.NAMES
    assert {way for ways in usual_notifications().values() for way in ways} <= set(channels.NAMES)


def test_another_channel_is_one_module(monkeypatch, game, act, ben):
    """A carrier pigeon: a module with the names of Channel is in the matrix, is sent, and is in the ledger."""
    monkeypatch.setitem(sys.modules, "games.notify.channels.pigeon", pigeon)
    monkeypatch.setattr(channels, "NAMES", [*channels.NAMES, "pigeon"])
    pigeon.loft.clear()
    browser = Client()
    browser.force_login(ben)
    assert "By pigeon" in browser.get("/account/preferences/").content.decode()
    chose(ben, OptionalOccasion.YOUR_TURN, "pigeon")
    act(game, legal(game)[0])
    sending.deliver_due()
    assert pigeon.loft == [(ben, "your-turn")] and mail.outbox == []
    assert "By pigeon" in browser.get("/notifications/ledger/").content.decode()


@pytest.mark.parametrize("count", [1, 5])
def test_a_mail_costs_the_same_queries_whatever_else_there_is(count, start, act, ben, django_assert_max_num_queries):
    games = [start("mabula") for _ in range(count)]
    Notification.objects.all().delete()
    act(games[0], legal(games[0])[0])
    with django_assert_max_num_queries(32):
        sending.deliver_due()
    assert len(mail.outbox) == 1


def test_mails_are_whole_messages(moved):
    sending.deliver_due()
    message = message_from_bytes(mail.outbox[0].message().as_bytes())
    assert [part.get_content_type() for part in message.walk() if not part.is_multipart()] == [
        "text/plain",
        "text/html",
    ]
