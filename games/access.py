"""Who may see and do what. The one helper that every view of a game or a challenge goes through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest

from games.contract import Seat
from games.models import Challenge, Game

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a game: a seat, a moderator, or somebody who watches."""

    seat: Seat | None = None
    is_moderator: bool = False


def game_for(request: HttpRequest, pk: int) -> tuple[Game, Viewer]:
    """A game and who looks at it. A private game does not exist for strangers (404)."""
    game = Game.objects.prefetch_related("seats__user").filter(pk=pk).first()
    if game is None:
        raise Http404
    user = request.user if request.user.is_authenticated else None
    if not may_see_game(game, user):
        raise Http404
    return game, viewer_of(game, user)


def may_see_game(game: Game, user: User | None) -> bool:
    if game.is_public:
        return True
    viewer = viewer_of(game, user)
    return viewer.seat is not None or viewer.is_moderator


def viewer_of(game: Game, user: User | None) -> Viewer:
    if user is None:
        return Viewer()
    own = next((seat for seat in game.seats.all() if seat.user_id == user.pk), None)
    if own is not None:
        return Viewer(Seat(own.number))  # who plays here moderates elsewhere
    return Viewer(is_moderator=user.is_staff and user.has_perm("games.view_game"))


def challenge_for(request: HttpRequest, token: str) -> Challenge:
    """A challenge by the token of its link. One that is for somebody else does not exist (404)."""
    offer = Challenge.objects.select_related("creator", "invited", "game").filter(token=token).first()
    if offer is None or not may_see(offer, request.user if request.user.is_authenticated else None):
        raise Http404
    return offer


def may_see(offer: Challenge, user: User | None) -> bool:
    if offer.audience == Challenge.Audience.PERSON:
        return user is not None and user.pk in (offer.creator_id, offer.invited_id)
    return True
