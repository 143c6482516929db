from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import invitations


class Command(BaseCommand):
    help = (
        "Prints a link with which people may sign up where SIGN_UPS is invited. Whoever has it may, until it expires."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=float, default=14, help="for how long (default: 14)")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.SIGN_UPS != "invited":
            raise CommandError(f"SIGN_UPS is {settings.SIGN_UPS}: nobody needs an invitation. Set it to invited.")
        if not 0 < options["days"] <= 3650:
            raise CommandError("An invitation lasts for some days, and no longer than ten years.")
        self.stdout.write(invitations.link(lasts=timedelta(days=options["days"])))
