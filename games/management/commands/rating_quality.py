from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Hashable, Sequence
from itertools import product
from typing import Any

from django.core.management.base import BaseCommand

from games import kinds
from games.models import Rated
from games.ratings import ledger, simulation
from games.ratings.history import Standing
from games.ratings.prediction import Prediction, deviance, predictions
from games.ratings.simulation import Group


class Command(BaseCommand):
    help = "Prints how well ratings predict results, of the games of this site or of simulated ones; lower is better."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--simulate", type=_enough, help="so many games of people whose strengths are known")
        parser.add_argument("--seed", default="marabunta", help="any text; the same text gives the same games")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["simulate"]:
            self._simulated(options["simulate"], options["seed"])
        else:
            self._stored()

    def _stored(self) -> None:
        for kind, ladder in product(kinds.all(), Rated.Ladder):
            self.stdout.write(f"{kind.key}, {ladder.value}")
            if found := [*predictions(ledger.all_games(kind.key, ladder), {})]:
                self._print(found)
            else:
                self.stdout.write("no rated games")

    def _simulated(self, count: int, seed: str) -> None:
        simulated = simulation.simulate(count, seed)
        standings: dict[Hashable, Standing] = {}
        found = [*predictions(simulated.games, standings)]
        self.stdout.write(f"{count} simulated games, seed {seed!r}")
        self._print(found, simulated.shares)
        self.stdout.write(f"\n{'':20}{'players':>9}{'order':>9}{'gaps':>9}{'within':>9}")
        for group in (None, *Group):
            players, order, gaps, within = simulation.compare(simulated, standings, group)
            name = group.value if group else "everybody"
            self.stdout.write(f"{name:20}{players:>9}{order:>9.3f}{gaps:>9.1f}{within:>9.1%}")

    def _print(self, found: Sequence[Prediction], truth: Sequence[float] = ()) -> None:
        """``truth``: what was to be expected in each game, if anybody knows it."""
        self.stdout.write(f"{'':20}{'games':>9}{'ratings':>9}{'Elo':>9}{'coin':>9}" + f"{'truth':>9}" * bool(truth))
        for name, is_among in (("all games", False), ("of the established", True)):
            rows = [number for number, one in enumerate(found) if one.are_established or not is_among]
            if not rows:
                continue
            games = [found[number] for number in rows]
            figures = [
                deviance((one.by_ratings, one.score) for one in games),
                deviance((one.by_elo, one.score) for one in games),
                deviance((0.5, one.score) for one in games),
            ]
            if truth:
                figures.append(deviance((truth[number], found[number].score) for number in rows))
            self.stdout.write(f"{name:20}{len(games):>9}" + "".join(f"{figure:>9.4f}" for figure in figures))


def _enough(text: str) -> int:
    """So many that everybody has played."""
    if not text.isascii() or not text.isdigit() or not 1000 <= int(text) <= 1_000_000:
        raise ArgumentTypeError("a whole number from 1000 to 1000000")
    return int(text)
