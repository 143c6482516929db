"""Fair turns between people: who plays four hundred games against bots holds up nobody but themselves.

The bots of each person stand in a queue of their own, the quick ones first, and the queues take turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from accounts.for_games import networks_of_guests
from games.bots import turns
from games.models import Seat


class WaitingBot(NamedTuple):
    """A bot that is to move."""

    game: int
    seat: int
    bot: str
    head: int
    since: datetime
    has_person: bool = True  # a person waits for its move

    @property
    def is_quick(self) -> bool:
        """Whether it moves before anybody would notice: only the strongest look at the clock."""
        return not turns.is_patient(self.bot)


Place = tuple[bool, int, bool, datetime]


class Queue:
    """The bots that are to move, in a fair order."""

    def __init__(self, bots: Sequence[WaitingBot], person_of: Mapping[int, int | str]) -> None:
        self._person_of = person_of
        self._places: dict[int, Place] = {}
        passed: Counter[int | str | None] = Counter()
        for bot in sorted(bots, key=lambda bot: (not bot.is_quick, bot.since, bot.game)):
            person = person_of.get(bot.game)
            self._places[bot.game] = (not bot.has_person, passed[person], not bot.is_quick, bot.since)
            passed[person] += 1
        self._slow = Counter(person_of.get(bot.game) for bot in bots if not bot.is_quick)
        self._bots = bots

    def first(self, most: int, *, begun: Collection[int] = ()) -> list[WaitingBot]:
        """So many of them, those whose turn comes first; and those that have begun in any case."""
        ordered = sorted(self._bots, key=lambda bot: self.place_of(bot.game))
        return ordered[:most] + [bot for bot in ordered[most:] if bot.game in begun]

    def place_of(self, game: int) -> Place:
        """First those for whom a person waits; then, of each person in turn, the next, and of these the quick ones."""
        return self._places[game]

    def crowd(self, game: int) -> int:
        """Among how many a slow bot shares the seconds of one: the people who wait for such, times the own ones."""
        return max(1, len(self._slow) * self._slow[self._person_of.get(game)])


def people_of(bots: Iterable[WaitingBot]) -> dict[int, int | str]:
    """The person who plays in each of these games; asked for only where there is an order to be found.

    Anybody can be many guests, so all guests of one network are one person here.
    """
    games = [bot.game for bot in bots if bot.has_person]
    if len(games) < 2:
        return {}
    seats = Seat.objects.filter(game__in=games, user__isnull=False, bot="")
    found = list(seats.values_list("game", "user", "user__is_guest"))
    guests = {user for _, user, is_guest in found if is_guest}
    networks = networks_of_guests(guests) if len(guests) > 1 else {}
    return {game: networks.get(user, user) for game, user, _ in found}
