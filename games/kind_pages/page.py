"""The page of a kind: everything that pages, mails and hints need from a kind, as one typed value.

A kind's ``page`` package defines ``PAGE``, a ``KindPage``. ``games.kind_pages.checks`` verifies it at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from games.contract import IllegalMove, Seat
from games.contract.bots import Reason
from games.kind_pages.lesson import Lesson
from games.kind_pages.story import MoveStory

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Sentence: TypeAlias = "StrPromise | str"


class PositionView(Protocol):
    """The parts of a position's view that the pages of every kind use. A kind's templates use more of it."""

    @property
    def picture(self) -> Picture: ...

    @property
    def estimate(self) -> tuple[int, int]:
        """The points of both seats if the game ended now."""

    @property
    def deeds(self) -> str:
        """What the other player did in their turn, in a few words, where the viewer's own begins; or nothing."""


class Picture(Protocol):
    """The values that a kind's ``board.svg`` draws."""

    @property
    def label(self) -> str:
        """The picture in words."""


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """The legal moves with one piece, for the list of all moves: its name, and each move with its effect in words."""

    title: str
    moves: tuple[tuple[str, str], ...]


class Presenter(Protocol):
    def task(self, state: Any) -> str:
        """The task of the player to move; empty when nobody is."""

    def doing(self, state: Any, name: str) -> str:
        """What the player to move is doing, for who waits: a sentence that names them; empty when nobody is."""

    def alarm(self, state: Any) -> str:
        """Two or three words that both players must not overlook, such as "Last round"; mostly nothing."""

    def caution(self, state: Any, move: str) -> str:
        """Why a legal move may be a slip, a sentence: then the player is asked once more; mostly nothing."""

    def moves(self, state: Any) -> list[MoveGroup]:
        """The legal moves of the player to move, for who chooses from a list."""

    def say(self, state: Any, move: str) -> str:
        """The effect of a legal move, in words."""

    def view(
        self,
        state: Any,
        *,
        seat: Seat | None,
        is_yours: bool,
        ask: Mapping[str, str],
        latest: Sequence[str],
        rounds: Sequence[Any],
    ) -> PositionView:
        """A position for a viewer: a seat, or None for a spectator; ``is_yours`` if the viewer may move in it.

        ``ask`` holds the choices that the player has made so far, from the page's address; ``latest`` are the moves
        whose traces are marked; ``rounds`` are the states of a finished game, for its chart.
        """

    def written(self, post: Mapping[str, str]) -> str:
        """The move that the fields of a form stand for, if the form is not a single button; else nothing."""


class Storyteller(Protocol):
    def tell(self, before: Any, move: str, after: Any) -> MoveStory:
        """The effect of a legal move between two states, in the reader's language."""


class Advice(Protocol):
    def advise(self, state: Any, reason: Reason) -> str:
        """Why a move is a good one, in a sentence."""

    def way_to(self, state: Any, move: str) -> dict[str, str]:
        """The query of the page's address on which all but the last step of the move is chosen."""


class Refusals(Protocol):
    @property
    def SENTENCES(self) -> Mapping[str, Sentence]:  # noqa: N802 - a constant of a module
        """A sentence for every code of the rules, or for ``code/expected``."""

    def sentence(self, refused: IllegalMove) -> str:
        """A refusal of the rules in words."""


class Clauses(Protocol):
    @property
    def SECTIONS(self) -> Mapping[str, Sentence]:  # noqa: N802
        """The title of every section, by its number, in their order."""

    @property
    def CLAUSES(self) -> Mapping[str, Sentence]:  # noqa: N802
        """The text of every clause, by its number."""

    @property
    def RULINGS(self) -> Collection[str]:  # noqa: N802
        """The clauses in which we decided what the published rules leave open."""


class Coach(Protocol):
    """Single lines at the table, for somebody's first games."""

    @property
    def LINES(self) -> Mapping[str, Sentence]:  # noqa: N802
        """Every line, by a key that stays: people put lines away by it."""

    def wanted(self, state: Any, seat: Seat) -> Iterable[str]:
        """The keys of the lines that fit the position, for the player in that seat, the most urgent first."""


@dataclass(frozen=True, kw_only=True)
class KindWords:
    """The names of a kind's things, in the reader's language."""

    pitch: Sentence  # the game in half a sentence
    credit: Sentence  # who designed the game, one sentence
    doubt: Sentence  # whether its luck is rigged, as a question: the answer is no where all is fair
    sides: Mapping[str, Sentence]  # by ``Kind.seats``
    options: Mapping[str, Sentence] = field(default_factory=dict)  # by ``Kind.options``
    values: Mapping[tuple[str, str], Sentence] = field(default_factory=dict)  # by option and value
    conflicts: Mapping[tuple[str, str], Sentence] = field(default_factory=dict)  # why an existing value is refused
    bots: Mapping[str, Sentence] = field(default_factory=dict)  # by the levels of ``Kind.bots``: how it plays
    feats: Mapping[str, tuple[Sentence, Sentence]] = field(default_factory=dict)  # by ``Kind.feats``: title, what it is


@dataclass(frozen=True, kw_only=True)
class KindTemplates:
    """The names of a kind's templates. The comments name their variables; an empty name means that there is none."""

    board: str  # picture, bare, prefix: the board as SVG
    watch: str  # view: the board on pages where nobody moves
    stage: str  # page, view: the board of a game's page
    dock: str  # page, view: the controls of the player to move
    facts: str  # page, view: how the game stands
    outcome: str  # outcome, winner: how the rules ended a game
    doing: str  # state: the activity of the player to move, in lists
    card: str  # step: the kind on the home page
    legend: str  # how to read the position as text
    rules: str  # kind, kinds, sections, example, book: the rules page, which extends games/rules.html
    icon: str  # beside the kind's title, where a kind is chosen
    board_small: str = ""  # picture: the board in lists, where it is not ``board``
    board_symbols: str = ""  # the SVG symbols that ``board`` uses, once on a page
    page_symbols: str = ""  # the same and more, for a game's page
    round: str = ""  # page, view: what lies open for both, in the dock of who waits, watches or looks back
    mine: str = ""  # page, view: the player's own things
    holdings: str = ""  # view: what the player has left, in a few signs, where ``mine`` is not seen
    final: str = ""  # page, view: the final count
    lexicon: str = (
        ""  # view: what lies on the table and what it is called, each with its rule; beside the dock's heading
    )
    tour: str = ""  # a first lesson on the home page
    summary: str = ""  # kind, book: the rules on one sheet of paper, which extends games/summary.html

    @classmethod
    def of(cls, key: str, **others: str) -> KindTemplates:
        """The names by convention, ``<key>/_dock.html`` and so on; ``others`` are those that differ or are optional."""
        required = {name: f"{key}/_{name}.html" for name in cls._required()}
        named = {**required, "board": f"{key}/board.svg", "rules": f"{key}/rules.html", **others}
        return cls(**named)

    @classmethod
    def _required(cls) -> list[str]:
        return [part.name for part in fields(cls) if part.default != ""]

    def all(self) -> dict[str, str]:
        """Every template that there is, by its part of the page."""
        named = {part.name: getattr(self, part.name) for part in fields(self)}
        return {part: name for part, name in named.items() if name}


@dataclass(frozen=True, kw_only=True)
class KindPage:
    presenter: Presenter
    story: Storyteller
    advice: Advice
    refusals: Refusals
    clauses: Clauses
    words: KindWords
    picture: Callable[..., Picture]  # (state, latest=()): for lists, mails and link previews
    templates: KindTemplates
    board_styles: tuple[str, ...]  # static files: the board wherever it is shown, also in PNGs
    page_styles: tuple[str, ...] = ()  # static files: the rest of a game's page
    page_scripts: tuple[str, ...] = ()
    example: Callable[[], Any] | None = None  # the position on the rules page; by default from a demo game
    rulebook: Callable[[], Any] | None = None  # what the rules page and the summary show besides, for their templates
    option_cards: Mapping[str, str] = field(
        default_factory=dict
    )  # templates that picture a value, by option: kind, state
    coach: Coach | None = None
    lesson: Lesson | None = None  # a guided first game
    has_fine_cards: bool = False  # whether a board on a card is drawn in full instead of in small
