"""Play in the terminal.

    python -m games                           Marabunta: you are red, the worker is blue
    python -m games --level queen             against the strongest bot
    python -m games mabula --two              two people at one keyboard
    python -m games mabula scoring=product --as two
    python -m games --watch --seed 7          two bots
    python -m games --show FILE --at 40       a saved game, after its 40th move

At the prompt type a move; ``?`` lists the legal moves, ``hint`` prints the move of the queen, ``draw`` shows the
board again, ``moves`` lists the moves so far, ``save FILE`` writes the game so far, ``quit`` leaves.
Notation: docs/rules.md.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from time import thread_time
from typing import Any

from games import kinds, record
from games.chance import StreamChance
from games.contract import CHANCE, NOBODY, BadOptions, IllegalMove, Outcome, Seat
from games.contract.bots import SearchBudget

LEVELS = list(kinds.all()[0].bots.levels)  # the weakest first; every kind has the same
SECONDS = 1.0  # processor time of a bot for a move


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, or 2 after a message when the arguments make no game."""
    args = _parser().parse_args(arguments)
    try:
        if args.show:
            return _show(args.show, args.at)
        people = {Seat.ONE, Seat.TWO} if args.two else set() if args.watch else {Seat[args.seat.upper()]}
        options = dict(option.partition("=")[::2] for option in args.options)
        game = TerminalGame(kinds.get(args.kind), options, people, args.level, args.seed or secrets.token_hex(4))
        game.play()
    except (BadOptions, record.BadRecord, OSError) as problem:
        print(f"{problem}", file=sys.stderr)
        return 2
    return 0


class PlayerQuit(Exception):
    """A person has ended the game at the prompt."""


@dataclass
class TerminalGame:
    """One game at the terminal, and its moves so far."""

    kind: kinds.Kind
    options: dict[str, str]
    people: set[Seat]
    level: str  # of the bots in the other seats
    seed: str
    moves: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def play(self) -> None:
        rules = self.kind.rules
        state = rules.initial(self.options)
        chance = StreamChance(self.seed.encode(errors="surrogateescape"), game="terminal")
        print(f"{self.kind.title}, seed {self.seed}. Type ? for the legal moves, quit to leave.")
        try:
            while (actor := rules.actor(state)) is not NOBODY:
                if actor is CHANCE:
                    move = rules.draw(state, chance)
                elif actor in self.people:
                    state = self._ask(state)
                    continue
                else:
                    move = self._choose_move(state, self.level)
                print(f"{self._name(actor)}: {move}")
                state = self._keep(move, rules.apply(state, move))
        except (PlayerQuit, EOFError, KeyboardInterrupt):
            print()
        print(self.kind.draw(state))
        if outcome := rules.outcome(state):
            print(f"\n{_result(self.kind, outcome)}")
        print(f"\n{self._text()}", end="")

    def _ask(self, state: Any) -> Any:
        """Ask a person until they make a legal move; the state after it."""
        rules = self.kind.rules
        print(f"\n{self.kind.draw(state)}")
        while True:
            text = input(f"{self._name(rules.actor(state))}> ").strip()
            match text.split(maxsplit=1):
                case []:
                    continue
                case ["?"]:
                    print(_columns(rules.legal(state)))
                case ["hint"]:
                    print(self._choose_move(state, "queen"))
                case ["draw"]:
                    print(self.kind.draw(state))
                case ["moves"]:
                    print(self._text(), end="")
                case ["save", file]:
                    self._save(file)
                case ["quit"]:
                    raise PlayerQuit
                case _:
                    try:
                        return self._keep(text, rules.apply(state, text))
                    except IllegalMove as refused:
                        print(f"not legal: {refused}")

    def _choose_move(self, state: Any, level: str) -> str:
        """The move of a bot."""
        budget = SearchBudget.within(SECONDS, seed=self._random.getrandbits(64), clock=thread_time)
        return self.kind.bots.levels[level](state, budget)

    def _keep(self, move: str, state: Any) -> Any:
        """Add a move to the list once the rules have accepted it."""
        self.moves.append(move)
        return state

    def _save(self, file: str) -> None:
        try:
            Path(file).write_text(self._text(), "utf-8")
        except OSError as problem:
            print(f"not saved: {problem}")
        else:
            print(f"saved in {file}")

    def _text(self) -> str:
        return record.to_text(record.make(self.kind.key, self.options, self.moves, {"Seed": self.seed}))

    def _name(self, actor: object) -> str:
        return self.kind.seats[actor - 1] if isinstance(actor, Seat) else "chance"


def _show(file: str, at: int | None) -> int:
    saved = record.read(Path(file).read_text("utf-8", errors="replace"))
    kind = kinds.get(saved.kind)
    state = kind.rules.fold(kind.rules.initial(saved.options), saved.moves[:at])
    print(kind.draw(state))
    if outcome := kind.rules.outcome(state):
        print(f"\n{_result(kind, outcome)}")
    return 0


def _result(kind: kinds.Kind, outcome: Outcome) -> str:
    lines = [
        f"{part.what:10} {part.points[0]:>3} : {part.points[1]}"
        + "".join(f"   {name} {values}" for name, values in part.facts.items())
        for part in outcome.parts
    ]
    score = f"{outcome.points[0]}:{outcome.points[1]}"
    if outcome.winner is None:
        return "\n".join([*lines, f"a draw, {score}"])
    return "\n".join([*lines, f"{kind.seats[outcome.winner - 1]} wins {score}, decided by {outcome.decided}"])


def _columns(moves: Sequence[str]) -> str:
    """The moves, with those that begin alike on one line."""
    return "\n".join("  ".join(alike) for _, alike in groupby(moves, key=lambda move: move[:2]))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", nargs="?", default=kinds.all()[0].key, choices=[kind.key for kind in kinds.all()])
    parser.add_argument("options", nargs="*", metavar="option=value", help="such as territory=delta or scoring=product")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--two", action="store_true", help="two people")
    who.add_argument("--watch", action="store_true", help="two bots")
    who.add_argument("--as", dest="seat", choices=["one", "two"], default="one", help="your seat (default: one)")
    parser.add_argument("--level", choices=LEVELS, default="worker", help="of the bots (default: %(default)s)")
    parser.add_argument("--seed", help="the same seed gives the same rolls (default: a random one)")
    parser.add_argument("--show", metavar="FILE", help="show a saved game instead of playing one")
    parser.add_argument("--at", type=int, metavar="N", help="with --show: after its first N moves")
    return parser


if __name__ == "__main__":
    sys.exit(main())
