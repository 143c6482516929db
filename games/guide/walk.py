"""A lesson played by the rules: the position before each press, and what they say of what a learner does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.kind_pages.lesson import Lesson, Press, Sentence, Step
from games.kinds import Kind


@dataclass(frozen=True)
class Place:
    """A place in a lesson: a step, and how many of its presses are made. It follows from the address alone."""

    kind: Kind
    lesson: Lesson
    number: int  # of the step, from 1
    done: int = 0

    @property
    def exists(self) -> bool:
        return 1 <= self.number <= len(self.lesson.steps) and 0 <= self.done <= len(self.step.presses)

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number - 1]

    @property
    def press(self) -> Press | None:
        """What is to be done now; nothing at the end of the step."""
        return None if self.is_done else self.step.presses[self.done]

    @property
    def last_press(self) -> Press | None:
        """What was done before it, in this step."""
        return self.step.presses[self.done - 1] if self.done else None

    @property
    def is_done(self) -> bool:
        return self.done == len(self.step.presses)

    @property
    def is_last(self) -> bool:
        return self.number == len(self.lesson.steps)

    @property
    def seq(self) -> int:
        """A number that grows along the way."""
        return sum(len(step.presses) + 1 for step in self.lesson.steps[: self.number - 1]) + self.done

    @cached_property
    def news(self) -> tuple[str, ...]:
        """The moves since the learner's last press: that press itself, or what others did after it."""
        made = self._moves_of_the_others()
        return (self.last_press.move, *made) if self.last_press and self.last_press.move else made

    @cached_property
    def before(self) -> Any:
        """The state before the news."""
        return self._fold(self.moves[: len(self.moves) - len(self.news)])

    @cached_property
    def state(self) -> Any:
        return self._fold(self.moves)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """Everything that was played. The others wait with theirs until the learner goes on."""
        return tuple(self._played())

    def next(self) -> Place:
        """The same step after one more press."""
        return Place(self.kind, self.lesson, self.number, self.done + 1)

    def makes(self, move: str) -> bool:
        """Whether that is what is asked for here."""
        press = self.press
        if press is None:
            return False
        return move == (press.right(self.state) if press.right else press.move)

    def objection(self, move: str) -> Sentence:
        """What is said about something that would be possible, but is not asked for here. Raises IllegalMove."""
        press = self.press
        assert press is not None
        if press.right:
            return next((answer.says for answer in press.answers if answer.key == move), "")
        self.kind.rules.apply(self.state, move)
        fitting = [beginning for beginning in press.others if move.startswith(beginning)]
        return press.others[max(fitting, key=len)] if fitting else ""

    @property
    def is_yours(self) -> bool:
        """Whether the learner is asked for a move on the board."""
        return self.press is not None and not self.press.right and self.actor is self.lesson.seat

    @property
    def actor(self) -> object:
        return self.kind.rules.actor(self.state)

    def _played(self) -> Iterator[str]:
        yield from self.lesson.before
        for step in self.lesson.steps[: self.number - 1]:
            for press in step.presses:
                yield from _with_the_others(press)
        for press in self.step.presses[: max(self.done - 1, 0)]:
            yield from _with_the_others(press)
        if self.last_press:
            yield from (move for move in (self.last_press.move,) if move)
            yield from self._moves_of_the_others()

    def _moves_of_the_others(self) -> tuple[str, ...]:
        """What they have just done, as the learner finds it on coming here."""
        if self.last_press:
            return () if self.is_done else self.last_press.then
        if self.number == 1:
            return ()
        return self.lesson.steps[self.number - 2].presses[-1].then

    def _fold(self, moves: tuple[str, ...]) -> Any:
        rules = self.kind.rules
        return rules.fold(rules.initial(self.lesson.options), moves)


def _with_the_others(press: Press) -> Iterator[str]:
    if press.move:
        yield press.move
    yield from press.then
