"""A guest turns out to be a member, who has learned what either of them has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.guide.coaching import COACH, GAMES
from games.guide.progress import GUIDE

if TYPE_CHECKING:
    from accounts.for_games import User


def adopt(*, guest: User, user: User) -> None:
    theirs, own = guest.learned, user.learned
    if not theirs:
        return
    steps: dict[str, int] = dict(own.get(GUIDE, {}))
    for kind, number in theirs.get(GUIDE, {}).items():
        steps[kind] = max(number, steps.get(kind, 0))
    lines: dict[str, dict[str, Any]] = dict(own.get(COACH, {}))
    for kind, known in theirs.get(COACH, {}).items():
        lines[kind] = _both(lines.get(kind, {}), known)
    user.learned = {GUIDE: steps, COACH: lines}
    user.save(update_fields=["learned"])


def _both(own: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """What is known of one kind."""
    together = {**theirs, **own}
    for name, most in (("games", GAMES), ("put_away", None)):
        if both := list(dict.fromkeys([*own.get(name, []), *theirs.get(name, [])]))[:most]:
            together[name] = both
    return together
