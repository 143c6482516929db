"""Which achievements there are: what is counted for each, and how many of it make one. Pure but for the words.

A rule counts after every finished game of a person, in the order in which they ended. The game after which the count
first reaches the goal is the one that earned it; so the same games always give the same achievements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate
from typing import Final

from django.utils.translation import gettext as _

from games import kinds
from games.careers.played import PlayedGame
from games.kind_pages.registry import page_of
from games.kinds import Kind
from games.words import names

Rule = Callable[[Sequence[PlayedGame]], Iterator[int]]
MANY_OPPONENTS: Final = 10
MANY_GAMES: Final = 100
ROW_ON_TIME: Final = 10


@dataclass(frozen=True, slots=True)
class Aim:
    """Something that can be achieved."""

    key: str  # stored: it never changes
    goal: int
    counts: Rule
    title: Callable[[], str]
    task: Callable[[], str]  # what it takes, in a sentence


@dataclass(frozen=True, slots=True)
class Earned:
    what: str
    game: PlayedGame


def aims() -> tuple[Aim, ...]:
    """All of them, in the order in which they are shown."""
    return (*_of_everybody(), *(aim for kind in kinds.all() for aim in _of_kind(kind)))


def earned(games: Sequence[PlayedGame]) -> list[Earned]:
    """What was achieved by these games, which are in the order in which they ended."""
    found: list[Earned] = []
    for aim in aims():
        for game, count in zip(games, aim.counts(games), strict=True):
            if count >= aim.goal:
                found.append(Earned(aim.key, game))
                break
    return found


def progress(games: Sequence[PlayedGame]) -> Mapping[str, int]:
    """How far somebody has come with each aim."""
    return {aim.key: min(max([0, *aim.counts(games)][-1], 0), aim.goal) for aim in aims()}


def _of_everybody() -> tuple[Aim, ...]:
    return (
        Aim(
            "first-win",
            1,
            _wins_against_people,
            lambda: _("First win"),
            lambda: _("Win a game against a person."),
        ),
        Aim(
            "from-behind",
            1,
            partial(_count, is_one=lambda game: game.is_won and bool(game.was_behind)),
            lambda: _("From behind"),
            lambda: _("Win on points although you trailed by a fifth or more after three quarters of the moves."),
        ),
        Aim(
            "ten-on-time",
            ROW_ON_TIME,
            _in_a_row_on_time,
            lambda: _("Always on time"),
            lambda: (
                _("Finish %(count)s games in a row against people without running out of time.")
                % {"count": ROW_ON_TIME}
            ),
        ),
        Aim(
            "ten-opponents",
            MANY_OPPONENTS,
            _opponents,
            lambda: _("Good company"),
            lambda: _("Finish games against %(count)s different people.") % {"count": MANY_OPPONENTS},
        ),
        Aim(
            "hundred-games",
            MANY_GAMES,
            partial(_count, is_one=lambda game: game.is_against_person),
            lambda: _("A hundred games"),
            lambda: _("Finish %(count)s games against people.") % {"count": MANY_GAMES},
        ),
    )


@cache
def _of_kind(kind: Kind) -> tuple[Aim, ...]:
    boards = frozenset(_board(kind, options) for options in kind.option_sets())
    highest = list(kind.bots.levels)[-1]
    facts = {"title": kind.title}
    return (
        Aim(
            f"boards-{kind.key}",
            len(boards),
            partial(_boards_won, kind=kind, boards=boards),
            lambda: _("All of %(title)s") % facts,
            lambda: _("Win %(title)s with every choice of options, against people or bots.") % facts,
        ),
        Aim(
            f"top-bot-{kind.key}",
            1,
            partial(_count, is_one=lambda game: game.is_won and (game.kind, game.bot) == (kind.key, highest)),
            lambda: _("Top of the ladder: %(title)s") % facts,
            lambda: _("Beat the strongest bot of %(title)s, %(bot)s.") % (facts | {"bot": names.name_of_bot(highest)}),
        ),
        *(_feat(kind, feat) for feat in kind.feats),
    )


def _feat(kind: Kind, feat: str) -> Aim:
    title, task = page_of(kind.key).words.feats[feat]
    return Aim(
        f"{feat}-{kind.key}",
        1,
        partial(_count, is_one=lambda game: game.kind == kind.key and feat in (game.feats or ())),
        lambda: str(title),
        lambda: str(task),
    )


def _count(games: Iterable[PlayedGame], is_one: Callable[[PlayedGame], bool]) -> Iterator[int]:
    return accumulate(int(is_one(game)) for game in games)


def _wins_against_people(games: Iterable[PlayedGame]) -> Iterator[int]:
    return _count(games, lambda game: game.is_won and game.is_against_person)


def _in_a_row_on_time(games: Iterable[PlayedGame]) -> Iterator[int]:
    count = 0
    for game in games:
        if game.is_against_person:
            count = 0 if game.is_lost_on_time else count + 1
        yield count


def _opponents(games: Iterable[PlayedGame]) -> Iterator[int]:
    known: set[object] = set()  # whoever has left still counts as one: nobody loses anything by it
    for game in games:
        if game.is_against_person:
            known.add(game.opponent or game.left)
        yield len(known)


def _boards_won(games: Iterable[PlayedGame], kind: Kind, boards: frozenset[str]) -> Iterator[int]:
    won: set[str] = set()
    for game in games:
        if game.kind == kind.key and game.is_won:
            won |= {_board(kind, game.options)} & boards
        yield len(won)


def _board(kind: Kind, options: Mapping[str, str]) -> str:
    """The options of a game as one text; a game that came from a file may not name one that has its default."""
    return "/".join(options.get(name, values[0]) for name, values in kind.options.items())
