"""What one was told, on the site: the list, the ledger, bounces, and the mails of who works on the site."""

import io
import re
from base64 import b64encode
from email.mime.image import MIMEImage

import pytest
from anymail.signals import AnymailTrackingEvent, tracking  # type: ignore[import-untyped]
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from accounts import addresses
from accounts.models import User
from games.chat import conversation
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Delivery, Notification, Seat
from games.notify import ledger, looking, sending
from games.notify.mail import folder
from games.notify.mail.console import EmailBackend
from games.notify.reasons import DeliveryReason
from tests.games.playing import legal

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def plain_mails(settings):
    cache.clear()
    settings.MAIL_PICTURE_WIDTH = 0


@pytest.fixture
def moved(start, act):
    game = start("mabula")
    Notification.objects.all().delete()
    act(game, legal(game)[0])
    return game


@pytest.fixture
def as_ben(ben):
    browser = Client()
    browser.force_login(ben)
    return browser


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def unread(browser) -> bool:
    return 'class="bell"' in (text := browser.get("/rules/mabula/").content.decode()) and " data-unread>" in text


# The list


def test_the_list_tells_what_happened_and_marks_what_is_unread(moved, as_ben):
    page = as_ben.get("/notifications/")
    assert f"Your turn against ada: Mabula, game {moved.pk}." in said(page)
    assert f'href="/games/{moved.pk}/"' in page.content.decode()
    assert "Unread:" in said(page) and unread(as_ben)


def test_what_one_has_seen_in_the_game_is_read_without_a_tick(moved, as_ben):
    as_ben.get(f"/games/{moved.pk}/")
    assert "Unread:" not in said(as_ben.get("/notifications/")) and not unread(as_ben)


def test_a_message_is_read_when_the_chat_was_opened(moved, ada, as_ben):
    conversation.say(game_id=moved.pk, user=ada, room="players", text="hello", seen=0)
    as_ben.get(f"/games/{moved.pk}/")
    assert "ada messaged you: Mabula" in said(as_ben.get("/notifications/")) and unread(as_ben)
    as_ben.get(f"/games/{moved.pk}/chat/")
    assert not unread(as_ben)


def test_a_challenge_is_read_when_it_is_answered(ada, ben, as_ben):
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="person", invited=ben)
    assert unread(as_ben)
    challenges.decline(challenge_id=offer.pk, user=ben)
    assert not unread(as_ben)


def test_one_or_all_can_be_marked_as_read_and_only_ones_own(start, act, as_ben, cleo):
    for _ in range(3):
        game = start("mabula")
        act(game, legal(game)[0])
    told = Notification.objects.filter(user__username="ben").first()
    stranger = Client()
    stranger.force_login(cleo)
    stranger.post("/notifications/read/", {"notification": told.pk})
    assert not Notification.objects.exclude(read_at=None).exists()
    assert as_ben.post("/notifications/read/", {"notification": told.pk}).status_code == 303
    assert Notification.objects.exclude(read_at=None).get() == told
    as_ben.post("/notifications/read/", {"notification": "all"})
    assert not unread(as_ben)
    assert Notification.objects.filter(user__username="ada", read_at=None).exists()
    for nonsense in ("", "x", "-1", "9" * 40, "\x00"):
        assert as_ben.post("/notifications/read/", {"notification": nonsense}).status_code == 422


def test_a_long_list_has_pages_and_asks_the_database_the_same(start, act, as_ben, ben, django_assert_max_num_queries):
    game = start("mabula")
    for number in range(35):
        told = Notification.objects.create(
            user=ben, occasion="your-turn", key=f"k{number}", game=game, at=timezone.now()
        )
        Delivery.objects.create(notification=told, channel="site", state="sent", due_at=told.at, done_at=told.at)
    as_ben.get("/")
    for path in ("/notifications/", "/notifications/ledger/"):
        with django_assert_max_num_queries(10):
            page = as_ben.get(path)
        (before,) = re.findall(r'href="\?before=(\d+)"', page.content.decode())
        assert as_ben.get(f"{path}?before={before}").content.decode().count('class="entry"') >= 5
        assert as_ben.get(f"{path}?before=x").status_code == 422


def test_who_wants_nothing_on_the_site_has_an_empty_list_but_a_ledger(start, act, ben, as_ben):
    ben.notifications["your-turn"] = []
    ben.save()
    game = start("mabula")
    act(game, legal(game)[0])
    assert "Nothing yet." in said(as_ben.get("/notifications/"))
    assert "You’d turned this off" in said(as_ben.get("/notifications/ledger/"))


# The ledger


def test_the_ledger_says_when_and_by_which_way(moved, as_ben):
    sending.deliver_due()
    page = said(as_ben.get("/notifications/ledger/"))
    assert "Instant e-mail Sent." in page and "On the site Shown." in page


@pytest.mark.parametrize(
    ("do", "sentence"),
    [
        (
            lambda game, ben: looking.mark_looking(ben.pk, game.pk),
            "You were looking at the game. We’ll send it at",
        ),
        (lambda game, ben: Seat.objects.filter(user=ben).update(is_muted=True), "Not sent: you muted the game."),
        (lambda game, ben: quiet(ben), "Quiet hours: waits until"),
        (lambda game, ben: User.objects.filter(pk=ben.pk).update(mail_stopped_at=timezone.now()), "Bounced:"),
    ],
)
def test_the_ledger_says_why_not(moved, ben, as_ben, do, sentence):
    do(moved, ben)
    sending.deliver_due()
    assert sentence in said(as_ben.get("/notifications/ledger/"))


def quiet(user):
    hour = timezone.now().hour
    User.objects.filter(pk=user.pk).update(quiet_from=hour, quiet_until=(hour + 2) % 24)


def test_every_reason_has_its_sentence(moved):
    """A reason without a sentence would be shown as “Not sent.”"""
    given = set(DeliveryReason)
    assert given <= {*ledger.WAITING, *ledger.REASONS}
    assert {"played", "looking", "quiet", "digest", "bounced"} <= given


# Muting


def test_a_game_is_muted_and_unmuted_by_a_button_on_its_page(moved, as_ben):
    assert "No e-mails about this game" in said(as_ben.get(f"/games/{moved.pk}/"))
    as_ben.post(f"/games/{moved.pk}/mute/", {"mute": "on"})
    assert "Turn e-mails about this game back on" in said(as_ben.get(f"/games/{moved.pk}/"))
    as_ben.post(f"/games/{moved.pk}/mute/", {"mute": "off"})
    assert not Seat.objects.filter(is_muted=True).exists()
    assert as_ben.post(f"/games/{moved.pk}/mute/", {"mute": "loud"}).status_code == 422


# Bounces


def report(kind, message_id="", address="ben@example.org"):
    event = AnymailTrackingEvent(
        event_type=kind, recipient=address, metadata={"message": message_id}, description="550 gone"
    )
    tracking.send(sender=None, event=event, esp_name="Test")


@pytest.mark.parametrize("kind", ["bounced", "rejected", "complained"])
def test_a_mail_that_came_back_stops_mails_and_the_site_says_so(moved, start, act, ben, as_ben, kind):
    sending.deliver_due()
    row = Delivery.objects.get(channel="mail")
    report(kind, row.message_id, "BEN@example.org")
    assert "Bounced" in said(as_ben.get("/notifications/ledger/"))
    page = said(as_ben.get("/notifications/"))
    assert "Send me e-mails again" in page and "ben@example.org" in page
    assert ("as spam" in page) is (kind == "complained")
    another = start("mabula")
    act(another, legal(another)[0])
    sending.deliver_due()
    assert Delivery.objects.filter(channel="mail", notification__user=ben, reason="bounced").count() == 2
    as_ben.post("/notifications/resume/")
    ben.refresh_from_db()
    assert ben.mail_stopped_at is None


def test_a_mail_that_is_only_late_or_to_somebody_else_stops_nothing(ben):
    report("deferred")
    report("opened")
    report("bounced", address="somebody@example.org")
    report("bounced", address="")
    assert not User.objects.exclude(mail_stopped_at=None).exists()


def test_another_address_gets_mails_again(ben):
    addresses.stop_mails(address=ben.email, reason="bounced")
    addresses.note_new_address(None, None, ben)
    assert not User.objects.exclude(mail_stopped_at=None).exists()


# The mails of who works on the site


@pytest.fixture
def outbox_here(settings, tmp_path):
    settings.DEBUG = True
    settings.DATA_DIR = tmp_path


def keep(html="<p>hello</p><img src='cid:board@x'>"):
    mail = EmailMultiAlternatives("A subject", "plain words", "us@example.org", ["you@example.org"])
    mail.attach_alternative(html, "text/html")
    mail.mixed_subtype = "related"  # type: ignore[attr-defined]
    picture = MIMEImage(b"\x89PNG picture", "png")
    picture.add_header("Content-ID", "<board@x>")
    mail.attach(picture)
    stream = io.StringIO()
    EmailBackend(stream=stream).send_messages([mail])
    return stream.getvalue()


def test_mails_can_be_read_as_their_readers_would(outbox_here, client):
    assert "No e-mails yet." in said(client.get("/dev/outbox/"))
    printed = keep()
    assert "Subject: A subject" in printed and "plain words" in printed and "PNG" not in printed
    assert "A subject" in said(client.get("/dev/outbox/"))
    (name,) = folder.names()
    page = client.get(f"/dev/outbox/{name}/")
    assert "plain words" in said(page) and "<iframe" in page.content.decode()
    assert "frame-src 'self'" in page["Content-Security-Policy"]
    part = client.get(f"/dev/outbox/{name}/page/")
    assert "'unsafe-inline'" in part["Content-Security-Policy"] and "script-src" not in part["Content-Security-Policy"]
    assert part["X-Frame-Options"] == "SAMEORIGIN"
    (source,) = re.findall(r"src='([^']+)'", part.content.decode())
    assert client.get(source).content == b"\x89PNG picture"


def test_only_the_latest_mails_are_kept(outbox_here, monkeypatch):
    monkeypatch.setattr(folder, "MOST", 3)
    for _ in range(5):
        keep()
    assert len(folder.names()) == 3


@pytest.mark.parametrize("path", ["x/", "x/page/", "x/cid", "../secret-key/", "..%2fsecret-key/"])
def test_what_is_no_mail_is_not_found(outbox_here, client, path):
    assert client.get(f"/dev/outbox/{path}").status_code == 404


def test_in_production_there_is_no_such_page_and_nothing_is_kept(client, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    keep()
    assert list(tmp_path.iterdir()) == []
    for path in ("/dev/outbox/", "/dev/outbox/x/", "/dev/outbox/x/page/"):
        assert client.get(path).status_code == 404


BOUNCE = {
    "RecordType": "Bounce",
    "Type": "HardBounce",
    "TypeCode": 1,
    "Email": "ben@example.org",
    "MessageID": "00000000-0000-0000-0000-000000000000",
    "Description": "The server was unable to deliver your message",
    "BouncedAt": "2026-11-17T18:00:00Z",
    "Inactive": True,
    "Metadata": {"message": ""},
}


@pytest.mark.urls("tests.games.webhook_urls")
def test_only_the_mail_service_itself_may_report_a_bounce(ben, settings, client):
    settings.ANYMAIL = {"WEBHOOK_SECRET": "service:secret"}

    def post(**headers):
        return client.post(
            "/anymail/postmark/tracking/", BOUNCE, content_type="application/json", headers=headers
        ).status_code

    wrong, right = (b64encode(f"service:{word}".encode()).decode() for word in ("guess", "secret"))
    assert [post(), post(authorization=f"Basic {wrong}")] == [400, 400]
    assert not User.objects.exclude(mail_stopped_at=None).exists()
    assert post(authorization=f"Basic {right}") == 200
    assert User.objects.get(mail_stopped_by="bounced") == ben
