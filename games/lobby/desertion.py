"""Who leaves games to the clock plays fewer at a time, until they finish games again. No moderator is needed for that.

It is judged by the last games against people that came to an end, those that were called off or annulled aside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.db.models import QuerySet

from games.models import Challenge, Game, Seat

if TYPE_CHECKING:
    from accounts.for_games import User

LAST: Final = 20  # games that are looked at
ENOUGH: Final = 5  # games, before a share of them says anything
UNPLAYED: Final = ("abort", "annul", "annulled")  # ways to end that nobody is to be judged by
# So many lost on time, and more than such a share of them: so many games at a time. The strictest first.
STEPS: Final = ((6, 0.5, 2), (3, 0.2, 5))


@dataclass(frozen=True, slots=True)
class CompletionRecord:
    """How somebody's last games came to their end; the latest first."""

    left: tuple[bool, ...]  # whether each was lost on time

    @property
    def ended(self) -> int:
        return len(self.left)

    @property
    def lost_on_time(self) -> int:
        return sum(self.left)

    @property
    def percent(self) -> int | None:
        """The share that was finished in time; nothing as long as there are too few to tell."""
        return round(100 * (self.ended - self.lost_on_time) / self.ended) if self.ended >= ENOUGH else None

    @property
    def most(self) -> int:
        """Games against people that they may play at a time."""
        usual: int = settings.MOST_GAMES
        for least, share, most in STEPS:
            if self.lost_on_time >= least and self.lost_on_time > share * self.ended:
                return min(most, usual)
        return usual

    @property
    def is_limited(self) -> bool:
        return self.most < int(settings.MOST_GAMES)

    @property
    def to_finish(self) -> int:
        """So many games finished in time, one after the other, and nothing is limited any more."""
        record, count = self, 0
        while record.is_limited:
            record, count = CompletionRecord((False, *record.left)[:LAST]), count + 1
        return count


@dataclass(frozen=True, slots=True)
class GameLimit:
    """What somebody is told of it."""

    record: CompletionRecord
    playing: int


def record_of(user: User) -> CompletionRecord:
    over = Seat.objects.filter(user=user, game__status=Game.Status.OVER).exclude(game__decided__in=UNPLAYED)
    over = over.exclude(game__in=with_bots()).order_by("-game__ended_at", "-game_id")
    rows = over.values_list("number", "game__winner", "game__decided")[:LAST]
    return CompletionRecord(
        tuple(decided == "timeout" and winner not in (None, number) for number, winner, decided in rows)
    )


def limit_of(user: User) -> GameLimit | None:
    """Something only for whom it concerns."""
    record = record_of(user)
    return GameLimit(record, playing(user)) if record.is_limited else None


def playing(user: User) -> int:
    """Running games against people. A seat that a bot plays for them is none of theirs."""
    own = Seat.objects.filter(user=user, bot="", game__status=Game.Status.RUNNING)
    return own.exclude(game__in=_against_bots()).count()


def is_full(user: User, *, with_offers: bool = False) -> bool:
    """Whether they play as many games as they may. Ask with their row locked, so that nobody adds one meanwhile."""
    count = playing(user)
    if with_offers:
        count += Challenge.objects.filter(creator=user, status=Challenge.Status.OPEN).count()
    smallest = min(most for _, _, most in STEPS)
    return count >= smallest and count >= record_of(user).most


def with_bots() -> QuerySet[Seat, Any]:
    return Seat.objects.filter(bot__gt="").values("game")


def _against_bots() -> QuerySet[Seat, Any]:
    """Games with a seat that was a bot's from the start."""
    return Seat.objects.filter(bot__gt="", user=None, left_at=None).values("game")
