"""Who looks at which game at this moment, in a tab that can be seen.

A key of the cache, ``looking:<user>:<game>``, that lasts a minute and a half. A page that is loaded sets it, and so
does the page's socket as long as its tab is visible, every minute (games/live/consumer.py). What a page fetches
by itself because of a signal does not: a hidden tab does that too.
"""

from __future__ import annotations

import logging

from django.core.cache import cache

SECONDS = 90
logger = logging.getLogger(__name__)


def looking(user_id: int, game_id: int) -> None:
    """Somebody looks at a game. A cache that is away must not keep them from it."""
    try:
        cache.set(_key(user_id, game_id), True, timeout=SECONDS)
    except Exception as lost:
        logger.warning("Nobody knows that somebody looks: %r", lost)


async def alooking(user_id: int, game_id: int) -> None:
    try:
        await cache.aset(_key(user_id, game_id), True, timeout=SECONDS)
    except Exception as lost:
        logger.warning("Nobody knows that somebody looks: %r", lost)


def is_looking(user_id: int, game_id: int) -> bool:
    """When in doubt nobody does: a mail too many is better than one too few."""
    try:
        return bool(cache.get(_key(user_id, game_id)))
    except Exception as lost:
        logger.warning("Nobody knows who looks: %r", lost)
        return False


def _key(user_id: int, game_id: int) -> str:
    return f"looking:{user_id}:{game_id}"
