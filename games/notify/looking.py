"""Which people look at which game at this moment, in a visible tab.

A key of the cache, ``looking:<user>:<game>``, that lasts a minute and a half. A page that is loaded sets it, and so
does the page's socket as long as its tab is visible, every minute (games/live/consumer.py). What a page fetches
by itself because of a signal does not: a hidden tab does that too.
"""

from __future__ import annotations

import logging

from django.core.cache import cache

SECONDS = 90
logger = logging.getLogger(__name__)


def mark_looking(user_id: int, game_id: int) -> None:
    """Store that a person looks at a game. If the cache is away, the page is shown all the same."""
    try:
        cache.set(_key(user_id, game_id), True, timeout=SECONDS)
    except Exception as lost:
        logger.warning("It is not stored that somebody looks at a game: %r", lost)


async def amark_looking(user_id: int, game_id: int) -> None:
    try:
        await cache.aset(_key(user_id, game_id), True, timeout=SECONDS)
    except Exception as lost:
        logger.warning("It is not stored that somebody looks at a game: %r", lost)


def is_looking(user_id: int, game_id: int) -> bool:
    """Whether a person looks at a game. If the cache is away, no: a mail too many is better than one too few."""
    try:
        return bool(cache.get(_key(user_id, game_id)))
    except Exception as lost:
        logger.warning("It is not known whether somebody looks at a game: %r", lost)
        return False


def _key(user_id: int, game_id: int) -> str:
    return f"looking:{user_id}:{game_id}"
