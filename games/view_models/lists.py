"""Games in lists: those of a person are told from their side, others name both players.

The points come from the position, which the board of a row needs anyway: no column stores them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games.access import viewer_of
from games.contract import Seat
from games.models import Game
from games.table import log
from games.view_models.game_page import GamePage
from games.view_models.player_view import PlayerView
from games.words import names, results

if TYPE_CHECKING:
    from accounts.for_games import User


@dataclass(frozen=True)
class ListedGame(GamePage):
    """A row of a list, which shows the board as it is now."""

    side: Seat | None = None  # of the person whose list it is; None: of nobody in particular
    cannot_be_shown: bool = False  # what is stored of it cannot be replayed

    @cached_property
    def is_your_turn(self) -> bool:
        return not self.cannot_be_shown and super().is_your_turn

    @property
    def is_own(self) -> bool:
        """Whether the list is the reader's own."""
        return self.side is not None and self.side == self.viewer.seat

    @property
    def opponent(self) -> PlayerView:
        """Of the person whose list it is."""
        return next(player for player in self.players.both if player.row.number != self.side)

    @property
    def result(self) -> str:
        """How the game ended, with the points where the rules ended it. Only for a list of somebody, after the end."""
        assert self.side
        decided, winner, points = self.game.decided, self.game.winner, self.kind.tally(self.head.state).points
        if self.is_own:
            players = [player.name for player in self.players.both]
            return results.to_player(decided, players, winner=winner, seat=self.side, points=points)
        other = self.opponent
        return results.of_player(
            decided, other.name, winner=winner, seat=self.side, points=points, is_reader=other.is_you
        )

    @property
    def unusual(self) -> list[str]:
        """The options that differ from the defaults of the kind, in words."""
        return names.unusual_options_of(self.game)


def pages_of(games: Iterable[Game], viewer: User | None, *, owner: User | None = None) -> list[ListedGame]:
    """The games of a list, with their boards. All their events are read by one query.

    ``owner`` is the person whose games they are; without one it is the viewer, where they play.
    """
    shown = list(games)
    unreadable = log.load_positions(shown)
    return [_listed(game, viewer, owner or viewer, cannot_be_shown=game.pk in unreadable) for game in shown]


def _listed(game: Game, viewer: User | None, owner: User | None, *, cannot_be_shown: bool) -> ListedGame:
    side = viewer_of(game, owner).seat
    return ListedGame(game, viewer_of(game, viewer), side=side, cannot_be_shown=cannot_be_shown)
