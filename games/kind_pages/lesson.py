"""A guided first game: a script that a kind may have, as data.

It is one real game, from its first move on. In each step the learner makes a move or answers a question; what the other
player and chance do in between is in the script too. The rules play all of it (``games.guide``), so that nothing in a
script can be wrong about them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from games.contract import Seat

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Sentence: TypeAlias = "StrPromise | str"


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One of the answers to a question."""

    key: str
    label: Sentence
    says: Sentence = ""  # why it is not the right one


@dataclass(frozen=True, kw_only=True)
class Press:
    """One thing for the learner to do: a move, or the answer to a question."""

    task: Sentence
    well: Sentence  # what happened when it was done, and why
    clause: str = ""  # of the rules, where one reads on
    move: str = ""  # nothing for a question; a move of chance is pressed as well
    button: Sentence = ""  # for a move that the kind's own controls do not offer: one of chance
    ask: Mapping[str, str] = field(default_factory=dict)  # what is picked already, as in the address of a game's page
    others: Mapping[str, Sentence] = field(default_factory=dict)  # for another legal move, by how it begins
    answers: tuple[Answer, ...] = ()
    right: Callable[[Any], str] | None = None  # the key of the right answer, as the rules find it in the position
    then: tuple[str, ...] = ()  # what others do before the learner goes on


@dataclass(frozen=True, kw_only=True)
class Step:
    """One idea."""

    title: Sentence
    says: Sentence
    presses: tuple[Press, ...]


@dataclass(frozen=True, kw_only=True)
class Lesson:
    seat: Seat  # the learner's
    other: Sentence  # what the other player is called
    steps: tuple[Step, ...]
    before: tuple[str, ...] = ()  # the moves before the first step
    options: Mapping[str, str] = field(default_factory=dict)
