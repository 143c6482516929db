"""Ratings that somebody may have arranged: the site reports it and does nothing else.

The worker looks at each game once it is rated, in no request: at won games that a person has resigned again and again,
and at rated games between two accounts of one browser that nearly always end the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet

from games import kinds
from games.contract import Seat
from games.models import EndedBy, Game, Rated, RatingChange, Report
from games.moderation import reports, shared_browser
from games.table import log
from games.table.unreadable import Unreadable

if TYPE_CHECKING:
    from accounts.for_games import User

LATEST: Final = 20  # rated games that are looked at
SERIES: Final = 3  # won games that somebody resigned among those
ENOUGH: Final = 5  # games between two, before it matters how they ended
ONE_SIDED: Final = 0.8  # the share of the points of one of the two


def look_at(game: Game) -> list[Report]:
    """Report what a game that was rated just now makes suspicious."""
    return [report for report in (_look_at_resignation(game), _look_at_pair(game)) if report]


def is_clearly_ahead(game: Game, seat: Seat) -> bool:
    """Whether a seat was winning when the game ended: both the count and the judgement of the bots say so."""
    try:
        kind, state = kinds.get(game.kind), log.position(game).state
    except (kinds.UnknownKind, Unreadable):
        return False
    if kind.bots.winning_value is None:
        return False
    points = kind.tally(state).points
    is_leading = points[seat - 1] > points[seat.other - 1]
    return is_leading and kind.bots.evaluate(state, seat).value >= kind.bots.winning_value(state)


def _look_at_resignation(game: Game) -> Report | None:
    if game.decided != EndedBy.RESIGNATION or game.winner is None:
        return None
    seat = Seat(game.winner).other
    user = game.seats.select_related("user").get(number=seat).user
    if user is None or not is_clearly_ahead(game, seat):
        return None
    with transaction.atomic():
        _lock(user.pk)
        known = {number for one in _known(user) for number in one.context.get("resigned", ())}
        resigned = [number for number in _resigned_when_ahead(user) if number not in known]
        if len(resigned) < SERIES:
            return None
        return _report(user, game, {"resigned": sorted(resigned)})


def _resigned_when_ahead(user: User) -> list[int]:
    """The numbers of the games, among the latest that were rated, that a person resigned while clearly ahead."""
    latest = RatingChange.objects.filter(rated__user=user).select_related("game").order_by("-at", "-game")[:LATEST]
    lost = [row for row in latest if row.score == 0 and row.game.decided == EndedBy.RESIGNATION]
    return [row.game_id for row in lost if is_clearly_ahead(row.game, Seat(row.seat))]


def _look_at_pair(game: Game) -> Report | None:
    change = (
        RatingChange.objects.filter(game=game, seat=Seat.ONE).select_related("rated__user", "opponent__user").first()
    )
    if change is None or change.rated.ladder != Rated.Ladder.PEOPLE:
        return None
    one, two = change.rated.user, change.opponent.user
    if one is None or two is None:
        return None
    between = RatingChange.objects.filter(rated=change.rated_id, opponent=change.opponent_id, counts=True)
    scores = list(between.order_by("-at", "-game").values_list("score", flat=True)[:LATEST])
    if not _are_one_sided(scores) or not shared_browser.share_one(one, two):
        return None
    winner, loser = (one, two) if sum(scores) > len(scores) / 2 else (two, one)
    pair = sorted((one.pk, two.pk))
    with transaction.atomic():
        _lock(*pair)
        if Report.objects.filter(is_automatic=True, reason=Report.Offence.RATING, context__pair=pair).exists():
            return None
        return _report(
            winner,
            game,
            {
                "pair": pair,
                "two": [{"user": user.pk, "name": user.username} for user in (winner, loser)],
                "points": sum(scores) if winner == one else len(scores) - sum(scores),
                "of": len(scores),
            },
        )


def _are_one_sided(scores: Sequence[float]) -> bool:
    if len(scores) < ENOUGH:
        return False
    share = sum(scores) / len(scores)
    return max(share, 1 - share) >= ONE_SIDED


def _known(user: User) -> QuerySet[Report]:
    return Report.objects.filter(is_automatic=True, reason=Report.Offence.RATING, case__subject=user)


def _report(subject: User, game: Game, facts: dict[str, object]) -> Report:
    return reports.report_automatically(
        subject=subject, target=Report.Target.GAME, reason=Report.Offence.RATING, text="", game=game, facts=facts
    )


def _lock(*people: int) -> None:
    """Let one worker at a time look at these people, so that nothing is reported twice."""
    list(get_user_model().objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk"))
