"""The snapshot that is kept with a report, as pages show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import localize

from games import kinds
from games.kind_pages import storytellers
from games.kinds import Kind
from games.models import Game, Report
from games.table import log
from games.table.unreadable import Unreadable
from games.words import durations, names

MOST_TOLD = 6


@dataclass(frozen=True, slots=True)
class SnapshotMessage:
    name: str
    text: str
    at: datetime | None
    is_it: bool  # the message that was reported


@dataclass(frozen=True, slots=True)
class SnapshotPlayer:
    name: str
    side: str
    colour: str
    left: str
    is_to_move: bool


@dataclass(frozen=True, slots=True)
class SnapshotPair:
    """How the rated games between two accounts ended."""

    winner: str
    loser: str
    points: str  # of the winner
    of: int  # games


@dataclass(frozen=True, slots=True)
class SnapshotResult:
    title: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class ReportSnapshot:
    """The context of a report. What a game's events say never changes, so its board is drawn from them."""

    target: str
    context: Mapping[str, Any]
    game: Game | None = None

    @property
    def is_game(self) -> bool:
        return self.target == Report.Target.GAME and "board" in self.context

    @property
    def is_chat(self) -> bool:
        return "said" in self.context

    @property
    def is_person(self) -> bool:
        return "joined" in self.context

    @property
    def kind(self) -> Kind | None:
        """None also if it was removed."""
        try:
            return kinds.get(self.context["kind"]) if "kind" in self.context else None
        except kinds.UnknownKind:
            return None

    @property
    def title(self) -> str:
        return kinds.title_of(self.context["kind"]) if "kind" in self.context else ""

    @property
    def board(self) -> str:
        return str(self.context.get("board", ""))

    @property
    def head(self) -> int:
        return int(self.context.get("head", 0))

    @cached_property
    def _position(self) -> log.Position | None:
        if self.game is None or self.head > self.game.head:
            return None
        try:
            return log.position(self.game) if self.head == self.game.head else log.position(self.game, at=self.head)
        except Unreadable:
            return None

    @property
    def state(self) -> Any:
        """The board at that event; nothing if the game is not there to be drawn."""
        return self._position.state if self._position else None

    @property
    def story(self) -> list[str]:
        """The last moves in words."""
        if self._position is None or self.game is None:
            return []
        end = len(self._position.moves)
        told = storytellers.tell(self.game, self._position.moves, max(0, end - MOST_TOLD), end)
        return [one.text for one in told]

    @property
    def players(self) -> list[SnapshotPlayer]:
        left = self.context.get("left") or [None, None]
        return [
            SnapshotPlayer(
                str(row.get("name") or "") or str(names.FORMER),
                str(row["side"]),
                names.name_of_side(row["side"]),
                durations.duration(max(timedelta(seconds=seconds), timedelta())) if seconds is not None else "",
                row["seat"] == self.context.get("to_move"),
            )
            for row, seconds in zip(self.context.get("players", ()), left, strict=False)
        ]

    @property
    def count(self) -> int:
        return int(self.context.get("count", 0))

    @property
    def since(self) -> datetime | None:
        return _moment(self.context.get("since"))

    @property
    def deadline(self) -> datetime | None:
        return _moment(self.context.get("deadline"))

    @property
    def is_over(self) -> bool:
        return self.context.get("status") == Game.Status.OVER

    @property
    def said(self) -> list[SnapshotMessage]:
        return [
            SnapshotMessage(
                str(one.get("name") or "") or str(names.FORMER),
                str(one.get("text", "")),
                _moment(one.get("at")),
                bool(one.get("is_it")),
            )
            for one in self.context.get("said", ())
        ]

    @property
    def name(self) -> str:
        return str(self.context.get("name") or "") or str(names.FORMER)

    @property
    def joined(self) -> datetime | None:
        return _moment(self.context.get("joined"))

    @property
    def running(self) -> int:
        return int(self.context.get("running", 0))

    @property
    def results(self) -> list[SnapshotResult]:
        return [
            SnapshotResult(kinds.title_of(row["kind"]), row["won"], row["drawn"], row["lost"])
            for row in self.context.get("results", ())
        ]

    @property
    def flagged(self) -> list[str]:
        """The words for which the site reported it."""
        return [str(word) for word in self.context.get("words", ())]

    @property
    def pair(self) -> list[str]:
        """The names of two accounts that were seen in one browser."""
        return [str(one.get("name") or "") or str(names.FORMER) for one in self.context.get("two", ())]

    @property
    def resigned(self) -> list[int]:
        """The numbers of rated games that the person resigned while clearly ahead."""
        return [int(number) for number in self.context.get("resigned", ())]

    @property
    def one_sided(self) -> SnapshotPair | None:
        """How the rated games between the two ended."""
        if "points" not in self.context:
            return None
        winner, loser = self.pair
        points = float(self.context["points"])
        said = str(localize(int(points) if points.is_integer() else points))
        return SnapshotPair(winner, loser, said, int(self.context["of"]))


def _moment(text: str | None) -> datetime | None:
    return parse_datetime(text) if text else None
