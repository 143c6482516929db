"""A site with something to administer: ``python -m tests.e2e.administering``, on behalf of a site."""

import json
import secrets
from datetime import timedelta

import django

django.setup()

from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import Device, User  # noqa: E402
from games import kinds  # noqa: E402
from games.contract import Seat  # noqa: E402
from games.lobby import challenges  # noqa: E402
from games.lobby.start import Agreement  # noqa: E402
from games.models import Case, Delivery, Game, Notification, Report  # noqa: E402
from games.moderation import audit, roles  # noqa: E402
from games.moderation.roles import Role  # noqa: E402
from games.table import door, log  # noqa: E402


def main() -> None:
    ada, ben, mo, olga = (
        User.objects.create_user(name, f"{name.lower()}@example.org") for name in ("Ada", "Ben", "Mo", "Olga")
    )
    roles.grant(by=None, user=mo, role=Role.MODERATOR, reason="Helps on weekends.")
    roles.grant(by=None, user=olga, role=Role.ADMINISTRATOR, reason="Runs the site.")
    game = start("mabula", ada, ben)
    for _ in range(6):
        move(game)
    start("marabunta", ben, ada)
    case = Case.objects.create(subject=ben, reason=Report.Offence.STALLING)
    Report.objects.create(case=case, reporter=ada, target="game", reason=case.reason, game=game, text="He waits.")
    for user in (ada, ben):
        Device.objects.create(user=user, key="the same browser")
    with transaction.atomic():
        what, reason = audit.What.WARN, "Please play or resign."
        subject = audit.Subject(audit.SubjectType.CASE, case.pk)
        audit.record(by=mo, what=what, reason=reason, person=ben.pk, subject=subject, after={"until": "tomorrow"})
    now = timezone.now() - timedelta(hours=1)
    told = Notification.objects.create(user=ben, occasion="chat", key="e2e", at=now)
    Delivery.objects.create(notification=told, channel="mail", state="dead", reason="", due_at=now, tries=8, error="no")
    print(json.dumps({"sessions": {user.username: session(user) for user in (ada, mo, olga)}, "game": game.pk}))


def start(kind: str, one: User, two: User) -> Game:
    offer = challenges.challenge(creator=one, agreement=Agreement(kind, {}), seat=Seat.ONE)
    return challenges.accept(challenge_id=offer.pk, user=two)


def move(game: Game) -> None:
    game.refresh_from_db()
    text = kinds.get(game.kind).rules.legal(log.position(game).state)[0]
    seat, key = Seat(game.to_move or 0), secrets.token_hex(8)
    door.submit(game_id=game.pk, seat=seat, act=door.Act.MOVE, text=text, seen=game.head, key=key)


def session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


if __name__ == "__main__":
    main()
