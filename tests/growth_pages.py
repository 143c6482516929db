"""Every page of the site that is asked for by GET, and what the database is asked for each: for measuring growth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from games.models import Appeal, Case, Challenge, ChatMessage, Game, RatingChange, Report, Sanction
from games.moderation import roles
from games.moderation.roles import Role

HEAVIEST = 1  # the person who has played most, of those of games.filling


@dataclass(frozen=True, slots=True)
class Query:
    sql: str
    params: Any
    seconds: float


@dataclass
class Asked:
    """The queries of a page."""

    queries: list[Query] = field(default_factory=list)

    @property
    def milliseconds(self) -> float:
        return 1000 * sum(query.seconds for query in self.queries)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        start = perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.queries.append(Query(sql, params, perf_counter() - start))


@contextmanager
def asked() -> Iterator[Asked]:
    found = Asked()
    with connection.execute_wrapper(found):
        yield found


def readers() -> dict[str, Client]:
    """A browser of a visitor, of a member who has played very much, of a moderator and of an administrator."""
    member = User.objects.get(pk=HEAVIEST)
    moderator = _staff("Mia-of-the-desk", Role.MODERATOR)
    administrator = _staff("Ada-of-the-site", Role.ADMINISTRATOR)
    clients = {"visitor": Client()}
    for name, user in (("member", member), ("moderator", moderator), ("administrator", administrator)):
        clients[name] = Client()
        clients[name].force_login(user, backend="accounts.backends.NameOrAddress")
    return clients


def addresses(game: Game | None = None) -> dict[str, str]:
    """The address of every page, by the name of its route; of a page about a row, that of a row that there is.

    Of the pages about a game or what belongs to one, those of this game, if one is given.
    """
    found: dict[str, str] = {}
    given = _arguments(game)
    for name, pattern in _routes(get_resolver()):
        if name in WITHOUT_PAGES or name.startswith(("admin:", "mfa_", "socialaccount_")):
            continue
        variables = pattern.pattern.regex.groupindex
        if not variables:
            found[name] = reverse(name)
        elif name in given:
            if given[name] is not None:
                found[name] = reverse(name, args=given[name])
        else:
            raise LookupError(f"Which row should the page {name} be about? See tests/growth_pages.py.")
    finished = Game.objects.filter(seats__user=HEAVIEST, status="over", seats__bot="").latest("pk")
    person = User.objects.get(pk=HEAVIEST)
    found["games:game (over)"] = reverse("games:game", args=[finished.pk])
    found["games:lobby (by rating)"] = reverse("games:lobby") + "?rating_from=1400&rating_to=1700"
    found["games:archive (searched)"] = reverse("games:archive", args=[person.username]) + "?text=bada"
    found["games:archive (kept)"] = reverse("games:archive", args=[person.username]) + "?kept=favourites"
    found["games:kept (favourites)"] = reverse("games:kept") + "?what=favourites"
    found["games:kept (tagged)"] = reverse("games:kept") + "?tag=luck"
    older = RatingChange.objects.filter(rated__user=person).order_by("-at").first()
    if older is not None:
        address = reverse("games:rating-history", args=[person.username, older.rated.kind])
        found["games:rating-history (older)"] = f"{address}?before={older.game_id}"
    found["games:moderation:people (searched)"] = reverse("games:moderation:people") + "?name=bada"
    return found | _administration(person, game)


def _administration(person: User, game: Game | None) -> dict[str, str]:
    """The lists, a search in each, and the page of its first row."""
    found = {"admin:index": reverse("admin:index")}
    for model, model_admin in admin.site._registry.items():
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        path = reverse(f"admin:{name}_changelist")
        found[f"admin:{name}"] = path
        if model_admin.search_fields:
            found[f"admin:{name} (searched)"] = f"{path}?q={person.username[:5]}"
            found[f"admin:{name} (a number searched)"] = f"{path}?q=77"
        rows = model._default_manager.order_by("pk")
        if game is not None:
            of_game = rows.filter(pk=game.pk) if model is Game else rows.filter(game=game) if _has_game(model) else rows
            rows = of_game if of_game.exists() else rows
        row = rows.first()
        if row is not None:
            found[f"admin:{name} (one)"] = reverse(f"admin:{name}_change", args=[row.pk])
        for chosen in model_admin.list_filter:
            parameter = getattr(chosen, "parameter_name", None)
            if parameter and (choices := FILTERED.get(parameter)):
                found[f"admin:{name} ({parameter})"] = f"{path}?{parameter}={choices}"
    found["admin:games_game (running)"] = reverse("admin:games_game_changelist") + "?status__exact=running"
    found["admin:games_delivery (given up)"] = reverse("admin:games_delivery_changelist") + "?state__exact=dead"
    return found


def _has_game(model: type[Model]) -> bool:
    return any(
        field.is_relation and field.related_model is Game for field in model._meta.fields if field.name == "game"
    )


def _arguments(game: Game | None) -> dict[str, list[Any] | None]:
    """The arguments of pages about a row; None: there is no such row among those that fill the site."""
    game = game or Game.objects.filter(seats__user=HEAVIEST, status="running", seats__bot="").first()
    game = game or Game.objects.filter(status="running").latest("pk")
    message = ChatMessage.objects.order_by("-pk").first()
    sanction = Sanction.objects.order_by("-pk").first()
    person = User.objects.get(pk=HEAVIEST)
    offer = Challenge.objects.filter(status="open", audience="public").order_by("-pk").first()
    case = Case.objects.filter(status="open").order_by("pk").first() or Case.objects.order_by("pk").first()
    assert message and offer and case and sanction and Report.objects.exists()
    about_game: tuple[str, ...] = (
        "game",
        "picture",
        "act",
        "moves",
        "hint",
        "coach",
        "rematch",
        "rematch-offer",
        "fairness",
        "position",
    )
    about_game += ("record-text", "record-json", "chat", "chat-switch", "report-game", "mute", "game-ratings", "keep")
    found: dict[str, list[Any] | None] = {f"games:{name}": [game.pk] for name in about_game}
    found["games:report-message"] = [message.game_id, message.pk]
    found |= {
        f"games:{name}": [offer.token] for name in ("challenge", "accept", "decline", "withdraw", "invite-by-mail")
    }
    found |= {
        f"games:{name}": [person.username]
        for name in ("profile", "archive", "report-person", "results", "achievements")
    }
    other = (
        User.objects.exclude(pk=HEAVIEST).filter(is_guest=False, seats__game__seats__user=HEAVIEST).order_by("pk")[0]
    )
    found["games:against"] = [person.username, other.username]
    found["games:person-note"] = [other.username]
    found |= {f"games:{name}": [person.username, "mabula"] for name in ("rating-history", "rating-history-bots")}
    found |= {
        f"games:{name}": ["mabula"] for name in ("leaderboard", "leaderboard-bots", "ladder-games", "ladder-games-bots")
    }
    found |= {f"games:{name}": [sanction.pk] for name in ("acknowledge", "appeal")}
    found |= {f"games:moderation:{name}": [case.pk] for name in ("case", "claim", "release", "settle", "reopen")}
    found |= {f"games:moderation:{name}": [HEAVIEST] for name in ("person", "impose", "note")}
    found |= {"games:moderation:game": [game.pk], "games:moderation:message": [message.pk]}
    found["games:moderation:lift"] = [sanction.pk]
    found |= {"games:moderation:remove-note": [1], "games:moderation:set-text": ["answer-acted"]}
    appeal = Appeal.objects.first()
    found["games:moderation:appeal"] = [appeal.pk] if appeal else None
    found |= {
        "games:rules": ["mabula"],
        "games:summary": ["mabula"],
        "games:another": ["mabula"],
        "games:replay": ["mabula", "7"],
    }
    found["accounts:invited"] = ["no-invitation"]
    found |= {"games:guide": ["mabula"], "games:guide-step": ["mabula", 7], "games:guide-press": ["mabula", 1, 1]}
    found |= {"games:end-vacation": [1], "games:less-mail": None, "games:never-mail": None}
    return found


def _routes(resolver: URLResolver, spaces: tuple[str, ...] = ()) -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern, (*spaces, pattern.namespace) if pattern.namespace else spaces)
        elif pattern.name:
            yield ":".join((*spaces, pattern.name)), pattern


def _staff(name: str, role: Role) -> User:
    user = User.objects.named(name) or User.objects.create_user(name, f"{name.lower()}@example.org")
    if role not in roles.roles_of(user):
        roles.grant(by=None, user=user, role=role, reason="To see every page.")
    return user


FILTERED = {
    "stalled": "time",
    "reported": "yes",
    "waiting": "7",
    "paused": "yes",
    "moderated": "yes",
    "kind": "mabula",
    "sanctioned": "yes",
    "device": "yes",
    "deserters": "yes",
}
# Files of mails on a developer's disk; codes and keys of log-ins that are not under way; what others report to us.
WITHOUT_PAGES = {
    *("games:dev-outbox", "games:dev-mail", "games:dev-page", "games:dev-picture"),
    *("account_confirm_email", "account_reset_password_from_key", "account_reset_password_from_key_done"),
}
