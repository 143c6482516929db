"""Nothing that people read is outside gettext: every page, mail and refusal in a language that nobody speaks."""

import re

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from accounts.preferences import ALWAYS, SITE
from games import kinds
from games.clocks import timeouts
from games.filling.filling import Sizes, fill
from games.kind_pages.registry import page_of
from games.lobby import challenges, mail_invites
from games.lobby.start import Agreement
from games.models import Game, Notification, Report, Sanction
from games.moderation import desk_mail
from games.notify.mail import invitation, letters
from games.table import log
from games.words import names, refusals
from marabunta_site import health
from tests import growth_pages, pseudo
from tests.accounts.members import member, said

Occasion = Notification.Occasion
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def full_site(speaking, settings):
    settings.STAFF_MFA = False
    fill(Sizes(600, 200, 1000, patterns=2))
    log.forget_all()
    timeouts.awake_since(timezone.now())
    health.forget()


@pytest.mark.parametrize("reader", ["visitor", "member", "moderator"])
def test_no_page_says_anything_that_could_not_be_translated(full_site, reader):
    allowed = of_here()
    client = growth_pages.readers()[reader]
    client.cookies["django_language"] = pseudo.CODE
    found: dict[str, set[str]] = {}
    seen = 0
    for name, address in growth_pages.addresses().items():
        if name.startswith(("admin:", "games:dev-")):
            continue  # Django's own, in the languages that Django has; and those of who works on the site
        response = client.get(address)
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            continue
        assert response["Content-Language"] == pseudo.CODE, address
        seen += 1
        for text in pseudo.untranslated(said(response), allowed):
            found.setdefault(text, set()).add(name)
    assert seen > 40, "pages are missing"
    assert not found, "\n".join(f"{text!r}: {sorted(pages)[:3]}" for text, pages in sorted(found.items()))


def test_mails_are_in_the_language_of_their_reader(full_site, settings):
    settings.MAIL_PICTURE_WIDTH = 0
    with_running = User.objects.filter(is_guest=False, seats__game__status="running")
    person = with_running.filter(seats__game__status="over").order_by("pk")[0]
    User.objects.filter(pk=person.pk).update(language=pseudo.CODE, email="reader@example.org")
    person.refresh_from_db()
    other = User.objects.filter(is_guest=False).exclude(pk=person.pk).order_by("pk")[0]
    games = Game.objects.filter(seats__user=person)
    running, over = games.filter(status="running").first(), games.filter(status="over").first()
    assert running
    assert over
    offer = challenges.challenge(
        creator=other, agreement=Agreement("marabunta", {}, "3d"), audience="person", invited=person
    )
    sanction = Sanction.objects.create(user=person, kind="warning", reason="1", act=1)
    report = Report.objects.order_by("pk").first()
    Report.objects.filter(pk=report.pk).update(answer_key="acted", answered_at=timezone.now())
    report.refresh_from_db()
    apart: dict[str, dict[str, object]] = {
        Occasion.GAME_OVER: {"game": over},
        Occasion.CHALLENGE: {"challenge": offer},
        Occasion.SANCTION: {"sanction": sanction},
        Occasion.APPEAL: {"sanction": sanction},
        Occasion.REPORT: {"report": report},
    }
    told = [
        Notification(
            pk=number,
            user=person,
            occasion=one,
            until=timezone.now(),
            at=timezone.now(),
            **apart.get(one, {"game": running, "seq": running.head}),
        )
        for number, one in enumerate(Occasion, start=1)
        if ALWAYS.get(one) != [SITE]  # told on the site alone, where test_no_page_… reads it
    ]
    assert len(told) == len(Occasion) - 1
    with translation.override("en"):  # of the worker
        mails = [letters.about_one(person, one) for one in told]
        mails += [letters.about_many(person, told, is_digest=is_digest) for is_digest in (True, False)]
        mails.append(desk_mail.letter(person, desk_mail.Waiting(1, 2)))
    allowed = of_here()
    for mail in mails:
        all_in_the_brackets(mail, allowed)


def test_an_invitation_is_in_the_language_of_who_sends_it(speaking, ada):
    offer = challenges.challenge(creator=ada, agreement=Agreement("marabunta", {}), audience="link")
    row, _is_welcome = mail_invites.register(challenge=offer, sender=ada, address="friend@example.org")
    with translation.override(pseudo.CODE):
        all_in_the_brackets(invitation.letter(row), pseudo.same_with(["ada"]))


def all_in_the_brackets(mail, allowed):
    assert pseudo.words_outside(mail.subject, allowed) == ""
    assert pseudo.words_outside(mail.text, allowed) == ""
    assert pseudo.untranslated(mail.html, allowed) == []
    assert f'lang="{pseudo.CODE}"' in mail.html


def test_mails_about_accounts_are_in_the_language_of_the_page(speaking, client, mailoutbox):
    client.cookies["django_language"] = pseudo.CODE
    form = {"username": "Zofia", "email": "zofia@example.org", "password1": "a long and odd one"}
    client.post("/account/signup/", form)
    client.post("/account/password/reset/", {"email": "zofia@example.org"})
    other = Client()  # this one is signing up
    other.cookies["django_language"] = pseudo.CODE
    other.post("/account/login/code/", {"email": member("Ines", "ines@example.org").email})
    assert len(mailoutbox) == 3
    code = re.compile(rf"{pseudo.SAME.pattern}|[A-Z0-9]{{4}}-[A-Z0-9]{{4}}|example\.com|Zofia|Ines|testserver")
    for mail in mailoutbox:
        assert pseudo.words_outside(mail.subject, code) == ""
        assert pseudo.words_outside(mail.body, code) == ""


def test_whoever_types_an_address_does_not_choose_the_language_of_its_owner(speaking, client, mailoutbox):
    owner = member("Zofia", "zofia@example.org")
    User.objects.filter(pk=owner.pk).update(language=pseudo.CODE)
    client.post(
        "/account/signup/", {"username": "Ben", "email": "zofia@example.org", "password1": "a long and odd one"}
    )
    Client().post("/account/password/reset/", {"email": "zofia@example.org"})
    Client().post("/account/password/reset/", {"email": "nobody@example.org"})
    assert [pseudo.marked(mail.subject) for mail in mailoutbox] == [True, True, False]


def test_every_refusal_can_be_translated(speaking):
    with translation.override(pseudo.CODE):
        for sentences in (refusals.DOOR, refusals.LOBBY, refusals.VACATIONS, names.BOTS):
            for code, sentence in sentences.items():
                assert pseudo.marked(sentence), code
        for kind in kinds.all():
            for code, sentence in page_of(kind.key).refusals.SENTENCES.items():
                assert pseudo.marked(sentence % _AnyNumber()), code
            words = page_of(kind.key).words
            for word in (
                words.pitch,
                words.credit,
                *words.sides.values(),
                *words.options.values(),
                *words.bots.values(),
            ):
                assert pseudo.marked(word)


def test_answers_to_forms_that_were_not_right(full_site):
    readers = growth_pages.readers()
    allowed = of_here()
    member, visitor = readers["member"], readers["visitor"]
    for client in (member, visitor):
        client.cookies["django_language"] = pseudo.CODE
    answers = [
        visitor.post("/account/login/", {"login": "", "password": ""}),
        visitor.post("/account/login/", {"login": "Nobody", "password": "wrong"}),
        visitor.post("/account/signup/", {"username": "a", "email": "no", "password1": "1"}),
        visitor.post("/account/language/", {"language": "xx"}),
        visitor.get("/nowhere/"),
        visitor.get("/rules/chess/"),
        member.post("/account/preferences/", {"theme": "pink"}),
        member.post("/vacations/", {"starts": "x"}),
        member.post("/games/1/act/", {"act": "fly"}),
        member.get("/challenges/nothing/"),
    ]
    for answer in answers:
        assert answer.status_code >= 400
        assert pseudo.untranslated(said(answer), allowed) == []


def test_outside_the_brackets_is_found():
    page = '<p title="Save">⟦Sáávéé <b>ŕóó</b>⟧ and 7 : 4</p><p translate="no">Ines</p><img alt="⟦Bóóáárd⟧ of Ines">'
    assert pseudo.untranslated(page, re.compile("Ines")) == [
        "Save",
        "and 7 : 4",
        ["⟦Bóóáárd", " of Ines"][1].strip(),
    ]
    assert pseudo.pseudo(" Hi, <b>%(name)s</b>!\n") == " ⟦Híí, <b>%(name)s</b>!⟧\n"


def of_here() -> re.Pattern[str]:
    """What is allowed on a site on which these people are."""
    return pseudo.same_with(User.objects.values_list("username", flat=True))


class _AnyNumber(dict[str, int]):
    def __missing__(self, name: str) -> int:
        return 2
