"""What is said beside a game, as one viewer finds it: the rooms, why they may not write there, and the messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from games import kinds, queries
from games.access import Viewer
from games.chat import conversation as chats
from games.chat import phrases
from games.chat.conversation import ChatAccess, ChatRefusal, Room
from games.chat.sentences import chat_refusal
from games.models import ChatMessage, Game, Seat
from games.moderation import roles, sanctions
from games.words import names

if TYPE_CHECKING:
    from accounts.for_games import User

Person: TypeAlias = "User | AnonymousUser"
MOST = 100  # messages on one page


@dataclass(frozen=True, slots=True)
class ChatRoom:
    """A room as this viewer finds it."""

    key: str
    title: str
    may_read: bool
    may_write: bool
    reason: str  # why they may not write, or not all they like, in a sentence
    phrases: tuple[tuple[str, str], ...] = ()  # all that they can say, if they are limited so
    is_measured: bool = False  # a moderator took the chat away, or limited it


@dataclass(frozen=True, slots=True)
class ChatPanel:
    """What the game's page says of the chat; the messages are asked for when somebody opens it."""

    game: Game
    viewer: Viewer
    user_id: int | None
    rooms: tuple[ChatRoom, ...]
    unread: int
    is_off: bool  # the viewer does not take part
    can_switch: bool
    can_report: bool
    is_moderated: bool = False  # by the viewer, who sees what is hidden
    opponent: str = ""  # the name of a person whom the viewer can block, or has blocked
    is_blocking: bool = False

    def room(self, key: str) -> ChatRoom | None:
        return next((room for room in self.rooms if room.key == key), None)


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message as the page shows it."""

    message: ChatMessage
    side: str  # the colour of an author who plays
    is_you: bool
    is_hidden: bool  # by a moderator
    why: str = ""  # for its author alone


@dataclass(frozen=True, slots=True)
class RoomMessages:
    """A room with its messages and the content of its form."""

    room: ChatRoom
    said: Sequence[MessageView] = ()
    earlier: int | None = None  # before which message there are more
    seen: int = 0  # the last message that was shown with the form
    text: str = ""  # a message that was refused: nobody types it twice
    wrong: str = ""


def panel(request_user: Person, game: Game, viewer: Viewer, *, is_glance: bool = False) -> ChatPanel:
    """At a glance, as the game's page has it, one query for a player whose opponent is a person, none for others."""
    user = request_user if request_user.is_authenticated else None
    found = {
        room: chats.access_to(game=game, viewer=viewer, user=user, room=room, is_glance=is_glance) for room in Room
    }
    seats = chats.own_and_other_seat(game, viewer)
    rooms = tuple(
        _room(room, access, game, seats)
        for room, access in found.items()
        if access.may_read or (seats and room is Room.PLAYERS)  # players are told why there is no chat
    )
    other = seats[1].user if seats and not seats[1].bot else None
    return ChatPanel(
        game,
        viewer,
        user.pk if user else None,
        rooms,
        unread=queries.unread_messages(seats[0]) if seats and found[Room.PLAYERS].may_read else 0,
        is_off=found[Room.PLAYERS].reason is ChatRefusal.OFF,
        can_switch=bool(seats and not seats[1].bot),
        can_report=user is not None and (seats is not None or not user.is_guest),
        is_moderated=viewer.is_moderator and user is not None and roles.is_moderator(user),
        opponent=other.username if other else "",
        is_blocking=found[Room.PLAYERS].reason is ChatRefusal.BLOCKING,
    )


def messages_in(
    shown: ChatPanel, room: ChatRoom, *, before: int | None = None, after: int | None = None
) -> RoomMessages:
    if not room.may_read:
        return RoomMessages(room)
    found = queries.messages(shown.game, room.key, reader=shown.user_id, before=before, after=after or 0, most=MOST + 1)
    is_more = after is None and len(found) > MOST
    found = found[-MOST:]
    colours = kinds.get(shown.game.kind).seats
    sides = {seat.user_id: colours[seat.number - 1] for seat in shown.game.seats.all() if seat.user_id}
    whys = queries.why_hidden(one for one in found if one.author_id == shown.user_id)
    said = [
        MessageView(
            one,
            sides.get(one.author_id, ""),
            is_you=one.author_id == shown.user_id,
            is_hidden=one.hidden_at is not None,
            why=whys.get(one.pk, ""),
        )
        for one in found
    ]
    seen = found[-1].pk if found else after or 0
    return RoomMessages(room, said, earlier=found[0].pk if is_more else None, seen=seen)


def _title(room: Room, game: Game, seats: tuple[Seat, Seat] | None) -> str:
    if room is Room.SPECTATORS:
        return _("Spectators")
    if seats:
        return _("You and %(name)s") % {"name": names.name_of(seats[1])}
    one, two = game.seats.all()
    return _("%(one)s and %(two)s") % {"one": names.name_of(one), "two": names.name_of(two)}


def _room(room: Room, access: ChatAccess, game: Game, seats: tuple[Seat, Seat] | None) -> ChatRoom:
    reason = ChatRefusal.PHRASES_ONLY if access.is_limited else access.reason
    return ChatRoom(
        room.value,
        _title(room, game, seats),
        access.may_read,
        access.may_write,
        why(reason, seats, until=access.until),
        tuple((key, str(text)) for key, text in phrases.PHRASES.items()) if access.is_limited else (),
        is_measured=access.is_limited or access.reason is ChatRefusal.SILENT,
    )


def why(
    reason: ChatRefusal | None, seats: tuple[Seat, Seat] | None, until: datetime | None = None, **facts: object
) -> str:
    if reason is None:
        return ""
    if reason is ChatRefusal.PHRASES_ONLY and sanctions.is_for_good(until):
        return _("You can only use these phrases.")
    facts["until"] = formats.date_format(timezone.localtime(until), "DATETIME_FORMAT") if until else ""
    return chat_refusal(reason, name=names.name_of(seats[1]) if seats else "", **facts)
