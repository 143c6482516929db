"""The page of a game at the desk, with the acts of moderators."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.for_games import User
from games.access import Viewer
from games.bots import turns
from games.chat import plaintext
from games.contract import Seat
from games.models import EndedBy, Game, ModerationAct
from games.models import Seat as SeatRow
from games.moderation import audit, conflict_of_interest, game_acts, roles
from games.table import acts, interventions, log
from games.table.acts import Act
from games.table.door import Verdict
from games.view_models.act_changes import GAME_NAMES
from games.view_models.game_page import GamePage
from games.view_models.history import History
from games.view_models.lists import ListedGame
from games.views.moderation.from_case import back_to, case_of
from games.views.moderation.guard import for_moderators
from games.views.numbers import whole
from games.views.redirects import see_other
from games.words import durations, names, refusals, results

PAGE = 50
MOST_PEOPLE = 200  # whose name begins with what is searched for


@for_moderators
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Games found by number or name; without either, those with acts of moderators, the latest first."""
    asked = plaintext.cleaned(request.GET.get("q", "")[:80])
    found = _search(asked) if asked else _touched()
    found = found.exclude(seats__user=request.user.pk)  # in which they are no moderator
    page = Paginator(found.prefetch_related("seats__user"), PAGE).get_page(request.GET.get("page"))
    unreadable = log.load_positions(list(page))
    moderator = Viewer(is_moderator=True)
    shown_games = [ListedGame(one, moderator, cannot_be_shown=one.pk in unreadable) for one in page]
    return render(request, "moderation/games.html", {"asked": asked, "page": page, "shown_games": shown_games})


@for_moderators
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, pk: int) -> HttpResponse:
    """The page of a game. A posted act is previewed; posted again with ``sure`` it is carried out."""
    acted = _game(request, pk)
    if request.method != "POST":
        at = whole(request.GET["at"]) if "at" in request.GET else None
        return _page(request, acted, at=min(at, acted.head) if at is not None else None)
    form = ModeratorActForm(request.POST, levels=turns.levels_of(acted.kind))
    if not form.is_valid():
        sentence = _("Choose what to do and say why: both players will read the reason.")
        return _page(request, acted, form=form, sentence=sentence, status=422)
    return _do(request, acted, form) if form.cleaned_data["sure"] else _preview(request, acted, form)


DRAW = "draw"


class ModeratorActForm(forms.Form):
    """An act on a game. Which other fields it needs depends on the act."""

    what = forms.ChoiceField(choices=[(act.value, act.label) for act in game_acts.ACTS])
    reason = forms.CharField(max_length=audit.LONGEST_REASON)
    seen = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    key = forms.RegexField(r"\A[A-Za-z0-9_-]{8,64}\Z")
    seat = forms.ChoiceField(choices=[(str(int(seat)), seat.name) for seat in Seat], required=False)
    winner = forms.ChoiceField(choices=[("1", "1"), ("2", "2"), (DRAW, DRAW)], required=False)
    step = forms.IntegerField(min_value=0, max_value=10**9 - 1, required=False)
    hours = forms.IntegerField(min_value=1, max_value=interventions.MOST_TAKEN, required=False)
    bot = forms.CharField(max_length=20, required=False)
    sure = forms.BooleanField(required=False)

    def __init__(self, *args: Any, levels: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._levels = levels  # of the game's kind

    def clean_bot(self) -> str:
        bot: str = self.cleaned_data["bot"]
        if bot and bot not in self._levels:
            raise forms.ValidationError(_("There’s no such bot."))
        return bot

    @property
    def act(self) -> Act:
        return Act(self.cleaned_data["what"])

    @property
    def text(self) -> str:
        """The text of the act for the log."""
        sent = self.cleaned_data
        match self.act:
            case Act.ADJUDICATE if sent["winner"]:
                return acts.write(acts.Adjudicate(None if sent["winner"] == DRAW else Seat(int(sent["winner"]))))
            case Act.REWIND if sent["step"] is not None:
                return acts.write(acts.Rewind(sent["step"]))
            case Act.ADD_TIME if sent["seat"] and sent["hours"]:
                return acts.write(acts.AddTime(Seat(int(sent["seat"])), sent["hours"]))
            case Act.TAKE_TIME if sent["seat"] and sent["hours"]:
                return acts.write(acts.TakeTime(Seat(int(sent["seat"])), sent["hours"]))
            case Act.BOT_IN if sent["seat"] and sent["bot"]:
                return acts.write(acts.BotIn(Seat(int(sent["seat"])), sent["bot"]))
            case Act.BOT_OUT if sent["seat"]:
                return acts.write(acts.BotOut(Seat(int(sent["seat"]))))
        return ""  # which the door refuses where something is missing


@dataclass(frozen=True)
class PreviewLine:
    """A line of a preview."""

    what: str
    was: str
    would: str


def _preview(request: HttpRequest, acted: Game, form: ModeratorActForm) -> HttpResponse:
    assert request.user.is_authenticated
    sent = form.cleaned_data
    seen = game_acts.preview(by=request.user, game_id=acted.pk, what=form.act, text=form.text, seen=sent["seen"])
    if seen.answer.verdict is not Verdict.ACCEPTED:
        return _not_done(request, acted, form, seen.answer)
    page = GamePage(acted, Viewer(is_moderator=True))
    context = {
        "game": acted,
        "page": page,
        "form": form,
        "fields": [(name, request.POST[name]) for name in form.fields if name in request.POST and name != "sure"],
        "act": form.act.label,
        "effects": [_effect(page, name, was, would) for name, was, would in seen.changes if name in GAME_NAMES],
        "case": case_of(request),
        "is_reversible": form.act in game_acts.REVERSES,  # a reversal itself is not: the decision is taken again
    }
    return render(request, "moderation/preview.html", context)


def _do(request: HttpRequest, acted: Game, form: ModeratorActForm) -> HttpResponse:
    assert request.user.is_authenticated
    sent = form.cleaned_data
    answer = game_acts.act(
        by=request.user,
        game_id=acted.pk,
        what=form.act,
        text=form.text,
        reason=sent["reason"],
        seen=sent["seen"],
        key=sent["key"],
    )
    if answer.verdict in (Verdict.STALE, Verdict.REFUSED):
        return _not_done(request, acted, form, answer)
    messages.success(request, _("Done. Both players will be told, with your reason."))
    case = case_of(request)
    return see_other(back_to(case, reverse("games:moderation:game", args=[acted.pk])))


def _not_done(request: HttpRequest, acted: Game, form: ModeratorActForm, answer: Any) -> HttpResponse:
    acted = Game.objects.prefetch_related("seats__user").get(pk=acted.pk)
    if answer.verdict is Verdict.STALE:
        sentence = _("Something changed in the game first, so nothing was done. This is the game now.")
        return _page(request, acted, form=form, sentence=sentence, status=409)
    return _page(request, acted, form=form, sentence=refusals.refusal(acted.kind, answer.refusal), status=422)


def _page(
    request: HttpRequest,
    shown: Game,
    *,
    at: int | None = None,
    form: ModeratorActForm | None = None,
    sentence: str = "",
    status: int = 200,
) -> HttpResponse:
    assert request.user.is_authenticated
    page = GamePage(shown, Viewer(is_moderator=True), at)
    history = History(page, reverse("games:moderation:game", args=[shown.pk]), is_whole=True)
    position = page.head
    context = {
        "game": shown,
        "page": page,
        "history": history,
        "steps": [made.seq for made in position.moves],
        "acts": ModerationAct.objects.filter(game=shown.pk),
        "people": {user.pk: user.username for user in _moderators(shown)},
        "reports": conflict_of_interest.reports_for(request.user).filter(game=shown).order_by("-at"),
        "possible": _possible(shown, position),
        "added": [pair for pair in zip(page.players.both, position.added, strict=True) if pair[1]],
        "levels": [(level, names.BOTS[level]) for level in turns.levels_of(shown.kind)],
        "form": form,
        "case": case_of(request),
        "sentence": sentence,
        "key": secrets.token_urlsafe(16),
        "at": page.shown.seq,
        "before": max((made.seq for made in position.moves if made.seq < page.shown.seq), default=0),
        "after": min((made.seq for made in position.moves if made.seq > page.shown.seq), default=shown.head),
    }
    return render(request, "moderation/game.html", context, status=status)


def _possible(shown: Game, position: log.Position) -> set[str]:
    """The acts that the page offers. The preview says whether one is possible with its fields."""
    is_over, runs = shown.status == Game.Status.OVER, shown.status == Game.Status.RUNNING
    has_clock = runs and shown.clock != Game.Clock.NONE and not position.has_stand_ins
    is_annulled = bool(position.ending and position.ending.by is EndedBy.ANNULMENT)
    offered = {
        Act.ANNUL: not is_annulled,
        Act.ADJUDICATE: True,
        Act.RESTORE: position.back is not None,
        Act.REWIND: bool(position.moves),
        Act.PAUSE: has_clock and not position.is_paused,
        Act.RESUME: has_clock and position.is_paused,
        Act.ADD_TIME: has_clock,
        Act.TAKE_TIME: has_clock and any(position.added),
        Act.BOT_IN: not is_over and any(not seat.bot for seat in shown.seats.all()),
        Act.BOT_OUT: not is_over and any(_can_play_on(seat, position) for seat in shown.seats.all()),
        Act.HIDE: not shown.is_hidden,
        Act.SHOW: shown.is_hidden,
    }
    return {act.value for act, is_offered in offered.items() if is_offered}


def _can_play_on(row: SeatRow, position: log.Position) -> bool:
    """Whether a bot plays for a person who is still there."""
    return bool(position.stand_in(Seat(row.number)) and row.user_id)


def _game(request: HttpRequest, pk: int) -> Game:
    """A game that the reader may moderate: they do not play in it (else 404)."""
    found = Game.objects.prefetch_related("seats__user").filter(pk=pk).first()
    if found is None or not roles.may_moderate(request.user, found):
        raise Http404
    return found


def _search(asked: str) -> QuerySet[Game]:
    """By its number, or by the beginning of a player's name."""
    if number := whole(asked):
        return Game.objects.filter(pk=number).order_by("pk")
    people = list(User.objects.called(asked).values_list("pk", flat=True)[:MOST_PEOPLE])
    return Game.objects.filter(pk__in=SeatRow.objects.filter(user__in=people).values("game")).order_by("-pk")


def _touched() -> QuerySet[Game]:
    """By the audit, which has an index of them: the log of all games is long."""
    touched = ModerationAct.objects.filter(event__isnull=False, at__gt=timezone.now() - timedelta(days=90))
    return Game.objects.filter(pk__in=touched.values("game")).order_by("-turn_since", "-pk")


def _moderators(shown: Game) -> Any:
    done = ModerationAct.objects.filter(game=shown.pk).exclude(moderator=None).values("moderator")
    return User.objects.filter(pk__in=done)


def _effect(page: GamePage, name: str, was: Any, would: Any) -> PreviewLine:
    return PreviewLine(str(GAME_NAMES[name]), *(_shown(page, name, value) for value in (was, would)))


def _shown(page: GamePage, name: str, value: Any) -> str:
    """A value of the preview as text."""
    players = {player.row.number: player for player in page.players.both}
    match value:
        case bool():
            return _("yes") if value else _("no")
        case datetime():
            return formats.date_format(timezone.localtime(value), "DATETIME_FORMAT")
        case timedelta():
            return durations.duration(value)
        case int() if name in ("winner", "to_move"):
            return f"{players[value].name} ({players[value].colour})"
        case tuple():
            pairs = [(player, one) for player, one in zip(page.players.both, value, strict=True) if one]
            label = _("%(label)s: %(value)s")
            said = (label % {"label": player.colour, "value": _shown(page, name, one)} for player, one in pairs)
            return " · ".join(said) or _("nothing")
        case None if name in ("winner", "to_move"):
            return _("no one")
        case None | "":
            return _("nothing")
    match name:
        case "status":
            return str(Game.Status(value).label)
        case "decided":
            return results.cause(value)
        case "bots":
            return str(names.BOTS[value])
    return str(value)
