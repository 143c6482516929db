"""Games of people whose strengths are known, to see whether ratings find them. Pure: the same seed, the same games."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum
from itertools import combinations
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from games.ratings.history import RatedGame, Standing

START: Final = datetime(2020, 1, 1, tzinfo=UTC)
SPAN: Final = timedelta(days=730)  # over which the games are spread
GAMES_A_PLAYER: Final = 200  # each game is one of two players
STRENGTHS: Final = (1500.0, 250.0)  # mean and standard deviation
DRIFT: Final = 20.0  # standard deviation of the change of a strength in a month
DRAWS: Final = 0.08  # of games between equals
FIRST_PLAYER: Final = 15.0  # what going first is worth
CANDIDATES: Final = 4  # of whom one plays the nearest in strength: people look for their like


class Group(Enum):
    STEADY = "steady"
    DRIFTING = "drifting"  # their strengths change all the time
    NEWCOMERS = "newcomers"  # join in the last quarter, and are steady


@dataclass(slots=True)
class Player:
    group: Group
    strength: float
    moved: datetime = START  # when a drifting strength was last looked at


@dataclass(slots=True)
class Simulated:
    """Games in their order, what was to be expected of seat one in each, and the players as strong as in the end."""

    games: list[RatedGame] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    players: dict[int, Player] = field(default_factory=dict)

    @property
    def end(self) -> datetime:
        return START + SPAN


def simulate(count: int, seed: str) -> Simulated:
    """So many games, of which each player has about 200. A fifth of the players drift, and a fifth are newcomers."""
    luck, found = Random(seed), Simulated()
    groups = (Group.STEADY, Group.STEADY, Group.STEADY, Group.DRIFTING, Group.NEWCOMERS)
    for number in range(max(2 * count // GAMES_A_PLAYER, 2 * len(groups))):
        found.players[number] = Player(groups[number % len(groups)], luck.gauss(*STRENGTHS))
    everybody = list(found.players)
    at_first = [number for number in everybody if found.players[number].group is not Group.NEWCOMERS]
    for number in range(count):
        at = START + SPAN * (number / count)
        one, *others = luck.sample(at_first if number < count * 3 // 4 else everybody, CANDIDATES + 1)
        for each in (one, *others):
            _drift(found.players[each], at, luck)
        mine = found.players[one].strength
        two = min(others, key=lambda other: abs(found.players[other].strength - mine))
        advantage = luck.choice((FIRST_PLAYER, -FIRST_PLAYER))
        share = 1 / (1 + 10 ** ((found.players[two].strength - mine - advantage) / 400))
        found.games.append(RatedGame(number, at, (one, two), _score(share, luck), advantage))
        found.shares.append(share)
    for player in found.players.values():
        _drift(player, found.end, luck)
    return found


class Findings(NamedTuple):
    """How near ratings come to strengths. Only differences say anything: the strengths have no zero."""

    players: int
    rank_correlation: float  # Spearman's: 1 if the order is right
    gap_error: float  # the mean of how far the difference of two ratings is from that of their strengths
    within: float  # the share of strengths within two deviations of the rating


def compare(simulated: Simulated, standings: Mapping[Hashable, Standing], group: Group | None = None) -> Findings:
    """Of those who have played, in a group or everywhere, at the end."""
    everybody = {number: player for number, player in simulated.players.items() if number in standings}
    today = {number: standings[number].now(simulated.end) for number in everybody}
    offset = fmean(today[number].rating - player.strength for number, player in everybody.items())
    strengths = {number: player.strength for number, player in everybody.items() if group in (None, player.group)}
    errors = {number: today[number].rating - strength - offset for number, strength in strengths.items()}
    by_rating = sorted(strengths, key=lambda number: today[number].rating)
    by_strength = {number: rank for rank, number in enumerate(sorted(strengths, key=strengths.__getitem__))}
    apart = sum((rank - by_strength[number]) ** 2 for rank, number in enumerate(by_rating))
    count = len(strengths)
    return Findings(
        count,
        1 - 6 * apart / (count * (count**2 - 1)),
        fmean(abs(one - two) for one, two in combinations(errors.values(), 2)),
        fmean(abs(error) <= 2 * today[number].deviation for number, error in errors.items()),
    )


def _drift(player: Player, at: datetime, luck: Random) -> None:
    if player.group is Group.DRIFTING:
        months = (at - player.moved) / timedelta(days=30)
        player.strength += luck.gauss(0, DRIFT * months**0.5)
        player.moved = at


def _score(share: float, luck: Random) -> float:
    """Won, drawn or lost, so that the mean is the share."""
    drawn = DRAWS * 4 * share * (1 - share)
    number = luck.random()
    return 1.0 if number < share - drawn / 2 else 0.5 if number < share + drawn / 2 else 0.0
