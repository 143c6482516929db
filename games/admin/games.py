"""Games: the list, and for each game its board after any event, its log in words, and a link to the desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import kinds
from games.admin import filters, log_in_words
from games.admin.large_lists import LargeList
from games.admin.rights import NotOfMyGames, ReadOnly, my_running_games
from games.models import Event, Game, ModerationAct, Seat
from games.moderation import roles
from games.views.numbers import whole
from games.words import names, results

MOST_ACTS = 50


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    extra = 0
    classes = ("collapse",)


class EventInline(ReadOnly, admin.TabularInline):
    model = Event
    extra = 0
    classes = ("collapse",)
    fields = ("seq", "act", "seat", "text", "at", "key", "digest", "chain")


@dataclass(frozen=True)
class GameOverview:
    """The page of a game in the administration."""

    game: Game
    at: int
    is_mine: bool  # and still runs: then the page shows no more than a player sees
    may_see_audit: bool

    @cached_property
    def log(self) -> log_in_words.Log:
        return log_in_words.log_of(self.game, self.at)

    @property
    def previous(self) -> int | None:
        return self.at - 1 if self.at else None

    @property
    def next(self) -> int | None:
        return self.at + 1 if self.at < self.game.head else None

    @property
    def desk(self) -> str:
        return "" if self.is_mine else address("games:moderation:game", self.game.pk)

    @cached_property
    def acts(self) -> list[ModerationAct]:
        return [] if self.is_mine else list(ModerationAct.objects.filter(game=self.game.pk)[:MOST_ACTS])


@admin.register(Game)
class GameAdmin(ReadOnly, LargeList, admin.ModelAdmin):
    list_display = ("number", "title", "players", "standing", "turn", "turn_since", "deadline", "marks")
    list_display_links = ("number", "title")
    list_filter = (
        filters.KindFilter,
        "status",
        filters.StalledFilter,
        filters.ReportedGameFilter,
        filters.WaitingSinceFilter,
        filters.PausedFilter,
        "is_hidden",
        filters.ModeratedFilter,
        "is_public",
        "is_rated",
    )
    search_help_text = _("Game number, or the start of a player’s name")
    list_per_page = 50
    actions = None

    class Media:
        css: ClassVar = {"all": ["css/administration.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        seats = Prefetch("seats", Seat.objects.select_related("user"))
        return super().get_queryset(request).prefetch_related(seats)

    def of_people(self, people: list[int]) -> list[Q]:
        return [Q(pk__in=Seat.objects.filter(user__in=people).values("game"))]

    def get_inlines(self, request: HttpRequest, obj: Game | None) -> list[Any]:
        return [SeatInline, EventInline] if obj and _may_see_raw(request, obj) else []

    def get_fieldsets(self, request: HttpRequest, obj: Game | None = None) -> Any:
        told = [
            *("title", "options_in_words", "players", "status", "turn", "turn_since", "deadline", "paused_at"),
            *("result", "ended_at", "created_at", "clock", "has_weekends_off", "is_rated", "is_public", "is_hidden"),
        ]
        shown: list[Any] = [(None, {"fields": told})]
        if obj and _may_see_raw(request, obj):
            raw = ("kind", "rules", "draws", "options", "head", "to_move", "draw_offered_by", "winner", "decided")
            shown.append((_("Raw data"), {"fields": (*raw, "commitment", "is_imported"), "classes": ("collapse",)}))
        return shown

    def get_readonly_fields(self, request: HttpRequest, obj: Game | None = None) -> Any:
        return ("title", "players", "turn", "result", "options_in_words")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        game = self.get_object(request, object_id)
        if game is not None and self.has_view_permission(request, game):
            extra_context = {**(extra_context or {}), "shown": self._shown(request, game)}
        return super().change_view(request, object_id, form_url, extra_context)

    def _shown(self, request: HttpRequest, game: Game) -> GameOverview:
        at = whole(request.GET["at"]) if "at" in request.GET else game.head
        if at is None or at > game.head:
            messages.warning(request, gettext("There’s no such event in this game. Here’s the latest."))
            at = game.head
        is_mine = my_running_games(request).filter(pk=game.pk).exists()
        return GameOverview(game, at, is_mine, roles.is_administrator(request.user))

    @admin.display(description=_("number"), ordering="pk")
    def number(self, game: Game) -> str:
        return f"#{game.pk}"

    @admin.display(description=_("kind"), ordering="kind")
    def title(self, game: Game) -> str:
        return kinds.title_of(game.kind)

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        return " – ".join(names.name_of(seat) for seat in game.seats.all())

    @admin.display(description=_("to move"))
    def turn(self, game: Game) -> str:
        return next((names.name_of(seat) for seat in game.seats.all() if seat.number == game.to_move), "–")

    @admin.display(description=_("status"), ordering="status")
    def standing(self, game: Game) -> str:
        return str(game.get_status_display()) if game.status == Game.Status.RUNNING else self.result(game)

    @admin.display(description=_("result"))
    def result(self, game: Game) -> str:
        if game.status == Game.Status.RUNNING:
            return "–"
        winner = next(
            (names.name_of(seat) for seat in game.seats.all() if seat.number == game.winner), gettext("no one")
        )
        return gettext("%(name)s (%(how)s)") % {"name": winner, "how": results.cause(game.decided)}

    @admin.display(description=_("options"))
    def options_in_words(self, game: Game) -> str:
        try:
            options = names.options_of(game)
        except kinds.UnknownKind:
            options = [*game.options.items()]
        return ", ".join(f"{name}: {value}" for name, value in options) or "–"

    @admin.display(description=_("marks"))
    def marks(self, game: Game) -> str:
        found = [(game.paused_at, gettext("clock stopped")), (game.is_hidden, gettext("hidden from public lists"))]
        found.append((not game.is_public, gettext("private")))
        return ", ".join(word for holds, word in found if holds)


@admin.register(Event)
class EventAdmin(ReadOnly, NotOfMyGames, LargeList, admin.ModelAdmin):
    list_display = ("game", "seq", "act", "seat", "text", "at")
    list_filter = ("act",)
    search_help_text = _("Game number")
    number_paths = ("game",)
    person_paths = ()
    list_select_related: ClassVar[Any] = ["game"]
    actions = None


def address(name: str, pk: int) -> str:
    """The address of a page of the desk; empty if there is none."""
    try:
        return reverse(name, kwargs={"pk": pk})
    except NoReverseMatch:
        return ""


def _may_see_raw(request: HttpRequest, game: Game) -> bool:
    """Whether the page shows seats, keys and hashes: to administrators, but not of their own running games."""
    is_mine = my_running_games(request).filter(pk=game.pk).exists()
    return roles.is_administrator(request.user) and not is_mine
