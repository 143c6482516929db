"""Nothing but the mail tells whether an address has an account: not the answers, and not the work for them."""

import re
from collections import Counter
from time import monotonic, sleep
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.hashers import get_hasher
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import post
from accounts.models import User
from games.site import remembered
from tests.accounts.members import PASSWORD, code_in, member, said, who

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

CHOSEN = "three crumbs and a leaf"
TAKEN, FREE = "ines@example.org", "inez@example.org"
SIGN_UP = ("/account/signup/", {"username": "{name}", "email": "{address}", "password1": CHOSEN})
CONFIRM = "/account/confirm-email/"
LOG_IN_BY_CODE = ("/account/login/code/", {"email": "{address}"})

VISITS: dict[str, list[Any]] = {
    "signing up": [SIGN_UP, CONFIRM],
    "a wrong code": [SIGN_UP, (CONFIRM, {"code": "BCDF-GHJK"}), CONFIRM],
    "another code": [SIGN_UP, (CONFIRM, {"action": "resend"}), CONFIRM],
    "the address is wrong": [
        ("/account/signup/", {"username": "{name}", "email": "other@example.org", "password1": CHOSEN}),
        (CONFIRM, {"action": "change", "email": "{address}"}),
        CONFIRM,
    ],
    "changing it back": [SIGN_UP, (CONFIRM, {"action": "change", "email": "other@example.org"}), CONFIRM],
    "the name is held": [SIGN_UP, "new browser", SIGN_UP],
    "logging in by the new name": [
        SIGN_UP,
        "new browser",
        ("/account/login/", {"login": "{name}", "password": CHOSEN}),
        CONFIRM,
    ],
    "logging in by the address": [
        SIGN_UP,
        "new browser",
        ("/account/login/", {"login": "{address}", "password": CHOSEN}),
        CONFIRM,
    ],
    "guessing a password": [("/account/login/", {"login": "{address}", "password": "guess"})],
    "a code by mail": [
        LOG_IN_BY_CODE,
        "/account/login/code/confirm/",
        ("/account/login/code/confirm/", {"code": "BCDF-GHJK"}),
    ],
    "another code by mail": [
        LOG_IN_BY_CODE,
        ("/account/login/code/confirm/", {"action": "resend"}),
        "/account/login/code/confirm/",
    ],
    "a new password": [
        ("/account/password/reset/", {"email": "{address}"}),
        "/account/password/reset/confirm/",
        ("/account/password/reset/confirm/", {"code": "BCDF-GHJK"}),
    ],
}


@pytest.fixture
def hashes(monkeypatch):
    """How often a password was hashed: nothing else on these pages takes as long."""
    made = []
    hasher = type(get_hasher())
    encode = hasher.encode

    def counted(self, *args, **options):
        made.append(1)
        return encode(self, *args, **options)

    monkeypatch.setattr(hasher, "encode", counted)
    return made


@pytest.mark.parametrize("visit", VISITS)
def test_an_address_that_has_an_account_gets_the_same_answers_for_the_same_work(
    visit, hashes, time_passes, settings, monkeypatch
):
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": None}
    member("Ines", TAKEN)
    now = monotonic()
    monkeypatch.setattr(remembered, "monotonic", lambda: now)  # what is read now and then is not read in between
    Client().get("/account/signup/")  # what is read or made once is so now: flagged words at the first new name
    Client().post("/account/signup/", {"username": "Nils", "email": "nils@example.org", "password1": CHOSEN})
    Client().post("/account/login/", {"login": "nobody", "password": "guess"})
    time_passes()
    with_account = went(visit, "Carlo", TAKEN, hashes)
    User.objects.filter(username="Carlo").delete()
    User.objects.filter(email="other@example.org").delete()
    time_passes()
    without = went(visit, "Paolo", FREE, hashes)
    for one, other in zip(with_account, without, strict=True):
        more = abs(one.work.pop("SELECT", 0) - other.work.pop("SELECT", 0))
        assert more <= 1  # of a row by its key
        assert one == other


class Step(NamedTuple):
    path: str
    status: int
    location: str | None
    body: str
    work: dict[str, int]


def went(visit, name, address, hashes):
    """Every answer of a visit, and what was done for it."""
    client, seen = Client(), []
    for step in VISITS[visit]:
        if step == "new browser":
            client = Client()
            continue
        path, form = step if isinstance(step, tuple) else (step, None)
        hashes.clear()
        mail.outbox.clear()
        with CaptureQueriesContext(connection) as queries:
            if form is None:
                answer = client.get(path)
            else:
                filled = {key: value.format(name=name, address=address) for key, value in form.items()}
                answer = client.post(path, filled)
        verbs = Counter(query["sql"].partition(" ")[0] for query in queries)
        work = {"hashes": len(hashes), "mails": len(mail.outbox), **verbs}
        body = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", said(answer))
        body = body.replace(name, "N").replace(address, "A")
        seen.append(Step(path, answer.status_code, answer.get("Location"), body, work))
    return seen


def test_of_several_who_claim_an_address_the_first_who_proves_it_gets_it(client, mailoutbox, time_passes):
    rival = Client()
    rival.post("/account/signup/", {"username": "Rival", "email": FREE, "password1": CHOSEN})
    time_passes()
    client.post("/account/signup/", {"username": "Inez", "email": FREE, "password1": CHOSEN})
    of_rival, of_inez = (code_in(sent) for sent in mailoutbox)
    client.post(CONFIRM, {"code": of_inez})
    assert who(client).username == "Inez"
    refused = rival.post(CONFIRM, {"code": of_rival})
    assert refused.status_code == 422
    assert "already registered" in said(refused)
    assert who(rival) is None


def test_who_has_proved_the_address_logs_in_by_it_whoever_else_claims_it(client, ines):
    for name in ("Rival", "Second"):
        Client().post("/account/signup/", {"username": name, "email": ines.email, "password1": "another password"})
    client.post("/account/login/", {"login": ines.email, "password": PASSWORD})
    assert who(client) == ines


def test_who_signs_up_once_more_with_the_same_password_still_logs_in_by_the_address(client, ines):
    Client().post("/account/signup/", {"username": "Ines2", "email": ines.email, "password1": PASSWORD})
    client.post("/account/login/", {"login": ines.email, "password": PASSWORD})
    assert who(client) == ines


def test_a_code_by_mail_opens_no_account_that_somebody_else_signed_up_for(client, mailoutbox):
    """They would still know the password they chose."""
    Client().post("/account/signup/", {"username": "Rival", "email": FREE, "password1": CHOSEN})
    mailoutbox.clear()
    client.post("/account/login/code/", {"email": FREE})
    (sent,) = mailoutbox
    assert "BCDF" not in sent.body
    assert not re.search(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", sent.body, re.MULTILINE)


def test_mails_about_accounts_leave_when_the_page_is_answered(client, ines, settings, mailoutbox):
    settings.ACCOUNT_MAILS_LATER = True
    client.post("/account/login/code/", {"email": ines.email})
    for _ in range(100):
        if mailoutbox:
            break
        sleep(0.05)
    assert [sent.to for sent in mailoutbox] == [[ines.email]]


def test_a_mail_that_fails_is_tried_once_more_and_then_logged(settings, monkeypatch, caplog):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 9, 1
    monkeypatch.setattr(post, "SECONDS_TO_NEXT_TRY", 0.0)
    post._send(mail.EmailMessage("Your code", "ABCD-EFGH", None, ["ines@example.org"]))
    assert "A mail about an account is tried once more" in caplog.text
    assert "A mail about an account is lost: Your code" in caplog.text
    assert "ABCD-EFGH" not in caplog.text


def test_mails_about_accounts_bear_the_name_of_the_site(client, ines, settings, mailoutbox):
    settings.SITE_URL = "https://games.example"
    client.post("/account/login/code/", {"email": ines.email})
    assert mailoutbox[0].message()["Message-ID"].endswith("@games.example>")
