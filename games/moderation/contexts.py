"""The snapshot of a report's subject at the moment of the report: plain data that later changes do not touch.

It names people by id and name. When somebody deletes their account, both are removed from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from games import kinds, queries
from games.clocks import clock
from games.contract import Seat
from games.models import ChatMessage, Game, Report
from games.models import Seat as SeatRow
from games.table import log
from games.table.position import StandingMove
from games.table.unreadable import Unreadable
from games.words import names

if TYPE_CHECKING:
    from accounts.for_games import User

MOST_MOVES = 12
AROUND = 10  # messages before and after the reported one


def of_game(game: Game) -> dict[str, Any]:
    """The board, the last moves, the clocks and the players of a game; without a board if it cannot be replayed."""
    game = Game.objects.get(pk=game.pk)  # read again: there may be a new move
    rows = list(game.seats.select_related("user").order_by("number"))
    moves, board = _played(game)
    now = timezone.now()
    return {
        "game": game.pk,
        "kind": game.kind,
        "head": game.head,
        "status": game.status,
        "players": [_player(game, row) for row in rows],
        "to_move": game.to_move,
        "winner": game.winner,
        "decided": game.decided,
        "count": len(moves),
        "moves": [{"seat": made.seat, "text": made.text} for made in moves[-MOST_MOVES:]],
        "board": board,
        "since": game.turn_since.isoformat(),
        "deadline": game.deadline and game.deadline.isoformat(),
        "left": _left(game, rows),
        "at": now.isoformat(),
    }


def of_message(message: ChatMessage) -> dict[str, Any]:
    """A message with those before and after it in its room, without hidden ones."""
    room = ChatMessage.objects.filter(game=message.game_id, room=message.room, hidden_at=None).select_related("author")
    before = list(room.filter(pk__lt=message.pk).order_by("-pk")[:AROUND])[::-1]
    after = list(room.filter(pk__gt=message.pk).order_by("pk")[:AROUND])
    return {
        "game": message.game_id,
        "message": message.pk,
        "room": message.room,
        "said": [_said(one, is_it=one.pk == message.pk) for one in (*before, message, *after)],
    }


def of_person(person: User) -> dict[str, Any]:
    """The name of a person, the day they joined, and the results of their games."""
    return {
        "user": person.pk,
        "name": person.username,
        "joined": person.date_joined.isoformat(),
        "last_seen": person.last_seen.isoformat(),
        "is_guest": person.is_guest,
        "results": [
            {"kind": tally.kind.key, "won": tally.won, "drawn": tally.drawn, "lost": tally.lost}
            for tally in queries.tallies(person, viewer=person)
        ],
        "running": Game.objects.filter(seats__user=person, status=Game.Status.RUNNING).count(),
    }


def forget(*, user: User) -> None:
    """Remove the name and the messages of a person who deletes their account from all snapshots."""
    about = Report.objects.filter(case__subject=user) | Report.objects.filter(reporter=user)
    beside = Report.objects.filter(game__seats__user=user) | Report.objects.filter(message__game__messages__author=user)
    for report in (about | beside).distinct():
        if _forget(report.context, user.pk):
            report.save(update_fields=["context"])


def _forget(context: Any, user: int) -> bool:
    was_there = False
    for entry in _entries(context):
        if entry.get("user") == user:
            entry |= {"user": None, "name": ""}
            if "text" in entry:
                entry["text"] = ""
            was_there = True
    return was_there


def _entries(context: Any) -> Iterator[dict[str, Any]]:
    """All dictionaries in a snapshot: each may be about a person."""
    if isinstance(context, dict):
        yield context
    for value in context.values() if isinstance(context, dict) else context if isinstance(context, list) else ():
        yield from _entries(value)


def _played(game: Game) -> tuple[Sequence[StandingMove], str]:
    """The moves that stand, and the board as text."""
    try:
        position = log.position(game)
    except Unreadable:
        return (), ""
    return position.moves, kinds.get(game.kind).draw(position.state)


def _player(game: Game, row: SeatRow) -> dict[str, Any]:
    try:
        side = kinds.get(game.kind).seats[row.number - 1]
    except kinds.UnknownKind:
        side = ""
    return {"seat": row.number, "side": side, "user": row.user_id, "name": names.name_of(row), "bot": row.bot}


def _left(game: Game, rows: list[SeatRow]) -> list[int] | None:
    """The seconds that each seat has left; None where no clock runs."""
    running = clock.of(game, rows) if game.status == Game.Status.RUNNING else None
    if running is None:
        return None
    now = clock.now()
    return [
        round(running.left(Seat(row.number), now, is_to_move=row.number == game.to_move).total_seconds())
        for row in rows
    ]


def _said(message: ChatMessage, *, is_it: bool) -> dict[str, Any]:
    return {
        "message": message.pk,
        "user": message.author_id,
        "name": message.author.username,
        "text": message.text,
        "at": message.at.isoformat(),
        "is_it": is_it,
    }
