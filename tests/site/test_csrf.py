"""No form of another site is taken for one of ours: every address asks a POST for its token, but for two."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.addresses import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

EXEMPT = [
    "games:less-mail",
    "games:never-mail",
]  # mail programs unsubscribe with one click, without a cookie (RFC 8058)
PARTS = {"pk": 1, "number": 7, "done": 1, "object_id": 1, "id": 1, "content_type_id": 1, "message": 1, "key": "mabula"}
PARTS |= {
    "token": "t",
    "name": "ada",
    "other": "ben",
    "app_label": "games",
    "url": "nowhere",
    "cid": "board",
    "uidb36": "1",
}


def test_only_unsubscribing_is_exempt_from_the_token_of_forms():
    exempt = [name for name, pattern, _ in addresses() if getattr(pattern.callback, "csrf_exempt", False)]
    assert exempt == EXEMPT


def test_a_post_without_a_token_is_refused_at_every_address():
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_superuser("root", "root@example.org", "correct horse battery"))
    taken = []
    for name, pattern, parts in addresses():
        if pattern.name is None:  # they only redirect
            continue
        answer = client.post(reverse(name, kwargs={part: PARTS[part] for part in parts}))
        if answer.status_code != 403 or b"This form has expired" not in answer.content:
            taken.append((name, answer.status_code))
    assert [name for name, _ in taken] == EXEMPT, taken
