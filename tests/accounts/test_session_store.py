"""Sessions are found by a query of our own, and are Django's in everything else."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.session_store import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return User.objects.create_user("ada", "ada@example.org", "correct horse battery")


def test_what_is_kept_is_found_again(django_assert_num_queries):
    store = SessionStore()
    store["seen"] = "today"
    store.save()
    with django_assert_num_queries(1):
        assert SessionStore(store.session_key)["seen"] == "today"


@pytest.mark.parametrize("key", ["", "short", "a" * 32, "x" * 400, "ключ" * 8])
def test_a_key_that_nobody_has_is_nobodys_session(key):
    store = SessionStore(key)
    assert store.get("seen") is None and store.session_key is None


def test_an_expired_session_is_none():
    store = SessionStore()
    store["seen"] = "today"
    store.save()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    later = SessionStore(store.session_key)
    assert later.get("seen") is None and later.session_key is None


def test_a_page_asks_for_the_session_and_its_person_by_two_queries(user, django_assert_num_queries):
    client = Client()
    client.force_login(user)
    client.get("/waiting/")  # which notes the visit of the day
    with django_assert_num_queries(4):  # and two for what is shown
        assert client.get("/waiting/").status_code == 200


def test_who_may_not_log_in_any_more_is_a_visitor(user):
    client = Client()
    client.force_login(user)
    User.objects.update(is_active=False)
    assert client.get("/waiting/").wsgi_request.user.is_anonymous
    User.objects.all().delete()
    assert client.get("/waiting/").wsgi_request.user.is_anonymous
