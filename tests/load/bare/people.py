"""The same script for the bare app: ``python -m tests.load.bare.people 32``."""

import json
import sys

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.test import Client  # noqa: E402

MOVES = 60


def session(name: str) -> str:
    client = Client()
    client.force_login(User.objects.create_user(name))  # type: ignore[arg-type] # of the bare app, not of our site
    return client.cookies["sessionid"].value


if __name__ == "__main__":
    moves = [(number % 2, "a1-b1", number) for number in range(MOVES)]
    games = [
        {"pk": pk, "sessions": [session(f"ada-{pk}"), session(f"ben-{pk}")], "moves": moves}
        for pk in range(1, int(sys.argv[1]) + 1)
    ]
    print(json.dumps({"games": games, "reader": session("cleo"), "pages": {"a page": "/games/1/"}}))
