"""People with an account, their browsers, and what the site answers and mails them."""

import re

from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User

PASSWORD = "a basket full of crumbs"


def member(name: str, address: str) -> User:
    user = User.objects.create_user(name, address, PASSWORD)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return user


def logged_in(login: str, password: str = PASSWORD) -> Client:
    """A browser of its own."""
    client = Client()
    response = client.post("/account/login/", {"login": login, "password": password})
    assert response.status_code == 302, said(response)
    return client


def reauthenticate(client: Client) -> None:
    assert client.post("/account/reauthenticate/", {"password": PASSWORD, "next": "/"}).status_code == 302


def who(client: Client) -> User | None:
    """Whom the pages take a browser for."""
    user = client.get("/").context["user"]
    return User.objects.get(pk=user.pk) if user.is_authenticated else None


def code_in(mail):
    """The code in a mail: on a line of its own."""
    (code,) = re.findall(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", mail.body, re.MULTILINE)
    return code


def said(response):
    return response.content.decode()
