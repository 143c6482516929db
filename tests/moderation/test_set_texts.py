"""Set answers: built in and translated, and what an administrator wrote instead, in each language and from then on."""

import pytest
from django.utils import timezone, translation

from games.models import ModerationAct, Report, SetText
from games.moderation import cases, reports, set_reasons, set_texts
from tests.moderation.people import client_of

pytestmark = pytest.mark.django_db
WORDS = {"en": "Done, thanks.", "fr": "", "it": "", "pl": "Gotowe."}


def write(client, key, reason="Shorter.", **texts):
    return client.post(f"/moderation/answers/{key}/", {**texts, "reason": reason})


def told(report) -> list[str]:
    return set_texts.paragraphs_of(Report.objects.get(pk=report.pk))


def test_an_administrator_writes_words_in_each_language_and_the_rest_is_built_in(administrator):
    assert write(client_of(administrator), "answer-nothing", **WORDS).status_code == 303
    for language in ("en", "pl"):
        with translation.override(language):
            assert set_texts.answer_text("nothing") == WORDS[language]
    with translation.override("fr"):
        assert set_texts.answer_text("nothing") == set_texts.built_in("answer-nothing")
    (act,) = ModerationAct.objects.filter(what="set-text")
    assert act.after == {"set-text": "answer-nothing", "en": WORDS["en"], "pl": WORDS["pl"]}
    page = client_of(administrator).get("/moderation/answers/").content.decode()
    assert "Done, thanks." in page and "Polski" in page
    assert "Done, thanks." in client_of(administrator).get("/moderation/audit/").content.decode()


def test_what_was_told_stays_what_it_was(administrator, moderator, player, opponent):
    report = reports.report(by=player, target="profile", reason="name", person=opponent)
    cases.settle(by=moderator, case_id=report.case_id, answer="nothing")
    before = told(report)
    write(client_of(administrator), "answer-nothing", **WORDS)
    assert told(report) == before
    Report.objects.update(answered_at=timezone.now())
    assert told(report) == ["Done, thanks."]


def test_empty_words_are_the_built_in_ones_again_and_nothing_new_is_no_act(administrator):
    browser = client_of(administrator)
    write(browser, "answer-nothing", **WORDS)
    write(browser, "answer-nothing", **WORDS)
    assert ModerationAct.objects.filter(what="set-text").count() == 1
    write(browser, "answer-nothing")
    assert set_texts.answer_text("nothing") == set_texts.built_in("answer-nothing")
    assert SetText.objects.count() == 4


def test_a_reason_is_in_the_words_and_the_language_of_whom_it_is_for(administrator, opponent):
    opponent.language = "pl"
    write(client_of(administrator), "reason-tone", pl="Spokojnie.")
    assert set_texts.reason_for(opponent, "tone") == "Spokojnie."
    assert set_texts.reason_for(None, "tone") == str(set_reasons.REASONS["tone"])
    assert set_texts.reason_for(opponent, "no-such") == ""


@pytest.mark.parametrize("sent", [{"reason": ""}, {"reason": " \x00"}, {"en": "x" * 1001}, {"reason": "x" * 1001}])
def test_without_a_reason_or_with_too_much_nothing_is_written(administrator, sent):
    assert write(client_of(administrator), "answer-nothing", **{"en": "New.", **sent}).status_code == 422
    assert not SetText.objects.exists()


def test_only_administrators_write_and_only_what_there_is(administrator, moderator):
    assert write(client_of(moderator), "answer-nothing", **WORDS).status_code == 404
    assert client_of(moderator).get("/moderation/answers/").status_code == 404
    for key in ("nothing", "answer-no-such", "reason-"):
        assert client_of(administrator).get(f"/moderation/answers/{key}/").status_code == 404
    assert client_of(administrator).get("/moderation/answers/reason-name/").status_code == 200
    assert not SetText.objects.exists()
