"""Opponents who share a browser: perhaps one person, perhaps a family. The site reports it and does nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction

from accounts.for_games import Device
from games.models import Game, Report, Seat
from games.moderation import reports

if TYPE_CHECKING:
    from accounts.for_games import User


def look_at_game(game: Game) -> Report | None:
    """Report the players of a new game if they share a browser."""
    users = [row.user for row in Seat.objects.filter(game=game).select_related("user") if row.user]
    if len(users) < 2:
        return None
    one, two = users
    return _notice(one, two, game) if share_one(one, two) else None


def share_one(one: User, two: User) -> bool:
    """Whether both were seen in the same browser."""
    return Device.objects.filter(user=one, key__in=Device.objects.filter(user=two).values("key")).exists()


def look_at_visit(user: User, key: str) -> list[Report]:
    """Report a person who plays with another user of their present browser, which ``key`` identifies."""
    others = Device.objects.filter(key=key).exclude(user=user).values_list("user", flat=True)
    found = []
    for other in get_user_model().objects.filter(pk__in=list(others)):
        game = Game.objects.filter(seats__user=user).filter(seats__user=other).order_by("-pk").first()
        if game and (noticed := _notice(user, other, game)):
            found.append(noticed)
    return found


def _notice(one: User, two: User, game: Game) -> Report | None:
    """Report the newer of two accounts, once for each pair."""
    older, newer = sorted((one, two), key=lambda user: user.pk)
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).get(pk=older.pk)
        known = Report.objects.filter(is_automatic=True, reason=Report.Offence.TWO_ACCOUNTS)
        if known.filter(context__pair=[older.pk, newer.pk]).exists():
            return None
        return reports.report_automatically(
            subject=newer,
            target=Report.Target.GAME,
            reason=Report.Offence.TWO_ACCOUNTS,
            text="",
            game=game,
            facts={
                "pair": [older.pk, newer.pk],
                "two": [{"user": user.pk, "name": user.username} for user in (older, newer)],
            },
        )
