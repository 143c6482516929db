"""The ledger: what each rated game changed, as it is stored. The worker keeps it up to date.

Usually a game is added at the end. If a result changed, or a game ended before others that are rated already,
everything from that game on is worked out anew; only what comes out differently is written, and whoever has another
rating for it is told.

That is done in steps of so many games, each in a transaction of its own, so that moves need not wait for years of
games. A step that does not come to the end leaves the game at which to go on as one that is due: whichever worker comes
next goes on from there.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.contract import Seat
from games.models import UNPLAYED, EndedBy, Game, Rated, RatingChange, RatingDue
from games.models import Seat as SeatRow
from games.moderation import rating_flags
from games.ratings import corrections, due, first_player, history, matches
from games.ratings.glicko import Rating
from games.ratings.history import Change, RatedGame, Standing

logger = logging.getLogger(__name__)
BATCH: Final = 200  # games in memory, and in a transaction
SECONDS_BETWEEN: Final = 0.1  # steps: others write too
Ladder = Rated.Ladder
Place = tuple[datetime, int]  # when a game ended, and its number: the order of the ledger


def work_off() -> float | None:
    """Bring the ledger one step further on each ladder on which games are due; a job of the worker.

    Returns the seconds until the next step, if more is due. Workers do it one after the other: whoever comes later
    waits for the rows that an earlier one has locked.
    """
    if not RatingDue.objects.exists():
        return None
    done: list[Game] = []
    for kind, ladder in _ladders_due():
        with transaction.atomic():
            done += _bring_up_to_date(kind, ladder)
    for game in done:
        _flag(game)
    return SECONDS_BETWEEN if RatingDue.objects.exists() else None


def _flag(game: Game) -> None:
    """What one game makes suspicious holds up none of the others, if it cannot be found out."""
    try:
        rating_flags.look_at(game)
    except Exception:
        logger.exception("It is not known whether game %s is suspicious", game.pk)


def _ladders_due() -> list[tuple[str, Rated.Ladder]]:
    games = _with_seats(Game.objects.filter(rating_due__isnull=False))
    return sorted({(game.kind, ladder_of(game)) for game in games})


def rebuild(kind: str, ladder: Rated.Ladder) -> None:
    """Work out a ladder anew from its first game: after a change of what going first is worth. Nobody is told."""
    with transaction.atomic():
        start: Place | None = next((_place(games[0]) for games in _batches(kind, ladder, None) if games), None)
        while start:
            next_one = _work_out(kind, ladder, start, set())
            start = _place(next_one) if next_one else None


def all_games(kind: str, ladder: Rated.Ladder) -> Iterator[RatedGame]:
    """The games of a ladder that count, in the order in which they ended. Players are rows of Rated."""
    players = _Players(kind, ladder)
    for games in _batches(kind, ladder, None):
        yield from rated_games(games, players.of(games))


def recompute(kind: str, ladder: Rated.Ladder, standings: dict[Hashable, Standing]) -> Iterator[Change]:
    """What the ledger of a ladder must have, from the games alone; nothing is stored.

    ``standings`` is empty at first, and has where everybody stands at the end.
    """
    for changes in history.fold(standings, all_games(kind, ladder)):
        yield from changes


def rated_games(games: Sequence[Game], players: dict[tuple[int, int], int]) -> list[RatedGame]:
    """The games as history wants them; ``players`` are the rated ones by game and seat."""
    advantages = first_player.advantages([game for game in games if game.partner is None])
    return [
        RatedGame(
            number=game.pk,
            at=_ended(game),
            players=(players[game.pk, 1], players[game.pk, 2]),
            **_result(game, advantages),
        )
        for game in games
    ]


def _result(game: Game, advantages: Mapping[int, float]) -> dict[str, Any]:
    """What a game gave seat one; for a mirror match, what both boards gave whoever has seat one here."""
    if game.partner is not None:
        result = matches.result_of(game, game.partner)
        return {"score": result.score, "advantage": 0.0, "lost_on_time": result.lost_on_time}
    return {
        "score": 0.5 if game.winner is None else float(game.winner == Seat.ONE),
        "advantage": advantages[game.pk],
        "lost_on_time": Seat(game.winner).other if game.winner and game.decided == EndedBy.TIMEOUT else None,
    }


def columns(change: Change) -> dict[str, Any]:
    """A change as its row stores it."""
    return {
        "rated_id": change.player,
        "opponent_id": change.opponent,
        "at": change.at,
        "score": change.score,
        "expected": change.expected,
        "counts": change.counts,
        "rating_before": change.before.rating,
        "deviation_before": change.before.deviation,
        "rating": change.after.rating,
        "deviation": change.after.deviation,
        "volatility": change.after.volatility,
        "games": change.games,
        "lost_on_time": change.lost_on_time,
    }


def standing_columns(standing: Standing) -> dict[str, Any]:
    return {
        "rating": standing.rating.rating,
        "deviation": standing.rating.deviation,
        "volatility": standing.rating.volatility,
        "games": standing.games,
        "at": standing.at,
        "has_lost_on_time": standing.has_lost_on_time,
        "sure_until": standing.sure_until,
    }


def ladder_of(game: Game) -> Rated.Ladder:
    return Ladder.BOTS if any(row.bot_at_start for row in game.seats.all()) else Ladder.PEOPLE


@dataclass
class _Players:
    """Who is rated in the seats of games: who was when the game was rated first, else whoever sits there."""

    kind: str
    ladder: Rated.Ladder
    is_storing: bool = False  # whether a player who is new gets a row
    _unstored: int = field(default=0)

    def of(self, games: Sequence[Game]) -> dict[tuple[int, int], int]:
        earlier = RatingChange.objects.filter(game__in=[game.pk for game in games])
        found = {(number, seat): rated for number, seat, rated in earlier.values_list("game", "seat", "rated")}
        seats = [row for game in games for row in game.seats.all() if (game.pk, row.number) not in found]
        rows = Rated.objects.filter(kind=self.kind, ladder=self.ladder)
        by_user = {row.user_id: row.pk for row in rows.filter(user__in={seat.user_id for seat in seats} - {None})}
        by_bot = {row.bot: row.pk for row in rows.filter(bot__in={seat.bot_at_start for seat in seats} - {""})}
        for seat in seats:
            if seat.bot_at_start:
                if seat.bot_at_start not in by_bot:
                    by_bot[seat.bot_at_start] = self._new(seat)
                found[seat.game_id, seat.number] = by_bot[seat.bot_at_start]
            elif seat.user_id:
                if seat.user_id not in by_user:
                    by_user[seat.user_id] = self._new(seat)
                found[seat.game_id, seat.number] = by_user[seat.user_id]
            else:  # left before the game was rated: nobody's other games can be told apart any more
                found[seat.game_id, seat.number] = self._new(seat)
        return found

    def _new(self, seat: SeatRow) -> int:
        if not self.is_storing:
            self._unstored -= 1
            return self._unstored
        standing = Standing()
        row = Rated.objects.create(
            kind=self.kind,
            ladder=self.ladder,
            user_id=None if seat.bot_at_start else seat.user_id,
            bot=seat.bot_at_start,
            rating=standing.rating.rating,
            deviation=standing.rating.deviation,
            volatility=standing.rating.volatility,
        )
        return row.pk


def _bring_up_to_date(kind: str, ladder: Rated.Ladder) -> list[Game]:
    """Work out a step of the ledger from the first of the games whose result has changed.

    Returns those that were rated, or rated anew.
    """
    rows = {row.game_id: row for row in _locked() if row.game.kind == kind and ladder_of(row.game) is ladder}
    changed = [row.game for row in rows.values()]
    stale = list(RatingChange.objects.filter(game__in=rows).order_by("at", "game"))
    places = [(row.at, row.game_id) for row in stale] + [_place(game) for game in changed if due.counts(game)]
    next_one = None
    if places:
        start = min(places)
        because = next((row.because for row in rows.values() if row.because), None)
        because = because or _corrected_by(ladder, changed, stale, start)
        _put_in_place(changed, stale)
        next_one = _work_out(kind, ladder, start, {row.rated_id for row in stale}, corrected_by=because)
        if next_one and next_one.pk not in rows:
            RatingDue.objects.create(game=next_one, because=because)
        elif next_one:
            RatingDue.objects.filter(game=next_one).update(because=because)
    later = [game for game in changed if next_one and due.counts(game) and _place(game) >= _place(next_one)]
    RatingDue.objects.filter(game__in=rows).exclude(game__in=later).delete()
    return [game for game in changed if due.counts(game) and game not in later]


def _locked() -> list[RatingDue]:
    """All that is due. A worker that waited here for another one reads again: what is due then may be other rows."""
    while True:
        found = RatingDue.objects.select_for_update(of=("self",)).select_related("game", "because")
        rows = list(found.prefetch_related("game__seats").order_by("pk"))
        if {*RatingDue.objects.values_list("pk", flat=True)} <= {row.pk for row in rows}:
            return rows


def _put_in_place(changed: Sequence[Game], stale: Sequence[RatingChange]) -> None:
    """Of games that count no more nothing is kept; of those that end at another time now, the rows stand there."""
    RatingChange.objects.filter(game__in=[game.pk for game in changed if not due.counts(game)]).delete()
    before = {row.game_id: row.at for row in stale}
    for game in changed:
        if due.counts(game) and before.get(game.pk) not in (None, game.ended_at):
            RatingChange.objects.filter(game=game).update(at=_ended(game))


def _corrected_by(
    ladder: Rated.Ladder, changed: Sequence[Game], stale: Sequence[RatingChange], start: Place
) -> Game | None:
    """The game whose new result changes earlier ratings; None if all that changed comes after what is rated."""
    if stale:
        return next(game for game in changed if game.pk == stale[0].game_id)
    at, number = start
    later = _counting(changed[0].kind).filter(Q(ended_at__gt=at) | Q(ended_at=at, pk__gt=number))
    is_late = later.filter(rating_changes__rated__ladder=ladder).exists()
    return next(game for game in changed if game.pk == number) if is_late else None


def _work_out(
    kind: str, ladder: Rated.Ladder, start: Place, touched: set[int], corrected_by: Game | None = None
) -> Game | None:
    """Work out so many games from a place on. Returns the game at which to go on, if there are more.

    ``touched``: who had a change from there on that may be gone. Where players stand is written when it holds: once
    none of their games is still to come.
    """
    games, next_one = _step(kind, ladder, start)
    players = _Players(kind, ladder, is_storing=True).of(games)
    touched |= {*players.values()}
    standings: dict[Hashable, Standing] = {}
    _stand_before(start, touched, standings)
    changes = [change for pair in history.fold(standings, rated_games(games, players)) for change in pair]
    _store(changes, games)
    if next_one:
        still_to_come = RatingChange.objects.filter(_is_from(_place(next_one)), rated__in=touched)
        touched -= {*still_to_come.values_list("rated", flat=True)}
    _store_standings(touched, standings, corrected_by=corrected_by)
    return next_one


def _step(kind: str, ladder: Rated.Ladder, start: Place) -> tuple[list[Game], Game | None]:
    """The games of a ladder from a place on, at most so many, and the next one."""
    found: list[Game] = []
    for games in _batches(kind, ladder, start):
        found += games
        if len(found) > BATCH:
            return found[:BATCH], found[BATCH]
    return found, None


def _is_from(place: Place) -> Q:
    """A condition on changes: from this place of the ledger on."""
    at, number = place
    return Q(at__gt=at) | Q(at=at, game__gte=number)


def _stand_before(place: Place, rated: Collection[int], standings: dict[Hashable, Standing]) -> None:
    """Where these players stood before a place of the ledger."""
    at, number = place
    earlier = RatingChange.objects.filter(Q(at__lt=at) | Q(at=at, game__lt=number), rated=OuterRef("pk"))
    latest = earlier.order_by("-at", "-game")
    rows = Rated.objects.filter(pk__in=rated).annotate(
        last=Subquery(latest.values("pk")[:1]), last_counted=Subquery(latest.filter(counts=True).values("pk")[:1])
    )
    found = {row.pk: (row.last, row.last_counted) for row in rows}
    numbers = {pk for pair in found.values() for pk in pair if pk}
    changes = RatingChange.objects.in_bulk(numbers)
    for pk, (last, last_counted) in found.items():
        counted = changes.get(last_counted)
        standings[pk] = Standing(
            rating=Rating(counted.rating, counted.deviation, counted.volatility) if counted else Rating(),
            games=counted.games if counted else 0,
            at=counted.at if counted else None,
            has_lost_on_time=bool(last and changes[last].lost_on_time),
        )


def _store(changes: Sequence[Change], games: Sequence[Game]) -> None:
    """Write the rows that differ from what is stored."""
    stored = {(row.game_id, row.seat): row for row in RatingChange.objects.filter(game__in=[game.pk for game in games])}
    new, changed = [], []
    for change in changes:
        values, row = columns(change), stored.get((change.game, change.seat))
        if row is None:
            new.append(RatingChange(game_id=change.game, seat=change.seat, **values))
        elif any(getattr(row, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(row, name, value)
            changed.append(row)
    RatingChange.objects.bulk_create(new, BATCH)
    if changed:
        RatingChange.objects.bulk_update(changed, [*columns(changes[0])], BATCH)


def _store_standings(
    touched: Collection[int], standings: Mapping[Hashable, Standing], *, corrected_by: Game | None
) -> None:
    """Write where these players stand now. ``corrected_by``: the game that made history change."""
    names = [*standing_columns(Standing())]
    for part in _parts(sorted(touched), BATCH):
        rows = list(Rated.objects.filter(pk__in=part).select_related("user").order_by("pk"))
        ratings = [row.rating for row in rows]
        for row in rows:
            for name, value in standing_columns(standings[row.pk]).items():
                setattr(row, name, value)
        Rated.objects.bulk_update(rows, names)
        if corrected_by is not None:
            for row, was in zip(rows, ratings, strict=True):
                corrections.tell(row, was=was, game=corrected_by)


def _parts(numbers: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


def _batches(kind: str, ladder: Rated.Ladder, start: Place | None) -> Iterator[list[Game]]:
    """The games of a ladder that count, from a place on, in the order in which they ended."""
    games = _counting(kind)
    condition = Q(ended_at__gt=start[0]) | Q(ended_at=start[0], pk__gte=start[1]) if start else Q()
    while batch := list(_with_seats(games.filter(condition).order_by("ended_at", "pk")[:BATCH])):
        place = _place(batch[-1])
        yield [game for game in batch if ladder_of(game) is ladder and due.counts(game)]
        condition = Q(ended_at__gt=place[0]) | Q(ended_at=place[0], pk__gt=place[1])


def _counting(kind: str) -> QuerySet[Game]:
    """The games of a kind that change ratings."""
    return Game.objects.filter(kind=kind, status=Game.Status.OVER, is_rated=True).exclude(decided__in=UNPLAYED)


def _with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related("partner").prefetch_related("seats")


def _place(game: Game) -> Place:
    return _ended(game), game.pk


def _ended(game: Game) -> datetime:
    assert game.ended_at is not None, "only a game that is over is rated"
    return game.ended_at
