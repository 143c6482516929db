"""People for a test of moderation, and their browsers."""

from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User

PASSWORD = "correct horse battery"


def person(name: str, **fields) -> User:
    return User.objects.create_user(name, f"{name}@example.org", PASSWORD, **fields)


def moderating(name: str) -> User:
    """Somebody who may moderate, and nothing else."""
    user = person(name, is_staff=True)
    user.user_permissions.add(Permission.objects.get(content_type__app_label="games", codename="moderate"))
    return User.objects.get(pk=user.pk)  # permissions are remembered with the object


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
