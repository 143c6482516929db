from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.housekeeping import GUEST_AWAY, GUESTS_AT_ONCE, delete_guests_away


class Command(BaseCommand):
    help = "Deletes the guests who play no game and have not been here for a month. The worker does so by itself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=GUEST_AWAY.days, help="how long they must have been away")

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        count = 0
        while batch := delete_guests_away(timedelta(days=days), most=GUESTS_AT_ONCE):
            count += batch
        self.stdout.write(f"{count} guests deleted.")
