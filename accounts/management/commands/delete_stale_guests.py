from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.leaving import delete_account
from accounts.models import User, today
from games import for_accounts


class Command(BaseCommand):
    help = "Deletes the guests who play no game and have not been here for a month."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=30, help="how long they must have been away")

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        long_ago = today() - timedelta(days=days)
        stale = User.objects.filter(is_guest=True, last_seen__lt=long_ago).exclude(pk__in=for_accounts.ids_of_players())
        guests = list(stale)
        for guest in guests:
            delete_account(user=guest)
        self.stdout.write(f"{len(guests)} guests deleted.")
