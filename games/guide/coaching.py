"""Coaching at the table: which games are somebody's first of a kind, and which lines they have put away.

Both are kept with the account (``User.learned``), which every request loads anyway: no page asks the database for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from games.models import Game, Seat

if TYPE_CHECKING:
    from accounts.for_games import User

GAMES: Final = 3  # one's first games of a kind
COACH: Final = "coach"  # in ``User.learned``: for each kind the numbers of these games, and what was put away
EXPERIENCED: Final = "experienced"  # instead, for whoever had played enough before there was any coaching


def begin(game: Game, users: Iterable[User]) -> None:
    """A game has begun: note whether it is one of the first of each who plays."""
    for user in sorted(users, key=lambda user: user.pk):  # two games that begin at once lock people in one order
        known = _of(user, game.kind)
        first = known.get("games", [])
        if known.get(EXPERIENCED) or len(first) >= GAMES or game.pk in first:
            continue
        if Seat.objects.filter(user=user, game__kind=game.kind, game__lt=game)[:GAMES].count() == GAMES:
            _write(user, game.kind, {**known, EXPERIENCED: True})
        else:
            _write(user, game.kind, {**known, "games": [*first, game.pk]})


def number_of(game: Game, user: User) -> int:
    """1 in their first game of its kind, up to 3; 0 where nobody is coached any more."""
    first = _of(user, game.kind).get("games", [])
    return first.index(game.pk) + 1 if game.pk in first else 0


def is_experienced(kind: str, user: User) -> bool:
    """Whether their first games of that kind are behind them."""
    known = _of(user, kind)
    return bool(known.get(EXPERIENCED)) or len(known.get("games", [])) >= GAMES


def is_put_away(kind: str, user: User, line: str) -> bool:
    return line in _of(user, kind).get("put_away", [])


def put_away(kind: str, user: User, line: str) -> None:
    """This line is not shown to them again."""
    if not is_put_away(kind, user, line):
        known = _of(user, kind)
        _write(user, kind, {**known, "put_away": [*known.get("put_away", []), line]})


def _of(user: User, kind: str) -> dict[str, Any]:
    known: dict[str, Any] = user.learned.get(COACH, {}).get(kind, {})
    return known


def _write(user: User, kind: str, known: dict[str, Any]) -> None:
    user.learned = {**user.learned, COACH: {**user.learned.get(COACH, {}), kind: known}}
    user.save(update_fields=["learned"])
