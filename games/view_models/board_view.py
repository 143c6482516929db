"""The board of a game's page: the position that is shown, with its points and its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.contract import CHANCE, Outcome
from games.kind_pages.page import PositionView
from games.view_models.player_view import PlayerView
from games.view_models.players import Players
from games.view_models.shown_game import ShownGame
from games.words import names


@dataclass(frozen=True)
class BoardView:
    shown: ShownGame
    players: Players
    ask: Mapping[str, str]  # the viewer's choices so far, not yet played
    latest: Sequence[str]  # moves whose traces are marked

    @cached_property
    def view(self) -> PositionView:
        """The position for the kind's templates, and what the viewer may do in it."""
        shown = self.shown
        return shown.kind_page.presenter.view(
            shown.shown.state,
            seat=shown.viewer.seat,
            is_yours=shown.is_now and shown.is_your_turn,
            ask=self.ask,
            latest=self.latest if shown.is_now else [made.text for made in shown.shown.moves[-1:]],
            rounds=self._rounds() if shown.is_over and shown.is_now else (),
        )

    @property
    def near_points(self) -> int:
        return self._points(self.players.near)

    @property
    def far_points(self) -> int:
        return self._points(self.players.far)

    @property
    def outcome(self) -> Outcome | None:
        """How the rules ended the game, in the position that is shown."""
        return self.shown.kind.rules.outcome(self.shown.shown.state)

    @property
    def winning_side(self) -> str | None:
        """The side that won by the rules, in words."""
        winner = self.outcome.winner if self.outcome else None
        return names.name_of_side(self.shown.kind.seats[winner - 1]) if winner else None

    def _points(self, player: PlayerView) -> int:
        """The count if the game ended now; the final count when it is over."""
        return self.view.estimate[player.row.number - 1]

    def _rounds(self) -> list[Any]:
        """The states at the end of every round, or after every move of a kind that has no rounds."""
        kind, moves = self.shown.kind, self.shown.head.moves
        state = kind.rules.initial(self.shown.game.options)
        states = []
        for move in moves:
            state = kind.rules.apply(state, move.text)
            if not kind.has_rounds or move is moves[-1] or kind.rules.actor(state) is CHANCE:
                states.append(state)
        return states
