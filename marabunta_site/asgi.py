import os
import sqlite3

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marabunta_site.settings")

application = ProtocolTypeRouter({"http": get_asgi_application()})


def _idle_connection() -> sqlite3.Connection | None:
    """Every request opens SQLite anew; were none open in between, each would empty the write-ahead log at its end."""
    from django.db import connection  # noqa: PLC0415 - only once Django is set up

    if connection.vendor != "sqlite":
        return None
    idle = sqlite3.connect(connection.settings_dict["NAME"], check_same_thread=False)
    idle.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return idle


def _worker() -> None:
    from django.conf import settings  # noqa: PLC0415 - only once Django is set up

    from games import worker  # noqa: PLC0415

    if settings.WORKER == "embedded":
        worker.start()


_idle = _idle_connection()
_worker()
