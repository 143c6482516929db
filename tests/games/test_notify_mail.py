"""The mail itself: what it says, how it looks to programs, and that nothing gets into its head that should not."""

import re
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import timezone

from accounts.models import User
from accounts.preferences import ALWAYS, SITE, usual_notifications
from games.chat import conversation
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Delivery, Game, Notification, Sanction, Seat
from games.moderation import reports
from games.notify import sending
from games.notify.mail import letters, links, post
from games.notify.mail.links import LessMailRequest
from games.table.door import Act
from tests.addresses import addresses_in
from tests.games.playing import legal

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def plain_mails(settings):
    cache.clear()
    settings.MAIL_PICTURE_WIDTH = 0
    settings.SITE_URL = "https://games.example"


@pytest.fixture
def moved(start, act):
    """It is ben's turn."""
    game = start("mabula")
    Notification.objects.all().delete()
    act(game, legal(game)[0])
    return game


def delivered():
    """The one mail, as it goes over the wire and is read again."""
    sending.deliver_due()
    (sent,) = mail.outbox
    return message_from_bytes(sent.message().as_bytes(), policy=policy.default)


def parts(message):
    return message.get_body(("plain",)).get_content(), message.get_body(("html",)).get_content()


# What it says


def test_both_parts_say_what_the_other_did_the_time_left_and_where_to_play(moved):
    deadline = datetime(2030, 11, 20, 15, 0, tzinfo=UTC)
    Game.objects.update(deadline=deadline)
    User.objects.filter(username="ben").update(time_zone="Asia/Tokyo")
    text, html = parts(delivered())
    for part in (text, html):
        assert "Your turn, ben" in part
        assert "White pushes from" in part
        assert "until 21 November 2030, 00:00 (JST)" in part
        assert " left" in part
        assert f"https://games.example/games/{moved.pk}/" in addresses_in(part)
        assert "you (Black)" in part and "ada (White)" in part


@pytest.mark.parametrize(
    ("language", "date"),
    [
        ("en", "21 November 2030, 00:00"),
        ("fr", "21 novembre 2030 à 00:00"),
        ("it", "21 nov 2030, 00:00"),
        ("pl", "21 listopada 2030, 00:00"),
    ],
)
def test_dates_are_written_as_in_the_language_of_the_reader(moved, ben, language, date):
    Game.objects.update(deadline=datetime(2030, 11, 20, 15, 0, tzinfo=UTC))
    User.objects.filter(username="ben").update(time_zone="Asia/Tokyo", language=language)
    for part in parts(delivered()):
        assert f"{date} (JST)" in part
    (told,) = Notification.objects.filter(occasion="your-turn")
    ben.refresh_from_db()
    assert date in letters.about_many(ben, [told], is_digest=True).text


def test_the_one_button_leads_to_the_game_and_opening_it_plays_nothing(moved, ben):
    _, html = parts(delivered())
    (button,) = re.findall(r'<td class="button"[^>]*>\s*<a href="([^"]+)"', html)
    browser = Client()
    browser.force_login(ben)
    before = Game.objects.get().head
    assert browser.get(button.removeprefix("https://games.example")).status_code == 200
    assert Game.objects.get().head == before


def test_styles_stand_in_the_tags_and_nothing_is_loaded_from_elsewhere(moved):
    _, html = parts(delivered())
    assert "<style" not in html and "<script" not in html and "<link" not in html
    assert 'style="' in html and "max-width: 600px" in html
    assert not re.findall(r'src="(?!cid:)', html)
    assert '<meta name="color-scheme" content="light">' in html


def test_the_board_is_a_picture_inside_the_mail_with_a_sentence_for_who_does_not_see_it(moved, settings):
    settings.MAIL_PICTURE_WIDTH = 120
    message = delivered()
    assert message.get_content_type() == "multipart/related"
    (picture,) = [part for part in message.walk() if part.get_content_type() == "image/png"]
    cid, alt = re.search(r'<img src="cid:([^"]+)"[^>]* alt="([^"]+)"', parts(message)[1]).groups()
    assert picture["Content-ID"] == f"<{cid}>"
    assert picture.get_payload(decode=True).startswith(b"\x89PNG")
    assert picture.get_content_disposition() == "inline"
    assert alt.startswith("Mabula board.") and alt.endswith(".")


def test_other_games_that_wait_are_named(moved, start, act):
    other = start("mabula")
    Notification.objects.filter(game=other).delete()
    act(other, legal(other)[0])
    Notification.objects.filter(game=other).delete()
    text, html = parts(delivered())
    for part in (text, html):
        assert "Other games waiting for you:" in part
        assert f"https://games.example/games/{other.pk}/" in addresses_in(part)


def test_it_is_in_the_language_of_its_reader(moved, ben):
    with override_settings(LANGUAGES=[("en", "English"), ("de", "Deutsch")]):
        User.objects.filter(pk=ben.pk).update(language="de")
        _, html = parts(delivered())
    assert '<html lang="de">' in html


def test_every_kind_of_mail_can_be_written(start, act, ada, ben):
    ben.notifications = {event: ["mail"] for event in usual_notifications()}
    ben.save()
    game = start("marabunta")
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="person", invited=ben)
    conversation.say(game_id=game.pk, user=ada, room="players", text="first line\nsecond <b>line</b>", seen=0)
    act(game, kind=Act.RESIGN, seat=1)
    running = start("mabula")
    sanction = Sanction.objects.create(user=ben, kind="warning", reason="first line\nsecond <b>line</b>", act=1)
    report = reports.report(by=ben, target="game", reason="other", text="<b>bold</b>", game=running)
    apart: dict[str, dict[str, Any]] = {
        "challenge": {"challenge": offer},
        "game-over": {"game": game},
        "sanction": {"sanction": sanction},
        "appeal": {"sanction": sanction},
        "report": {"report": report},
    }
    for occasion in Notification.Occasion:
        if ALWAYS.get(occasion) == [SITE]:
            continue  # told on the site alone
        about = apart.get(occasion, {"game": running})
        until = timezone.now() + timedelta(days=3)
        told = Notification(pk=7, user=ben, occasion=occasion, until=until, at=timezone.now(), **about)
        letter = letters.about_one(ben, told)
        assert letter.subject and letter.text and "</html>" in letter.html
        assert "&lt;b&gt;" not in letter.subject


# Its headers


def test_the_headers_say_what_it_is_where_it_belongs_and_how_to_get_rid_of_it(moved, ben):
    message = delivered()
    told = Notification.objects.get(occasion="your-turn")
    thread = f"<game-{moved.pk}.{ben.pk}@games.example>"
    assert message["Message-ID"] == f"<your-turn.{told.pk}@games.example>"
    assert (message["In-Reply-To"], message["References"]) == (thread, thread)
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<https://games\.example/mail/less/[^/>]+/>", message["List-Unsubscribe"].replace(" ", ""))


def test_mails_about_a_game_are_one_thread_with_one_subject(moved, act):
    first = delivered()
    mail.outbox.clear()
    for _ in range(2):
        act(moved, legal(moved)[0])
    Delivery.objects.exclude(notification__user__username="ben").delete()
    second = delivered()
    assert (first["Subject"], first["References"]) == (second["Subject"], second["References"])
    assert first["Message-ID"] != second["Message-ID"]


def test_whatever_happens_in_a_game_its_mails_have_the_same_subject(moved, ben):
    subjects = {
        letters.about_one(ben, Notification(user=ben, game=moved, occasion=occasion, until=timezone.now())).subject
        for occasion in ("your-turn", "time-short", "game-begins", "game-over", "chat", "vacation", "moderated")
    }
    assert subjects == {f"Mabula against ada, game {moved.pk}"}


# What is gathered


@pytest.fixture
def hurried(start, act):
    """Three games in which it is ben's turn; the later they began, the less time is left."""
    games = [start("mabula") for _ in range(3)]
    for game, hours in zip(games, (60, 40, 20), strict=True):
        act(game, legal(game)[0])
        Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(hours=hours, minutes=1))
    return games


def lines_of(letter):
    return [line for line in letter.text.splitlines() if line.startswith("* ")]


def told_of(ben, *about):
    """Notifications as they are stored, each about a game."""
    now = timezone.now()
    return [
        Notification.objects.create(user=ben, game=game, occasion=occasion, key=f"{place}", at=now, until=now)
        for place, (game, occasion) in enumerate(about)
    ]


def test_each_game_is_one_line_and_the_most_urgent_comes_first(hurried, ben):
    Notification.objects.all().delete()
    slow, middle, quick = hurried
    told = told_of(
        ben,
        *[(slow, "chat"), (slow, "your-turn"), (middle, "your-turn"), (middle, "vacation"), (quick, "your-turn")],
        (quick, "time-short"),
    )
    letter = letters.about_many(ben, told)
    assert letter.subject == "Your turn in 3 games"
    first, second, third = lines_of(letter)
    assert first.startswith(
        f"* Your time is running out against ada · Mabula, game {quick.pk} · 20\xa0hours left, until"
    )
    assert second.startswith(f"* Your turn against ada · Mabula, game {middle.pk} · 1\xa0day, 16\xa0hours left")
    assert third.startswith(f"* Your turn against ada · Mabula, game {slow.pk} · 2\xa0days, 12\xa0hours left")
    places = [letter.html.rindex(f'href="https://games.example/games/{game.pk}/"') for game in (quick, middle, slow)]
    assert places == sorted(places) and letter.html.count(f"/games/{quick.pk}/") == 1


def test_a_gathered_mail_about_one_game_belongs_to_its_thread(hurried, ben):
    Notification.objects.all().delete()
    told = told_of(ben, *[(hurried[0], occasion) for occasion in ("your-turn", "chat", "vacation")])
    letter = letters.about_many(ben, told)
    assert (letter.subject, letter.game) == (f"Mabula against ada, game {hurried[0].pk}", hurried[0].pk)
    assert letters.about_many(ben, told, is_digest=True).subject == "Your turn in 1 game"


def test_a_game_is_one_line_and_a_link_on_its_first_turn_too(start, ben):
    games = [start("mabula") for _ in range(2)]
    Notification.objects.all().delete()
    letter = letters.about_many(ben, told_of(ben, *[(game, "your-turn") for game in games]))
    body = letter.text.partition(letters.SIGNATURE)[0].splitlines()[2:]
    seals = [game.commitment for game in games]
    assert [line[:2] for line in body if line] == ["* ", "  ", "* ", "  "]
    assert all(seal in line for seal, line in zip(seals, lines_of(letter), strict=True))


EVIL = "e\r\nBcc: v@x.org\n\u2028X"  # as long as the shortest of these fields may be


@pytest.mark.parametrize("field", ["opponent", "reader", "chat", "address", "option", "kind"])
def test_nothing_gets_into_the_headers_that_is_not_ours(moved, act, ada, ben, field):
    """Straight into the database, past every form that would have refused it."""
    chose = {event: ["mail"] for event in usual_notifications()}
    User.objects.update(notifications=chose)
    match field:
        case "opponent":
            User.objects.filter(pk=ada.pk).update(username=EVIL)
        case "reader":
            User.objects.filter(pk=ben.pk).update(username=EVIL)
        case "chat":
            said = conversation.say(game_id=moved.pk, user=ada, room="players", text="hello", seen=0)
            type(said).objects.update(text=EVIL)
        case "address":
            User.objects.filter(pk=ben.pk).update(email=EVIL)
        case "option":
            offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="person", invited=ben)
            type(offer).objects.update(options={EVIL: EVIL})
        case "kind":
            Seat.objects.filter(user=ada).update(user=None, bot=EVIL, left_at=None)
    Notification.objects.update(at=timezone.now() - timedelta(hours=1))
    sending.deliver_due()
    allowed = {
        *("Content-Type", "MIME-Version", "Subject", "From", "To", "Date", "Message-ID", "In-Reply-To", "References"),
        *("Auto-Submitted", "X-Auto-Response-Suppress", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post"),
        "Precedence",
    }
    for sent in mail.outbox:
        message = message_from_bytes(sent.message().as_bytes(), policy=policy.default)
        assert set(message.keys()) <= allowed
        assert len(message.get_all("Subject", [])) == len(message.get_all("To", [])) == 1
        assert sent.recipients() in (["ben@example.org"], ["ada@example.org"])
        assert "\n" not in message["Subject"] and "\r" not in message["Subject"]
    assert bool(mail.outbox) is (field != "address")
    if field == "address":
        assert Delivery.objects.filter(channel="mail", reason="no-address").exists()
    assert not Delivery.objects.filter(reason="failed").exists(), "and nothing kills a worker or a mail"


@pytest.mark.parametrize("text", [EVIL, "a\x00b\x85c\x0bd", "a" * 5000, "\u202eright to left", "\ud800"])
def test_a_line_of_a_header_is_one_line_of_bounded_length(text):
    line = post.one_line(text)
    assert len(line) <= 150 and not re.search(r"[\r\n\x00\u2028\u2029\u0085\u202e]", line)


# Less of it


def less(user, *wish) -> str:
    return links.less_mail_address(user, LessMailRequest(*wish)).removeprefix("https://games.example")


def test_one_click_unsubscribes_from_that_kind_without_cookie_or_question(moved, ben):
    address = delivered()["List-Unsubscribe"].replace(" ", "")[1:-1].removeprefix("https://games.example")
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(address, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200 and not answer.cookies
    ben.refresh_from_db()
    assert ben.notifications["your-turn"] == ["site"]
    assert ben.notifications["challenge"] == ["mail", "site"]


def test_looking_at_the_address_does_nothing_but_ask(ben, client):
    page = client.get(less(ben, "off", "your-turn"))
    assert "E-mails that say it’s your turn: stop them?" in page.content.decode()
    ben.refresh_from_db()
    assert ben.notifications == usual_notifications()


def test_one_can_ask_for_one_mail_a_day(ben, client):
    page = client.post(less(ben, "gather"))
    assert "at most one e-mail a day" in page.content.decode()
    ben.refresh_from_db()
    assert ben.notifications["your-turn"] == ["digest", "site"]
    assert not any("mail" in ways for ways in ben.notifications.values())


def test_one_can_mute_the_game_and_only_as_one_of_its_players(moved, ben, cleo, client):
    assert client.post(less(ben, "mute", str(moved.pk))).status_code == 200
    assert client.post(less(cleo, "mute", str(moved.pk))).status_code == 200
    assert list(Seat.objects.order_by("number").values_list("is_muted", flat=True)) == [False, True]


def test_one_can_get_rid_of_the_digest(ben, client):
    ben.notifications = {event: ["digest"] for event in usual_notifications()}
    ben.save()
    client.post(less(ben, "off", "digest"))
    ben.refresh_from_db()
    assert not any(ben.notifications.values())


@pytest.mark.parametrize("wish", [("off", "everything"), ("mute", "x"), ("mute", "-1"), ("login", ""), ("gather", "1")])
def test_a_wish_that_no_mail_has_is_refused(ben, client, wish):
    assert client.post(less(ben, *wish)).status_code == 404


@pytest.mark.parametrize("token", ["x", "W10:a:b", "%00", "a" * 3000])
def test_an_address_that_we_did_not_write_is_refused(client, token):
    for method in (client.get, client.post):
        assert method(f"/mail/less/{token}/").status_code == 404


def test_a_changed_token_is_worth_nothing(ben, cleo, client):
    mine, theirs = (less(user, "off", "your-turn").split(":") for user in (ben, cleo))
    assert client.post(":".join([theirs[0], *mine[1:]])).status_code == 404


def test_who_is_gone_gets_no_mails_anyway(ben, client):
    address = less(ben, "gather")
    ben.delete()
    answer = client.post(address)
    assert answer.status_code == 404 and "no longer exists" in answer.content.decode()
