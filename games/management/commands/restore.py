from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.keeping import backup
from games.keeping.archive_file import BadArchive
from games.keeping.backup import Check
from games.keeping.faults import CannotKeep


class Command(BaseCommand):
    help = "Makes this site that of a backup, brought to this version. The site must not run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("archive", type=Path, help="a file that backup has written")
        parser.add_argument("--replace", action="store_true", help="also where there are games; they are kept beside")
        parser.add_argument("--newest", type=int, metavar="N", help="replay only the N newest games (default: all)")
        parser.add_argument("--unchecked", action="store_true", help="replay no game")

    def handle(self, *args: Any, **options: Any) -> None:
        check = None if options["unchecked"] else Check(options["newest"])
        try:
            manifest, said, counts = backup.restore(options["archive"], replace=options["replace"], check=check)
        except (CannotKeep, BadArchive) as problem:
            raise CommandError(str(problem)) from None
        for sentence in said:
            self.stdout.write(sentence)
        self.stdout.write(f"This site is now that of {manifest.made_at}, made by version {manifest.version}.")
        if counts is not None:
            self.stdout.write(f"Replayed: {counts['games']} games, {counts['events']} events, no faults.")
