import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from games.models import Game
from games.table import verification


class Command(BaseCommand):
    help = "Replays games and checks their logs; exits with 1 when it finds a fault, and names each in a line."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=int, metavar="game", help="its number (default: every game)")
        parser.add_argument("--newest", type=int, metavar="N", help="only so many, those that began last")
        parser.add_argument("--json", action="store_true", help="each line is a JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        numbers = options["games"]
        if options["newest"] is not None:
            numbers = list(Game.objects.order_by("-pk").values_list("pk", flat=True)[: max(1, options["newest"])])
        games = events = faults = 0
        for verified in map(verification.one_game, numbers) if numbers else verification.all_games():
            games += 1
            events += verified.events
            faults += len(verified.faults)
            for fault in verified.faults:
                self.stdout.write(json.dumps(asdict(fault)) if options["json"] else str(fault))
        counts = {"games": games, "events": events, "faults": faults}
        self.stdout.write(
            json.dumps(counts) if options["json"] else ", ".join(f"{name}: {count}" for name, count in counts.items())
        )
        if faults:
            sys.exit(1)
