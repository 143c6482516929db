"""The ASGI application: pages and sockets, and where the worker is embedded, its loops as threads of this process."""

import gc
import os
import sqlite3

import django
from channels.routing import ProtocolTypeRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marabunta_site.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402 - after Django is set up
from django.db import connection  # noqa: E402

from games import metrics_page, worker  # noqa: E402
from games.live.routing import sockets  # noqa: E402
from marabunta_site import daphne_guards  # noqa: E402
from marabunta_site.handlers import Requests  # noqa: E402

daphne_guards.install()
application = ProtocolTypeRouter({"http": Requests(), "websocket": sockets})


def _idle_connection() -> sqlite3.Connection | None:
    """A connection that stays open: the last one to close checkpoints the write-ahead log, and on a quiet site that
    would be every round of the worker."""
    if connection.vendor != "sqlite":
        return None
    idle = sqlite3.connect(connection.settings_dict["NAME"], check_same_thread=False)
    idle.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return idle


_idle = _idle_connection()
# What is loaded now stays: it is not looked at whenever garbage is. A request leaves little of it behind, so a look at
# every 700 new objects, Python's own measure, is a look at nothing some hundred times a page.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)
metrics_page.start()
if settings.WORKER == "embedded":
    worker.start()
