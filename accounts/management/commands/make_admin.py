import os
import sys
from getpass import getpass
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.models import User


class Command(BaseCommand):
    help = """Makes an administrator. Name and address come from the arguments, or are asked for. The password is typed
        in, twice, or comes from ADMIN_PASSWORD in the environment; there is no default, and a weak one is refused."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name")
        parser.add_argument("--email")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User(
            username=self._given(options["name"], "Name: "),
            email=self._given(options["email"], "E-mail address: ").lower(),
            is_staff=True,
            is_superuser=True,
        )
        try:
            user.full_clean(exclude=["password"])
            if not user.email:
                raise ValidationError("An administrator has an e-mail address.")
            if EmailAddress.objects.filter(email=user.email).exists():
                raise ValidationError("Somebody has this e-mail address already.")
            password = self._password()
            validate_password(password, user)
        except ValidationError as problem:
            raise CommandError("\n".join(problem.messages)) from None
        user.set_password(password)
        with transaction.atomic():
            user.save()
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        self.stdout.write(f"{user} is an administrator.")

    def _given(self, value: str | None, question: str) -> str:
        if value is not None:
            return value
        if not sys.stdin.isatty():
            raise CommandError("Nobody is here to ask: give --name and --email.")
        return input(question)

    def _password(self) -> str:
        if password := os.environ.get("ADMIN_PASSWORD"):
            return password
        if not sys.stdin.isatty():
            raise CommandError("Nobody is here to type a password: put it into ADMIN_PASSWORD.")
        password = getpass("Password: ")
        if getpass("Password again: ") != password:
            raise CommandError("These are two different passwords.")
        return password
