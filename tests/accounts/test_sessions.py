import datetime as dt

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User, today
from tests.accounts.members import PASSWORD, logged_in, reauthenticate, said, who

pytestmark = pytest.mark.django_db


def test_one_sees_where_one_is_logged_in_and_can_end_it(ines):
    here, elsewhere = logged_in("Ines"), logged_in("Ines")
    page = said(here.get("/account/sessions/"))
    assert page.count("IP 127.0.0.1") == 2
    assert page.count("This browser") == 1
    reauthenticate(here)
    assert here.post("/account/sessions/").status_code == 302
    assert who(here) == ines
    assert who(elsewhere) is None
    assert elsewhere.get("/account/preferences/").status_code == 302
    assert UserSession.objects.count() == 1


def test_whoever_ends_the_others_proves_first_who_they_are_and_presses_once(ines):
    here, elsewhere = logged_in("Ines"), logged_in("Ines")
    asked = here.post("/account/sessions/")
    assert asked["Location"] == "/account/reauthenticate/?next=%2Faccount%2Fsessions%2F"
    wrong = here.post("/account/reauthenticate/", {"password": "guess", "next": "/account/sessions/"})
    assert wrong.status_code == 422
    assert who(elsewhere) == ines
    done = here.post("/account/reauthenticate/", {"password": PASSWORD, "next": "/account/sessions/"})
    assert done["Location"] == "/account/sessions/"
    assert (who(here), who(elsewhere)) == (ines, None)


def test_nobody_sees_or_ends_the_sessions_of_others(as_ines, benedikt):
    other = logged_in("Benedikt")
    assert said(as_ines.get("/account/sessions/")).count("IP 127.0.0.1") == 1
    reauthenticate(as_ines)
    as_ines.post("/account/sessions/")
    assert who(other) == benedikt


def test_a_log_in_gives_a_new_session_key(client, ines):
    client.get("/account/login/")
    client.post("/account/login/", {"login": "x", "password": "y"})
    before = client.session.session_key
    client.post("/account/login/", {"login": "Ines", "password": PASSWORD})
    assert client.session.session_key != before


def test_a_session_that_is_used_is_renewed_once_a_day(as_ines, ines, django_assert_num_queries):
    yesterday = today() - dt.timedelta(days=1)
    session = as_ines.session
    session["seen"] = yesterday.isoformat()
    session.save()
    Session.objects.update(expire_date=timezone.now() + dt.timedelta(days=3))
    User.objects.update(last_seen=yesterday)

    as_ines.get("/rules/mabula/")
    ines.refresh_from_db()
    assert ines.last_seen == today()
    assert Session.objects.get().expire_date > timezone.now() + dt.timedelta(days=59)
    with django_assert_num_queries(
        4
    ):  # the session, the user, what waits and what is unread: nothing more is written on that day
        as_ines.get("/rules/mabula/")
