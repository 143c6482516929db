from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.for_games import User
from games.moderation import roles
from games.moderation.roles import Role


class Command(BaseCommand):
    help = "Makes a member a moderator, or with --administrator an administrator; with --revoke, takes the role away."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name of a member")
        parser.add_argument("--administrator", action="store_true", help="grant the role of an administrator instead")
        parser.add_argument("--revoke", action="store_true", help="take the role away")
        parser.add_argument("--reason", default="At the console.", help="for the audit")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.named(options["name"])
        if user is None:
            raise CommandError(f"There is no member named {options['name']}.")
        role = Role.ADMINISTRATOR if options["administrator"] else Role.MODERATOR
        change = roles.revoke if options["revoke"] else roles.grant
        try:
            change(by=None, user=user, role=role, reason=options["reason"])
        except roles.RoleUnchanged as refused:
            raise CommandError(f"{user}: {refused}") from None
        except ValueError as problem:
            raise CommandError(str(problem)) from None
        has = ", ".join(roles.roles_of(user)) or "no role"
        self.stdout.write(f"{user} has now: {has}.")
