"""Events that people are notified of. Each function is called inside the transaction that stores the event."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from games.models import Challenge, ChatMessage, Game, ModerationAct, Notification, RatingCorrection, Report, Seat
from games.notify import outbox

if TYPE_CHECKING:
    from accounts.for_games import User

Occasion = Notification.Occasion
MOST_CHALLENGES = 20  # by mail, to one person in a day


def acted(*, game: Game, by: int | None, was: int | None) -> None:
    """Seat ``by``, or none of the players, acted in a game in which seat ``was`` had been to move."""
    if game.status == Game.Status.OVER:
        for user in _people(game, besides=by):
            outbox.add(user, Occasion.GAME_OVER, f"over:{game.pk}:{game.head}", game=game, seq=game.head)
    elif game.to_move not in (None, was, by):  # None: the board waits for the other one of the match
        _turned(game)


def went_on(*, game: Game, was: int | None) -> None:
    """A board of a mirror match goes on, by what was done on the other one; seat ``was`` had been to move."""
    if game.to_move not in (None, was):
        _turned(game)


def moderated(*, game: Game, seq: int, was: int | None) -> None:
    """A moderator acted on a game, by event ``seq``: both players are notified, whatever the act was."""
    for seat in game.seats.all():
        if seat.user:
            outbox.add(seat.user, Occasion.MODERATED, f"moderated:{game.pk}:{seq}", game=game, seq=seq)
    if game.to_move not in (None, was):
        for user in _people(game, only=game.to_move):
            outbox.add(user, Occasion.YOUR_TURN, _turn(game), besides=("mail",), game=game, seq=game.head)


def message_moderated(message: ChatMessage, act: ModerationAct) -> None:
    """A moderator hid a message, or showed it again: its author reads that on the site, with the reason."""
    key = f"message:{act.number}"
    outbox.add(message.author, Occasion.MODERATED, key, besides=outbox.BY_MAIL, game=message.game, message=message.pk)


def began(*, game: Game, challenger: User) -> None:
    """A challenge was accepted. Its creator gets one mail, which also says whether they are to move."""
    outbox.add(challenger, Occasion.GAME_BEGINS, f"begins:{game.pk}", game=game, seq=game.head)
    for user in _people(game, only=game.to_move):
        told = challenger.channels(Occasion.GAME_BEGINS) if user == challenger else ()
        outbox.add(user, Occasion.YOUR_TURN, _turn(game), besides=told, game=game, seq=game.head)
    if game.partner:  # of a mirror match the first game is told of; in the second it may be somebody's turn
        _turned(game.partner)


def challenged(challenge: Challenge) -> None:
    """A person was challenged. After many challenges in a day the rest is on the site alone, not in the mailbox."""
    invited = challenge.invited
    if invited is None:
        return
    lately = Notification.objects.filter(
        user=invited, occasion=Occasion.CHALLENGE, at__gt=timezone.now() - timedelta(days=1)
    )
    is_enough = lately.count() >= MOST_CHALLENGES
    key = f"challenge:{challenge.pk}"
    outbox.add(invited, Occasion.CHALLENGE, key, besides=outbox.BY_MAIL if is_enough else (), challenge=challenge)


def said(message: ChatMessage, seats: Iterable[Seat]) -> None:
    """A player wrote to the opponent, who is notified once until they have read it.

    Nobody is notified of messages of spectators.
    """
    if message.room != ChatMessage.Room.PLAYERS:
        return
    for seat in seats:
        if seat.user_id in (None, message.author_id):
            continue
        unread = Notification.objects.filter(user=seat.user_id, game=seat.game_id, occasion=Occasion.CHAT)
        if seat.user and not unread.filter(message__gt=seat.chat_read, read_at=None).exists():
            game, key = message.game, f"chat:{message.pk}"
            outbox.add(seat.user, Occasion.CHAT, key, game=game, seq=game.head, message=message.pk)


def time_is_short(*, game: Game, mark: str) -> None:
    """The turn of the player to move has passed a ``mark`` ("24h", "80%"): once for each turn and mark."""
    key = f"short:{game.pk}:{game.turn_since.isoformat()}:{mark}"
    for user in _people(game, only=game.to_move):
        if not outbox.is_added(user, key):
            outbox.add(user, Occasion.TIME_SHORT, key, game=game, seq=game.head, until=game.deadline)


def on_vacation(*, user: User, until: datetime) -> None:
    """A person announced a vacation: all opponents are notified, once for each game."""
    running = Seat.objects.filter(game__status=Game.Status.RUNNING, game__seats__user=user).exclude(user=user)
    for seat in running.exclude(user=None).select_related("user", "game"):
        key = f"vacation:{seat.game_id}:{user.pk}:{until.isoformat()}"
        if seat.user and not outbox.is_added(seat.user, key):
            outbox.add(seat.user, Occasion.VACATION, key, game=seat.game, seq=seat.game.head, until=until)


def report_answered(report: Report) -> None:
    """A case was settled: the reporter is notified of the answer."""
    if report.reporter is not None and report.answered_at is not None:
        key = f"report:{report.pk}:{report.answered_at.isoformat()}"
        outbox.add(report.reporter, Occasion.REPORT, key, report=report)


def rating_corrected(*, user: User, correction: RatingCorrection) -> None:
    """A result was changed, and with it a rating: its owner reads on the site what it was and what it is."""
    key = f"{Occasion.RATING}:{correction.pk}"
    outbox.add(user, Occasion.RATING, key)


def _turned(game: Game) -> None:
    for user in _people(game, only=game.to_move):
        outbox.add(user, Occasion.YOUR_TURN, _turn(game), game=game, seq=game.head)


def _turn(game: Game) -> str:
    return f"turn:{game.pk}:{game.head}"


def _people(game: Game, *, only: int | None = None, besides: int | None = None) -> list[User]:
    """The players of a game between people; nobody in a game against a bot, which answers while the player looks."""
    rows = list(game.seats.all())
    if any(row.user is None and row.left_at is None for row in rows):
        return []
    is_turn = only is not None  # the turns of a bot that was brought in for somebody are not theirs
    return [
        row.user
        for row in rows
        if row.user and row.number != besides and only in (None, row.number) and not (is_turn and row.bot)
    ]
