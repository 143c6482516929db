from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import queries, record
from games.models import Game


class Command(BaseCommand):
    help = "Prints a game as a file, in the text form or as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=int, help="its number")
        parser.add_argument("--json", action="store_true", help="print JSON instead of the text form")

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(pk=options["game"]).first()
        if game is None:
            raise CommandError(f"There is no game {options['game']}.")
        exported = queries.record_of(game)
        text = record.to_json(exported) + "\n" if options["json"] else record.to_text(exported)
        self.stdout.write(text, ending="")
