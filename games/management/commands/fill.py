from argparse import ArgumentParser
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.filling.filling import Sizes, fill
from games.models import Delivery, Event, Game, Notification


class Command(BaseCommand):
    help = "Fills an empty site with very many people and games, to see how it does then. Only with DEBUG."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=100_000)
        parser.add_argument("--people", type=int, default=30_000)
        parser.add_argument("--notifications", type=int, default=1_000_000)

    def handle(self, *args: Any, games: int, people: int, notifications: int, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("This is a site for people: it is filled on a site of your own, with DEBUG=true.")
        if games < 100 or people < 10 or notifications < 0:
            raise CommandError("At least 100 games and 10 people.")
        start = perf_counter()
        try:
            fill(Sizes(games, people, notifications))
        except ValueError as refused:
            raise CommandError(f"Nothing was done: {refused}.") from refused
        rows = ", ".join(f"{rows.count()} {name}" for name, rows in _COUNTED.items())
        self.stdout.write(f"{rows} in {perf_counter() - start:.0f} s")


_COUNTED: dict[str, Any] = {
    "games": Game.objects,
    "events": Event.objects,
    "notifications": Notification.objects,
    "deliveries": Delivery.objects,
}
