"""Many at the same moment, on a database that has them all at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from games.models import Case, ModerationAct, Report
from games.moderation import appeals, audit, cases, people, refusals, reports
from games.moderation.cases import CaseRefused
from games.moderation.reports import ReportRefused
from tests.moderation.people import moderating, person

pytestmark = pytest.mark.django_db(transaction=True)  # collected on PostgreSQL alone: see conftest.py


def at_once(act, some):
    """What each of them gets, or why not."""

    def attempt(one):
        try:
            return act(one)
        except (CaseRefused, ReportRefused, refusals.ModerationRefused) as refused:
            return str(refused)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(some)) as pool:
        return list(pool.map(attempt, some))


def test_like_reports_of_many_at_the_same_moment_are_one_case(opponent):
    people = [person(f"reporter{number}") for number in range(8)]
    at_once(lambda by: reports.report(by=by, target="profile", reason="name", person=opponent), people)
    assert Case.objects.get().reports.count() == 8


def test_one_person_reports_no_more_than_they_may_however_often_they_press(player):
    people = [person(f"reported{number}") for number in range(12)]
    made = at_once(lambda one: reports.report(by=player, target="profile", reason="name", person=one), people)
    assert Report.objects.count() == 5 and made.count("too-many") == 7


def test_of_many_moderators_one_takes_a_case_on_and_one_settles_it(player, opponent):
    case = reports.report(by=player, target="profile", reason="name", person=opponent).case
    desk = [moderating(f"colleague{number}") for number in range(6)]
    made = at_once(lambda by: cases.claim(by=by, case_id=case.pk), desk)
    assert made.count("claimed") == 5
    holder = Case.objects.get().claimed_by
    made = at_once(lambda by: cases.settle(by=by, case_id=case.pk, answer="nothing"), [holder] * 6)
    assert made.count("closed") == 5
    assert [act.what for act in ModerationAct.objects.order_by("number")] == ["claim", "settle"]
    assert list(audit.faults()) == []


def test_of_answers_to_an_appeal_at_the_same_moment_one_is_sent(player, moderator):
    warning = people.impose(by=moderator, user=player, kind="warning", reason="You insulted others.")
    appeal = appeals.write(user=player, sanction_id=warning.pk, text="It was a joke.").appeal
    seen = appeals.last_said(appeal)
    made = at_once(lambda text: appeals.answer(by=moderator, appeal=appeal, text=text, seen=seen), ["No."] * 4)
    assert made.count("said-meanwhile") == 3 and appeal.messages.count() == 2


def test_what_is_reported_while_a_case_is_settled_is_in_it_or_in_the_next(player, opponent, moderator):
    people = [person(f"reporter{number}") for number in range(6)]
    case = reports.report(by=player, target="profile", reason="name", person=opponent).case

    def act(by):
        if by == moderator:
            return cases.settle(by=by, case_id=case.pk, answer="nothing")
        return reports.report(by=by, target="profile", reason="name", person=opponent)

    at_once(act, [people[0], people[1], moderator, *people[2:]])
    assert Report.objects.filter(case=case, answered_at=None).count() == 0
    assert Report.objects.exclude(case=case).exclude(answered_at=None).count() == 0
    assert Report.objects.count() == 7 and Case.objects.filter(status="open").count() <= 1
