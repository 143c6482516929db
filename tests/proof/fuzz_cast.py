"""People, games and cases for the fuzzer: ``python -m tests.proof.fuzz_cast``, on behalf of a site.

A number on its standard input is answered with a new cast: what was sent before may have ended the games of the one
before, logged its people out, or suspended them. Any other line is answered with the events that were added since the
last answer, each as its game, its seat and its key; and if there are any, with how the games stand.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.models import F  # noqa: E402
from django.urls import URLPattern, URLResolver, get_resolver  # noqa: E402

from accounts import guests  # noqa: E402
from accounts.models import User  # noqa: E402
from games import kinds  # noqa: E402
from games.chat import conversation  # noqa: E402
from games.lobby import challenges  # noqa: E402
from games.lobby.start import Agreement  # noqa: E402
from games.models import Event, Game, Seat, Switch  # noqa: E402
from games.moderation import appeals, people, reports, roles  # noqa: E402
from games.table import log  # noqa: E402
from tests.proof.people import session, start  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
FIELD = re.compile(r"""name="([a-z_-]{1,30})\"""")
PASSWORD = "correct horse battery"


def cast(number: int) -> dict[str, Any]:
    """Two who play, a third, a guest, a moderator and an administrator; what they have; and every address."""
    Switch.objects.update(is_on=True)  # an administrator among the fuzzed turns them off
    ada, ben, cleo, mo, root = (member(f"{name}{number}") for name in ("ada", "ben", "cleo", "mo", "root"))
    guest = guests.new_guest()
    roles.grant(by=None, user=mo, role=roles.Role.MODERATOR, reason="to be fuzzed")
    User.objects.filter(pk=root.pk).update(is_staff=True, is_superuser=True)
    games = [start(kind.key, ada, ben) for kind in kinds.all() for _ in range(3)]
    said = conversation.say(game_id=games[0], user=ben, room="players", text="a silly move", seen=0)
    case = reports.report(by=ada, target="message", reason="abuse", message=said).case
    reports.report(by=ada, target="game", reason="cheating", game=Game.objects.get(pk=games[1]))
    sanction = people.impose(by=User.objects.get(pk=root.pk), user=cleo, kind="warning", reason="a warning")
    appeals.write(user=cleo, sanction_id=sanction.pk, text="why?")
    offers = [challenges.challenge(creator=who, agreement=Agreement("mabula", {})) for who in (ada, cleo)]
    users = {"ada": ada, "ben": ben, "cleo": cleo, "guest": guest, "mo": mo, "root": root}
    return {
        "sessions": {name: session(user) for name, user in users.items()},
        "names": [user.username for user in users.values()],
        "numbers": [*games, said.pk, case.pk, sanction.pk, *(user.pk for user in users.values())],
        "games": games,
        "tokens": [offer.token for offer in offers],
        "players": (players := {user.pk: name for name, user in users.items()}),
        **standing(games, players),
    }


def standing(games: list[int], players: dict[int, str]) -> dict[str, Any]:
    """What a player of each game sees: the legal moves, whose turn it is, and the last event."""
    movers = Seat.objects.filter(game__in=games, number=F("game__to_move")).values_list("game", "user")
    return {
        "legal": {str(game): legal(game) for game in games},
        "to_move": {str(game): players[whose] for game, whose in movers if whose in players},
        "heads": {str(game): head for game, head in Game.objects.filter(pk__in=games).values_list("pk", "head")},
    }


def member(name: str) -> User:
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def legal(game: int) -> list[str]:
    found = Game.objects.get(pk=game)
    return list(kinds.get(found.kind).rules.legal(log.position(found).state)[:20])


def addresses() -> list[str]:
    """The pattern of every page, as Django writes it."""
    return sorted(set(_patterns(get_resolver().url_patterns)))


def fields() -> list[str]:
    """The name of every field in a template, and of every field of a form."""
    found = {
        name for file in ROOT.rglob("*.html") if ".venv" not in file.parts for name in FIELD.findall(file.read_text())
    }
    for file in [*ROOT.glob("games/**/*.py"), *ROOT.glob("accounts/*.py")]:
        found |= set(re.findall(r"""(?:POST|GET)(?:\.get\(|\[)["']([a-z_-]+)["']""", file.read_text()))
        found |= set(re.findall(r"^    (\w+) = forms\.\w*Field", file.read_text(), re.MULTILINE))
    return sorted(found)


def _patterns(some: Any, before: str = "") -> Iterator[str]:
    for one in some:
        text = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _patterns(one.url_patterns, text)
        elif isinstance(one, URLPattern):
            yield text


def added(last: int) -> list[tuple[int, int, int | None, str | None]]:
    """The events after that one, by their numbers in the database, in their order."""
    return [*Event.objects.filter(pk__gt=last).order_by("pk").values_list("pk", "game", "seat", "key")]


if __name__ == "__main__":
    print(json.dumps({"addresses": addresses(), "fields": fields()}), flush=True)
    last = 0
    known: dict[str, Any] = {}
    for line in sys.stdin:
        is_cast = line.strip().isdigit()
        if is_cast:
            log.forget_all()
            known = cast(int(line))
        events = added(last)
        last = events[-1][0] if events else last
        answer: dict[str, Any] = known if is_cast else {"added": [event[1:] for event in events]}
        if events and not is_cast:
            answer["standing"] = standing(known["games"], known["players"])
        print(json.dumps(answer), flush=True)
        if is_cast:
            connection.close()
