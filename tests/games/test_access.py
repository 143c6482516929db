"""Who may do what: every address of the site, for everybody, by GET and by POST.

A cell is the status of the answer. An address that is missing here fails; so does a row without an address.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core import signing
from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from accounts import guests
from accounts.middleware import OPEN_TO_THE_BARRED
from accounts.models import FOR_GOOD, User
from games import kinds
from games.chat import conversation
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Appeal, Case, ChatMessage, Sanction
from games.moderation import appeals
from games.moderation import people as moderation
from games.notify.mail import invitation, links
from games.notify.mail.links import LessMail, LessMailRequest
from games.table import log
from tests.addresses import addresses

pytestmark = pytest.mark.django_db

WHO = ["anonymous", "guest", "spectator", "opponent", "player", "moderator", "banned"]

# name: (GET, POST), each for WHO in this order; one status stands for all of them.
# A guest is the stranger here: somebody the site knows nothing of but that they play elsewhere.
# Games and challenges have a second row for private ones: what strangers must not even know of.
TABLE = {
    "healthz": ("200", "405"),
    "readyz": ("503", "405"),  # here is no worker
    "about-luck": ("200", "405"),
    "about-verify": ("200", "405"),
    "about-verify-ratings": ("200", "405"),
    "about-privacy": ("200", "405"),
    "about-conduct": ("200", "405"),
    "about-accessibility": ("200", "405"),
    "about-imprint": ("200", "405"),
    # the pages of everybody
    "games:home": ("200", "405"),
    "games:demo": ("200", "405"),
    "games:icon": ("200", "405"),
    "games:waiting": ("200", "405"),
    "games:lobby": ("200", "405"),
    "games:rules": ("200", "405"),
    "games:summary": ("200", "405"),
    "games:another": ("302", "405"),
    "games:guide": ("303", "405"),
    "games:guide-step": ("200", "422"),  # nothing is pressed
    "games:guide-press": ("200", "422"),
    "games:replay": ("200", "405"),
    "games:profile": ("200", "405"),
    "games:ratings": ("302", "405"),
    "games:leaderboard": ("200", "405"),
    "games:leaderboard-bots": ("200", "405"),
    "games:ladder-games": ("200", "405"),
    "games:ladder-games-bots": ("200", "405"),
    "games:rating-history": ("200", "405"),
    "games:results": ("200", "405"),
    "games:achievements": ("200", "405"),
    "games:against": ("200", "405"),
    "games:rating-history-bots": ("200", "405"),
    "games:play": ("200", "303"),
    "games:invite": ("200", "303"),
    # for whoever is logged in, be it as a guest
    "games:new": ("302 200 200 200 200 200 302", "302 303 303 303 303 303 302"),
    "games:next": ("302", "302 405 405 405 405 405 302"),
    # a game in which it is the player's turn
    "games:game": ("200", "405"),
    "games:game private": ("404 404 404 200 200 200 404", "405"),
    "games:picture": ("200", "405"),
    "games:picture private": ("404 404 404 200 200 200 404", "405"),
    "games:act": ("405", "403 403 403 422 303 403 403"),
    "games:act private": ("405", "404 404 404 422 303 403 404"),
    "games:hint": ("405", "403 403 403 422 422 403 403"),  # a person plays against a person
    "games:hint private": ("405", "404 404 404 422 422 403 404"),
    "games:coach": ("405", "403 403 403 303 303 403 403"),
    "games:coach private": ("405", "404 404 404 303 303 403 404"),
    "games:rematch": ("405", "403 403 403 422 422 403 403"),  # the game runs
    "games:rematch private": ("405", "404 404 404 422 422 403 404"),
    "games:rematch-offer": ("403 403 403 200 200 403 403", "405"),
    "games:rematch-offer private": ("404 404 404 200 200 403 404", "405"),
    "games:game-ratings": ("200", "405"),
    "games:game-ratings private": ("404 404 404 200 200 200 404", "405"),
    "games:keep": ("302 200 200 200 200 200 302", "302 303 303 303 303 303 302"),  # whoever may see the game
    "games:keep private": ("302 404 404 200 200 200 302", "302 404 404 303 303 303 302"),
    "games:moves": ("200", "405"),
    "games:moves private": ("404 404 404 200 200 200 404", "405"),
    "games:fairness": ("200", "405"),
    "games:fairness private": ("404 404 404 200 200 200 404", "405"),
    "games:position": ("200", "405"),
    "games:position private": ("404 404 404 200 200 200 404", "405"),
    "games:record-text": ("200", "405"),
    "games:record-text private": ("404 404 404 200 200 200 404", "405"),
    "games:record-json": ("200", "405"),
    "games:record-json private": ("404 404 404 200 200 200 404", "405"),
    "games:chat": ("200", "403 403 403 303 303 403 403"),  # to the other player
    "games:chat private": ("404 404 404 200 200 403 404", "404 404 404 303 303 403 404"),
    "games:chat-switch": ("405", "403 403 403 303 303 403 403"),
    "games:chat-switch private": ("405", "404 404 404 303 303 403 404"),
    "games:mute": ("405", "403 403 403 303 303 403 403"),
    "games:mute private": ("405", "404 404 404 303 303 403 404"),
    # reports: of a game, of the opponent's message to the player, of the player; a guest reports where they play
    "games:report-game": ("302 403 200 200 200 200 302", "302 403 303 303 303 303 302"),
    "games:report-game private": ("302 404 404 200 200 200 302", "302 404 404 303 303 303 302"),
    "games:report-message": ("302 404 404 200 200 404 302", "302 404 404 422 303 404 302"),
    "games:report-message private": ("302 404 404 200 200 404 302", "302 404 404 422 303 404 302"),
    "games:report-person": ("302 403 200 200 200 200 302", "302 403 303 303 422 303 302"),
    "games:reports": ("302 200 200 200 200 200 302", "302 405 405 405 405 405 302"),
    # the desk, for moderators alone; a case that is open and that nobody has taken on
    "games:moderation:cases": ("302 404 404 404 404 200 302", "302 404 404 404 404 405 302"),
    "games:moderation:next": ("302 404 404 404 404 303 302", "302 404 404 404 404 405 302"),
    "games:moderation:case": ("302 404 404 404 404 200 302", "302 404 404 404 404 405 302"),
    "games:moderation:claim": ("302 404 404 404 404 405 302", "302 404 404 404 404 303 302"),
    "games:moderation:release": ("302 404 404 404 404 405 302", "302 404 404 404 404 422 302"),
    "games:moderation:settle": ("302 404 404 404 404 405 302", "302 404 404 404 404 303 302"),
    "games:moderation:reopen": ("302 404 404 404 404 405 302", "302 404 404 404 404 409 302"),
    # the audit, for moderators; as a file for administrators
    "games:moderation:audit": ("302 404 404 404 404 200 302", "302 404 404 404 404 405 302"),
    "games:moderation:audit-csv": ("302 404 404 404 404 404 302", "302 404 404 404 404 405 302"),
    "games:moderation:audit-json": ("302 404 404 404 404 404 302", "302 404 404 404 404 405 302"),
    # all games of oneself, and of another as far as one may see them
    "games:own-archive": ("302 200 200 200 200 200 302", "302 405 405 405 405 405 302"),
    "games:archive": ("200", "405"),
    "games:kept": ("302 200 200 200 200 200 302", "302 405 405 405 405 405 302"),
    "games:person-note": ("302 200 200 200 404 200 302", "302 303 303 303 404 303 302"),  # not on oneself
    # what one was told, whoever one is
    "games:notifications": ("302 200 200 200 200 200 302", "302 405 405 405 405 405 302"),
    "games:ledger": ("302 200 200 200 200 200 302", "302 405 405 405 405 405 302"),
    "games:read": ("302 405 405 405 405 405 302", "302 303 303 303 303 303 302"),
    "games:resume-mail": ("302 405 405 405 405 405 302", "302 303 303 303 303 303 302"),
    "games:less-mail": ("200", "200"),  # the address itself is the permission
    # mails on the machine of who works on the site; there are none here
    "games:dev-outbox": ("404", "404"),
    "games:dev-mail": ("404", "404"),
    "games:dev-page": ("404", "404"),
    "games:dev-picture": ("404", "404"),
    # a challenge of the player's: to anybody, and to the opponent alone
    "games:challenge": ("200", "405"),
    "games:challenge private": ("404 404 404 200 200 404 404", "405"),
    "games:accept": ("405", "303 303 303 303 403 303 303"),
    "games:accept private": ("405", "404 404 404 303 403 404 404"),
    "games:decline": ("302 405 405 405 405 405 302", "302 403 403 403 403 403 302"),
    "games:decline private": ("302 405 405 405 405 405 302", "302 404 404 303 403 404 302"),
    "games:withdraw": ("302 405 405 405 405 405 302", "302 403 403 403 303 403 302"),
    "games:withdraw private": ("302 405 405 405 405 405 302", "302 404 404 403 303 404 302"),
    "games:invite-by-mail": ("302 405 405 405 405 405 302", "302 403 403 403 303 403 302"),
    "games:invite-by-mail private": ("302 405 405 405 405 405 302", "302 404 404 403 422 404 302"),
    "games:never-mail": ("200", "200"),  # the address itself is the permission
    # the desk of the moderators
    "games:moderation:people": ("302 404 404 404 404 200 302", "302 404 404 404 404 405 302"),
    "games:moderation:person": ("302 404 404 404 404 200 302", "302 404 404 404 404 405 302"),
    "games:moderation:impose": ("302 404 404 404 404 405 302", "302 404 404 404 404 303 302"),
    "games:moderation:lift": ("302 404 404 404 404 405 302", "302 404 404 404 404 303 302"),
    "games:moderation:note": ("302 404 404 404 404 405 302", "302 404 404 404 404 422 302"),  # nothing is noted
    "games:moderation:remove-note": ("302 404 404 404 404 405 302", "302 404 404 404 404 404 302"),  # there is none
    "games:moderation:statistics": ("302 404 404 404 404 200 302", "302 404 404 404 404 405 302"),
    "games:moderation:mail": ("302 404 404 404 404 303 302", "302 404 404 404 404 303 302"),
    # what administrators alone write
    "games:moderation:set-texts": ("302 404 404 404 404 404 302", "302 404 404 404 404 405 302"),
    "games:moderation:set-text": ("302 404 404 404 404 404 302", "302 404 404 404 404 404 302"),
    "games:moderation:appeals": ("302 404 404 404 404 200 302", "302 404 404 404 404 405 302"),
    "games:moderation:appeal": ("302 404 404 404 404 200 302", "302 404 404 404 404 303 302"),
    "games:moderation:message": ("302 404 404 404 404 200 302", "302 404 404 404 404 303 302"),
    "games:moderation:games": ("302 404 404 404 404 200 302", "302 404 404 404 404 405 302"),
    "games:moderation:game": ("302 404 404 404 404 200 302", "302 404 404 404 404 422 302"),
    # one's own vacations: not for guests
    "games:vacation": ("302 403 200 200 200 200 302", "302 403 422 422 422 422 302"),
    "games:end-vacation": ("302 405 405 405 405 405 302", "302 403 303 303 303 303 302"),
    # what was imposed on one: here on the player; and whom one has blocked
    "games:sanctions": ("302 200 200 200 200 200 302", "302 405 405 405 405 405 302"),
    "games:acknowledge": ("302 405 405 405 405 405 302", "302 404 404 404 303 404 302"),
    "games:appeal": ("302 405 405 405 405 405 302", "302 404 404 404 303 404 302"),
    "games:rename": ("302", "302"),  # nobody has to
    "games:blocks": ("302 200 200 200 200 200 302", "302 303 303 303 422 303 302"),  # the player, who cannot
    "games:unblock": ("302 405 405 405 405 405 302", "302 303 303 303 303 303 302"),
    # one's own account, whoever one is
    "accounts:overview": ("302 200 200 200 200 200 302", "302 405 405 405 405 405 302"),
    "accounts:preferences": ("302 200 200 200 200 200 302", "302 422 422 422 422 422 302"),
    "accounts:look": ("200 302 302 302 302 302 200", "422 302 302 302 302 302 422"),
    "accounts:language": ("405", "422"),  # none is named
    "accounts:invited": ("404", "405"),  # here is no invitation
    "accounts:export": ("302 200 200 200 200 200 302", "302 200 200 200 200 200 302"),
    "accounts:deletion": ("302 200 200 200 200 200 302", "302"),
}
# The pages of others, by what their names begin with: what the answer may be for visitors, and for members.
# A guest is a visitor to the pages of allauth, on which one logs in and signs up.
ALLAUTH = ("account_", "mfa_", "usersessions_", "accounts:confirm", "accounts:sessions", "accounts:signup")
FOR_VISITORS, FOR_MEMBERS = {200, 302, 405, 422}, {200, 302, 403, 404, 405, 422}
ADMIN = "admin:"  # whose pages are asked for by every role in tests/moderation/test_roles.py
UNNAMED = {"admin:None"}  # the admin's redirects of its own old addresses: they have no name to be asked by
OTHERS = (Path(__file__).parent / "others.txt").read_text().split()


def test_every_address_is_in_the_table():
    rows = {name.removesuffix(" private") for name in TABLE}
    known = {name for name, _, _ in addresses()}
    prefixes = (*ALLAUTH, ADMIN)
    assert {name for name in known if not name.startswith(prefixes)} - rows == set()
    assert rows - known == set()
    assert sorted({name for name in known if name.startswith(prefixes) and name not in UNNAMED}) == OTHERS


def test_everybody_gets_what_the_table_says(ask):
    found = {name: tuple([ask(name, who, method) for who in WHO] for method in ("GET", "POST")) for name in TABLE}
    assert found == {name: tuple(map(statuses, cells)) for name, cells in TABLE.items()}


def test_whoever_is_suspended_sees_why_and_can_answer_and_leave_and_nothing_else(ask, people):
    before = {name: (ask(name, "player", "GET"), ask(name, "player", "POST")) for name in OPEN_TO_THE_BARRED}
    User.objects.filter(pk=people["player"].pk).update(barred_until=FOR_GOOD)
    own = {"games:sanctions", "games:acknowledge", "games:appeal", "accounts:export", "accounts:deletion"}
    open_to_all = {"games:less-mail", "games:never-mail", "games:icon", "healthz", "readyz", "accounts:language"}
    open_to_all |= {name for name in TABLE if name.startswith("about-")}
    for name in [*TABLE, *(name for name in OTHERS if not name.startswith("admin:"))]:
        given = ask(name, "player", "GET"), ask(name, "player", "POST")
        assert given == before.get(name, (303, 403)), name
    ways_out = {"account_logout", "account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"}
    assert own | open_to_all | ways_out == OPEN_TO_THE_BARRED


def test_the_pages_of_others_are_open_to_whom_they_should_be(ask):
    """Visitors are answered alike, and members alike; a guest is one or the other."""
    for name in (name for name in OTHERS if name.startswith(ALLAUTH)):
        for method in ("GET", "POST"):
            given = {who: ask(name, who, method) for who in WHO}
            assert given["anonymous"] == given["banned"], (name, method, given)
            assert given["anonymous"] in FOR_VISITORS, (name, method, given)
            assert given["spectator"] == given["opponent"] == given["player"] == given["moderator"], (name, given)
            assert given["player"] in FOR_MEMBERS, (name, method, given)
            assert given["guest"] in FOR_VISITORS | FOR_MEMBERS, (name, method, given)


def test_a_private_game_and_one_that_does_not_exist_look_the_same(ask, people):
    private = challenges.play_bot(user=guests.new_guest(), bot="larva", agreement=Agreement("mabula", {}))
    for user in (None, people["guest"], people["spectator"], people["player"]):
        client = Client()
        if user:
            client.force_login(user)
        for path in (
            "",
            "act/",
            "fairness/",
            "position.txt",
            "record.txt",
            "rematch/",
            "hint/",
            "chat/",
            "chat/switch/",
        ):
            method = client.post if path in ("act/", "rematch/", "hint/", "chat/switch/") else client.get
            hidden, missing = method(f"/games/{private.pk}/{path}"), method(f"/games/{private.pk + 999}/{path}")
            assert hidden.status_code == missing.status_code == 404
            assert said(hidden) == said(missing)


def said(page) -> str:
    text: str = page.content.decode()
    return text.split("<main")[1].split("</main>", maxsplit=1)[0]


def statuses(cell: str) -> list[int]:
    given = [int(status) for status in cell.split()]
    return given if len(given) > 1 else given * len(WHO)


@pytest.fixture
def people() -> dict[str, User | None]:
    cache.clear()  # in which guests are counted
    cast = {name: User.objects.create_user(name.title(), f"{name}@example.org") for name in WHO[2:]}
    cast["moderator"].is_staff = True
    cast["moderator"].save()
    may = Permission.objects.filter(content_type__app_label="games", codename__in=("moderate", "view_game"))
    cast["moderator"].user_permissions.add(*may)
    return {"anonymous": None, "guest": guests.new_guest(), **cast}


@pytest.fixture
def ask(people):
    """The status of an answer to somebody; whatever it did is undone."""
    player, opponent = people["player"], people["opponent"]
    sessions = {name: session_of(user) for name, user in people.items()}
    User.objects.filter(pk=people["banned"].pk).update(is_active=False)  # while they are logged in
    things = {}
    for is_private, audience in ((False, "public"), (True, "person")):
        terms = {"creator": player, "agreement": Agreement("mabula", {}), "audience": audience, "seat": Seat.ONE}
        terms |= {"invited": opponent} if is_private else {}
        game = challenges.accept(challenge_id=challenges.challenge(**terms).pk, user=opponent)
        conversation.say(game_id=game.pk, user=opponent, room="players", text="Good luck!", seen=0)
        Case.objects.create(pk=game.pk, subject=player, reason="name" if is_private else "abuse")
        things[is_private] = (game, challenges.challenge(**terms))

    warned = moderation.impose(by=people["moderator"], user=player, kind=Sanction.Measure.WARNING, reason="Tone.")
    appeals.write(user=player, sanction_id=warned.pk, text="Me?")

    def ask(name: str, who: str, method: str) -> int:
        name, _, privacy = name.partition(" ")
        game, offer = things[bool(privacy)]
        client = Client()
        for cookie, value in sessions[who].items():
            client.cookies[cookie] = value
        with undone():
            if method == "GET":
                return client.get(address(name, game, offer)).status_code
            return client.post(address(name, game, offer), sent(name, game)).status_code

    return ask


PARTS = dict[str, set[str]]()


def address(name, game, offer) -> str:
    arguments = {
        "pk": game.pk,
        "token": offer.token,
        "name": "Player",
        "other": "Opponent",
        "key": "mabula",
        "number": 7,
    }
    arguments |= {"object_id": 1, "done": 0, "id": 1, "content_type_id": 1, "app_label": "games", "url": "nowhere"}
    arguments |= {"cid": "board", "message": game.messages.get().pk if "message" in name else 0}
    arguments |= {"pk": rows(name).values_list("pk", flat=True)[0]} if rows(name) is not None else {}
    if name == "games:less-mail":
        arguments["token"] = links.less_mail_address(offer.creator, LessMailRequest(LessMail.GATHER)).split("/")[-2]
    if name == "games:never-mail":
        arguments["token"] = signing.dumps("a digest", salt=invitation.SALT)
    PARTS.update(PARTS or {name: parts for name, _, parts in addresses()})
    return reverse(name, kwargs={part: arguments[part] for part in PARTS[name]})


def rows(name) -> QuerySet[Any] | None:
    """Of what an address names, where that is no game."""
    match name.removeprefix("games:").removeprefix("moderation:"):
        case "person" | "impose" | "note":
            return User.objects.filter(username="Player")
        case "acknowledge" | "lift":
            return Sanction.objects.all()
        case "appeal":
            return Appeal.objects.all() if "moderation" in name else Sanction.objects.all()
        case "message":
            return ChatMessage.objects.all()
    return None


def sent(name, game) -> dict[str, object]:
    """What a POST must hold to be let through, if anybody's is."""
    move = kinds.get(game.kind).rules.legal(log.position(game).state)[0]
    return {
        "games:act": {"move": move, "seen": game.head, "key": secrets.token_hex(8)},
        "games:chat": {"room": "players", "text": "Well played!", "seen": 0},
        "games:chat-switch": {"chat": "off"},
        "games:mute": {"mute": "on"},
        "games:read": {"notification": "all"},
        "games:report-game": {"reason": "stalling", "person": game.seats.get(number=2).user_id},
        "games:report-message": {"reason": "abuse"},
        "games:report-person": {"reason": "name"},
        "games:moderation:settle": {"answer": "nothing"},
        "games:moderation:reopen": {"reason": "Too soon."},
        "games:new": {"kind": "mabula", "audience": "link"},
        "games:invite": {"kind": "mabula"},
        "games:invite-by-mail": {"email": "friend@example.net"},
        "games:appeal": {"text": "And why?", "seen": 0},
        "games:blocks": {"whom": "player"},
        "games:unblock": {"whom": "player"},
        "games:moderation:impose": {"kind": "warning", "reason": "Tone.", "seen": 9},
        "games:moderation:lift": {"reason": "An error."},
        "games:moderation:appeal": {"text": "Well.", "what": "answer", "seen": 2**31 - 1},
        "games:moderation:message": {"what": "hide", "reason": "Tone."},
    }.get(name, {})


def session_of(user: User | None) -> dict[str, str]:
    client = Client()
    if user is not None:
        client.force_login(user)
        client.get("/healthz")
    return {name: morsel.value for name, morsel in client.cookies.items()}


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    log.forget_all()
    cache.clear()
