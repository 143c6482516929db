"""The health check of the site."""

import logging
import secrets

from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether database and cache answer. Machines read this, so it is not translated."""
    for name, answers in (("database", _database_answers), ("cache", _cache_answers)):
        try:
            answers()
        except Exception:
            logger.exception("healthz: the %s does not answer", name)
            return _plain(f"The {name} does not answer.", status=503)
    return _plain("The site is well.")


def _database_answers() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _cache_answers() -> None:
    key = f"healthz-{secrets.token_hex(8)}"
    cache.set(key, key, timeout=10)
    if cache.get(key) != key:
        raise RuntimeError("the cache did not keep what it was given")
    cache.delete(key)


def _plain(text: str, *, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8", status=status)
