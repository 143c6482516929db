"""Inviting by e-mail: capped, refused for ever by one click, and telling nobody who has an account."""

import re
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import housekeeping
from games.lobby import blocks, challenges, mail_invites
from games.lobby.start import Agreement
from games.models import Game, MailInvitation, UnwantedMail
from games.notify.mail import invitation

pytestmark = [pytest.mark.django_db]

FRIEND = "friend@example.net"


@pytest.fixture(autouse=True)
def plain_mails(settings):
    cache.clear()
    settings.SITE_URL, settings.SITE_NAME = "https://games.example", "The Ant Club"


@pytest.fixture
def offer(ada):
    return challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="link")


@pytest.fixture
def hers(ada):
    browser = Client()
    browser.force_login(ada)
    return browser


def said(page):
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def member(name):
    return User.objects.create_user(name, f"{name}@example.org")


def invite(browser, offer, address=FRIEND):
    return browser.post(f"/challenges/{offer.token}/mail/", {"email": address})


def sent():
    """The one mail, as it goes over the wire and is read again."""
    (one,) = mail.outbox
    return message_from_bytes(one.message().as_bytes(), policy=policy.default)


def never_address(message):
    return re.sub(r"\s", "", message["List-Unsubscribe"]).strip("<>").removeprefix("https://games.example")


# What is sent


def test_the_mail_says_who_invites_to_what_and_leads_to_the_challenge(hers, offer):
    answer = invite(hers, offer)
    assert (answer.status_code, answer["Location"]) == (303, f"/challenges/{offer.token}/")
    message = sent()
    assert (message["To"], message["Subject"]) == (FRIEND, "ada invites you to a game of Mabula")
    for part in ("plain", "html"):
        text = " ".join(message.get_body((part,)).get_content().split())
        assert f"https://games.example/challenges/{offer.token}/" in text
        assert "No account needed." in text and "3 days a turn" in text
        assert "You get this e-mail because ada entered your address on The Ant Club to invite you." in text
        assert never_address(message) in text
    assert FRIEND in said(hers.get(answer["Location"]))


def test_whoever_gets_it_plays_as_with_any_invite_link(hers, offer):
    invite(hers, offer)
    link = re.search(r"https://games\.example(/challenges/\S+/)", str(mail.outbox[0].body))
    friend = Client()
    assert "No account needed" in said(friend.get(link[1]))
    assert friend.post(f"{link[1]}accept/").status_code == 303
    assert Game.objects.get().challenge == offer


def test_a_rated_game_says_that_it_needs_an_account(hers, ada):
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}, is_rated=True), audience="link")
    invite(hers, offer)
    assert "You need an account to play it." in mail.outbox[0].body and "No account needed" not in mail.outbox[0].body


def test_the_address_is_stored_nowhere(hers, offer):
    invite(hers, offer)
    (row,) = MailInvitation.objects.values()
    assert all(FRIEND not in str(value) and "friend" not in str(value) for value in row.values())


def test_a_name_from_before_all_checks_puts_nothing_into_the_headers(hers, offer, ada):
    User.objects.filter(pk=ada.pk).update(username="e\r\nBcc: v@x.org")
    invite(hers, offer)
    assert sent()["Bcc"] is None


# Who may, and how often


def test_guests_may_not_and_read_why(offer):
    guest = guests.new_guest()
    own = challenges.challenge(creator=guest, agreement=Agreement("mabula", {}), audience="link")
    browser = Client()
    browser.force_login(guest)
    page = browser.get(f"/challenges/{own.token}/")
    assert "You need an account to invite by e-mail." in said(page) and "Send invitation" not in said(page)
    assert invite(browser, own).status_code == 403
    assert not mail.outbox


def test_only_who_made_a_challenge_invites_to_it_and_only_while_it_is_open(hers, ben, offer):
    his = Client()
    his.force_login(ben)
    assert invite(his, offer).status_code == 403
    challenges.withdraw(challenge_id=offer.pk, user=offer.creator)
    assert invite(hers, offer).status_code == 409
    assert not mail.outbox


def test_a_challenge_to_one_person_is_not_mailed_to_another(hers, ada, ben):
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="person", invited=ben)
    assert invite(hers, offer).status_code == 422
    assert not mail.outbox


@pytest.mark.parametrize("address", ["", "nobody", "a@b", "x" * 400 + "@example.org", "a@example.org\nBcc: v@x.org"])
def test_what_is_no_address_is_refused_and_not_lost(hers, offer, address):
    page = invite(hers, offer, address)
    assert page.status_code == 422 and 'aria-invalid="true"' in page.content.decode()
    assert not mail.outbox and not MailInvitation.objects.exists()


def test_a_person_invites_so_many_in_a_day_and_more_the_next_day(hers, offer):
    for number in range(mail_invites.MOST_OF_A_PERSON):
        assert invite(hers, offer, f"friend-{number}@example.net").status_code == 303
    page = invite(hers, offer, "one-more@example.net")
    assert page.status_code == 422 and "You’ve reached today’s limit of e-mail invitations." in said(page)
    assert len(mail.outbox) == mail_invites.MOST_OF_A_PERSON
    MailInvitation.objects.update(at=timezone.now() - timedelta(days=1, minutes=1))
    assert invite(hers, offer, "one-more@example.net").status_code == 303


def test_the_whole_site_sends_so_many_in_a_day(hers, offer, monkeypatch):
    monkeypatch.setattr(mail_invites, "MOST_OF_ALL", 1)
    invite(hers, offer)
    page = invite(hers, offer, "other@example.net")
    assert page.status_code == 422 and "No more invitations can be e-mailed today." in said(page)


def test_an_address_gets_so_many_in_a_month_whoever_sends_them(ada, ben):
    people = [ada, ben, member("carla"), member("dan")]
    welcome = []
    for place, person in enumerate(people):
        made = challenges.challenge(creator=person, agreement=Agreement("mabula", {}), audience="link")
        address = f"Friend+{place}@example.net"  # one mailbox has many such addresses
        welcome.append(mail_invites.register(challenge=made, sender=person, address=address)[1])
    assert welcome == [True, True, True, False]


def test_the_same_challenge_is_mailed_to_an_address_once(hers, offer):
    assert [invite(hers, offer).status_code for _ in range(2)] == [303, 303]
    assert len(mail.outbox) == 1


def test_what_could_not_be_sent_says_so_and_counts_for_nothing(hers, offer, settings):
    settings.EMAIL_BACKEND = "tests.games.test_mail_invites.Broken"
    page = invite(hers, offer)
    assert page.status_code == 503 and "couldn’t be sent" in said(page) and FRIEND in page.content.decode()
    assert not MailInvitation.objects.exists()


# Never again


def test_one_click_keeps_invitations_away_for_ever(hers, offer, ada):
    invite(hers, offer)
    message = sent()
    address = never_address(message)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stranger = Client(enforce_csrf_checks=True)
    page = stranger.get(address)
    assert "Never get invitations from The Ant Club at this address again?" in said(page)
    assert not UnwantedMail.objects.exists(), "scanners follow links"
    for _ in range(2):
        page = stranger.post(address, {"List-Unsubscribe": "One-Click"})
        assert not page.cookies
        assert "You won’t get any more invitations from The Ant Club." in said(page)
    mail.outbox.clear()
    again = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="link")
    for variant in (FRIEND, FRIEND.upper(), "friend+games@example.net"):
        assert invite(hers, again, variant).status_code == 303
    assert not mail.outbox
    assert FRIEND not in str(UnwantedMail.objects.values())


@pytest.mark.parametrize("token", ["x", "a:b:c", "eyJhIjoxfQ:1abc:def"])
def test_a_link_that_is_not_ours_is_not_found(client, token):
    assert client.get(f"/mail/never/{token}/").status_code == 404
    assert client.post(f"/mail/never/{token}/").status_code == 404
    assert not UnwantedMail.objects.exists()


# What the sender does not learn


def test_the_answer_does_not_tell_who_has_an_account_blocks_the_sender_or_wants_no_mails(hers, ada, ben):
    blocks.block(by=ben, whom=ada)
    bounced = member("carla")
    User.objects.filter(pk=bounced.pk).update(mail_stopped_at=timezone.now())
    mail_invites.refuse(mail_invites.digest_of("never@example.net"))
    dan = member("dan")
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="link")
    answers = set()
    for address in (ben.email, bounced.email, "never@example.net", dan.email, FRIEND):
        answer = invite(hers, offer, address)
        page = said(hers.get(answer["Location"])).replace(address, "…")
        answers.add((answer.status_code, re.search(r"Invitation sent to [^.]*\.", page)[0]))
    assert len(answers) == 1
    assert sorted(one.to[0] for one in mail.outbox) == sorted([dan.email, FRIEND])


def test_the_link_of_an_invitation_tells_nothing_of_its_address(hers, offer):
    invite(hers, offer)
    token = never_address(sent()).split("/")[3]
    assert invitation.digest_in(token) == mail_invites.digest_of(FRIEND) and "friend" not in token


# What is kept


def test_an_invitation_is_forgotten_when_it_counts_no_longer(hers, offer):
    invite(hers, offer)
    invite(hers, offer, "late@example.net")
    first = MailInvitation.objects.earliest("pk")
    MailInvitation.objects.filter(pk=first.pk).update(at=timezone.now() - mail_invites.KEPT - timedelta(minutes=1))
    housekeeping.forget_invitations()
    assert list(MailInvitation.objects.values_list("digest", flat=True)) == [mail_invites.digest_of("late@example.net")]


class Broken:
    """A mail server that is away."""

    def __init__(self, *_args, **_options):
        pass

    def send_messages(self, _messages):
        raise ConnectionRefusedError("nobody is here")
