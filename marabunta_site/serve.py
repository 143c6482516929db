"""The whole site in one process, as in production: ``python -m marabunta_site.serve``. See docs/operations.md.

The database is brought to this version, the static files are collected, and the server starts with the worker's loops.
"""

from __future__ import annotations

import os
import sys

from marabunta_site import unsafe_settings


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marabunta_site.settings")
    unsafe_settings.refuse_to_start()

    import django  # noqa: PLC0415 - the settings can be used

    django.setup()

    from django.conf import settings  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415

    if settings.DEBUG:
        sys.exit("The site does not start.\nDEBUG is for make run. Leave the line away to serve the site.")
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    print(
        f"{settings.SITE_NAME} is at {settings.SITE_URL}/ and answers at {settings.HOST}:{settings.PORT}.", flush=True
    )
    command = [sys.executable, "-m", "marabunta_site.server", "--bind", settings.HOST, "--port", str(settings.PORT)]
    # A process of its own, without what setting up has left in the memory. One process alone has the worker in it.
    os.execve(sys.executable, command, {"WORKER": "embedded", **os.environ})  # nosec B606 # noqa: S606 - our own program


if __name__ == "__main__":
    main()
