"""Pages that only answer something, in a language that nobody speaks: guided games, hints, the desk, refusals."""

import pytest
from django.core.cache import cache
from django.test import Client

from games import kinds
from games.bots import turns
from games.chat import conversation
from games.contract import Seat
from games.guide.walk import Place
from games.kind_pages.registry import page_of
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Case
from games.moderation import reports, roles
from games.moderation.roles import Role
from games.table import log
from tests import pseudo
from tests.accounts.members import said
from tests.games.playing import legal

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
KINDS = [kind.key for kind in kinds.all()]
ALLOWED = pseudo.same_with(["ada", "ben", "cleo"])


def speaking_of(user=None):
    client = Client()
    if user:
        client.force_login(user, backend="accounts.backends.NameOrAddress")
    client.cookies["django_language"] = pseudo.CODE
    return client


def left_in(answer):
    return pseudo.untranslated(said(answer), ALLOWED)


def places(key):
    lesson = page_of(key).lesson
    assert lesson
    for number, step in enumerate(lesson.steps, start=1):
        for done in range(len(step.presses) + 1):
            yield Place(kinds.get(key), lesson, number, done)


def address_of(place):
    return f"/learn/{place.kind.key}/{place.number}/" + (f"{place.done}/" if place.done else "")


def wrong_tries(place):
    """One for each objection of the script, a legal move that it says nothing of, and what is no move."""
    press = place.press
    if press.right:
        return [one.key for one in press.answers if not place.makes(one.key)]
    moves = [move for move in place.kind.rules.legal(place.state) if not place.makes(move)]
    by_beginning = [next(move for move in moves if move.startswith(beginning)) for beginning in press.others]
    return [*by_beginning, *moves[:1], "fly"]


@pytest.mark.parametrize("key", KINDS)
def test_every_step_of_a_guided_game_and_every_objection(speaking, settings, key):
    settings.RATE_LIMITS = {}
    client, found = speaking_of(), {}
    for place in places(key):
        address = address_of(place)
        found[address] = left_in(client.get(address))
        found[f"{address}?explain=1"] = left_in(client.get(f"{address}?explain=1"))
        for move in wrong_tries(place) if place.press else ():
            answer = client.post(address, {"move": move})
            assert answer.status_code == 422, (address, move)
            found[f"{address} {move}"] = left_in(answer)
            cache.clear()  # so many tries a minute
    assert {where: left for where, left in found.items() if left} == {}


@pytest.mark.parametrize("key", KINDS)
@pytest.mark.parametrize("path", ["rules/{}/", "rules/{}/summary/", "replay/{}/7/", "games/new/?kind={}"])
def test_what_is_told_of_a_kind(speaking, key, path):
    assert left_in(speaking_of().get("/" + path.format(key))) == []


@pytest.mark.parametrize("key", KINDS)
def test_a_hint_the_reason_and_what_the_other_did(speaking, ada, key):
    game = challenges.play_bot(user=ada, bot="worker", agreement=Agreement(key, {}), seat=Seat.ONE)
    client = speaking_of(ada)
    for _ in range(12):
        turns.take_turns(game.pk)
        game.refresh_from_db()
        answer = client.post(f"/games/{game.pk}/hint/", follow=True)
        assert answer.status_code == 200
        assert left_in(answer) == []
        client.post(
            f"/games/{game.pk}/act/", {"act": "move", "move": legal(game)[0], "seen": game.head, "key": "k" * 20}
        )
        cache.clear()
        game.refresh_from_db()


@pytest.mark.parametrize("key", KINDS)
def test_moves_and_acts_that_are_refused(speaking, ada, ben, cleo, start, key):
    game = start(key)
    one, two, three = speaking_of(ada), speaking_of(ben), speaking_of(cleo)
    acts = [
        ("move", "fly"),
        ("move", "x" * 300),
        ("undo", ""),
        ("draw", ""),
        ("accept-draw", ""),
        ("claim", ""),
        ("fly", ""),
    ]
    for number in range(3):
        for client in (one, two, three):
            for act, move in acts:
                sent = {"act": act, "move": move, "seen": game.head, "key": f"{number}-{act}-{client is one}"}
                answer = client.post(f"/games/{game.pk}/act/", sent)
                if answer.status_code >= 400:
                    assert left_in(answer) == [], (act, move)
                cache.clear()
        mover = one if game.to_move == Seat.ONE else two
        mover.post(
            f"/games/{game.pk}/act/", {"act": "move", "move": legal(game)[0], "seen": game.head, "key": f"{number}" * 9}
        )
        game.refresh_from_db()


@pytest.mark.parametrize(
    ("what", "more"),
    [
        ("annul", {}),
        ("adjudicate", {"winner": "1"}),
        ("rewind", {"step": 1}),
        ("pause", {}),
        ("add-time", {"seat": "2", "hours": 24}),
        ("bot-in", {"seat": "2", "bot": "larva"}),
        ("hide", {}),
        ("rewind", {"step": 900}),  # refused
        ("take-time", {"seat": "2", "hours": 24}),
        ("fly", {}),
    ],
)
def test_previews_and_refusals_of_the_desk_about_a_game(speaking, settings, ada, ben, cleo, what, more):
    settings.STAFF_MFA = False
    roles.grant(by=None, user=cleo, role=Role.MODERATOR, reason="1")
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}, "3d"), seat=Seat.ONE)
    game = challenges.accept(challenge_id=offer.pk, user=ben)
    log.forget_all()
    sent = {"what": what, "reason": "1", "seen": game.head, "key": "0123456789", **more}
    answer = speaking_of(cleo).post(f"/moderation/games/{game.pk}/", sent)
    assert answer.status_code in (200, 404, 409, 422)
    assert left_in(answer) == []


@pytest.fixture
def reported(ada, ben, start):
    """A message that ben wrote and ada reported."""
    message = conversation.say(game_id=start("mabula").pk, user=ben, room="players", text="1", seen=0)
    reports.report(by=ada, target="message", reason="abuse", text="1", message=message)
    return message


@pytest.mark.parametrize("measure", ["", "warning", "chat-timeout", "rename", "suspension", "closure"])
@pytest.mark.parametrize("answer", ["acted", "hidden-warned", "nothing"])
def test_previews_and_refusals_of_the_desk_about_a_case(speaking, settings, cleo, reported, measure, answer):
    settings.STAFF_MFA = False
    roles.grant(by=None, user=cleo, role=Role.MODERATOR, reason="1")
    case = Case.objects.get()
    sent = {"canned": "tone", "seen": 0, "hide": reported.pk, "measure": measure, "answer": answer, "days": "3"}
    desk = speaking_of(cleo)
    for do in ("preview", "act"):
        shown = desk.post(
            f"/moderation/cases/{case.pk}/settle/", {**sent, "do": do, "seen": "-1" if do == "act" else 0}
        )
        assert shown.status_code in (200, 409, 422)
        assert left_in(shown) == []
