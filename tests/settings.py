"""The site's settings for the tests, whatever the environment of the person who runs them says.

Only ``make test-services``, which sets TEST_SERVICES, hands its PostgreSQL and Redis on to them.
"""

import atexit
import os
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

os.environ |= {
    "DEBUG": "true",
    "HTTPS": "false",
    "ENV_FILE": "",
}
os.environ["SECRET_KEY"] = "a key for tests alone, as long as a site in public wants one"
for name in ("ALLOWED_HOSTS", "DATA_DIR", "HOST"):
    os.environ.pop(name, None)
if not os.environ.get("TEST_SERVICES"):
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)

from marabunta_site.settings import *  # noqa: E402, F403

# No test asks for a static file (the browser tests collect their own), and listing them anew for every client of a
# test takes longer than a page.
SERVESTATIC_USE_FINDERS = SERVESTATIC_USE_STATIC_ROOT = SERVESTATIC_AUTOREFRESH = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast; the real one is for real passwords
LIMITS = {}  # a test is faster than any person; where limits are tested, they are set
_pictures = tempfile.TemporaryDirectory()  # each test run draws its own
atexit.register(_pictures.cleanup)
PICTURES = Path(_pictures.name)
ACCOUNT_MAILS_LATER = False  # a test looks for them at once
if not os.environ.get("TEST_SERVICES"):  # in memory: pytest-django takes that for granted of Django's own SQLite alone
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}  # noqa: F405
ALARMS = False  # they are mailed from a thread, which sees no database of a test
WORKER = "off"  # tests ask for its rounds themselves
BOT_FIRST_PAUSE = BOT_PAUSE = 0.0
BOT_SECONDS = 0.05

# Tests clear the cache, and with it the whole Redis database: each of those that run side by side has one of its own.
if os.environ.get("TEST_SERVICES"):
    service = urlsplit(os.environ["REDIS_URL"])
    number = abs(int(service.path.strip("/") or 0) - int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]))
    CACHES["default"]["LOCATION"] = service._replace(path=f"/{number}").geturl()  # noqa: F405
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"tests-{os.getpid()}"  # noqa: F405 - it publishes to all databases
