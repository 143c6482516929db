"""Make people members, moderators or administrators of the site under test, logged in.

The browser tests keep it at hand in a process with the settings of the server, ``python -m tests.e2e.let_in``: a line
such as ``Mo moderator`` on its standard input is answered with the key of a session.
"""

import sys

import django

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from django.contrib.auth.models import Permission  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402

from accounts.models import User  # noqa: E402


def session_of(name: str, role: str) -> str:
    user = User.objects.filter(username=name).first() or User.objects.create_user(name, f"{name.lower()}@example.org")
    EmailAddress.objects.get_or_create(user=user, email=user.email, defaults={"primary": True, "verified": True})
    if role != "member":
        user.is_staff, user.is_superuser = True, role == "administrator"
        user.save()
        user.user_permissions.add(*Permission.objects.filter(codename__in=("moderate", "view_game")))
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


if __name__ == "__main__":
    for line in sys.stdin:
        print(session_of(*line.split()), flush=True)
        connection.close()
