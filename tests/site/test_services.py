import os

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.cache import cache, caches
from django.db import connection

SERVICES = bool(os.environ.get("TEST_SERVICES"))


def test_the_suite_runs_on_the_database_it_was_asked_for(db):
    with connection.cursor() as cursor:
        cursor.execute("SELECT version()" if SERVICES else "SELECT sqlite_version()")
        (version,) = cursor.fetchone()
    assert version.startswith("PostgreSQL" if SERVICES else "3.")


def test_the_cache_is_the_one_asked_for_and_keeps_what_it_is_given():
    assert type(caches["default"]).__name__ == ("RedisCache" if SERVICES else "LocMemCache")
    cache.set("kept", "as it was", timeout=30)
    assert cache.get("kept") == "as it was"


def test_the_channel_layer_is_the_one_asked_for_and_carries_a_message():
    layer = get_channel_layer()
    assert layer is not None
    assert type(layer).__name__ == ("RedisPubSubChannelLayer" if SERVICES else "MemoryLayer")

    @async_to_sync
    async def there_and_back():
        channel = await layer.new_channel()
        await layer.group_add("listeners", channel)
        await layer.group_send("listeners", {"type": "hint", "seq": 17})
        return await layer.receive(channel)

    assert there_and_back() == {"type": "hint", "seq": 17}
