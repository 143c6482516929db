import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.models import ModerationAct
from games.moderation import audit


class Command(BaseCommand):
    help = """Checks the audit: its numbers, its chain, and that logs of games and sanctions say the same.
        Exits with 1 when it finds a fault, and names each in a line."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="each line is a JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        faults = 0
        for fault in audit.faults():
            faults += 1
            self.stdout.write(json.dumps({"fault": fault}) if options["json"] else fault)
        counts = {"acts": ModerationAct.objects.count(), "faults": faults}
        self.stdout.write(
            json.dumps(counts) if options["json"] else ", ".join(f"{name}: {count}" for name, count in counts.items())
        )
        if faults:
            sys.exit(1)
