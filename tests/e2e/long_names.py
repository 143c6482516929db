"""A site full of people with the longest names: ``python -m tests.e2e.long_names``, on behalf of a site.

It prints, as JSON, the key of a session for each of the roles, and every page that each of them can open.
"""

import json
from collections.abc import Iterator
from typing import Any

import django

django.setup()

from django.core import signing  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from accounts import names  # noqa: E402
from accounts.models import User  # noqa: E402
from games import kinds, record  # noqa: E402
from games.bots import turns  # noqa: E402
from games.chat import conversation  # noqa: E402
from games.contract import Seat  # noqa: E402
from games.lobby import blocks, challenges  # noqa: E402
from games.lobby.mail_invites import digest_of  # noqa: E402
from games.lobby.start import Agreement  # noqa: E402
from games.models import Appeal, Case, Challenge, ChatMessage, Game, Sanction  # noqa: E402
from games.moderation import appeals, people, reports, roles, set_texts  # noqa: E402
from games.moderation.roles import Role  # noqa: E402
from games.notify.mail import links  # noqa: E402
from games.notify.mail.invitation import SALT  # noqa: E402
from games.notify.mail.links import LessMail, LessMailRequest  # noqa: E402
from games.site import demo  # noqa: E402
from games.table import exchange  # noqa: E402
from tests.addresses import addresses  # noqa: E402

WORD = "Donaudampfschifffahrtskapitaensmuetzenabzeichen" * 3  # no browser knows where to break it
NOT_OURS = ("admin:", "games:dev-")  # Django's own pages; and those of who works on the site


class Crowd:
    """Who is here, and what they have done."""

    def __init__(self) -> None:
        self.player, self.other, self.blocked, self.moderator = (
            User.objects.create_user(name, f"{number}@example.org")
            for number, name in enumerate(
                ("W" * names.LONGEST, WORD[: names.LONGEST], "Qo" * (names.LONGEST // 2), "M" * names.LONGEST)
            )
        )
        roles.grant(by=None, user=self.moderator, role=Role.MODERATOR, reason=WORD)
        self.over = [self.game(kind.key, 1) for kind in kinds.all()] + [self.game("mabula", 1, scoring="product")]
        self.running = [self.game(kind.key, part) for kind in kinds.all() for part in (0.02, 0.3, 0.5, 0.7)]
        against_bot = challenges.play_bot(user=self.player, bot="larva", agreement=Agreement("marabunta", {}))
        turns.take_turns(against_bot.pk)
        self.games = [*self.over, *self.running, against_bot]
        self.talk()
        self.offer()
        self.moderate()

    def game(self, kind: str, part: float, **options: str) -> Game:
        """A game of both, of which that part was played."""
        played = demo.play(kind, 12)
        steps = played.steps
        moves = [step.move for step in steps[: max(2, round(len(steps) * part))]]
        return exchange.import_record(
            record.make(kind, played.options | options, moves), players=(self.player, self.other)
        )

    def talk(self) -> None:
        for by in (self.player, self.other):
            conversation.say(game_id=self.running[-1].pk, user=by, room="players", text=WORD, seen=0)

    def offer(self) -> None:
        for kind in kinds.all():
            for creator in (self.player, self.other):
                agreement = Agreement(kind.key, {}, "3d+12h")
                for audience in ("public", "link"):
                    challenges.challenge(creator=creator, agreement=agreement, audience=audience)
                invited = self.other if creator is self.player else self.player
                challenges.challenge(creator=creator, agreement=agreement, audience="person", invited=invited)
        offer = challenges.challenge(creator=self.other, agreement=Agreement("mabula", {}, "3d"), seat=Seat.ONE)
        self.games.append(challenges.accept(challenge_id=offer.pk, user=self.player))

    def moderate(self) -> None:
        blocks.block(by=self.player, whom=self.blocked)
        reports.report(by=self.player, target="profile", reason="name", text=WORD, person=self.other)
        reports.report(by=self.player, target="message", reason="abuse", text=WORD, message=said_by(self.other))
        for user in (self.player, self.other):
            warning = people.impose(by=self.moderator, user=user, kind=Sanction.Measure.WARNING, reason=WORD)
            appeals.write(user=user, sanction_id=warning.pk, text=WORD)
        people.acknowledge(user=self.player, sanction_id=Sanction.objects.get(user=self.player).pk)

    def arguments(self, name: str) -> Iterator[dict[str, Any]]:
        """What stands in an address of that name, for each page of it that is worth looking at."""
        of_all = {
            "name": self.other.username,
            "other": self.player.username,
            "token": "t",
            "key": "mabula",
            "number": 7,
            "done": 0,
            "message": said_by(self.other).pk,
        }
        match name.removeprefix("games:"):
            case "game" | "moderation:game":
                yield from ({"pk": game.pk} for game in self.games)
            case "rules" | "another" | "replay":
                yield from ({**of_all, "key": kind.key} for kind in kinds.all())
            case "profile":
                yield from ({"name": user.username} for user in (self.player, self.other, self.blocked))
            case "challenge" | "accept" | "decline" | "withdraw" | "invite-by-mail":
                yield from ({"token": offer.token} for offer in Challenge.objects.all())
            case "never-mail":
                yield {"token": signing.dumps(digest_of("friend@example.org"), salt=SALT)}
            case "less-mail":
                gather = LessMailRequest(LessMail.GATHER)
                yield {"token": links.less_mail_address(self.player, gather).split("/")[-2]}
            case "moderation:person" | "moderation:impose":
                yield {"pk": self.other.pk}
            case "moderation:message":
                yield {"pk": said_by(self.other).pk}
            case "moderation:appeal":
                yield from ({"pk": appeal.pk} for appeal in Appeal.objects.all())
            case "moderation:set-text":
                yield {"key": set_texts.all_keys()[0]}
            case name if name.startswith("moderation:"):
                yield from ({"pk": case.pk} for case in Case.objects.all())
            case _:
                yield {**of_all, "pk": self.running[-1].pk}

    def paths(self) -> Iterator[str]:
        """Every address of the site, and some of them with a question."""
        for name, _, parts in addresses():
            if not name.startswith(NOT_OURS):
                for given in self.arguments(name):
                    yield reverse(name, kwargs={part: given[part] for part in parts})
        yield from ("/moderation/?view=all", f"/moderation/people/?q={self.other.username}")
        yield from (f"/games/{game.pk}/?at=3" for game in self.over)
        yield f"/games/new/?opponent={self.other.username}"


def said_by(user: User) -> ChatMessage:
    return ChatMessage.objects.get(author=user)


def is_page(client: Client, path: str) -> bool:
    answer = client.get(path)
    return answer.status_code == 200 and not answer.streaming and b"<main" in answer.content


def main() -> None:
    crowd = Crowd()
    paths, sessions, pages = list(crowd.paths()), dict[str, str](), dict[str, list[str]]()
    for role, user in {"visitor": None, "player": crowd.player, "moderator": crowd.moderator}.items():
        client = Client(SERVER_NAME="127.0.0.1")
        if user:
            client.force_login(user)
            sessions[role] = client.cookies["sessionid"].value
        known = pages.get("player", [])[1:]  # which look no different to a moderator, but for the first
        pages[role] = [path for path in dict.fromkeys(paths) if path not in known and is_page(client, path)]
    print(json.dumps({"sessions": sessions, "pages": pages}))


if __name__ == "__main__":
    main()
