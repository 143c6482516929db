"""How far somebody has come in a guided game: with their account, or in the session of a visitor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import HttpRequest

if TYPE_CHECKING:
    from accounts.for_games import User

GUIDE: Final = "guide"  # in the session, and in ``User.learned``


def reached(request: HttpRequest, key: str) -> int:
    """The step with which somebody goes on; 1 if they have not begun, one more than there are if they are through."""
    own = reached_by(request.user, key) if request.user.is_authenticated else 1
    return max(own, _step(request.session, key))  # whoever began as a visitor has it in the session


def reached_by(user: User, key: str) -> int:
    """The same, as far as the account knows it."""
    return max(_step(user.learned, key), 1)


def remember(request: HttpRequest, key: str, number: int) -> None:
    """They go on with this step."""
    if number <= reached(request, key):
        return
    if request.user.is_authenticated:
        _write(request.user, key, number)
    else:
        request.session[GUIDE] = {**request.session.get(GUIDE, {}), key: number}


def take_along(request: HttpRequest, user: User) -> None:
    """A visitor has become a guest: what they learned is known of the guest, too."""
    for key, number in request.session.get(GUIDE, {}).items():
        _write(user, key, number)


def forget(request: HttpRequest, key: str) -> None:
    """They begin again."""
    if request.user.is_authenticated:
        _write(request.user, key, 1)
    if key in request.session.get(GUIDE, {}):
        request.session[GUIDE] = {**request.session[GUIDE], key: 1}


def _step(kept: Any, key: str) -> int:
    number = kept.get(GUIDE, {}).get(key, 0)
    return number if isinstance(number, int) else 0


def _write(user: User, key: str, number: int) -> None:
    user.learned = {**user.learned, GUIDE: {**user.learned.get(GUIDE, {}), key: number}}
    user.save(update_fields=["learned"])
