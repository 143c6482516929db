from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.keeping import backup
from games.keeping.archive_file import BadArchive
from games.keeping.backup import Check
from games.keeping.faults import CannotKeep


class Command(BaseCommand):
    help = "Writes database and secret key into one file, while the site runs; then opens it and replays its games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--to", type=Path, help="a folder, or a file that ends in .tar.gz (default: DATA_DIR/backups)"
        )
        parser.add_argument("--newest", type=int, metavar="N", help="replay only the N newest games (default: all)")
        parser.add_argument("--unchecked", action="store_true", help="do not open the archive after writing it")
        parser.add_argument(
            "--keep", type=int, metavar="N", help="then remove all but the N newest backups of the folder"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        to = options["to"] or settings.DATA_DIR / "backups"
        if options["keep"] is not None and options["keep"] < 1:
            raise CommandError("Keep one backup at least.")
        check = None if options["unchecked"] else Check(options["newest"])
        try:
            path, manifest, counts = backup.back_up(to, check=check)
        except (CannotKeep, BadArchive) as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"{path}: {path.stat().st_size / 1e6:.1f} MB, {manifest.counts.get('games_game', 0)} games")
        if counts is None:
            self.stdout.write("It was not looked at: --unchecked.")
        else:
            self.stdout.write(f"Opened and replayed: {counts['games']} games, {counts['events']} events, no faults.")
        if options["keep"] is not None:
            for old in backup.all_but_the_newest(path.parent, options["keep"]):
                old.unlink()
                self.stdout.write(f"Removed {old}.")
