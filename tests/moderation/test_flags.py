"""Words that are flagged: found however they are dressed up, looked at by a moderator, and never in anybody's way."""

import time

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.chat import conversation
from games.models import Case, ChatMessage, FlaggedWord, Report, Sanction
from games.moderation import cases, flags, naming, people, site_acts
from games.site import remembered
from tests.moderation.people import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def words(db):
    for word in ("Blödmann", "nitwit", "ass", "go away"):
        FlaggedWord.objects.create(word=word)
    flags.known.forget()


def say(user, game, text):
    return conversation.say(
        game_id=game.pk, user=user, room="players", text=text, seen=ChatMessage.objects.count() + 99
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("you nitwit!", ["nitwit"]),
        ("NITWIT", ["nitwit"]),
        ("n1tw1t", ["nitwit"]),
        ("n!tw!t!", ["nitwit"]),
        ("nіtwіt", ["nitwit"]),  # with a letter of Ukrainian
        ("n i t w i t", ["nitwit"]),
        ("n.i.t.w.i.t.", ["nitwit"]),
        ("niiiiitwit", ["nitwit"]),
        ("Blodmann", ["Blödmann"]),
        ("du blöd\u200bmann", ["Blödmann"]),
        ("bl0dm4nn", ["Blödmann"]),
        ("so GO  Away, then", ["go away"]),
        ("a$$", ["ass"]),
        ("nitwit, you ass", ["ass", "nitwit"]),
        ("as a pass in class", []),
        ("nitwits", []),
        ("go far away", []),
        ("well played", []),
        ("a n d", []),
        ("", []),
        ("1 2 3 \x00 🙂", []),
    ],
)
def test_a_word_is_found_as_a_whole_word_however_it_is_written(text, found):
    assert flags.found_in(text) == found


@pytest.mark.parametrize(
    ("name", "found"), [("xXnitwitXx", ["nitwit"]), ("N1tw1t.99", ["nitwit"]), ("Cassandra", []), ("ass-1", ["ass"])]
)
def test_in_a_name_a_longer_word_is_found_inside(name, found):
    assert flags.found_in_name(name) == found


def test_what_is_said_is_said_and_a_moderator_has_it_looked_at(game, player, opponent, moderator):
    said = say(opponent, game, "you nitwit")
    (noticed,) = Report.objects.all()
    assert (noticed.is_automatic, noticed.reporter, noticed.reason, noticed.message) == (True, None, "words", said)
    assert noticed.case.subject == opponent and noticed.context["words"] == ["nitwit"]
    assert "you nitwit" in client_of(player).get(f"/games/{game.pk}/chat/").content.decode()
    page = client_of(moderator).get(f"/moderation/cases/{noticed.case_id}/").content.decode()
    assert "Noticed by the site" in page and "you nitwit" in page
    cases.settle(by=moderator, case_id=noticed.case_id, answer="nothing")


def test_nothing_is_noticed_where_nothing_is_flagged(game, player, opponent, django_assert_num_queries):
    say(opponent, game, "well played")
    with django_assert_num_queries(0):
        assert flags.found_in("well played") == []
    assert not Report.objects.exists()


def test_the_words_of_one_person_are_one_case_which_does_not_grow_for_ever(game, opponent):
    for _ in range(flags.MOST + 3):
        message = ChatMessage.objects.create(game=game, room="players", author=opponent, text="ass")
        flags.look_at_message(message)
    assert Case.objects.get().reports.count() == flags.MOST


def test_another_word_counts_after_a_while(game, monkeypatch):
    assert flags.found_in("nitwit") == ["nitwit"]
    FlaggedWord.objects.create(word="rascal")
    assert flags.found_in("rascal") == []
    monkeypatch.setattr(remembered, "monotonic", lambda: time.monotonic() + remembered.SECONDS)
    assert flags.found_in("rascal") == ["rascal"]


def test_a_word_that_is_flagged_or_not_any_more_counts_here_at_once(administrator, django_capture_on_commit_callbacks):
    assert flags.found_in("rascal") == []
    with django_capture_on_commit_callbacks(execute=True):
        site_acts.flag_word(by=administrator, word="rascal", reason="New to us.")
    assert flags.found_in("rascal") == ["rascal"]
    with django_capture_on_commit_callbacks(execute=True):
        site_acts.unflag_words(by=administrator, words=FlaggedWord.objects.filter(word="rascal"), reason="Harmless.")
    assert flags.found_in("rascal") == []


def test_a_name_at_sign_up_is_looked_at_and_can_be_had():
    browser = Client()
    sent = {"username": "nitwit77", "email": "new@example.org", "password1": "correct horse battery"}
    browser.post("/account/signup/", sent)
    user = User.objects.get(username="nitwit77")
    noticed = Report.objects.get()
    assert (noticed.case.subject, noticed.target, noticed.reason) == (user, "profile", "words")
    assert mail.outbox[0].to == ["new@example.org"]


def test_a_name_that_somebody_has_to_choose_anew_is_looked_at(opponent, moderator):
    people.impose(by=moderator, user=opponent, kind=Sanction.Measure.RENAME, reason="Not a name.")
    naming.choose(user=User.objects.get(pk=opponent.pk), name="xnitwitx")
    assert Report.objects.get().case.subject == opponent
