"""What the desk knows beside cases: notes on people, figures of its work, and a mail a day of what waits."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts import export
from accounts.models import User
from games import for_accounts, housekeeping
from games.models import Case, DeskMail, PersonNote
from games.moderation import cases, desk_mail, notes, people, reports, statistics
from games.moderation.refusals import ModerationRefused
from games.notify.mail import post
from tests.moderation.people import client_of, moderating

pytestmark = pytest.mark.django_db
MORNING = datetime(2026, 5, 4, 9, tzinfo=UTC)


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode().split("<main")[1]).split())


@pytest.fixture
def desk(moderator):
    return client_of(moderator)


@pytest.fixture
def case(player, opponent):
    return reports.report(by=player, target="profile", reason="name", person=opponent).case


# Notes


def test_a_note_is_read_by_other_moderators_with_its_author_and_by_nobody_else(desk, moderator, player, opponent):
    answer = desk.post(f"/moderation/people/{opponent.pk}/notes/", {"text": "  Asked kindly.\x00 "})
    assert answer.status_code == 303
    other = client_of(moderating("mel"))
    assert "Asked kindly. mo , " in said(other.get(f"/moderation/people/{opponent.pk}/"))
    assert client_of(player).get(f"/moderation/people/{opponent.pk}/").status_code == 404
    assert client_of(player).post(f"/moderation/people/{opponent.pk}/notes/", {"text": "x"}).status_code == 404
    assert "Asked kindly" not in client_of(player).get("/people/ben/").content.decode()


def test_nobody_notes_anything_on_themselves_nor_reads_what_is_noted(moderator, opponent):
    second = moderating("mel")
    notes.add(by=second, person=moderator, text="Rather strict.")
    desk = client_of(moderator)
    assert "Rather strict." not in said(desk.get(f"/moderation/people/{moderator.pk}/"))
    assert desk.post(f"/moderation/people/{moderator.pk}/notes/", {"text": "Kind."}).status_code == 403
    assert desk.post(f"/moderation/notes/{PersonNote.objects.get().pk}/remove/").status_code == 403
    assert PersonNote.objects.count() == 1


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 1001, "x" * 20_000])
def test_a_note_says_something_and_not_too_much(desk, opponent, text):
    answer = desk.post(f"/moderation/people/{opponent.pk}/notes/", {"text": text})
    assert answer.status_code == 422 and not PersonNote.objects.exists()


def test_a_note_is_removed_by_its_author_or_an_administrator(moderator, administrator, opponent):
    one, two = (notes.add(by=moderator, person=opponent, text=text) for text in ("one", "two"))
    with pytest.raises(ModerationRefused):
        notes.remove(by=moderating("mel"), note=one)
    assert client_of(moderator).post(f"/moderation/notes/{one.pk}/remove/").status_code == 303
    notes.remove(by=administrator, note=two)
    assert not PersonNote.objects.exists()


def test_a_person_has_at_most_so_many_notes(moderator, opponent):
    PersonNote.objects.bulk_create(PersonNote(person=opponent, text="x") for _ in range(notes.MOST))
    with pytest.raises(ModerationRefused, match="too-many-notes"):
        notes.add(by=moderator, person=opponent, text="one more")


def test_the_person_has_the_text_in_their_data_without_the_author(moderator, opponent):
    notes.add(by=moderator, person=opponent, text="Asked kindly.")
    (kept,) = for_accounts.data_of(opponent)["moderator_notes"]
    assert kept["text"] == "Asked kindly." and set(kept) == {"text", "at"}
    assert export.archive(opponent)


def test_notes_follow_a_guest_and_go_with_an_account(moderator, opponent, bystander):
    guest = User.objects.create(username="guest-1", is_guest=True)
    notes.add(by=moderator, person=guest, text="Asked kindly.")
    for_accounts.adopt(guest=guest, user=bystander)
    assert PersonNote.objects.get().person == bystander
    bystander.delete()
    assert not PersonNote.objects.exists()


# Figures


def test_the_figures_count_cases_by_month_by_outcome_and_how_long_they_took(case, moderator, player, bystander, desk):
    other = reports.report(by=player, target="profile", reason="name", person=bystander).case
    cases.settle(by=moderator, case_id=other.pk, answer="nothing")
    old = timezone.now() - timedelta(days=40)
    Case.objects.filter(pk=other.pk).update(opened_at=old, closed_at=old + timedelta(hours=6))
    months = {month.first: month for month in statistics.months()}
    assert len(months) == statistics.MONTHS
    now, then = (months[timezone.localdate(at).replace(day=1)] for at in (timezone.now(), old))
    assert (now.opened, now.settled, now.usual_wait) == (1, 0, None)
    assert (then.opened, then.settled, then.outcomes["nothing"]) == (1, 1, 1)
    assert then.usual_wait == timedelta(hours=6)
    (sort,) = statistics.sorts()
    assert (sort.label, sort.count, sort.acted, sort.usual_wait) == ("An offensive name", 2, 0, timedelta(hours=6))
    text = said(desk.get("/moderation/statistics/"))
    assert "An offensive name 2 0 6 hours" in text


def test_an_empty_desk_has_figures_too(desk, player):
    assert "No cases yet" in said(desk.get("/moderation/statistics/"))
    assert client_of(player).get("/moderation/statistics/").status_code == 404


# The mail of the day


@pytest.fixture
def at(monkeypatch):
    """What time it is for the mail."""

    def at(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)
        desk_mail.send_due()

    return at


def test_a_moderator_is_mailed_once_a_day_what_waits(case, moderator, opponent, at):
    warning = people.impose(by=moderator, user=opponent, kind="warning", reason="Stop.")
    from games.moderation import appeals  # noqa: PLC0415

    appeals.write(user=opponent, sanction_id=warning.pk, text="Why?")
    for hours in (0, 1, 5):
        at(MORNING + timedelta(hours=hours))
    (sent,) = [one for one in mail.outbox if one.to == ["mo@example.org"]]
    assert sent.subject == "2 things wait at the desk"
    assert "Cases: 1" in sent.body and "Appeals: 1" in sent.body and "/moderation/next/" in sent.body
    assert "/moderation/mail/" in sent.body and "because you moderate" in sent.body
    at(MORNING + timedelta(days=1))
    assert len([one for one in mail.outbox if one.to == ["mo@example.org"]]) == 2


def test_nothing_is_mailed_when_nothing_waits_or_only_what_involves_them(moderator, player, at):
    at(MORNING)
    assert mail.outbox == [] and not DeskMail.objects.exists()
    reports.report(by=moderator, target="profile", reason="name", person=player)
    at(MORNING)
    assert mail.outbox == []


def test_nothing_is_mailed_by_night_nor_to_who_may_not_or_does_not_want_it(case, moderator, player, at, desk):
    at(MORNING.replace(hour=5))
    moderator.time_zone = "America/New_York"
    moderator.save()
    at(MORNING)
    assert desk.post("/moderation/mail/", {"wanted": ""}, follow=True).redirect_chain
    at(MORNING + timedelta(hours=6))
    assert mail.outbox == []
    assert "You get no daily e-mail" in said(desk.get("/moderation/mail/", follow=True))
    desk.post("/moderation/mail/", {"wanted": "1"})
    at(MORNING + timedelta(hours=6))
    assert [one.to for one in mail.outbox] == [["mo@example.org"]]


def test_a_mail_that_is_not_taken_is_tried_again_and_holds_up_nobody(case, moderator, at, monkeypatch):
    moderating("zoe")
    taken: list[str] = []

    def send(letter, address, message_id):
        if address.startswith("mo@") and not taken:
            taken.append("refused")
            raise OSError("no server")
        taken.append(address)

    monkeypatch.setattr(post, "send_to", send)
    at(MORNING)
    at(MORNING + timedelta(hours=1))
    assert taken == ["refused", "zoe@example.org", "mo@example.org"]


def test_the_worker_sees_to_it():
    assert desk_mail.send_due in housekeeping.CHORES
