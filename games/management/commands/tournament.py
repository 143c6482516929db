import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import kinds
from games.lab.tournament import Result, Standing, fixtures, levels_of, pairings, percentile, run, stand, wilson


class Command(BaseCommand):
    help = "Lets bots of every level meet in mirrored pairs, over all boards and options, and says how strong they are."
    requires_system_checks = ()  # it needs neither database nor site

    def add_arguments(self, parser: ArgumentParser) -> None:
        levels = list(dict.fromkeys(level for kind in kinds.all() for level in levels_of(kind)))
        parser.add_argument("--kind", choices=[kind.key for kind in kinds.all()], help="only this kind")
        parser.add_argument("--levels", nargs="+", choices=levels, default=[], help="only these levels (default: all)")
        parser.add_argument(
            "--games", type=_positive, default=20, help="how many for each two levels, an even number (default: 20)"
        )
        parser.add_argument(
            "--seconds", type=float, default=0.1, help="processor time that a bot may think about a move (default: 0.1)"
        )
        parser.add_argument("--jobs", type=_positive, default=1, help="how many processes play (default: 1)")
        parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same chance (default: 0)")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = [kinds.get(options["kind"])] if options["kind"] else [kind for kind in kinds.all() if levels_of(kind)]
        standings: list[Standing] = []
        if not options["json"]:
            self.stdout.write(
                f"{options['seconds']} s a move; draws count half; 95 % intervals after Wilson\n\n{_HEAD}"
            )
        for kind in chosen:
            for pairing in pairings(kind, options["levels"]):
                given = fixtures(
                    kind, pairing, games=options["games"], seed=options["seed"], seconds=options["seconds"]
                )
                results = run(list(given), jobs=options["jobs"])
                standings.append(stand(kind, pairing, self._told(results) if options["verbosity"] > 1 else results))
                if not options["json"]:
                    self.stdout.write(_row(standings[-1]))
                    self.stdout.flush()
        if not standings:
            raise CommandError("It takes two levels to play a tournament.")
        if options["json"]:
            self.stdout.write(json.dumps(_figures(standings, options["seconds"]), indent=1))
        else:
            self.stdout.write(_times(standings))

    def _told(self, results: Iterator[Result]) -> Iterator[Result]:
        """The same, with a line about each game as it ends."""
        for number, result in enumerate(results, start=1):
            one, two = result.fixture.levels
            winner = result.fixture.levels[result.winner - 1] if result.winner else "nobody"
            self.stderr.write(f"{number}: {result.fixture.kind}, {one} : {two}, won by {winner}")
            yield result


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError("a whole number from 1 on")
    return int(text)


_HEAD = f"{'kind':10} {'level':8} {'against':8} {'games':>6} {'won':>5} {'drawn':>6} {'lost':>5} {'rate':>7}  interval"


def _row(standing: Standing) -> str:
    low, high = wilson(standing.rate, standing.games)
    return (
        f"{standing.kind:10} {standing.stronger:8} {standing.weaker:8} {standing.games:>6} {standing.wins:>5}"
        f" {standing.draws:>6} {standing.losses:>5} {standing.rate:>7.1%}  {low:.1%} – {high:.1%}"
    )


def _times(standings: list[Standing]) -> str:
    lines = [f"\n{'kind':10} {'level':8} {'turns':>7} {'p50':>9} {'p95':>9}   processor time a turn"]
    for (kind, level), turns in _turns(standings).items():
        p50, p95 = (percentile(turns, percent) * 1000 for percent in (50, 95))
        lines.append(f"{kind:10} {level:8} {len(turns):>7} {p50:>6.1f} ms {p95:>6.1f} ms")
    return "\n".join(lines)


def _turns(standings: list[Standing]) -> dict[tuple[str, str], list[float]]:
    """The seconds of every turn, by kind and level."""
    found: dict[tuple[str, str], list[float]] = {}
    for standing in standings:
        for level, turns in standing.turns.items():
            found.setdefault((standing.kind, level), []).extend(turns)
    return found


def _figures(standings: list[Standing], seconds: float) -> dict[str, Any]:
    return {
        "seconds": seconds,
        "standings": [
            {
                "kind": standing.kind,
                "level": standing.stronger,
                "against": standing.weaker,
                "games": standing.games,
                "wins": standing.wins,
                "draws": standing.draws,
                "losses": standing.losses,
                "rate": standing.rate,
                "interval": wilson(standing.rate, standing.games),
                "by options": standing.by_options,
            }
            for standing in standings
        ],
        "times": [
            {
                "kind": kind,
                "level": level,
                "turns": len(turns),
                "p50": percentile(turns, 50),
                "p95": percentile(turns, 95),
            }
            for (kind, level), turns in _turns(standings).items()
        ],
    }
