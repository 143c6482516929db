from argparse import ArgumentParser, ArgumentTypeError
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.lab import uniformity


class Command(BaseCommand):
    help = "Rolls a great many times as games do, and measures whether everything comes up equally often."
    requires_system_checks = ()  # it needs neither database nor site

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rolls", type=_enough, default=1_000_000, help="of six dice (default: 1000000)")
        parser.add_argument("--seed", default="marabunta", help="any text; the same text gives the same rolls")

    def handle(self, *args: Any, **options: Any) -> None:
        start = perf_counter()
        figures = []
        self.stdout.write(f"seed {options['seed']!r}\n\n{'draws':>9} {'freedom':>8} {'chi-square':>11} {'p':>9}")
        for figure in uniformity.measure(options["rolls"], uniformity.streams(options["seed"])):
            figures.append(figure)
            mark = "  ALARM" if uniformity.is_alarming(figure) else ""
            self.stdout.write(
                f"{figure.draws:>9} {figure.freedom:>8} {figure.statistic:>11.2f} {figure.p:>9.5f}  {figure.name}{mark}"
            )
            self.stdout.flush()
        few = sum(figure.p < uniformity.FEW for figure in figures)
        self.stdout.write(
            f"\n{len(figures)} figures, the smallest p {min(figure.p for figure in figures):.5f}; below"
            f" {uniformity.FEW}: {few}, by chance alone about {len(figures) * uniformity.FEW:.1f};"
            f" {perf_counter() - start:.0f} s"
        )
        if alarming := [figure.name for figure in figures if uniformity.is_alarming(figure)]:
            raise CommandError(f"This is not uniform: {'; '.join(alarming)}.")


def _enough(text: str) -> int:
    """So many that each cell of each figure is expected several times."""
    if not text.isascii() or not text.isdigit() or int(text) < 2000:
        raise ArgumentTypeError("a whole number from 2000 on")
    return int(text)
