"""The evidence of a case as its page shows it: figures beside what is usual, with errors and what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import quantiles

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.for_games import User
from games import kinds
from games.bots import agreement
from games.bots.agreement import Share
from games.lobby import ladder
from games.models import Case, GameEvidence, Rated, Report
from games.moderation import evidence
from games.ratings import lists
from games.view_models.rating_page import view_of
from games.words import durations, names


@dataclass(frozen=True, slots=True)
class Figure:
    """A share in a row of the table."""

    label: str
    share: Share
    games: int
    mark: str = ""  # the subject, their opponents, or the strength at which they play

    @property
    def value(self) -> str:
        facts = {"percent": self.share.percent, "error": self.share.error_percent}
        if self.share.error_percent is None:
            return gettext("%(percent)s %%, of one game") % facts
        return gettext("%(percent)s %% ± %(error)s") % facts

    @property
    def basis(self) -> str:
        """How few it rests on."""
        return ngettext("%(count)s move", "%(count)s moves", self.share.decisions) % {"count": self.share.decisions}


@dataclass(frozen=True, slots=True)
class GameTimes:
    """How long the subject took in a game."""

    number: int
    head: int
    moves: int
    times: tuple[str, str, str]  # a quarter took less, half took less, three quarters took less
    share: str


@dataclass(frozen=True, slots=True)
class KindEvidence:
    title: str
    bot: str  # that was asked; empty for a kind that was removed
    rating: str  # a sentence: the rating of the subject, and what it is compared with
    figures: list[Figure]
    games: list[GameTimes]


@dataclass(frozen=True, slots=True)
class CaseEvidence:
    kinds: list[KindEvidence]
    waiting: int  # games that are not worked out yet


def of_case(case: Case) -> CaseEvidence | None:
    """None for a case that is not about cheating, or whose subject is gone."""
    if case.reason != Report.Offence.CHEATING or case.subject is None:
        return None
    games = {game.pk: game for game in evidence.games_of(case)}
    own = {
        game.pk: {seat.number for seat in game.seats.all() if seat.user_id == case.subject_id}
        for game in games.values()
    }
    found = evidence.of_games(games.values())
    mine = [one for one in found if one.seat in own[one.game_id]]
    ladders = ladder.ladders_of(case.subject) if mine else {}
    shown = []
    for kind in dict.fromkeys(games[one.game_id].kind for one in mine):
        reached = ladders[kind].reached if kind in ladders else None
        rows = [one for one in found if games[one.game_id].kind == kind]
        shown.append(_of_kind(case, kind, rows, own, reached.level if reached else ""))
    return CaseEvidence(shown, len(games) - len({one.game_id for one in mine}))


def _of_kind(
    case: Case, kind: str, rows: Sequence[GameEvidence], own: dict[int, set[int]], reached: str
) -> KindEvidence:
    assert case.subject is not None
    mine = [one for one in rows if one.seat in own[one.game_id]]
    others = [one for one in rows if one.seat not in own[one.game_id]]
    figures = []
    if share := _share(mine):
        figures.append(Figure(case.subject.username, share, share.games, gettext("this person")))
    if share := _share(others):
        figures.append(Figure(gettext("Their opponents in these games"), share, share.games))
    rating, at_rating = _at_rating(case.subject, kind)
    figures += at_rating
    try:
        bot, usual = names.name_of_bot(agreement.strongest(kind)), agreement.usual(kind)
    except kinds.UnknownKind:  # what was worked out before it was removed is still shown
        bot, usual = "", {}
    for level, one in usual.items():
        mark = gettext("strongest bot they have beaten") if level == reached else ""
        figures.append(Figure(names.name_of_bot(level), one, one.games, mark))
    return KindEvidence(kinds.title_of(kind), bot, rating, figures, [_times(one) for one in mine])


def _at_rating(subject: User, kind: str) -> tuple[str, list[Figure]]:
    """The rating of the subject in a sentence, and what is usual among people who play about as well."""
    row = lists.standing_of(subject, kind, Rated.Ladder.PEOPLE)
    if row is None or not row.games:
        return gettext("%(name)s has no rating among people.") % {"name": subject.username}, []
    today = view_of(row, timezone.now())
    facts = {"name": subject.username, "rating": today.rating, "deviation": today.deviation}
    if today.is_provisional:
        return (
            gettext("%(name)s is rated %(rating)s ± %(deviation)s among people: too unsure to compare with others.")
            % facts,
            [],
        )
    found = evidence.near(kind, row.rating, besides=subject)
    facts |= {"low": today.rating - evidence.NEAR, "high": today.rating + evidence.NEAR}
    facts |= {"people": found.people, "least": evidence.LEAST_PEOPLE}
    if found.share is None:
        said = ngettext(
            "%(name)s is rated %(rating)s ± %(deviation)s among people. What is usual from %(low)s to %(high)s isn’t "
            "known: %(people)s such player was measured on this site, and it takes %(least)s.",
            "%(name)s is rated %(rating)s ± %(deviation)s among people. What is usual from %(low)s to %(high)s isn’t "
            "known: %(people)s such players were measured on this site, and it takes %(least)s.",
            found.people,
        )
        return said % facts, []
    said = ngettext(
        "%(name)s is rated %(rating)s ± %(deviation)s among people. For comparison: %(people)s established player "
        "rated from %(low)s to %(high)s, in finished games measured on this site.",
        "%(name)s is rated %(rating)s ± %(deviation)s among people. For comparison: %(people)s established players "
        "rated from %(low)s to %(high)s, in finished games measured on this site.",
        found.people,
    )
    label = gettext("People rated from %(low)s to %(high)s") % facts
    return said % facts, [Figure(label, found.share, found.games, gettext("about the same rating"))]


def _share(rows: Sequence[GameEvidence]) -> Share | None:
    return agreement.share((one.agreed, one.decisions) for one in rows)


def _times(one: GameEvidence) -> GameTimes:
    share = gettext("%(agreed)s of %(decisions)s") % {"agreed": one.agreed, "decisions": one.decisions}
    seconds = sorted(one.seconds)
    quarters = (
        quantiles(seconds, n=4, method="inclusive") if len(seconds) > 1 else [*seconds, *seconds, *seconds] or [0] * 3
    )
    low, half, high = (_duration(value) for value in quarters)
    return GameTimes(one.game_id, one.head, len(seconds), (low, half, high), share if one.decisions else "–")


def _duration(seconds: float) -> str:
    if seconds < 60:
        count = round(seconds)
        return ngettext("%(count)s second", "%(count)s seconds", count) % {"count": count}
    return durations.duration(timedelta(seconds=seconds))
