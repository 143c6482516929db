"""A player who loses many games on time may play fewer at once, until they finish games again. No moderator acts.

The rule looks at their last finished games against people, without those that were called off or annulled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from games.models import UNPLAYED, Challenge, EndedBy, Game, Seat
from games.prepared import Prepared

if TYPE_CHECKING:
    from accounts.for_games import User

LAST: Final = 20  # games that count
ENOUGH: Final = 5  # games, before a share of them is shown
# Games lost on time (at least so many, and more than this share): games allowed at once. The strictest first.
STEPS: Final = ((6, 0.5, 2), (3, 0.2, 5))


@dataclass(frozen=True, slots=True)
class CompletionRecord:
    """How the last games of a person ended, the latest first."""

    left: tuple[bool, ...]  # whether each was lost on time

    @property
    def ended(self) -> int:
        return len(self.left)

    @property
    def lost_on_time(self) -> int:
        return sum(self.left)

    @property
    def percent(self) -> int | None:
        """The percentage finished in time; None as long as there are too few games."""
        return round(100 * (self.ended - self.lost_on_time) / self.ended) if self.ended >= ENOUGH else None

    @property
    def most(self) -> int:
        """The number of games against people that they may play at once."""
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
        """The number of games to finish in time, one after the other, until the limit ends."""
        record, count = self, 0
        while record.is_limited:
            record, count = CompletionRecord((False, *record.left)[:LAST]), count + 1
        return count


@dataclass(frozen=True, slots=True)
class GameLimit:
    """The limit of a person, for the page that tells them."""

    record: CompletionRecord
    playing: int


def record_of(user: User) -> CompletionRecord:
    return CompletionRecord(
        tuple(how == EndedBy.TIMEOUT and winner not in (None, number) for number, winner, how in _last(user.pk))
    )


def limit_of(user: User) -> GameLimit | None:
    """The limit of a person; None if they have none."""
    record = record_of(user)
    return GameLimit(record, playing(user)) if record.is_limited else None


def playing(user: User) -> int:
    """The number of running games against people, without those in which a bot plays for this person."""
    own = Seat.objects.filter(user=user, bot="", game__status=Game.Status.RUNNING)
    return own.filter(~has_bot(user=None, left_at=None)).count()  # that sat there from the start


def is_full(user: User, *, with_offers: bool = False, more: int = 1) -> bool:
    """Whether so many ``more`` games are too many for a person. Their row must be locked, so that no game is added."""
    count = playing(user) + more
    if with_offers:
        offers = Challenge.objects.filter(creator=user, status=Challenge.Status.OPEN)
        count += sum(2 if is_mirrored else 1 for is_mirrored in offers.values_list("is_mirrored", flat=True))
    smallest = min(most for _, _, most in STEPS)
    return count > smallest and count > record_of(user).most


def has_bot(**how: Any) -> Exists:
    """A condition on seats: a bot plays in their game. Asked of each game, never of all games at once."""
    return Exists(Seat.objects.filter(game=OuterRef("game"), bot__gt="", **how))


def _last_games(user: int) -> QuerySet[Seat, tuple[int, int | None, str]]:
    over = Seat.objects.filter(user=user, game__status=Game.Status.OVER).exclude(game__decided__in=UNPLAYED)
    over = over.filter(~has_bot()).order_by("-game__ended_at", "-game_id")
    return over.values_list("number", "game__winner", "game__decided")[:LAST]


_last = Prepared(_last_games)
