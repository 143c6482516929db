import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import kinds
from games.lab.tournament import (
    GameResult,
    PairingScore,
    levels_of,
    pairings,
    percentile,
    play_all,
    schedule,
    score_pairing,
    steps,
    wilson,
)


class Command(BaseCommand):
    help = (
        "Plays bots of all levels against each other in mirrored pairs, over all boards and options, and scores them."
    )
    requires_system_checks = ()  # it needs neither database nor site

    def add_arguments(self, parser: ArgumentParser) -> None:
        levels = list(dict.fromkeys(level for kind in kinds.all() for level in levels_of(kind)))
        parser.add_argument("--kind", choices=[kind.key for kind in kinds.all()], help="only this kind")
        parser.add_argument("--levels", nargs="+", choices=levels, default=[], help="only these levels (default: all)")
        parser.add_argument("--ladder", action="store_true", help="each level meets only the one below it")
        parser.add_argument(
            "--games", type=_positive, default=20, help="how many for each two levels, an even number (default: 20)"
        )
        parser.add_argument(
            "--seconds", type=float, default=0.1, help="processor time that a bot may take for a move (default: 0.1)"
        )
        parser.add_argument("--jobs", type=_positive, default=1, help="how many processes play (default: 1)")
        parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same chance (default: 0)")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = [kinds.get(options["kind"])] if options["kind"] else [kind for kind in kinds.all() if levels_of(kind)]
        scores: list[PairingScore] = []
        if not options["json"]:
            self.stdout.write(
                f"{options['seconds']} s a move; draws count half; 95 % intervals after Wilson\n\n{_HEAD}"
            )
        for kind in chosen:
            for pairing in (steps if options["ladder"] else pairings)(kind, options["levels"]):
                games = schedule(
                    kind, pairing, games=options["games"], seed=options["seed"], seconds=options["seconds"]
                )
                results = play_all(list(games), jobs=options["jobs"])
                if options["verbosity"] > 1:
                    results = self._report(results)
                scores.append(score_pairing(kind, pairing, results))
                if not options["json"]:
                    self.stdout.write(_row(scores[-1]))
                    self.stdout.flush()
        if not scores:
            raise CommandError("It takes two levels to play a tournament.")
        if options["json"]:
            self.stdout.write(json.dumps(_figures(scores, options["seconds"]), indent=1))
        else:
            self.stdout.write(_times(scores))

    def _report(self, results: Iterator[GameResult]) -> Iterator[GameResult]:
        """Pass the results on, and print a line for each as its game ends."""
        for number, result in enumerate(results, start=1):
            one, two = result.game.levels
            winner = result.game.levels[result.winner - 1] if result.winner else "nobody"
            self.stderr.write(f"{number}: {result.game.kind}, {one} : {two}, won by {winner}")
            yield result


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError("a whole number from 1 on")
    return int(text)


_HEAD = f"{'kind':10} {'level':8} {'against':8} {'games':>6} {'won':>5} {'drawn':>6} {'lost':>5} {'rate':>7}  interval"


def _row(score: PairingScore) -> str:
    low, high = wilson(score.rate, score.games)
    return (
        f"{score.kind:10} {score.stronger:8} {score.weaker:8} {score.games:>6} {score.wins:>5}"
        f" {score.draws:>6} {score.losses:>5} {score.rate:>7.1%}  {low:.1%} – {high:.1%}"
    )


def _times(scores: list[PairingScore]) -> str:
    lines = [f"\n{'kind':10} {'level':8} {'turns':>7} {'p50':>9} {'p95':>9}   processor time a turn"]
    for (kind, level), turns in _turns(scores).items():
        p50, p95 = (percentile(turns, percent) * 1000 for percent in (50, 95))
        lines.append(f"{kind:10} {level:8} {len(turns):>7} {p50:>6.1f} ms {p95:>6.1f} ms")
    return "\n".join(lines)


def _turns(scores: list[PairingScore]) -> dict[tuple[str, str], list[float]]:
    """The seconds of every turn by kind and level."""
    found: dict[tuple[str, str], list[float]] = {}
    for score in scores:
        for level, turns in score.turns.items():
            found.setdefault((score.kind, level), []).extend(turns)
    return found


def _figures(scores: list[PairingScore], seconds: float) -> dict[str, Any]:
    return {
        "seconds": seconds,
        "standings": [
            {
                "kind": score.kind,
                "level": score.stronger,
                "against": score.weaker,
                "games": score.games,
                "wins": score.wins,
                "draws": score.draws,
                "losses": score.losses,
                "rate": score.rate,
                "interval": wilson(score.rate, score.games),
                "by options": score.by_options,
            }
            for score in scores
        ],
        "times": [
            {
                "kind": kind,
                "level": level,
                "turns": len(turns),
                "p50": percentile(turns, 50),
                "p95": percentile(turns, 95),
            }
            for (kind, level), turns in _turns(scores).items()
        ],
    }
