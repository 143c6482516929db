"""The chat beside a game: its panel on the game's page, its own page, and the fragments that both exchange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import limited
from games import access, kinds, phrases, queries, sanctions, words
from games import chat as chats
from games.access import Viewer
from games.chat import LONGEST, Reason, Room, Standing, Unsaid
from games.models import ChatMessage, Game, Seat
from games.moderation import roles
from games.views.htmx import HtmxRequest
from games.views.numbers import whole
from games.views.problem import problem
from games.views.redirects import see_other
from games.views.sheet import Sheet

if TYPE_CHECKING:
    from accounts.models import User

Person: TypeAlias = "User | AnonymousUser"
MOST = 100  # messages on one page
STATUS = {Reason.NOTHING: 422, Reason.TOO_LONG: 422, Reason.TOO_FAST: 429}


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
    opponent: str = ""  # whom they can block, or block already
    is_blocking: bool = False

    def room(self, key: str) -> ChatRoom | None:
        return next((room for room in self.rooms if room.key == key), None)


@dataclass(frozen=True, slots=True)
class Said:
    """A message as the page shows it."""

    message: ChatMessage
    side: str  # the colour of an author who plays
    is_you: bool
    is_hidden: bool  # by a moderator
    why: str = ""  # for its author alone


@dataclass(frozen=True, slots=True)
class Talk:
    """A room with what is said in it, and what its form holds."""

    room: ChatRoom
    said: Sequence[Said] = ()
    earlier: int | None = None  # before which message there are more
    seen: int = 0  # the last message that was shown with the form
    text: str = ""  # what was sent and refused: nobody types it twice
    wrong: str = ""


def panel(request_user: Person, game: Game, viewer: Viewer, *, is_glance: bool = False) -> ChatPanel:
    """At a glance, as the game's page has it, one query for a player whose opponent is a person, none for others."""
    user = request_user if request_user.is_authenticated else None
    found = {room: chats.standing(game=game, viewer=viewer, user=user, room=room, is_glance=is_glance) for room in Room}
    seats = chats.both(game, viewer)
    rooms = tuple(
        _room(room, here, game, seats)
        for room, here in found.items()
        if here.may_read or (seats and room is Room.PLAYERS)  # who plays is told why there is no chat
    )
    other = seats[1].user if seats and not seats[1].bot else None
    return ChatPanel(
        game,
        viewer,
        user.pk if user else None,
        rooms,
        unread=queries.unread_messages(seats[0]) if seats and found[Room.PLAYERS].may_read else 0,
        is_off=found[Room.PLAYERS].reason is Reason.OFF,
        can_switch=bool(seats and not seats[1].bot),
        can_report=user is not None and (seats is not None or not user.is_guest),
        is_moderated=viewer.is_moderator and user is not None and roles.is_moderator(user),
        opponent=other.username if other else "",
        is_blocking=found[Room.PLAYERS].reason is Reason.BLOCKING,
    )


@limited("chat")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HtmxRequest, pk: int) -> HttpResponse:
    """What is said beside a game. To open it is to read it; to send its form is to say something."""
    game, viewer = access.game_for(request, pk)
    if request.method == "POST":
        return _say(request, game)
    shown = panel(request.user, game, viewer)
    if not shown.rooms:
        raise PermissionDenied
    if request.htmx and "unread" in request.GET:
        return _part(request, "unread", shown)
    asked = shown.room(request.GET.get("room", ""))
    before, after = (whole(request.GET.get(name, "")) for name in ("before", "after"))
    if request.htmx and asked and "all" in request.GET:
        return _part(request, "rows", shown, talk=_talk(shown, asked))
    if request.htmx and asked and after is not None:
        talk = _talk(shown, asked, after=after)
        _mark_read(request, shown, talk)
        return _part(request, "news", replace(shown, unread=0), talk=talk)
    if asked and before is not None:
        return _page(request, shown, [_talk(shown, asked, before=before)], is_earlier=True)
    talks = [_talk(shown, room) for room in shown.rooms]
    _mark_read(request, shown, *talks)
    return _page(request, replace(shown, unread=0), talks)


@limited("chat")
@never_cache
@require_POST
def switch(request: HtmxRequest, pk: int) -> HttpResponse:
    """Off and on again, for the player who asks."""
    game, viewer = access.game_for(request, pk)
    seats = chats.both(game, viewer)
    if seats is None:
        raise PermissionDenied
    own, other = seats
    is_on = {"on": True, "off": False}.get(request.POST.get("chat", ""))
    if is_on is None:
        return problem(request, 422, _("The chat can be switched “on” or “off”."))
    if other.bot:
        return problem(request, 422, words.chat_refusal(Reason.BOT))
    chats.switch(seat=own, is_on=is_on)
    if not request.htmx:
        return see_other(reverse("games:chat", args=[pk]))
    shown = panel(request.user, *access.game_for(request, pk))
    return _page(request, shown, [_talk(shown, room) for room in shown.rooms])


def _say(request: HtmxRequest, game: Game) -> HttpResponse:
    key, text = request.POST.get("room", ""), request.POST.get("text", "")
    text = phrases.text(request.POST.get("phrase", "")) or text
    seen = whole(request.POST.get("seen", ""))
    if key not in Room.values or seen is None:
        return problem(request, 422, _("What was sent is not in the form that it should have."))
    try:
        if not request.user.is_authenticated:
            raise Unsaid(Reason.VISITOR if key == Room.SPECTATORS else Reason.PLAYERS_ONLY)
        chats.say(game_id=game.pk, user=request.user, room=key, text=text, seen=seen)
    except Unsaid as unsaid:
        return _unsaid(request, game.pk, key, (text, seen), unsaid)
    if not request.htmx:
        return see_other(f"{reverse('games:chat', args=[game.pk])}#say-{key}")
    shown = panel(request.user, *access.game_for(request, game.pk))  # as it is now
    room = shown.room(key)
    assert room, "who wrote there can read there"
    talk = _talk(shown, room, after=seen)
    _mark_read(request, shown, talk)
    return _part(request, "answer", replace(shown, unread=0), talk=talk, is_said=True)


def _unsaid(request: HtmxRequest, pk: int, key: str, sent: tuple[str, int], unsaid: Unsaid) -> HttpResponse:
    """The form again, or the whole page: with what is wrong, and with the text as it was."""
    game, viewer = access.game_for(request, pk)  # as it is now: somebody may just have switched it off
    shown = panel(request.user, game, viewer)
    if not shown.rooms:
        raise PermissionDenied
    sentence = _why(unsaid.reason, chats.both(game, viewer), unsaid.until, **unsaid.facts)
    status = STATUS.get(unsaid.reason, 403)
    room, (text, seen) = shown.room(key), sent
    if request.htmx and room:
        talk = Talk(room, seen=seen, text=text, wrong=sentence)
        return _part(request, "say", shown, talk=talk, status=status)
    talks = [_talk(shown, other) for other in shown.rooms]
    talks = [replace(talk, text=text, wrong=sentence) if talk.room is room else talk for talk in talks]
    return _page(request, shown, talks, sentence="" if room else sentence, status=status)


def _talk(shown: ChatPanel, room: ChatRoom, *, before: int | None = None, after: int | None = None) -> Talk:
    if not room.may_read:
        return Talk(room)
    found = queries.messages(shown.game, room.key, reader=shown.user_id, before=before, after=after or 0, most=MOST + 1)
    is_more = after is None and len(found) > MOST
    found = found[-MOST:]
    colours = kinds.get(shown.game.kind).seats
    sides = {seat.user_id: colours[seat.number - 1] for seat in shown.game.seats.all() if seat.user_id}
    why = queries.why_hidden(one for one in found if one.author_id == shown.user_id)
    said = [
        Said(
            one,
            sides.get(one.author_id, ""),
            is_you=one.author_id == shown.user_id,
            is_hidden=one.hidden_at is not None,
            why=why.get(one.pk, ""),
        )
        for one in found
    ]
    return Talk(room, said, earlier=found[0].pk if is_more else None, seen=found[-1].pk if found else after or 0)


def _mark_read(request: HtmxRequest, shown: ChatPanel, *talks: Talk) -> None:
    seats = chats.both(shown.game, shown.viewer)
    for talk in talks:
        if seats and talk.said and talk.room.key == Room.PLAYERS and request.method != "HEAD":
            chats.mark_read(seat=seats[0], message_id=talk.said[-1].message.pk)


def _title(room: Room, game: Game, seats: tuple[Seat, Seat] | None) -> str:
    if room is Room.SPECTATORS:
        return _("Spectators")
    if seats:
        return _("You and %(name)s") % {"name": words.name_of(seats[1])}
    one, two = game.seats.all()
    return _("%(one)s and %(two)s") % {"one": words.name_of(one), "two": words.name_of(two)}


def _room(room: Room, here: Standing, game: Game, seats: tuple[Seat, Seat] | None) -> ChatRoom:
    reason = Reason.PHRASES_ONLY if here.is_limited else here.reason
    return ChatRoom(
        room.value,
        _title(room, game, seats),
        here.may_read,
        here.may_write,
        _why(reason, seats, until=here.until),
        tuple((key, str(text)) for key, text in phrases.PHRASES.items()) if here.is_limited else (),
        is_measured=here.is_limited or here.reason is Reason.SILENT,
    )


def _why(reason: Reason | None, seats: tuple[Seat, Seat] | None, until: datetime | None = None, **facts: object) -> str:
    if reason is None:
        return ""
    if reason is Reason.PHRASES_ONLY and sanctions.is_for_good(until):
        return _("You can say only the phrases that are offered here.")
    facts["until"] = formats.date_format(timezone.localtime(until), "DATETIME_FORMAT") if until else ""
    return words.chat_refusal(reason, name=words.name_of(seats[1]) if seats else "", **facts)


def _page(
    request: HtmxRequest,
    shown: ChatPanel,
    talks: Sequence[Talk],
    *,
    is_earlier: bool = False,
    sentence: str = "",
    status: int = 200,
) -> HttpResponse:
    """The rooms: as a page of their own, or to be put into the panel."""
    if request.htmx:
        return _part(request, "opened", shown, talks=talks, status=status)
    context = {
        "chat": shown,
        "talks": talks,
        "sheet": Sheet(shown.game, shown.viewer),
        "is_earlier": is_earlier,
        "sentence": sentence,
        "longest": LONGEST,
    }
    return render(request, "games/chat.html", context, status=status)


def _part(request: HtmxRequest, name: str, shown: ChatPanel, *, status: int = 200, **more: object) -> HttpResponse:
    return render(request, f"games/chat.html#{name}", {"chat": shown, "longest": LONGEST, **more}, status=status)
