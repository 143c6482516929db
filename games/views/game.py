from __future__ import annotations

from dataclasses import replace
from typing import TypedDict
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import replace_url

from accounts.for_games import User, consume_limit, limited, source_of
from games import access, kinds, queries, record
from games.access import Viewer
from games.bots import hints
from games.contract import IllegalMove, Seat
from games.forms import ActForm
from games.guide import coaching
from games.kind_pages import storytellers
from games.kind_pages.registry import page_of
from games.lobby import challenges
from games.models import Game
from games.models import Seat as SeatRow
from games.moderation import shared_browser
from games.notebook import marks, tags
from games.notify import looking
from games.table import door, log, luck, visits
from games.table.door import Act, Verdict
from games.view_models import rooms
from games.view_models.choices import MoveToConfirm
from games.view_models.coach_line import coach_line, lines_of
from games.view_models.game_page import GamePage
from games.view_models.history import History, latest
from games.views import conditional
from games.views.htmx import HtmxRequest
from games.views.numbers import whole
from games.views.problem import no_such_step
from games.views.redirects import see_other
from games.words import refusals

WAYS = ("flip", "list", "explain")  # how the board and the moves are shown
NOT_ASKED = {"at", "have", "hint", "play", *WAYS}  # what the address says besides the ask


@conditional.never_cache_unless_tagged
@require_safe
def game(request: HtmxRequest, pk: int) -> HttpResponse:
    """The page of a game as it stands, or, with ``?at=``, after one of its events, which never changes."""
    shown, viewer = access.game_for(request, pk)
    at = whole(request.GET["at"]) if "at" in request.GET else None
    if "at" in request.GET and (at is None or at > shown.head):
        return no_such_step(request, shown.head)
    if (
        viewer.seat and request.user.pk and "have" not in request.GET
    ):  # with it a page asks by itself, even a hidden one
        looking.mark_looking(request.user.pk, pk)
    if request.GET.get("have") == str(shown.head):
        return HttpResponse(status=204)  # a page that asks what is new, and has it already
    return conditional.page_of_watched(
        request, shown, viewer, lambda: _answer(request, _page(request, shown, viewer, at))
    )


@limited("act")
@never_cache
@require_POST
def act(request: HtmxRequest, pk: int) -> HttpResponse:
    """Send a move or another act of a player through the door."""
    acted, viewer = _as_player(request, pk)
    form = ActForm(request.POST)
    if not form.is_valid():
        return _refused(request, acted, viewer, _("The site couldn’t read what was sent. Nothing was changed."))
    assert viewer.seat and request.user.is_authenticated
    if _row(acted, viewer.seat).bot:
        return _refused(request, acted, viewer, _("A bot has taken over for you in this game."))
    sent = form.cleaned_data
    move = sent["move"]
    if sent["act"] is Act.MOVE and not move:
        move = page_of(acted.kind).presenter.written(request.POST.dict())
    if sent["act"] is Act.MOVE and not sent["sure"]:
        is_hinted = bool(move) and move == sent["hinted"]
        asked = MoveToConfirm(move, sent["seen"], request.user.confirm_moves, is_hinted)
        page = GamePage(acted, viewer, to_confirm=asked, **_ways(request))
        if page.choices.must_confirm:
            way = page.kind_page.advice.way_to(page.head.state, move)
            return _answer(request, replace(page, ask=way))  # the board shows what the move would be
    answer = door.submit(
        game_id=pk, seat=viewer.seat, act=sent["act"], text=move, seen=sent["seen"], key=sent["key"], is_here=True
    )
    match answer.verdict:
        case Verdict.ACCEPTED | Verdict.REPEATED:
            return _done(request, answer.game, viewer)
        case Verdict.STALE:
            sentence = _("Something changed before you moved, so nothing was done. Here’s the current board.")
            return _answer(request, _page(request, answer.game, viewer), sentence=sentence, status=409)
    return _refused(request, answer.game, viewer, refusal=answer.refusal, typed=move)


@limited("act")
@never_cache
@require_POST
def hint(request: HtmxRequest, pk: int) -> HttpResponse:
    """Redirect to the page on which the move that a bot suggests is chosen."""
    hinted, viewer = _as_player(request, pk)
    assert viewer.seat and request.user.is_authenticated
    try:
        hints.check(hinted, viewer.seat)
    except IllegalMove as refused:
        status = 422 if refused.code == "hints-against-bots" else 409
        return _refused(request, hinted, viewer, refusal=refused, status=status)
    if not consume_limit("hint", source_of(request, request.user.pk)):
        sentence = _("That’s a lot of hints at once. Wait a moment, or find a move yourself.")
        return _refused(request, hinted, viewer, sentence, status=429)
    move = hints.suggest(hinted)
    ask = hints.way_to(hinted, move)
    address = _address(request, pk, **ask)
    if not request.htmx:
        return see_other(address)  # without a place in the page, for that would keep the focus from the hint
    page = replace(_page(request, hinted, viewer), ask=ask, hinted=move)
    return replace_url(_answer(request, page), address)


@never_cache
@require_POST
def put_away(request: HtmxRequest, pk: int) -> HttpResponse:
    """Put a line of the coaching away for good."""
    coached, viewer = _as_player(request, pk)
    assert request.user.is_authenticated
    line = request.POST.get("line", "")
    if line in lines_of(GamePage(coached, viewer)):
        coaching.put_away(coached.kind, request.user, line)
    return _done(request, coached, viewer)


@limited("challenge")
@never_cache
@require_POST
def rematch(request: HtmxRequest, pk: int) -> HttpResponse:
    over, viewer = _as_player(request, pk)
    assert request.user.is_authenticated
    try:
        bot, is_mirrored = request.POST.get("bot", ""), "mirror" in request.POST
        made = challenges.rematch(game=over, user=request.user, bot=bot, is_mirrored=is_mirrored)
    except challenges.LobbyRefused as refused:
        return _refused(request, over, viewer, refusals.lobby_refusal(refused))
    if not isinstance(made, Game):
        return see_other(reverse("games:game", args=[pk]))  # which becomes the next game when the other accepts
    shared_browser.look_at_game(made)
    return see_other(reverse("games:game", args=[made.pk]))


@never_cache
@login_required
@require_safe
def following(request: HtmxRequest) -> HttpResponse:
    """Redirect to the game that has waited longest, other than the one just seen."""
    assert request.user.is_authenticated
    waiting = queries.next_game(request.user, besides=whole(request.GET.get("besides", "")) or 0)
    if waiting is None:
        messages.info(request, _("No games are waiting for you."))
        return redirect("games:home")
    return redirect("games:game", waiting.pk)


@conditional.never_cache_unless_tagged
@require_safe
def saved(request: HtmxRequest, pk: int, form: str) -> HttpResponse:
    """The game as a file, as text or as JSON."""
    kept, _viewer = access.game_for(request, pk)
    write, kind = {"txt": (record.to_text, "text/plain"), "json": (record.to_json, "application/json")}[form]

    def made() -> HttpResponse:
        answer = HttpResponse(write(queries.record_of(kept)), content_type=f"{kind}; charset=utf-8")
        answer["Content-Disposition"] = f'inline; filename="{kept.kind}-{kept.pk}.{form}"'
        return answer

    return conditional.record_of(request, kept, made)


@never_cache
@require_safe
def position(request: HtmxRequest, pk: int) -> HttpResponse:
    """The board as text, for terminals and Braille displays."""
    shown, _viewer = access.game_for(request, pk)
    at = whole(request.GET.get("at", str(shown.head)))
    if at is None or at > shown.head:
        return no_such_step(request, shown.head)
    drawing = kinds.get(shown.kind).draw(log.position(shown, at=at).state)
    return HttpResponse(f"{drawing}\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def fairness(request: HtmxRequest, pk: int) -> HttpResponse:
    """The page on which everybody can check the luck of a game, while it runs and after it."""
    checked, viewer = access.game_for(request, pk)
    revealed = queries.revealed(checked) if luck.may_open(checked, log.position(checked)) else None
    context: dict[str, object] = {"page": GamePage(checked, viewer), "revealed": revealed}
    if revealed:
        moves = log.position(checked).moves
        told = storytellers.tell(checked, moves, 0, len(moves))
        stories = {move.seq: story.text for move, story in zip(moves, told, strict=True)}
        context["same"] = queries.rolls_in_common(checked)
        context["rolls"] = [(roll, stories.get(roll.seq, "")) for roll in revealed.rolls]
    return render(request, "games/fairness.html", context)


def _as_player(request: HtmxRequest, pk: int) -> tuple[Game, Viewer]:
    """The game and the seat of a player; 403 for others who may see the game."""
    acted, viewer = access.game_for(request, pk)
    if viewer.seat is None:
        raise PermissionDenied
    return acted, viewer


def _page(request: HtmxRequest, shown: Game, viewer: Viewer, at: int | None = None, typed: str = "") -> GamePage:
    ask = {name: value for name, value in request.GET.dict().items() if name not in NOT_ASKED}
    if at is not None:
        return GamePage(shown, viewer, at, **_ways(request))
    row = _row(shown, viewer.seat) if viewer.seat else None
    had = _had(request, row)
    since = visits.record_look(row, shown.head, timezone.now()) if row else None
    return GamePage(
        shown,
        viewer,
        ask=ask,
        latest=latest(log.position(shown), viewer, since),
        since=since,
        had=had,
        typed=typed,
        hinted=request.GET.get("hint", ""),
        **_ways(request),
    )


def _had(request: HtmxRequest, row: SeatRow | None) -> int | None:
    """The last event that the page has which asks, as it says itself; of a new page, that the player has seen."""
    said = request.GET.get("have") or request.POST.get("seen")
    return whole(said) if said else row.seen if row else None


class _Ways(TypedDict):
    """How the board and the moves are shown."""

    is_flipped: bool
    lists_moves: bool
    explains: bool


def _ways(request: HtmxRequest) -> _Ways:
    """Those of the address."""
    flip, lists, explain = (request.GET.get(name) == "1" for name in WAYS)
    return _Ways(is_flipped=flip, lists_moves=lists, explains=explain)


def _address(request: HtmxRequest, pk: int, **ask: str) -> str:
    """The address of a game, with the board and the moves shown as they were."""
    query = urlencode({**ask, **{name: "1" for name in WAYS if request.GET.get(name) == "1"}})
    return f"{reverse('games:game', args=[pk])}{'?' * bool(query)}{query}"


def _row(game: Game, seat: Seat) -> SeatRow:
    return next(row for row in game.seats.all() if row.number == seat)


def _done(request: HtmxRequest, done: Game, viewer: Viewer) -> HttpResponse:
    """The board after the act: as a fragment for htmx, by a redirect otherwise."""
    address = _address(request, done.pk)
    if not request.htmx:
        return see_other(address)
    return replace_url(_answer(request, _page(request, done, viewer)), address)


def _refused(
    request: HtmxRequest,
    refused: Game,
    viewer: Viewer,
    sentence: str = "",
    *,
    refusal: IllegalMove | None = None,
    typed: str = "",
    status: int = 422,
) -> HttpResponse:
    """The page again, with the reason of the refusal and a link to its clause."""
    clause = refusal.clause if refusal else ""
    page = _page(request, refused, viewer, typed=typed)
    sentence = refusals.refusal(refused.kind, refusal) if refusal else sentence
    return _answer(request, page, sentence=sentence, clause=clause, status=status)


def _answer(
    request: HtmxRequest, page: GamePage, *, sentence: str = "", clause: str = "", status: int = 200
) -> HttpResponse:
    """The whole page, or the fragment of the game for htmx."""
    user = request.user
    history = History(page)
    context = {
        "page": page,
        "view": page.board.view,
        "history": history,
        "news": history.news(page.since) if page.since is not None else None,
        "told": history.told_since(page.had) if request.htmx and page.had is not None else "",
        "gift": queries.gift_to(page.game, page.viewer.seat) if page.clock.may_have_gift else None,
        "build": getattr(staticfiles_storage, "manifest_hash", ""),  # the styles and scripts that the page goes with
        "sentence": sentence,
        "clause": clause,
        "rematch": queries.last_rematch(page.game) if page.choices.can_rematch else None,
        "coach": coach_line(page, user) if user.is_authenticated and not sentence else None,
        **({} if request.htmx or not user.is_authenticated else _kept(page.game, user)),
        "chat": None
        if request.htmx
        else rooms.panel(user, page.game, page.viewer, is_glance=True),  # the page has it already
    }
    template = "games/game.html#table" if request.htmx else "games/game.html"
    return render(request, template, context, status=status)


def _kept(game: Game, user: User) -> dict[str, object]:
    """What the reader keeps about the game; a fragment leaves it as the page has it."""
    mark = marks.mark_on(game, user)
    return {"mark": mark, "tags": tags.listed(mark.tags)}
