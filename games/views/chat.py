"""The chat beside a game: its page, and the fragments for htmx on it and on the game's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.for_games import limited
from games import access
from games.chat import conversation as chats
from games.chat import phrases
from games.chat.conversation import LONGEST, ChatRefusal, MessageRefused, Room
from games.chat.sentences import chat_refusal
from games.models import Game
from games.view_models import rooms
from games.view_models.game_page import GamePage
from games.view_models.rooms import ChatPanel, RoomMessages
from games.views.htmx import HtmxRequest
from games.views.numbers import whole
from games.views.problem import problem
from games.views.redirects import see_other

STATUS = {ChatRefusal.NOTHING: 422, ChatRefusal.TOO_LONG: 422, ChatRefusal.TOO_FAST: 429}


@limited("chat")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HtmxRequest, pk: int) -> HttpResponse:
    """The messages beside a game. GET marks them as read; POST writes a message."""
    game, viewer = access.game_for(request, pk)
    if request.method == "POST":
        return _say(request, game)
    shown = rooms.panel(request.user, game, viewer)
    if not shown.rooms:
        raise PermissionDenied
    if request.htmx and "unread" in request.GET:
        return _part(request, "unread", shown)
    asked = shown.room(request.GET.get("room", ""))
    before, after = (whole(request.GET.get(name, "")) for name in ("before", "after"))
    if request.htmx and asked and "all" in request.GET:
        return _part(request, "rows", shown, talk=rooms.messages_in(shown, asked))
    if request.htmx and asked and after is not None:
        talk = rooms.messages_in(shown, asked, after=after)
        _mark_read(request, shown, talk)
        return _part(request, "news", replace(shown, unread=0), talk=talk)
    if asked and before is not None:
        return _page(request, shown, [rooms.messages_in(shown, asked, before=before)], is_earlier=True)
    talks = [rooms.messages_in(shown, room) for room in shown.rooms]
    _mark_read(request, shown, *talks)
    return _page(request, replace(shown, unread=0), talks)


@limited("chat")
@never_cache
@require_POST
def switch(request: HtmxRequest, pk: int) -> HttpResponse:
    """Switch the chat off or on for the player of the request."""
    game, viewer = access.game_for(request, pk)
    seats = chats.own_and_other_seat(game, viewer)
    if seats is None:
        raise PermissionDenied
    own, other = seats
    is_on = {"on": True, "off": False}.get(request.POST.get("chat", ""))
    if is_on is None:
        return problem(request, 422, _("Chat can only be “on” or “off”."))
    if other.bot:
        return problem(request, 422, chat_refusal(ChatRefusal.BOT))
    chats.switch(seat=own, is_on=is_on)
    if not request.htmx:
        return see_other(reverse("games:chat", args=[pk]))
    shown = rooms.panel(request.user, *access.game_for(request, pk))
    return _page(request, shown, [rooms.messages_in(shown, room) for room in shown.rooms])


def _say(request: HtmxRequest, game: Game) -> HttpResponse:
    key, text = request.POST.get("room", ""), request.POST.get("text", "")
    text = phrases.text(request.POST.get("phrase", "")) or text
    seen = whole(request.POST.get("seen", ""))
    if key not in Room.values or seen is None:
        return problem(request, 422, _("The site couldn’t read what was sent. Nothing was changed."))
    try:
        if not request.user.is_authenticated:
            raise MessageRefused(ChatRefusal.VISITOR if key == Room.SPECTATORS else ChatRefusal.PLAYERS_ONLY)
        chats.say(game_id=game.pk, user=request.user, room=key, text=text, seen=seen)
    except MessageRefused as unsaid:
        return _unsaid(request, game.pk, key, (text, seen), unsaid)
    if not request.htmx:
        return see_other(f"{reverse('games:chat', args=[game.pk])}#say-{key}")
    shown = rooms.panel(request.user, *access.game_for(request, game.pk))  # as it is now
    room = shown.room(key)
    assert room, "who wrote there can read there"
    talk = rooms.messages_in(shown, room, after=seen)
    _mark_read(request, shown, talk)
    return _part(request, "answer", replace(shown, unread=0), talk=talk, is_said=True)


def _unsaid(request: HtmxRequest, pk: int, key: str, sent: tuple[str, int], unsaid: MessageRefused) -> HttpResponse:
    """The form again, or the whole page, with the reason of the refusal and the text as it was typed."""
    game, viewer = access.game_for(request, pk)  # as it is now: somebody may just have switched it off
    shown = rooms.panel(request.user, game, viewer)
    if not shown.rooms:
        raise PermissionDenied
    sentence = rooms.why(unsaid.reason, chats.own_and_other_seat(game, viewer), unsaid.until, **unsaid.facts)
    status = STATUS.get(unsaid.reason, 403)
    room, (text, seen) = shown.room(key), sent
    if request.htmx and room:
        talk = RoomMessages(room, seen=seen, text=text, wrong=sentence)
        return _part(request, "say", shown, talk=talk, status=status)
    talks = [rooms.messages_in(shown, other) for other in shown.rooms]
    talks = [replace(talk, text=text, wrong=sentence) if talk.room is room else talk for talk in talks]
    return _page(request, shown, talks, sentence="" if room else sentence, status=status)


def _mark_read(request: HtmxRequest, shown: ChatPanel, *talks: RoomMessages) -> None:
    seats = chats.own_and_other_seat(shown.game, shown.viewer)
    for talk in talks:
        if seats and talk.said and talk.room.key == Room.PLAYERS and request.method != "HEAD":
            chats.mark_read(seat=seats[0], message_id=talk.said[-1].message.pk)


def _page(
    request: HtmxRequest,
    shown: ChatPanel,
    talks: Sequence[RoomMessages],
    *,
    is_earlier: bool = False,
    sentence: str = "",
    status: int = 200,
) -> HttpResponse:
    """The rooms, as a page of their own or as a fragment for the panel."""
    if request.htmx:
        return _part(request, "opened", shown, talks=talks, status=status)
    context = {
        "chat": shown,
        "talks": talks,
        "page": GamePage(shown.game, shown.viewer),
        "is_earlier": is_earlier,
        "sentence": sentence,
        "longest": LONGEST,
    }
    return render(request, "games/chat.html", context, status=status)


def _part(request: HtmxRequest, name: str, shown: ChatPanel, *, status: int = 200, **more: object) -> HttpResponse:
    return render(request, f"games/chat.html#{name}", {"chat": shown, "longest": LONGEST, **more}, status=status)
