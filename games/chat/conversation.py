"""What people say beside a game: who may, in which room, and how often. The game's log knows nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from accounts.for_games import parse_rates
from games.access import Viewer, viewer_of
from games.chat import phrases, plaintext
from games.live import after_commit
from games.lobby import blocks
from games.models import ChatMessage, Game, Seat
from games.moderation import flags
from games.notify import events

if TYPE_CHECKING:
    from accounts.for_games import User

Room = ChatMessage.Room
LONGEST = 500
LONGEST_LOOKED_AT = 10 * LONGEST  # what is longer still is not even cleaned

# How many messages one person may write, beside one game and beside all games together.
IN_ONE_GAME = parse_rates("5/10s, 30/10m")
IN_ALL_GAMES = parse_rates("10/10s, 60/10m")
_MOST_COUNTED = max(rate.most for rate in IN_ALL_GAMES)


class Reason(Enum):
    """Why something is not said here; the sentences are in words.py."""

    BLOCKED = "blocked"
    BLOCKING = "blocking"
    BOT = "bot"
    GUEST = "guest"
    LEFT = "left"
    NOTHING = "nothing"
    OFF = "off"
    OTHER_OFF = "other-off"
    PHRASES_ONLY = "phrases-only"
    PLAYERS_ONLY = "players-only"
    PLAYING = "playing"
    SILENT = "silent"
    TOO_FAST = "too-fast"
    TOO_LONG = "too-long"
    VISITOR = "visitor"


class Unsaid(Exception):
    """What somebody wanted to say was not said."""

    def __init__(self, reason: Reason, until: datetime | None = None, **facts: int) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.until = until
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody may do in a room."""

    may_read: bool
    reason: Reason | None = None  # why they may not write
    until: datetime | None = None  # so long it is so
    is_limited: bool = False  # to set phrases

    @property
    def may_write(self) -> bool:
        return self.may_read and self.reason is None


def standing(*, game: Game, viewer: Viewer, user: User | None, room: str, is_glance: bool = False) -> Standing:
    """As the rooms have it; a moderator may have taken the chat away from somebody, or limited it.

    At a glance nobody asks who blocks whom: that is told when the chat is opened.
    """
    if room == Room.PLAYERS:
        found = _among_players(game, viewer, user, is_glance=is_glance)
    else:
        found = _among_spectators(game, viewer, user)
    if user is None or not found.may_write:
        return found
    if user.is_silent:
        return replace(found, reason=Reason.SILENT, until=user.silent_until)
    return replace(found, until=user.phrases_until, is_limited=True) if user.is_limited else found


def say(*, game_id: int, user: User, room: str, text: str, seen: int) -> ChatMessage:
    """Say it once: the same words again, by somebody who has not ``seen`` the first, are a form sent twice."""
    if len(text) > LONGEST_LOOKED_AT:
        raise Unsaid(Reason.TOO_LONG, length=len(text), most=LONGEST)
    text = plaintext.cleaned(text)
    if not text:
        raise Unsaid(Reason.NOTHING)
    if len(text) > LONGEST:
        raise Unsaid(Reason.TOO_LONG, length=len(text), most=LONGEST)
    with transaction.atomic():
        people = get_user_model().objects.select_for_update(no_key=True)  # one by one, so that they can be counted
        user = people.get(pk=user.pk)
        game = Game.objects.prefetch_related("seats").get(pk=game_id)
        here = standing(game=game, viewer=viewer_of(game, user), user=user, room=room)
        if not here.may_write:
            raise Unsaid(here.reason or Reason.PLAYERS_ONLY, until=here.until)
        if here.is_limited and not phrases.is_phrase(text):
            raise Unsaid(Reason.PHRASES_ONLY, until=here.until)
        latest = list(ChatMessage.objects.filter(author=user).order_by("-pk")[:_MOST_COUNTED])
        for said in latest:
            if said.pk > seen and (said.game_id, said.room, said.text) == (game_id, room, text):
                return said
        if _is_too_fast(latest, game_id):
            raise Unsaid(Reason.TOO_FAST)
        after_commit.announce_chat(game_id)
        message = ChatMessage.objects.create(game=game, room=room, author=user, text=text)
        events.said(message, game.seats.all())
        flags.look_at_message(message)
        return message


def switch(*, seat: Seat, is_on: bool) -> None:
    """Take part in the chat of a game, or do not: then nobody can write to this seat."""
    Seat.objects.filter(pk=seat.pk).update(has_chat=is_on)


def mark_read(*, seat: Seat, message_id: int) -> None:
    """Costs something only when there was something new."""
    if message_id > seat.chat_read:
        Seat.objects.filter(pk=seat.pk, chat_read__lt=message_id).update(chat_read=message_id)


def both(game: Game, viewer: Viewer) -> tuple[Seat, Seat] | None:
    """The seat of who looks and that opposite; nothing for those who only watch."""
    if viewer.seat is None:
        return None
    one, two = game.seats.all()
    return (one, two) if one.number == viewer.seat else (two, one)


def _among_players(game: Game, viewer: Viewer, user: User | None, *, is_glance: bool) -> Standing:
    seats = both(game, viewer)
    if seats is None:
        is_trusted = user is not None and viewer.is_moderator and user.has_perm("games.view_chatmessage")
        return Standing(is_trusted, Reason.PLAYERS_ONLY)
    own, other = seats
    if other.bot:
        return Standing(False, Reason.BOT)
    if not own.has_chat:
        return Standing(False, Reason.OFF)
    if other.user_id is None or own.user_id is None:
        return Standing(True, Reason.LEFT)
    if not other.has_chat:
        return Standing(True, Reason.OTHER_OFF)
    if is_glance:
        return Standing(True)
    is_blocking, is_blocked = blocks.between(own.user_id, other.user_id)
    return Standing(True, Reason.BLOCKING if is_blocking else Reason.BLOCKED if is_blocked else None)


def _among_spectators(game: Game, viewer: Viewer, user: User | None) -> Standing:
    """Everybody who may watch; but nobody is given advice while they play."""
    if not game.is_public:
        return Standing(False, Reason.PLAYERS_ONLY)
    if viewer.seat is not None and game.status == Game.Status.RUNNING:
        return Standing(False, Reason.PLAYING)
    if user is None:
        return Standing(True, Reason.VISITOR)
    return Standing(True, Reason.GUEST if user.is_guest else None)


def _is_too_fast(latest: Sequence[ChatMessage], game_id: int) -> bool:
    """Counted in the database, so it holds whichever process answers."""
    now = timezone.now()
    in_this_game = [message for message in latest if message.game_id == game_id]
    return any(
        sum((now - message.at).total_seconds() < rate.seconds for message in messages) >= rate.most
        for messages, rates in ((in_this_game, IN_ONE_GAME), (latest, IN_ALL_GAMES))
        for rate in rates
    )
