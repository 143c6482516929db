import sys
from argparse import ArgumentParser
from itertools import product
from typing import Any

from django.core.management.base import BaseCommand

from games import kinds
from games.models import Rated
from games.ratings import ledger, verification


class Command(BaseCommand):
    help = "Works out every rating anew from the games and compares; exits with 1 when one differs, and names each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="first store what the games say; nobody is told")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rebuild"]:
            for kind, ladder in product(kinds.all(), Rated.Ladder):
                ledger.rebuild(kind.key, ladder)
        changes = faults = 0
        for verified in verification.all_ladders():
            changes += verified.changes
            faults += len(verified.faults)
            for fault in verified.faults:
                self.stdout.write(str(fault))
        self.stdout.write(f"rating changes: {changes}, faults: {faults}")
        if faults:
            sys.exit(1)
