"""A step of a guided game, as the templates of a kind's board and dock find a game's page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.contract import NOBODY, Seat
from games.guide.walk import Place
from games.kind_pages.page import KindPage, PositionView
from games.kind_pages.registry import page_of
from games.kind_pages.story import MoveStory
from games.kinds import Kind
from games.words import names

TOLD: Final = 6  # of what was played before a press, the latest; nobody listens to more


@dataclass(frozen=True)
class GuidePlayer:
    name: str
    side: str
    is_you: bool
    points: int


@dataclass(frozen=True)
class GuidePlayers:
    you: GuidePlayer
    other: GuidePlayer

    @property
    def both(self) -> tuple[GuidePlayer, ...]:
        """In the order of their seats: in every script the learner has the first."""
        return self.you, self.other

    @property
    def near(self) -> GuidePlayer:
        return self.you

    @property
    def far(self) -> GuidePlayer:
        return self.other


@dataclass(frozen=True)
class Asked:
    """The move that the step asks for: the board marks it as it does a hint."""

    move: str
    says: str  # in words, for who does not see what is marked


@dataclass(frozen=True)
class GuideChoices:
    hint: Asked | None
    acts: frozenset[str] = frozenset()  # nothing is taken back: a wrong try changes nothing


@dataclass(frozen=True)
class PlayedInGuide:
    """A move that the page plays back."""

    seq: int
    side: str
    told: MoveStory


@dataclass(frozen=True)
class GuidePage:
    place: Place
    asked: Mapping[str, str]  # the learner's own choices so far, from the address
    explains: bool = False  # what is not possible is a link to the reason, also without a script
    objection: str = ""  # why what was tried is not what is asked for
    clause: str = ""  # behind it
    is_now: bool = True
    is_over: bool = False
    to_confirm: None = None

    @property
    def kind(self) -> Kind:
        return self.place.kind

    @property
    def kind_page(self) -> KindPage:
        return page_of(self.kind.key)

    @property
    def is_your_turn(self) -> bool:
        return self.place.is_yours

    @cached_property
    def ask(self) -> Mapping[str, str]:
        """Their own choices, or those that the script begins with."""
        return self.asked or (self.place.press.ask if self.place.press else {})

    @cached_property
    def view(self) -> PositionView:
        place = self.place
        return self.kind_page.presenter.view(
            place.state,
            seat=place.lesson.seat,
            is_yours=self.is_your_turn,
            ask=self.ask,
            latest=self._marked,
            rounds=(),
        )

    @cached_property
    def players(self) -> GuidePlayers:
        you, points, seats = self.place.lesson.seat, self.view.estimate, self.kind.seats
        other = you.other
        return GuidePlayers(
            GuidePlayer(_("You"), seats[you - 1], True, points[you - 1]),
            GuidePlayer(str(self.place.lesson.other), seats[other - 1], False, points[other - 1]),
        )

    @cached_property
    def choices(self) -> GuideChoices:
        place = self.place
        if not place.press or not place.is_yours:
            return GuideChoices(None)
        return GuideChoices(Asked(place.press.move, self.kind_page.presenter.say(place.state, place.press.move)))

    @cached_property
    def played(self) -> list[PlayedInGuide]:
        """The latest of what was played since the learner's last press, in words."""
        place, rules = self.place, self.kind.rules
        state, found = place.before, []
        for number, move in enumerate(place.news, start=1):
            before, state = state, rules.apply(state, move)
            if number > len(place.news) - TOLD:
                actor = rules.actor(before)
                side = self.kind.seats[actor - 1] if isinstance(actor, Seat) else actor.value
                found.append(PlayedInGuide(place.seq, side, self.kind_page.story.tell(before, move, state)))
        return found

    @property
    def _marked(self) -> tuple[str, ...]:
        """What has left its traces on the board; where much was played, the last turn alone."""
        news, last = self.place.news, self.played[-1:]
        if len(news) <= TOLD or not last:
            return news
        turn = list(takewhile(lambda move: move.side == last[0].side, reversed(self.played)))
        return news[-len(turn) :]

    @property
    def told(self) -> str:
        """The same for who listens; not the learner's own press, which ``well`` explains."""
        return "" if self.place.is_done else " ".join(move.told.text for move in self.played)

    # The way through

    @property
    def address(self) -> str:
        """Where the press is sent."""
        return address_of(self.place)

    @property
    def back(self) -> str:
        """The step before; nothing on the first."""
        place = self.place
        return address_of(Place(place.kind, place.lesson, place.number - 1)) if place.number > 1 else ""

    @property
    def forth(self) -> str:
        """The next step, once this one is done; nothing at the end."""
        place = self.place
        if not place.is_done or place.is_last:
            return ""
        return address_of(Place(place.kind, place.lesson, place.number + 1))

    @property
    def past(self) -> str:
        """The next step, for who leaves out the rest of this one; nothing where ``forth`` leads, and on the last."""
        place = self.place
        if place.is_done or place.is_last:
            return ""
        return address_of(Place(place.kind, place.lesson, place.number + 1))

    @property
    def weakest(self) -> str:
        """The bot for one's first game."""
        return next(iter(names.BOTS))

    @property
    def is_chance(self) -> bool:
        return bool(self.place.press and self.place.press.button)

    @property
    def count(self) -> int:
        return len(self.place.lesson.steps)

    @property
    def is_finished(self) -> bool:
        """Whether the game of the lesson has been played to its end."""
        return self.kind.rules.actor(self.place.state) is NOBODY

    # How the page is shown

    @property
    def kept(self) -> str:
        return "explain=1" if self.explains else ""

    @property
    def kept_query(self) -> str:
        return f"?{self.kept}" if self.kept else ""

    @property
    def and_kept(self) -> str:
        return f"&{self.kept}" if self.kept else ""

    @property
    def explain_query(self) -> str:
        return "?" if self.explains else "?explain=1"


def address_of(place: Place) -> str:
    if not place.done:
        return reverse("games:guide-step", args=[place.kind.key, place.number])
    return reverse("games:guide-press", args=[place.kind.key, place.number, place.done])
