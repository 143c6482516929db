"""A case handled on its own page: one form does what is to be done, and the answer says only what was."""

import re

import pytest
from django.utils import translation
from django.utils.functional import lazy

from games.chat import conversation
from games.models import Case, ModerationAct, Notification, Sanction
from games.moderation import audit, cases, handling, people, reports, set_reasons
from games.moderation.cases import CaseRefused
from tests.moderation.people import client_of

pytestmark = pytest.mark.django_db


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode().split("<main")[1]).split())


@pytest.fixture
def message(game, opponent):
    return conversation.say(game_id=game.pk, user=opponent, room="players", text="you are a fool", seen=0)


@pytest.fixture
def case(message, player):
    return reports.report(by=player, target="message", reason="abuse", message=message).case


@pytest.fixture
def desk(moderator):
    return client_of(moderator)


def acts() -> list[str]:
    return [act.what for act in ModerationAct.objects.order_by("number")]


def sent(case, **fields):
    return {"canned": "tone", "seen": people.last_act_about(case.subject), **fields}


def settle(desk, case, **fields):
    return desk.post(f"/moderation/cases/{case.pk}/settle/", sent(case, **fields))


def test_one_form_hides_the_message_warns_and_settles(desk, case, message, opponent):
    page = settle(desk, case, hide=message.pk, measure="warning", answer="hidden-warned", do="settle")
    assert page.status_code == 303
    message.refresh_from_db()
    assert message.hidden_at and Case.objects.get().status == "closed"
    sanction = Sanction.objects.get()
    assert sanction.user == opponent and sanction.case == case and sanction.reason.startswith("What you wrote")
    assert acts() == ["hide-message", "warn", "settle"] and list(audit.faults()) == []
    assert Notification.objects.filter(occasion="report").count() == 1
    assert "Message hidden." in said(desk.get("/moderation/"))


def test_the_set_reason_is_in_the_language_of_whom_it_is_for(desk, case, message, opponent, monkeypatch):
    told = lazy(lambda: f"Be kind, in {translation.get_language()}.", str)()
    monkeypatch.setitem(set_reasons.REASONS, "tone", told)
    opponent.language = "de"
    opponent.save()
    settle(desk, case, measure="chat-timeout", reason="Again.", do="act")
    sanction = Sanction.objects.get()
    assert sanction.reason == "Be kind, in de. Again." and sanction.until is not None


def test_what_is_done_without_settling_leads_back_into_the_case_that_says_so(desk, case, message):
    page = desk.post(f"/moderation/cases/{case.pk}/settle/", sent(case, hide=message.pk, do="act"), follow=True)
    assert page.redirect_chain == [(f"/moderation/cases/{case.pk}/", 303)]
    assert "Message hidden." in said(page) and "Done in this case mo hid a message" in said(page)
    assert Case.objects.get().status == "open"


def test_a_preview_shows_every_sentence_and_does_nothing(desk, case, message):
    page = settle(desk, case, hide=message.pk, measure="warning", answer="hidden-warned", words="Bye.", do="preview")
    assert page.status_code == 200
    text = said(page)
    assert "Nothing has been done yet." in text and "you are a fool" in text and "What you wrote in the chat" in text
    assert "told its author why" in text and "Bye." in text
    assert 'value="warning" checked' in page.content.decode()
    message.refresh_from_db()
    assert message.hidden_at is None and acts() == [] and not Sanction.objects.exists()
    assert Case.objects.get().status == "open"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("acted", "nothing has been done yet"),
        ("hidden", "says that the message is hidden, and it isn’t"),
        ("hidden-warned", "it isn’t. Hide it first."),
        ("warned", "says that they were warned, and they weren’t"),
    ],
)
def test_an_answer_that_claims_what_was_not_done_is_refused(desk, case, answer, sentence):
    page = settle(desk, case, answer=answer)
    assert page.status_code == 422 and sentence in said(page)
    assert Case.objects.get().status == "open" and acts() == []
    assert f'value="{answer}" required checked' in page.content.decode()


def test_what_was_done_and_taken_back_cannot_be_claimed(case, moderator, opponent):
    sanction = people.impose(by=moderator, user=opponent, kind="warning", reason="Stop.", case=case)
    people.lift(by=moderator, sanction=sanction, reason="A mistake.")
    with pytest.raises(CaseRefused) as refused:
        cases.settle(by=moderator, case_id=case.pk, answer="warned")
    assert refused.value.code == "not-warned"


def test_a_refused_part_takes_everything_back(desk, case, message):
    """The answer claims a game that nobody touched: the message stays, and nobody is warned."""
    page = settle(desk, case, hide=message.pk, measure="warning", answer="renamed", do="settle")
    assert page.status_code == 422
    message.refresh_from_db()
    assert message.hidden_at is None and not Sanction.objects.exists() and acts() == []


def test_a_form_sent_twice_or_after_another_moderator_does_it_once(desk, case, message):
    first = sent(case, measure="warning", do="act")
    address = f"/moderation/cases/{case.pk}/settle/"
    assert desk.post(address, first).status_code == 303
    again = desk.post(address, first)
    assert again.status_code == 409 and "Someone has acted on this person" in said(again)
    assert Sanction.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"do": "act"}, 422),
        ({"do": "settle"}, 422),
        ({"do": "act", "measure": "closure"}, 422),
        ({"do": "act", "hide": "9" * 40}, 422),
        ({"do": "act", "measure": "warning", "canned": ""}, 422),
        ({"do": "act", "measure": "warning", "canned": "no-such"}, 422),
        ({"do": "settle", "answer": "no-such"}, 422),
        ({"do": "settle", "answer": "nothing", "seen": "-1"}, 422),
        ({"do": "preview", "measure": "warning", "reason": "x" * 1001}, 422),
    ],
)
def test_what_is_incomplete_or_made_up_is_refused(desk, case, fields, status):
    assert settle(desk, case, **fields).status_code == status
    assert acts() == []


def test_only_reported_messages_of_the_subject_are_offered(case, game, player, opponent):
    other = conversation.say(game_id=game.pk, user=player, room="players", text="so are you", seen=0)
    assert other.pk not in [message.pk for message in handling.messages_of(case)]


def test_a_name_is_taken_away_from_the_case(desk, player, opponent):
    case = reports.report(by=player, target="profile", reason="name", person=opponent).case
    assert settle(desk, case, canned="name", measure="rename", answer="renamed").status_code == 303
    opponent.refresh_from_db()
    assert opponent.username != "ben" and Case.objects.get().outcome == "acted"


# Back into the case


def test_hiding_a_message_on_its_page_leads_back_into_the_case(desk, case, message):
    page = desk.get(f"/moderation/cases/{case.pk}/")
    address = f"/moderation/messages/{message.pk}/?case={case.pk}"
    assert address in page.content.decode()
    assert f"Case {case.pk}" in said(desk.get(address))
    done = desk.post(address, {"reason": "An insult.", "what": "hide"}, follow=True)
    assert done.redirect_chain == [(f"/moderation/cases/{case.pk}/", 303)] and "Message hidden." in said(done)


def test_acting_on_a_game_leads_back_into_the_case(desk, case, game, player):
    reports.report(by=player, target="game", reason="cheating", game=game)
    case = Case.objects.get(reason="cheating")
    address = f"/moderation/games/{game.pk}/?case={case.pk}"
    assert address in desk.get(f"/moderation/cases/{case.pk}/").content.decode()
    fields = {"what": "annul", "reason": "Help.", "seen": game.head, "key": "k" * 12}
    preview = desk.post(address, fields)
    assert preview.content.decode().count(address) == 2, "to do it, and to leave it"
    done = desk.post(address, {**fields, "sure": "1"}, follow=True)
    assert done.redirect_chain == [(f"/moderation/cases/{case.pk}/", 303)]
    assert "mo annulled the game" in said(done)
    assert settle(desk, case, answer="game").status_code == 303


@pytest.mark.parametrize("number", ["0", "x", "9" * 40, "-1", "77"])
def test_a_case_that_is_none_leads_back_to_the_page_itself(desk, message, number):
    address = f"/moderation/messages/{message.pk}/?case={number}"
    assert desk.get(address).status_code == 200
    page = desk.post(address, {"reason": "An insult.", "what": "hide"})
    assert page["Location"] == f"/moderation/messages/{message.pk}/"
