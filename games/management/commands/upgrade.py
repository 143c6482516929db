from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.keeping import upgrade
from games.keeping.archive_file import BadArchive
from games.keeping.backup import Check
from games.keeping.faults import CannotKeep


class Command(BaseCommand):
    help = (
        "Brings the site to the version that is installed, while it runs: backup, database, games replayed, restarts."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--newest", type=int, metavar="N", help="replay only the N newest games (default: all)")
        parser.add_argument("--unchecked", action="store_true", help="replay no game")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            upgrade.upgrade(check=None if options["unchecked"] else Check(options["newest"]), say=self.stdout.write)
        except (CannotKeep, BadArchive) as problem:
            raise CommandError(str(problem)) from None
