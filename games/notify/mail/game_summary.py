"""A game as a mail describes it to one of its players: the latest moves, the points, the board, the result."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import kinds
from games.contract import Seat
from games.kind_pages import pictures, storytellers
from games.kind_pages.drawn import NotDrawn
from games.kind_pages.registry import page_of
from games.kinds import Kind
from games.models import Game
from games.models import Seat as SeatRow
from games.notify.mail import links
from games.notify.mail.letter import Figure, Points
from games.table import log
from games.table.log import Position
from games.words import names, results

if TYPE_CHECKING:
    from accounts.for_games import User

logger = logging.getLogger(__name__)

MOST_TOLD: Final = 8


@dataclass(frozen=True)
class GameSummary:
    game: Game
    own: SeatRow
    other: SeatRow

    @property
    def kind(self) -> Kind:
        return kinds.get(self.game.kind)

    @property
    def name(self) -> str:
        """The name of the opponent."""
        return names.name_of(self.other)

    @property
    def is_your_turn(self) -> bool:
        return self.game.to_move == self.own.number

    @property
    def is_over(self) -> bool:
        return self.game.status == Game.Status.OVER

    @property
    def title(self) -> str:
        return _("%(kind)s, game %(number)s") % {"kind": self.kind.title, "number": self.game.pk}

    @property
    def subject(self) -> str:
        """The same for all mails about a game, so that mail programs make one thread of them."""
        facts = {"kind": self.kind.title, "name": self.name, "number": self.game.pk}
        return _("%(kind)s against %(name)s, game %(number)s") % facts

    @cached_property
    def position(self) -> Position:
        return log.position(self.game)

    @cached_property
    def news(self) -> int:
        """The index of the first move after the last move of the reader."""
        own = [place for place, made in enumerate(self.position.moves) if made.seat == self.own.number]
        return own[-1] + 1 if own else 0

    @property
    def sentences(self) -> list[str]:
        """The moves since the reader moved, in words; the last of them if there are many."""
        moves = self.position.moves
        begin = max(self.news, len(moves) - MOST_TOLD)
        told = [story.text for story in storytellers.tell(self.game, moves, begin, len(moves))]
        left_out = begin - self.news
        if left_out:
            before = ngettext(
                "There was %(count)s move before that.", "There were %(count)s moves before that.", left_out
            )
            told.insert(0, before % {"count": left_out})
        return told

    @property
    def points(self) -> Points:
        """The points if the game ended now, or of a game that has ended."""
        one, two = self.kind.tally(self.position.state).points
        you, other = (one, two) if self.own.number == Seat.ONE else (two, one)
        return Points(you, other, self._side(self.own), self._side(self.other), self.is_over)

    def _side(self, row: SeatRow) -> str:
        return names.name_of_side(self.kind.seats[row.number - 1])

    def figure(self) -> tuple[Figure, dict[str, bytes]] | None:
        """The board with the latest moves marked; None if the site sends no pictures, or it could not be drawn."""
        width: int = settings.MAIL_PICTURE_WIDTH
        if not width:
            return None
        state = self.position.state
        latest = [made.text for made in self.position.moves[self.news :] if made.seat]
        alt = page_of(self.game.kind).picture(state, latest=tuple(latest)).label
        cid = f"board-{self.game.pk}-{self.game.head}@{links.domain()}"
        try:
            return Figure(cid, alt), {cid: pictures.png(self.game.kind, state, latest, width=width)}
        except NotDrawn as why:  # the words are in the mail anyway
            logger.warning("A mail about game %s has no picture: %s", self.game.pk, why)
            return None

    @property
    def result(self) -> str:
        """How the game ended, in a sentence to the reader."""
        own, other = names.name_of(self.own), names.name_of(self.other)
        players = (own, other) if self.own.number == Seat.ONE else (other, own)
        return results.in_full(self.game.decided, players, winner=self.game.winner, reader=self.own.number)


def summary_for(user: User, game: Game) -> GameSummary:
    """The summary of a game for one of its players. Raises LookupError for anybody else."""
    rows = list(game.seats.select_related("user"))
    own = next((row for row in rows if row.user_id == user.pk), None)
    if own is None:
        raise LookupError("not a player of this game")
    return GameSummary(game, own, next(row for row in rows if row is not own))
