"""Choose golden games anew: ``python -m tests.golden.collect``.

Only after a change of the rules' meaning, with a new version of the rules, or for new boards. Random games are
played, and each kept that shows what fewer than three kept ones show, and a few more. Games with options that are
not offered any more stay as they are.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from games import kinds, record
from games.chance import StreamChance
from games.contract import play
from tests.golden.features import WANTED, features, is_offered

FOLDER = Path(__file__).parent / "games"
NUMBER = {"marabunta": 36, "mabula": 12}
MOST = 30_000


def main() -> None:
    for file in FOLDER.glob("*.txt"):
        if is_offered(record.read_text(file.read_text("utf-8"))):
            file.unlink()
    for kind in kinds.all():
        shown: Counter[str] = Counter()
        kept = seed = 0
        earlier = len(list(FOLDER.glob(f"{kind.key}-*.txt")))
        while kept < NUMBER[kind.key] or WANTED[kind.key] - shown.keys():
            seed += 1
            game = _random_game(kind, seed)
            found = features(game) & WANTED[kind.key]
            fewest = min(shown[feature] for feature in found)
            if fewest == 0 or (kept < NUMBER[kind.key] and (fewest < 3 or seed % 50 == 0)):
                kept += 1
                shown.update(found)
                (FOLDER / f"{kind.key}-{earlier + kept:02}.txt").write_text(record.to_text(game), "utf-8")
            if seed == MOST:
                raise SystemExit(f"{kind.key}: {MOST} games, and none with {WANTED[kind.key] - shown.keys()}")
        print(f"{kind.key}: {kept} games, the rarest feature {min(shown.values())} times, {seed} tried")


def _random_game(kind: kinds.Kind, seed: int) -> record.Record:
    option_sets = kind.option_sets()
    options = option_sets[seed % len(option_sets)]
    mover, chance = random.Random(seed), StreamChance(b"golden", game=str(seed))

    def choose(_: object, legal: Sequence[str]) -> str:
        """Every seventh game is played by people who would rather not write numbers."""
        quiet = [move for move in legal if "@" not in move and move != "end"] if seed % 7 == 0 else None
        return mover.choice(quiet or legal)

    moves, states = zip(*play(kind.rules, options, chance=chance, choose=choose), strict=True)
    return record.make(kind.key, options, moves, {record.STATE: kind.rules.encode(states[-1])})


if __name__ == "__main__":
    main()
