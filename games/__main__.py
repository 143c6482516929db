"""Play in the terminal.

    python -m games                           Marabunta: you are red, the weakest bot is blue
    python -m games --level queen             against the strongest bot
    python -m games mabula --two              two people at one keyboard
    python -m games mabula scoring=product --as two
    python -m games --watch --seed 7          two bots
    python -m games --show FILE --at 40       a saved game, after its 40th move
    python -m games --language fr             with moves, refusals and results told in French; where the machine
                                              speaks French, Italian or Polish (LANG), that is the default

At the prompt type a move; ``?`` lists the legal moves, ``hint`` prints the move of the queen, ``draw`` shows the
board again, ``moves`` lists the moves so far, ``save FILE`` writes the game so far, ``quit`` leaves.
Notation: docs/rules.md.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from time import thread_time
from typing import Any, NoReturn

from games import kinds, record
from games.chance import StreamChance
from games.contract import CHANCE, NOBODY, BadOptions, IllegalMove, Seat
from games.contract.bots import SearchBudget
from games.contract.terminal import Words
from games.version import VERSION

LANGUAGES = ("en", "fr", "it", "pl")
SECONDS = 1.0  # processor time of a bot for a move


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, or 2 after a message when the arguments make no game."""
    args = _parser().parse_args(arguments)
    kind = kinds.get(args.kind)
    words = _words(kind, args.language)
    if args.show:
        try:
            return _show(args.show, args.at, args.language)
        except (record.BadRecord, OSError) as problem:
            return _refuse(words.unreadable(args.show, problem))
    if args.level and args.level not in kind.bots.levels:
        return _refuse(words.no_such_bot(args.level))
    try:
        options = kind.agreed(dict(option.partition("=")[::2] for option in args.options))
    except BadOptions as problem:
        return _refuse(words.bad_option(problem))
    people = {Seat.ONE, Seat.TWO} if args.two else set() if args.watch else {Seat[args.seat.upper()]}
    level, seed = args.level or next(iter(kind.bots.levels)), args.seed or secrets.token_hex(4)
    TerminalGame(kind, options, people, level, seed, words=words).play()
    return 0


def _refuse(why: str) -> int:
    print(why, file=sys.stderr)
    return 2


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
    words: Words | None = None

    def __post_init__(self) -> None:
        self._words = self.words or Words(self.kind)
        self._random = random.Random(self.seed)

    def play(self) -> None:
        rules = self.kind.rules
        state = rules.initial(self.options)
        chance = StreamChance(self.seed.encode(errors="surrogateescape"), game="terminal")
        print(self._words.greeting(self.level if len(self.people) == 1 else "", self.seed))
        try:
            while (actor := rules.actor(state)) is not NOBODY:
                if actor is CHANCE:
                    move = rules.draw(state, chance)
                elif actor in self.people:
                    state = self._ask(state)
                    continue
                else:
                    move = self._choose_move(state, self.level)
                print(f"{self._words.name(actor)}: {move}")
                state = self._keep(state, move)
        except (PlayerQuit, EOFError, KeyboardInterrupt):
            print()
        print(self._words.position(state))
        if outcome := rules.outcome(state):
            print(f"\n{self._words.result(outcome)}")
            if outcome.winner in self.people and (above := self._level_above()):
                print(self._words.next_bot(above))
        print(f"\n{self._text()}", end="")

    def _level_above(self) -> str:
        """The bot above this one on the ladder, if a person plays against one that has any."""
        levels = list(self.kind.bots.levels)
        place = levels.index(self.level) + 1
        return levels[place] if len(self.people) == 1 and place < len(levels) else ""

    def _ask(self, state: Any) -> Any:
        """Ask a person until they make a legal move; the state after it."""
        rules = self.kind.rules
        print(f"\n{self._words.position(state)}")
        while True:
            text = input(f"{self._words.name(rules.actor(state))}> ").strip()
            match text.split(maxsplit=1):
                case []:
                    continue
                case ["?"]:
                    print(_columns(rules.legal(state)))
                case ["hint"]:
                    print(self._words.hint(state, self._choose_move(state, "queen")))
                case ["draw"]:
                    print(self._words.position(state))
                case ["moves"]:
                    print(self._text(), end="")
                case ["save", file]:
                    self._save(file)
                case ["quit"]:
                    raise PlayerQuit
                case _:
                    try:
                        return self._keep(state, text)
                    except IllegalMove as refused:
                        print(self._words.refused(refused))

    def _choose_move(self, state: Any, level: str) -> str:
        """The move of a bot."""
        budget = SearchBudget.within(SECONDS, seed=self._random.getrandbits(64), clock=thread_time)
        return self.kind.bots.levels[level](state, budget)

    def _keep(self, state: Any, move: str) -> Any:
        """Make a move and add it to the list; the state after it."""
        after = self.kind.rules.apply(state, move)
        self.moves.append(move)
        if told := self._words.told(state, move, after):
            print(told)
        return after

    def _save(self, file: str) -> None:
        try:
            Path(file).write_text(self._text(), "utf-8")
        except OSError as problem:
            print(self._words.not_saved(problem))
        else:
            print(self._words.saved(file))

    def _text(self) -> str:
        return record.to_text(record.make(self.kind.key, self.options, self.moves, {"Seed": self.seed}))


def _show(file: str, at: int | None, language: str) -> int:
    saved = record.read(Path(file).read_text("utf-8", errors="replace"))
    kind = kinds.get(saved.kind)
    state = kind.rules.fold(kind.rules.initial(saved.options), saved.moves[:at])
    words = _words(kind, language)
    print(words.position(state))
    if outcome := kind.rules.outcome(state):
        print(f"\n{words.result(outcome)}")
    return 0


def _words(kind: kinds.Kind, language: str) -> Words:
    if not language:
        return Words(kind)
    spoken: Callable[[kinds.Kind, str], Words] = _spoken().SpokenWords
    return spoken(kind, language)


def _spoken() -> Any:
    return import_module("games.kind_pages.terminal")  # which needs Django; nothing else here does


def _language_of_machine() -> str:
    """That of the environment, if the site has it besides English, in which everything is told without Django."""
    wished = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = re.split("[_.@-]", wished)[0].lower()
    return code if code in LANGUAGES[1:] and find_spec("django") else ""


class _Arguments(argparse.ArgumentParser):
    """Whose refusals are in the language of the machine."""

    def error(self, message: str) -> NoReturn:
        language = _language_of_machine()
        super().error(_spoken().unfit(language) if language else message)


def _columns(moves: Sequence[str]) -> str:
    """The moves, with those that begin alike on one line."""
    return "\n".join("  ".join(alike) for _, alike in groupby(moves, key=lambda move: move[:2]))


def _parser() -> argparse.ArgumentParser:
    parser = _Arguments(
        prog="python -m games", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=VERSION)
    parser.add_argument("kind", nargs="?", default=kinds.all()[0].key, choices=[kind.key for kind in kinds.all()])
    parser.add_argument("options", nargs="*", metavar="option=value", help="such as territory=marsh or scoring=product")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--two", action="store_true", help="two people")
    who.add_argument("--watch", action="store_true", help="two bots")
    who.add_argument("--as", dest="seat", choices=["one", "two"], default="one", help="your seat (default: one)")
    ladders = "; ".join(f"{kind.key}: {', '.join(kind.bots.levels)}" for kind in kinds.all())
    parser.add_argument("--level", metavar="BOT", help=f"the bot, the weakest first (default) - {ladders}")
    parser.add_argument("--seed", help="the same seed gives the same rolls (default: a random one)")
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=_language_of_machine(),
        help="tell moves, refusals and results in words",
    )
    parser.add_argument("--show", metavar="FILE", help="show a saved game instead of playing one")
    parser.add_argument("--at", type=int, metavar="N", help="with --show: after its first N moves")
    return parser


if __name__ == "__main__":
    sys.exit(main())
