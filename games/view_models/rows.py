"""Rows of lists, and cards, as values. A list shows the same rows again and again, to one reader or to many: what a row
shows is worked out every time, and rendered once.

The templates see nothing but the value, the language and the time zone, so nothing that changes is overlooked.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.contrib.humanize.templatetags.humanize import naturalday
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import get_language

from games import kinds
from games.kinds import Kind
from games.models import Challenge
from games.view_models.challenge_view import ChallengeView
from games.view_models.clockface import Clockface
from games.view_models.lists import ListedGame
from games.view_models.player_view import PlayerView
from games.view_models.vacation_view import VacationView

KEPT = 2000  # rendered rows, of some kilobytes each


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    name: str
    side: str
    colour: str
    initials: str
    is_bot: bool


@dataclass(frozen=True, slots=True)
class Away:
    name: str
    vacation: VacationView


@dataclass(frozen=True, slots=True, kw_only=True)
class _Board:
    number: int  # of the game
    key: str  # of its kind
    state: Any
    has_news: bool
    clock: Clockface | None  # of a running game
    task: str  # of the reader, if it is their turn

    @property
    def kind(self) -> Kind:
        return kinds.get(self.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow(_Board):
    players: tuple[NamedPlayer, ...]  # those it names: the opponent in one's own list, both in a list of nobody's
    other: str  # whom the person whose list it is plays; empty if that is the reader
    is_own: bool
    is_yours: bool  # the turn is the reader's
    is_held: bool  # it waits for the other board of a mirror match
    is_mirrored: bool
    can_decide: bool
    result: str  # of a game that is over
    ended_at: datetime | None
    ended: str
    away: tuple[Away, ...]
    unusual: tuple[str, ...]
    is_rated: bool
    is_archive: bool  # with its number and terms
    can_play: bool  # with a button to it


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard(_Board):
    other: NamedPlayer
    round: int | None  # of a kind that has rounds
    moves: int
    is_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferRow:
    pk: int
    token: str
    initials: str
    title: str
    creator: str
    is_guest: bool
    invited: str
    audience: str
    clock: str
    has_weekends_off: bool
    is_rated: bool
    is_mirrored: bool
    rating: str  # of the creator; empty where it is one's own, or they have none
    is_provisional: bool
    opponents: str  # the ratings of those it is for; empty if it is for all
    unusual: tuple[str, ...]
    away: VacationView | None
    is_own: bool
    can_accept: bool
    is_for_you: bool


def game_row(page: ListedGame, *, is_archive: bool = False, can_play: bool = False) -> SafeString:
    if page.cannot_be_shown:
        return render_to_string("games/_unreadable_row.html", {"number": page.game.pk})
    both = page.players.both
    named = () if page.side and not page.is_own else (page.opponent,) if page.side else tuple(both)
    ended_at = page.game.ended_at if page.is_over else None
    row = GameRow(
        **_board(page),
        players=tuple(_named(player) for player in named),
        other="" if not page.side or page.opponent.is_you else page.opponent.name,
        is_own=page.is_own,
        is_yours=page.is_your_turn,
        is_held=page.is_held,
        is_mirrored=page.game.partner_id is not None,
        can_decide=not page.is_over and page.choices.can_decide,
        result=page.result if page.is_over and page.side else "",
        ended_at=ended_at,
        ended=str(naturalday(localtime(ended_at))) if ended_at else "",
        away=tuple(
            Away(player.name, player.away)
            for player in both
            if player.away and player.away.is_now and not player.is_you and player.row.number != page.side
        ),
        unusual=tuple(page.unusual) if is_archive else (),
        is_rated=page.game.is_rated,
        is_archive=is_archive,
        can_play=can_play,
    )
    return _rendered("games/_game_row.html", row)


def game_card(page: ListedGame, *, is_first: bool = False) -> SafeString:
    """A game that waits for the reader."""
    state = page.head.state
    card = GameCard(
        **_board(page),
        other=_named(page.players.other),
        round=state.round.number if page.kind.has_rounds else None,
        moves=len(page.head.moves),
        is_first=is_first,
    )
    return _rendered("games/_game_card.html", card)


def offer_row(offer: ChallengeView) -> SafeString:
    challenge, is_own = offer.challenge, offer.is_own
    standing = None if is_own else offer.standing
    row = OfferRow(
        pk=challenge.pk,
        token=challenge.token,
        initials=offer.initials,
        title=offer.kind.title,
        creator=challenge.creator.username,
        is_guest=challenge.creator.is_guest,
        invited=challenge.invited.username if challenge.invited else "",
        audience=str(Challenge.Audience(challenge.audience).label),
        clock=challenge.clock_in_words,
        has_weekends_off=challenge.has_weekends_off,
        is_rated=challenge.is_rated,
        is_mirrored=challenge.is_mirrored,
        rating=standing.said if standing else "",
        is_provisional=standing is not None and standing.is_provisional,
        opponents=str(offer.opponents) if offer.opponents else "",
        unusual=tuple(offer.unusual),
        away=None if is_own else offer.away,
        is_own=is_own,
        can_accept=offer.viewer is not None and not offer.needs_account and (is_own or offer.is_open_to_viewer),
        is_for_you=offer.is_for_you,
    )
    return _rendered("games/_offer_row.html", row)


def _board(page: ListedGame) -> dict[str, Any]:
    return {
        "number": page.game.pk,
        "key": page.game.kind,
        "state": page.head.state,
        "has_news": page.status.has_news,
        "clock": None if page.is_over else page.clock.face,
        "task": page.status.task if page.is_your_turn else "",
    }


def _named(player: PlayerView) -> NamedPlayer:
    return NamedPlayer(player.name, player.side, player.colour, player.initials, player.is_bot)


def _rendered(template: str, row: _Board | OfferRow) -> SafeString:
    return _render(template, row, get_language(), get_current_timezone_name())


@lru_cache(maxsize=KEPT)
def _render(template: str, row: _Board | OfferRow, _language: str, _zone: str) -> SafeString:
    return render_to_string(template, {"row": row})
