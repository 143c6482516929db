"""The chat beside a game: who may read and write, in which room, and how often. It is no part of the game's log."""

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
from games.notify import events, outbox

if TYPE_CHECKING:
    from accounts.for_games import User

Room = ChatMessage.Room
LONGEST = 500
LONGEST_CLEANED = 10 * LONGEST  # a longer text is refused before it is cleaned

# How many messages one person may write, beside one game and beside all games together.
IN_ONE_GAME = parse_rates("5/10s, 30/10m")
IN_ALL_GAMES = parse_rates("10/10s, 60/10m")
_MOST_COUNTED = max(rate.most for rate in IN_ALL_GAMES)


class ChatRefusal(Enum):
    """Why somebody may not write, or not this text; the sentences are in sentences.py."""

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


class MessageRefused(Exception):
    """A message was not stored."""

    def __init__(self, reason: ChatRefusal, until: datetime | None = None, **facts: int) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.until = until
        self.facts = facts


@dataclass(frozen=True, slots=True)
class ChatAccess:
    """Whether somebody may read and write in a room."""

    may_read: bool
    reason: ChatRefusal | None = None  # why they may not write
    until: datetime | None = None  # how long the reason or the limit holds
    is_limited: bool = False  # to set phrases

    @property
    def may_write(self) -> bool:
        return self.may_read and self.reason is None


def access_to(*, game: Game, viewer: Viewer, user: User | None, room: str, is_glance: bool = False) -> ChatAccess:
    """The access to a room, by the rules of the room and by sanctions that take the chat away or limit it.

    At a glance, which the game's page takes, blocks are not looked up: they show when the chat is opened.
    """
    match Room(room):
        case Room.PLAYERS:
            found = _access_of_players(game, viewer, user, is_glance=is_glance)
        case Room.SPECTATORS:
            found = _access_of_spectators(game, viewer, user)
    if user is None or not found.may_write:
        return found
    if user.is_silent:
        return replace(found, reason=ChatRefusal.SILENT, until=user.silent_until)
    return replace(found, until=user.phrases_until, is_limited=True) if user.is_limited else found


def say(*, game_id: int, user: User, room: str, text: str, seen: int) -> ChatMessage:
    """Store a message. The same text again, from an author who has not ``seen`` the first, is a form sent twice.

    Raises MessageRefused.
    """
    if len(text) > LONGEST_CLEANED:
        raise MessageRefused(ChatRefusal.TOO_LONG, length=len(text), most=LONGEST)
    text = plaintext.cleaned(text)
    if not text:
        raise MessageRefused(ChatRefusal.NOTHING)
    if len(text) > LONGEST:
        raise MessageRefused(ChatRefusal.TOO_LONG, length=len(text), most=LONGEST)
    with transaction.atomic():
        people = get_user_model().objects.select_for_update(
            no_key=True
        )  # one message at a time, so that they can be counted
        user = people.get(pk=user.pk)
        game = Game.objects.prefetch_related("seats").get(pk=game_id)
        access = access_to(game=game, viewer=viewer_of(game, user), user=user, room=room)
        if not access.may_write:
            raise MessageRefused(access.reason or ChatRefusal.PLAYERS_ONLY, until=access.until)
        if access.is_limited and not phrases.is_phrase(text):
            raise MessageRefused(ChatRefusal.PHRASES_ONLY, until=access.until)
        latest = list(ChatMessage.objects.filter(author=user).order_by("-pk")[:_MOST_COUNTED])
        for earlier in latest:
            if earlier.pk > seen and (earlier.game_id, earlier.room, earlier.text) == (game_id, room, text):
                return earlier
        if _is_too_fast(latest, game_id):
            raise MessageRefused(ChatRefusal.TOO_FAST)
        after_commit.announce_chat(game_id)
        message = ChatMessage.objects.create(game=game, room=room, author=user, text=text)
        events.said(message, game.seats.all())
        flags.look_at_message(message)
        return message


def switch(*, seat: Seat, is_on: bool) -> None:
    """Switch the chat of a game on or off for a seat. If it is off, nobody can write to this seat."""
    Seat.objects.filter(pk=seat.pk).update(has_chat=is_on)


def mark_read(*, seat: Seat, message_id: int) -> None:
    """Store the last message that a player was shown. Without a new message this costs no query."""
    if message_id > seat.chat_read:
        Seat.objects.filter(pk=seat.pk, chat_read__lt=message_id).update(chat_read=message_id)
        if seat.user_id:
            outbox.mark_chat_read(user_id=seat.user_id, game_id=seat.game_id, message_id=message_id, now=timezone.now())


def own_and_other_seat(game: Game, viewer: Viewer) -> tuple[Seat, Seat] | None:
    """The seat of the viewer and the seat of the opponent; None for a viewer who does not play."""
    if viewer.seat is None:
        return None
    one, two = game.seats.all()
    return (one, two) if one.number == viewer.seat else (two, one)


def _access_of_players(game: Game, viewer: Viewer, user: User | None, *, is_glance: bool) -> ChatAccess:
    seats = own_and_other_seat(game, viewer)
    if seats is None:
        is_trusted = user is not None and viewer.is_moderator and user.has_perm("games.view_chatmessage")
        return ChatAccess(is_trusted, ChatRefusal.PLAYERS_ONLY)
    own, other = seats
    if other.bot:
        return ChatAccess(False, ChatRefusal.BOT)
    if not own.has_chat:
        return ChatAccess(False, ChatRefusal.OFF)
    if other.user_id is None or own.user_id is None:
        return ChatAccess(True, ChatRefusal.LEFT)
    if not other.has_chat:
        return ChatAccess(True, ChatRefusal.OTHER_OFF)
    if is_glance:
        return ChatAccess(True)
    is_blocking, is_blocked = blocks.between(own.user_id, other.user_id)
    return ChatAccess(True, ChatRefusal.BLOCKING if is_blocking else ChatRefusal.BLOCKED if is_blocked else None)


def _access_of_spectators(game: Game, viewer: Viewer, user: User | None) -> ChatAccess:
    """Everybody who may watch. The players are kept out while they play, so that nobody gives them advice."""
    if not game.is_public:
        return ChatAccess(False, ChatRefusal.PLAYERS_ONLY)
    if viewer.seat is not None and game.status == Game.Status.RUNNING:
        return ChatAccess(False, ChatRefusal.PLAYING)
    if user is None:
        return ChatAccess(True, ChatRefusal.VISITOR)
    return ChatAccess(True, ChatRefusal.GUEST if user.is_guest else None)


def _is_too_fast(latest: Sequence[ChatMessage], game_id: int) -> bool:
    """Counted in the database, so that it holds over all processes."""
    now = timezone.now()
    in_this_game = [message for message in latest if message.game_id == game_id]
    return any(
        sum((now - message.at).total_seconds() < rate.seconds for message in messages) >= rate.most
        for messages, rates in ((in_this_game, IN_ONE_GAME), (latest, IN_ALL_GAMES))
        for rate in rates
    )
