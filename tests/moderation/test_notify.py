"""What people are told of the acts of moderators: always, with the reason, and without a way to be rid of it."""

import re
import secrets
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone, translation
from django.utils.functional import lazy

from accounts.models import User
from accounts.preferences import usual_notifications
from games.models import Appeal, AppealMessage, Case, Delivery, ModerationAct, Notification, Sanction, Seat
from games.moderation import answers, cases, game_acts, reports
from games.notify import looking, moderator_acts, outbox, sending
from games.notify.mail import letters
from games.table.door import Act
from tests.addresses import addresses_in
from tests.games.playing import move
from tests.moderation.people import client_of

pytestmark = pytest.mark.django_db
Occasion = Notification.Occasion


@pytest.fixture(autouse=True)
def plain_mails(settings):
    settings.MAIL_PICTURE_WIDTH = 0
    settings.SITE_URL = "https://games.example"


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode().split("<main")[1]).split())


def delivered(user):
    sending.deliver_due()
    (sent,) = [sent for sent in mail.outbox if sent.to == [user.email]]
    return message_from_bytes(sent.message().as_bytes(), policy=policy.default)


def parts(message):
    return message.get_body(("plain",)).get_content(), message.get_body(("html",)).get_content()


def rows(user, channel="mail"):
    found = Delivery.objects.filter(notification__user=user, channel=channel).order_by("pk")
    return [(row.state, row.reason) for row in found]


@pytest.fixture
def annulled(game, moderator):
    """A game that a moderator annulled."""
    move(game)
    Notification.objects.all().delete()
    game.refresh_from_db()
    key = secrets.token_hex(8)
    game_acts.act(by=moderator, game_id=game.pk, what=Act.ANNUL, reason="Begun by mistake.", seen=game.head, key=key)
    return game


@pytest.fixture
def sanction(opponent):
    until = timezone.now() + timedelta(days=3)
    imposed = Sanction.objects.create(user=opponent, kind="chat-timeout", reason="Insults.", until=until, act=1)
    outbox.add(opponent, Occasion.SANCTION, f"sanction:{imposed.pk}", sanction=imposed)
    return imposed


@pytest.fixture
def reported(game, player, moderator):
    Notification.objects.all().delete()
    return reports.report(by=player, target="game", reason="stalling", game=game)


# An act on a game


def test_both_players_hear_of_an_act_on_their_game_and_why(annulled, player, opponent):
    for user, other in ((player, opponent), (opponent, player)):
        message = delivered(user)
        assert message["Subject"] == f"Mabula against {other}, game {annulled.pk}"
        for part in parts(message):
            assert f"A moderator annulled your game against {other}." in part
            assert "Reason: Begun by mistake." in part
            assert f"https://games.example/games/{annulled.pk}/" in addresses_in(part)


def test_in_a_gathered_mail_it_is_in_the_line_of_its_game_whatever_else_happened(game, moderator, opponent):
    move(game)
    Notification.objects.all().delete()
    game.refresh_from_db()
    game_acts.act(by=moderator, game_id=game.pk, what=Act.PAUSE, reason="The site was away.", seen=game.head, key="a")
    ruling = Notification.objects.get(user=opponent, occasion=Occasion.MODERATED)
    turn = Notification.objects.create(
        user=opponent, game=game, occasion=Occasion.YOUR_TURN, key="turn", at=timezone.now()
    )
    text = letters.about_many(opponent, [ruling, turn]).text
    (line,) = re.findall(r"^\* .*\n(?:  .*\n)+", text, re.MULTILINE)
    assert line.startswith("* Your turn against ada")
    assert " · A moderator stopped the clock of your game against ada. · Reason: The site was away.\n" in line


def test_neither_a_muted_game_nor_a_look_at_it_nor_a_choice_keeps_it_back(annulled, player, opponent):
    Seat.objects.update(is_muted=True)
    User.objects.update(notifications={event: [] for event in usual_notifications()})
    looking.mark_looking(player.pk, annulled.pk)
    sending.deliver_due()
    assert rows(player) == rows(opponent) == [("sent", "")]


def test_the_list_on_the_site_says_what_was_done_and_why_by_one_query_more(
    annulled, player, django_assert_max_num_queries
):
    browser = client_of(player)
    browser.get("/")
    with django_assert_max_num_queries(12):
        page = browser.get("/notifications/")
    assert "A moderator annulled your game against ben. Reason: Begun by mistake." in said(page)
    assert "Unread:" in said(page)
    browser.get(f"/games/{annulled.pk}/")
    assert "Unread:" not in said(browser.get("/notifications/"))


def test_every_act_on_a_game_has_its_sentence():
    acts = {what for what in ModerationAct.What if what.value in {act.value for act in game_acts.ACTS}}
    assert set(moderator_acts.DONE) == acts
    assert all("ben" in moderator_acts.say_done_to_game(ModerationAct(what=what), "ben") for what in acts)
    assert "ben" in moderator_acts.say_done_to_game(None, "ben")


# A sanction, and an appeal


def test_a_sanction_is_told_with_its_reason_and_its_end(sanction, opponent):
    message = delivered(opponent)
    assert message["Subject"].startswith("From the moderators: Chat ban, until ")
    text, html = parts(message)
    assert "> Insults." in text and "Insults." in html
    assert "https://games.example/sanctions/" in text


def test_who_is_barred_or_may_not_log_in_hears_of_it_but_nobody_without_a_proved_address(sanction, opponent):
    far = timezone.now() + timedelta(days=900)
    User.objects.filter(pk=opponent.pk).update(is_active=False, barred_until=far)
    sending.deliver_due()
    assert rows(opponent) == [("sent", "")]
    outbox.add(opponent, Occasion.APPEAL, "appeal:1", sanction=sanction)
    EmailAddress.objects.create(user=opponent, email=opponent.email, primary=True, verified=False)
    sending.deliver_due()
    assert rows(opponent)[1:] == [("withheld", "unproved")]
    outbox.add(opponent, Occasion.REPORT, "report:1")
    sending.deliver_due()
    assert rows(opponent)[2:] == [("withheld", "gone")]


def test_what_was_lifted_before_anybody_heard_of_it_is_told_as_lifted(sanction, opponent):
    Sanction.objects.update(lifted_at=timezone.now(), lifted_because="It was somebody else.")
    sanction.refresh_from_db()
    outbox.add(opponent, Occasion.SANCTION, f"lifted:{sanction.pk}", sanction=sanction)
    message = delivered(opponent)
    assert message["Subject"] == "From the moderators: Lifted: Chat ban"
    assert "> It was somebody else." in parts(message)[0]
    assert rows(opponent) == [("withheld", "lifted"), ("sent", "")]
    page = said(client_of(opponent).get("/notifications/ledger/"))
    assert "Not sent: the sanction had been lifted." in page
    assert "Lifted: Chat ban. Reason: It was somebody else." in page


def test_an_answer_to_an_appeal_is_told_with_what_it_says(sanction, opponent, moderator):
    Notification.objects.all().delete()
    thread = Appeal.objects.create(sanction=sanction)
    AppealMessage.objects.create(appeal=thread, author=opponent, text="I did not.")
    AppealMessage.objects.create(appeal=thread, author=moderator, is_by_staff=True, text="We looked again.")
    outbox.add(opponent, Occasion.APPEAL, "appeal:2", sanction=sanction)
    message = delivered(opponent)
    assert message["Subject"] == "The moderators answered your appeal"
    assert "> We looked again." in parts(message)[0] and "I did not." not in parts(message)[0]
    page = client_of(opponent).get("/notifications/")
    assert "The moderators answered your appeal (Chat ban)." in said(page)
    assert 'href="/sanctions/"' in page.content.decode()


# What came of a report


def test_a_reporter_hears_what_came_of_it_in_their_language(reported, player, moderator, monkeypatch, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    User.objects.filter(pk=player.pk).update(language="de")
    spoken = lazy(lambda: f"said in {translation.get_language()}", str)()
    monkeypatch.setattr(
        answers, "ANSWERS", {**answers.ANSWERS, "clock": answers.SetAnswer(Case.Finding.NOTHING, spoken, spoken)}
    )
    cases.settle(by=moderator, case_id=reported.case_id, answer="clock", words="Two days are left.")
    text, html = parts(delivered(player))
    for part in (text, html):
        assert "said in de" in part and "Two days are left." in part
        assert "https://games.example/reports/" in part


def test_to_read_my_reports_is_to_have_heard_of_it(reported, player, moderator):
    cases.settle(by=moderator, case_id=reported.case_id, answer="nothing")
    browser = client_of(player)
    page = browser.get("/notifications/")
    assert "Your report was answered (Stalls or abandons games)." in said(page) and "Unread:" in said(page)
    assert 'href="/reports/"' in page.content.decode()
    browser.get("/reports/")
    assert "Unread:" not in said(browser.get("/notifications/"))


# No way to be rid of it


def test_such_mails_have_no_unsubscribing_and_say_why(sanction, opponent):
    message = delivered(opponent)
    assert message["List-Unsubscribe"] is None and message["List-Unsubscribe-Post"] is None
    for part in parts(message):
        assert "These e-mails can’t be turned off." in part and "/mail/less/" not in part


def test_among_other_mails_unsubscribing_is_about_the_others(sanction, start, player, opponent):
    games = [start(), start()]
    for game in games:
        move(game)
    message = delivered(opponent)
    assert message["List-Unsubscribe"]
    for part in parts(message):
        assert "Chat ban" in part and "Your turn against ada" in part
        assert "notification settings" in part and "/mail/less/" in part


def test_several_of_them_alone_are_one_mail_without_unsubscribing(sanction, opponent):
    for number in range(3):
        outbox.add(opponent, Occasion.APPEAL, f"appeal:{number}", sanction=sanction)
    message = delivered(opponent)
    assert message["List-Unsubscribe"] is None
    assert "These e-mails can’t be turned off." in parts(message)[0]
