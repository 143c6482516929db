"""Access to games and challenges: every view of one goes through here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest

from accounts.for_games import is_second_factor_missing
from games.contract import Seat
from games.models import Challenge, Game
from games.models import Seat as SeatRow
from games.table import seating

if TYPE_CHECKING:
    from accounts.for_games import User


@dataclass(frozen=True, slots=True)
class Viewer:
    """The relation of a person to a game: in a seat, as a moderator, or as a spectator (neither)."""

    seat: Seat | None = None
    is_moderator: bool = False


def game_for(request: HttpRequest, pk: int) -> tuple[Game, Viewer]:
    """A game and its viewer. A private game does not exist for strangers (404)."""
    game = seating.game_with_seats(pk)
    if game is None:
        raise Http404
    user = request.user if request.user.is_authenticated else None
    if not may_see_game(game, user):
        raise Http404
    viewer = viewer_of(game, user)
    return seating.shown_to(game, viewer.seat), viewer


def glance(user: User | None, pk: int) -> tuple[int, Viewer] | None:
    """The head of a game and its viewer, by one query. None: the game does not exist for this person."""
    seats = list(SeatRow.objects.select_related("game").filter(game=pk))
    if not seats:
        return None
    viewer = _viewer(seats, user)
    game = seats[0].game
    return (seating.head_for(game, viewer.seat), viewer) if _is_open_to(game, viewer) else None


def may_see_game(game: Game, user: User | None) -> bool:
    return game.is_public or _is_open_to(game, viewer_of(game, user))


def viewer_of(game: Game, user: User | None) -> Viewer:
    return _viewer(game.seats.all(), user)


def _is_open_to(game: Game, viewer: Viewer) -> bool:
    return game.is_public or viewer.seat is not None or viewer.is_moderator


def _viewer(seats: Iterable[SeatRow], user: User | None) -> Viewer:
    if user is None:
        return Viewer()
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    if own is not None:
        return Viewer(Seat(own.number))  # a moderator who plays in a game is only a player there
    may_look = user.is_staff and (user.has_perm("games.moderate") or user.has_perm("games.view_game"))
    return Viewer(is_moderator=may_look and not is_second_factor_missing(user))


def challenge_for(request: HttpRequest, token: str) -> Challenge:
    """A challenge by the token of its link. One for another person does not exist (404)."""
    offers = Challenge.objects.select_related("creator", "invited", "game").prefetch_related("game__seats")
    offer = offers.filter(token=token).first()
    if offer is None or not may_see_challenge(offer, request.user if request.user.is_authenticated else None):
        raise Http404
    return offer


def glance_at_challenge(user: User | None, token: str) -> bool | None:
    """Whether a challenge is still open, by one query. None: it does not exist for this person."""
    offer = Challenge.objects.filter(token=token).first()
    if offer is None or not may_see_challenge(offer, user):
        return None
    return offer.status == Challenge.Status.OPEN


def may_see_challenge(offer: Challenge, user: User | None) -> bool:
    if offer.audience == Challenge.Audience.PERSON:
        return user is not None and user.pk in (offer.creator_id, offer.invited_id)
    return True
