"""The desk: who sees it, who works at a case, and what becomes of its reports."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from django.utils.functional import lazy

from accounts.models import User
from games.chat import conversation
from games.models import Case, ModerationAct, Notification, Report, Sanction
from games.moderation import answers, audit, cases, people, reports, sentences
from games.moderation.cases import CaseRefused
from games.moderation.reports import ReportRefusal
from tests.games.playing import move
from tests.moderation.people import client_of, moderating, person

pytestmark = pytest.mark.django_db


def main_of(page) -> str:
    """What is written on the page itself: its foot has a form and its own address on it."""
    text: str = page.content.decode()
    return text.split("<main")[1].split("</main", maxsplit=1)[0]


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", main_of(page)).split())


def acts():
    return [(act.what, act.moderator, act.subject) for act in ModerationAct.objects.order_by("number")]


@pytest.fixture
def reported(game, player):
    """A game, with what its player says of the opponent."""
    move(game)
    return reports.report(by=player, target="game", reason="stalling", text="waits on purpose", game=game)


@pytest.fixture
def case(reported):
    return reported.case


@pytest.fixture
def second(db):
    """Another moderator."""
    return moderating("mel")


@pytest.fixture
def desk(moderator):
    return client_of(moderator)


# Taking on and handing back


def test_a_case_is_taken_on_by_one_moderator_and_the_other_is_told_who_has_it(case, moderator, second):
    cases.claim(by=moderator, case_id=case.pk)
    with pytest.raises(CaseRefused) as refused:
        cases.claim(by=second, case_id=case.pk)
    assert sentences.case_refusal(refused.value) == "mo has taken this case."
    for act in (cases.release, cases.settle):
        more = {"answer": "clock"} if act is cases.settle else {}
        with pytest.raises(CaseRefused):
            act(by=second, case_id=case.pk, **more)
    assert acts() == [("claim", moderator.pk, f"case {case.pk}")]


def test_a_claim_lapses_and_can_be_renewed(case, moderator, second):
    cases.claim(by=moderator, case_id=case.pk)
    Case.objects.update(claimed_at=timezone.now() - timedelta(minutes=119))
    cases.claim(by=moderator, case_id=case.pk)
    assert len(acts()) == 1
    Case.objects.update(claimed_at=timezone.now() - timedelta(minutes=121))
    cases.claim(by=second, case_id=case.pk)
    assert acts()[1] == ("claim", second.pk, f"case {case.pk}")
    assert Case.objects.get().claimed_by == second


def test_a_case_that_is_handed_back_is_free_and_only_who_has_it_does_that(case, moderator, second):
    with pytest.raises(CaseRefused):
        cases.release(by=moderator, case_id=case.pk)
    cases.claim(by=moderator, case_id=case.pk)
    cases.release(by=moderator, case_id=case.pk)
    cases.claim(by=second, case_id=case.pk)
    assert [what for what, _, _ in acts()] == ["claim", "release", "claim"]


# Settling


def test_to_settle_a_case_answers_every_report_and_tells_every_reporter_once(start, player, opponent, moderator):
    watchers = [person("wyn"), person("xan")]
    games = [start(), start()]
    for by in (player, *watchers):
        for game in games:
            reports.report(by=by, target="game", reason="stalling", game=game, person=opponent)
    case = Case.objects.get()
    cases.settle(by=moderator, case_id=case.pk, answer="clock", words="  Two days\nare left. ")
    case.refresh_from_db()
    assert (case.status, case.outcome, case.claimed_by) == ("closed", "nothing", None) and case.closed_at
    assert set(Report.objects.values_list("answer_key", "answer")) == {("clock", "Two days\nare left.")}
    assert not Report.objects.filter(answered_at=None).exists()
    told = Notification.objects.filter(occasion="report").values_list("user__username", flat=True)
    assert sorted(told) == ["ada", "wyn", "xan"]
    (act,) = ModerationAct.objects.all()
    assert (act.what, act.person, act.reason) == ("settle", opponent.pk, "The clock allows it: Two days\nare left.")
    assert act.before == {"status": "open", "outcome": "", "answer": ""}
    assert act.after == {"status": "closed", "outcome": "nothing", "answer": "clock"}
    assert list(audit.faults()) == []


def test_what_the_site_noticed_itself_is_answered_to_nobody(opponent, game, moderator):
    noticed = reports.report_automatically(
        subject=opponent, target="game", reason="two-accounts", text="the same browser", game=game
    )
    cases.settle(by=moderator, case_id=noticed.case_id, answer="nothing")
    assert not Notification.objects.filter(occasion="report").exists()


def test_a_settled_case_is_settled_but_can_be_opened_again_with_a_reason(case, reported, moderator, second):
    cases.settle(by=moderator, case_id=case.pk, answer="clock")
    for again in (
        lambda: cases.settle(by=second, case_id=case.pk, answer="acted"),
        lambda: cases.claim(by=second, case_id=case.pk),
        lambda: cases.reopen(by=second, case_id=case.pk, reason=" "),
    ):
        with pytest.raises(CaseRefused):
            again()
    cases.reopen(by=second, case_id=case.pk, reason="The clock was wrong.")
    assert Case.objects.get().claimed_by == second
    with pytest.raises(CaseRefused):
        cases.reopen(by=second, case_id=case.pk, reason="Twice.")
    cases.settle(by=second, case_id=case.pk, answer="nothing")
    assert Report.objects.get().answer_key == "nothing"
    assert Notification.objects.filter(occasion="report").count() == 2
    assert [what for what, _, _ in acts()] == ["settle", "reopen", "settle"]


def test_a_case_is_not_opened_again_beside_a_like_one(case, game, player, moderator):
    cases.settle(by=moderator, case_id=case.pk, answer="clock")
    reports.report(by=player, target="game", reason="stalling", game=game)
    with pytest.raises(CaseRefused) as refused:
        cases.reopen(by=moderator, case_id=case.pk, reason="Once more.")
    assert refused.value.code == "like-one-open"
    assert [what for what, _, _ in acts()] == ["settle"]


def test_cases_of_people_who_have_left_are_like_no_other(case, moderator, bystander):
    gone = person("gone")
    reports.report(by=bystander, target="profile", reason="other", text="Look.", person=gone)
    Case.objects.update(reason="stalling")
    gone.delete()
    cases.settle(by=moderator, case_id=case.pk, answer="clock")
    Case.objects.filter(pk=case.pk).update(subject=None)
    cases.reopen(by=moderator, case_id=case.pk, reason="Once more.")
    assert Case.objects.filter(subject=None, status="open").count() == 2


# Who is involved


@pytest.mark.parametrize("who", ["player", "opponent"])
def test_a_moderator_who_is_involved_has_no_say_and_sees_nothing(game, case, who, request):
    """As a reporter, as a player in that game, or as the one it is about."""
    user = request.getfixturevalue(who)
    user.is_staff = user.is_superuser = True
    user.save()
    for act in (
        lambda: cases.claim(by=user, case_id=case.pk),
        lambda: cases.settle(by=user, case_id=case.pk, answer="acted"),
    ):
        with pytest.raises(CaseRefused) as refused:
            act()
        assert refused.value.code == "involved"
    browser = client_of(user)
    page = browser.get(f"/moderation/cases/{case.pk}/")
    if who == "opponent":
        assert page.status_code == 404 and "Nothing to do." in said(browser.get("/moderation/"))
    else:
        assert "You’re involved in this case." in said(page) and "waits on purpose" not in said(page)
        assert browser.post(f"/moderation/cases/{case.pk}/settle/", {"answer": "acted"}).status_code == 403
    assert acts() == []


def test_whoever_plays_in_a_reported_game_is_involved(game, opponent, bystander, player, moderator):
    """Ben moderates; Cleo says something of Ada beside a game in which Ben sits."""
    opponent.is_staff = opponent.is_superuser = True
    opponent.save()
    case = reports.report(by=bystander, target="game", reason="cheating", game=game, person=player).case
    assert cases.is_involved(opponent, case) and not cases.is_involved(moderator, case)
    assert cases.next_case(opponent, timezone.now()) is None


# The queue


def test_the_queue_has_free_cases_first_then_those_of_most_people_then_the_oldest(start, player, moderator, second):
    people = [person(name) for name in ("dan", "eve", "fay", "gus")]
    for number, subject in enumerate(people):
        reports.report(by=player, target="profile", reason="name", person=subject)
        Case.objects.filter(subject=subject).update(opened_at=timezone.now() - timedelta(days=number))
    Report.objects.update(at=timezone.now() - timedelta(days=2))
    reports.report(by=people[0], target="profile", reason="name", person=people[1])
    cases.claim(by=second, case_id=Case.objects.get(subject__username="gus").pk)
    order = [case.subject.username for case in cases.queue(timezone.now())]
    assert order == ["eve", "fay", "dan", "gus"]
    page = client_of(moderator).get("/moderation/").content.decode()
    assert [page.index(f"<b>{name}</b>") for name in ("eve", "fay", "dan")] == sorted(
        page.index(f"<b>{name}</b>") for name in ("eve", "fay", "dan")
    )
    assert "<b>gus</b>" not in page
    assert "taken by mel" in said(client_of(moderator).get("/moderation/?view=all"))


def test_the_queue_can_be_narrowed_and_nonsense_shows_what_waits(case, desk, moderator):
    assert "Stalls or abandons games" in said(desk.get("/moderation/?reason=stalling"))
    assert "No cases for that reason." in said(desk.get("/moderation/?reason=spam"))
    assert "Stalls or abandons games" in said(desk.get("/moderation/?view=x&reason=y"))
    assert "You haven’t taken any cases." in said(desk.get("/moderation/?view=mine"))
    cases.claim(by=moderator, case_id=case.pk)
    assert "yours" in said(desk.get("/moderation/?view=mine"))
    assert "Nothing to do." in said(desk.get("/moderation/"))
    people.impose(by=moderator, user=case.subject, kind="warning", reason="Play on.")
    cases.settle(by=moderator, case_id=case.pk, answer="acted")
    assert "action was taken" in said(desk.get("/moderation/?view=closed"))


def test_moderators_alone_have_a_desk_in_the_head_of_their_pages(case, desk, player, moderator):
    page = desk.get("/rules/mabula/").content.decode()
    assert 'href="/moderation/"' in page and "1 case waiting" in page
    cases.claim(by=moderator, case_id=case.pk)
    assert "case waiting" not in desk.get("/rules/mabula/").content.decode()
    assert "/moderation/" not in client_of(player).get("/rules/mabula/").content.decode()
    assert client_of(player).get("/moderation/").status_code == 404


def test_the_queue_asks_the_database_the_same_for_one_case_and_for_many(
    player, moderator, desk, django_assert_max_num_queries
):
    desk.get("/")
    for number in range(12):
        reports.report_automatically(subject=person(f"someone{number}"), target="profile", reason="name", text="")
    with django_assert_max_num_queries(14):
        assert desk.get("/moderation/").content.decode().count('class="mod-row"') == 12


# The page of a case


def test_the_page_shows_the_board_the_words_and_the_history_of_both(case, game, player, opponent, desk, moderator):
    other = reports.report(by=player, target="profile", reason="name", person=opponent).case
    people.impose(by=moderator, user=opponent, kind="rename", reason="Not that one.")
    cases.settle(by=moderator, case_id=other.pk, answer="renamed")
    Sanction.objects.create(user=opponent, kind="warning", reason="Was rude to somebody.", act=1)
    Sanction.objects.create(user=player, kind="warning", reason="Was rude in turn.", act=2)
    page = desk.get(f"/moderation/cases/{case.pk}/")
    text = said(page)
    assert "ada reports a game" in text and "waits on purpose" in text
    assert "1 of 1 earlier report justified · about themselves: 0 justified cases, 1 sanctions" in text
    assert f'href="/moderation/people/{player.pk}/"' in page.content.decode()
    assert "0 open, 1 settled (1 justified)" in text and "Was rude to somebody." in text
    assert "White pushes from" in text and 'class="thumb"' in page.content.decode()
    assert f'href="/games/{game.pk}/?at={Report.objects.get(case=case).context["head"]}"' in page.content.decode()


def test_the_page_shows_what_was_said_around_a_message(game, player, opponent, desk):
    said_there = conversation.say(game_id=game.pk, user=opponent, room="players", text="<b>fool</b>", seen=0)
    case = reports.report(by=player, target="message", reason="abuse", message=said_there).case
    page = desk.get(f"/moderation/cases/{case.pk}/").content.decode()
    assert "&lt;b&gt;fool&lt;/b&gt;" in page and "data-it" in page


def test_after_settling_comes_the_next_case_and_then_the_queue(case, player, bystander, desk):
    other = reports.report(by=player, target="profile", reason="name", person=bystander).case
    answer = desk.post(f"/moderation/cases/{case.pk}/settle/", {"answer": "clock"})
    assert (answer.status_code, answer["Location"]) == (303, f"/moderation/cases/{other.pk}/")
    answer = desk.post(f"/moderation/cases/{other.pk}/settle/", {"answer": "nothing"})
    assert (answer.status_code, answer["Location"]) == (303, "/moderation/")
    assert desk.get("/moderation/next/")["Location"] == "/moderation/"


def test_the_buttons_do_what_they_say_and_a_refusal_keeps_the_words(case, desk, second, moderator):
    path = f"/moderation/cases/{case.pk}/"
    assert "Take case" in said(desk.get(path))
    assert desk.post(f"{path}claim/").status_code == 303
    assert "Hand back" in said(desk.get(path))
    late = client_of(second).post(f"{path}settle/", {"answer": "acted", "words": "my own words"})
    assert late.status_code == 409
    assert "mo has taken this case." in said(late) and "Settle and open next" not in said(late)
    wrong = desk.post(f"{path}settle/", {"answer": "x", "words": "my own words"})
    assert wrong.status_code == 422 and "my own words" in said(wrong)
    assert desk.post(f"{path}release/").status_code == 303
    assert desk.post(f"{path}release/").status_code == 422
    assert desk.post(f"{path}settle/", {"answer": "clock", "words": "\x00" * 5000}).status_code == 303
    assert desk.post(f"{path}settle/", {"answer": "clock"}).status_code == 409
    assert "Everyone may use their time" in said(desk.get(path))
    assert desk.post(f"{path}reopen/", {"reason": ""}).status_code == 422
    assert desk.post(f"{path}reopen/", {"reason": "too fast"}).status_code == 303
    for act in ("", "claim/", "settle/"):
        method = desk.post if act else desk.get
        assert method(f"/moderation/cases/999/{act}").status_code == 404


def test_a_case_about_somebody_who_left_can_still_be_settled(case, opponent, desk):
    Case.objects.update(subject=None)
    assert "about a former player" in said(desk.get(f"/moderation/cases/{case.pk}/"))
    assert desk.post(f"/moderation/cases/{case.pk}/settle/", {"answer": "unclear"}).status_code == 303


def test_from_a_case_to_the_person_and_back_with_what_was_imposed_noted_in_it(case, opponent, desk, bystander):
    person_page = f"/moderation/people/{opponent.pk}/?case={case.pk}"
    assert f'href="{person_page}"' in desk.get(f"/moderation/cases/{case.pk}/").content.decode()
    page = desk.get(person_page).content.decode()
    assert f'action="/moderation/people/{opponent.pk}/impose/?case={case.pk}"' in page
    (seen,) = {*re.findall(r'name="seen" value="(\d+)"', page)}
    sent = {"kind": "warning", "reason": "Please play on.", "seen": seen}
    answer = desk.post(f"/moderation/people/{opponent.pk}/impose/?case={case.pk}", sent)
    assert (answer.status_code, answer["Location"]) == (303, f"/moderation/cases/{case.pk}/")
    assert Sanction.objects.get().case == case
    assert "Please play on." in said(desk.get(f"/moderation/cases/{case.pk}/"))
    for number in (999, "x", "9" * 40):
        assert "?case=" not in main_of(desk.get(f"/moderation/people/{opponent.pk}/?case={number}"))
    assert "?case=" not in main_of(desk.get(f"/moderation/people/{bystander.pk}/?case={case.pk}"))


# Answers and sentences


def test_every_reporter_reads_the_answer_in_their_language(reported, moderator, player, monkeypatch, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    spoken = lazy(lambda: f"said in {translation.get_language()}", str)()
    monkeypatch.setitem(answers.ANSWERS, "clock", replace(answers.ANSWERS["clock"], text=spoken, title=spoken))
    cases.settle(by=moderator, case_id=reported.case_id, answer="clock", words="Two days are left.")
    User.objects.filter(pk=player.pk).update(language="de")
    page = said(client_of(player).get("/reports/"))
    assert "said in de" in page and "Two days are left." in page
    assert ModerationAct.objects.get().reason == "said in en: Two days are left."


def test_every_answer_has_an_outcome_and_every_reason_an_answer_of_each_kind():
    for reason in Report.Offence:
        assert {answer.outcome for _, answer in answers.answers_for(reason)} == set(Case.Finding)
    assert all(len(key) <= 20 for key in answers.ANSWERS)


def test_every_refusal_has_its_sentence():
    assert set(sentences.UNREPORTED) == set(ReportRefusal)


def test_a_case_asks_the_database_as_often_for_one_reporter_as_for_many(opponent, desk, django_assert_max_num_queries):
    def reported_by(name):
        return reports.report(by=person(name), target="profile", reason="name", person=opponent, text="Look.").case

    case = reported_by("first")
    address = f"/moderation/cases/{case.pk}/"
    desk.get(address)
    with CaptureQueriesContext(connection) as alone:
        desk.get(address)
    for number in range(8):
        reported_by(f"somebody{number}")
    with django_assert_max_num_queries(len(alone)):
        assert desk.get(address).content.decode().count("mod-report") == 9


def test_a_case_of_many_reports_and_a_long_queue_have_pages(opponent, desk):
    for number in range(21):
        case = reports.report(by=person(f"a{number}"), target="profile", reason="name", person=opponent).case
    address = f"/moderation/cases/{case.pk}/"
    assert "Page 1 of 2" in said(desk.get(address))
    assert desk.get(f"{address}?page=2").content.decode().count("mod-report") == 1
    for number in range(51):
        reports.report_automatically(subject=person(f"b{number}"), target="profile", reason="name", text="")
    assert 'href="?view=all&amp;page=2"' in desk.get("/moderation/?view=all").content.decode()
    assert desk.get("/moderation/?view=all&page=2").content.decode().count('class="mod-row"') == 2
