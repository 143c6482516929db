from argparse import ArgumentParser
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games import kinds
from games.bots import turns
from games.lobby.start import Agreement, NewPlayer, new_secret, start_game
from games.models import Game
from games.words import names


class Command(BaseCommand):
    help = "Plays whole games between bots through the door that people use, and stores them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=1, help="how many of each kind (default: 1)")
        parser.add_argument("--kind", choices=[kind.key for kind in kinds.all()], help="only this kind")
        parser.add_argument("--bot", choices=list(names.BOTS), default="larva", help="the level (default: larva)")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = [kinds.get(options["kind"])] if options["kind"] else list(kinds.all())
        if any(options["bot"] not in kind.bots.levels for kind in chosen):
            raise CommandError(f"Not every kind has a {options['bot']}.")
        start = perf_counter()
        events = 0
        for kind in chosen * options["games"]:
            game = self._play(Agreement(kind.key, {}), options["bot"])
            events += game.head
            self.stdout.write(f"game {game.pk}, {game.kind}: {game.head} events, decided by {game.decided}")
        self.stdout.write(f"{events} events in {perf_counter() - start:.1f} s")

    def _play(self, agreement: Agreement, bot: str) -> Game:
        with transaction.atomic():
            players = (NewPlayer(bot=bot), NewPlayer(bot=bot))
            game = start_game(agreement=agreement, players=players, is_public=True, sealed=new_secret())
        turns.take_turns(game.pk)
        game.refresh_from_db()
        return game
