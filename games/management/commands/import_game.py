import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from games import record
from games.table import exchange


class Command(BaseCommand):
    help = "Stores a game from a file in the text form or JSON; - is the standard input."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--one", metavar="NAME", help="the member in seat one (default: nobody)")
        parser.add_argument("--two", metavar="NAME", help="the member in seat two (default: nobody)")

    def handle(self, *args: Any, **options: Any) -> None:
        one, two = (self._user(options[seat]) for seat in ("one", "two"))
        if one is not None and one == two:
            raise CommandError("Nobody plays against themselves.")
        try:
            source = sys.stdin.read() if options["file"] == "-" else Path(options["file"]).read_text("utf-8", "replace")
            game = exchange.import_record(record.read(source), players=(one, two))
        except OSError as problem:
            raise CommandError(f"The file cannot be read: {problem}") from problem
        except record.BadRecord as problem:
            raise CommandError(f"This is not a game: {problem}") from problem
        self.stdout.write(f"game {game.pk}, {game.head} events")

    def _user(self, name: str | None) -> Any:
        if name is None:
            return None
        user = get_user_model().objects.filter(username=name).first()
        if user is None:
            raise CommandError(f"There is nobody called {name}.")
        return user
