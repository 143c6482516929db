"""Both boards of a mirror match at the same moment, by processes of their own on a real database.

Each act locks both games: whatever meets whatever, both are stored, one after the other, and nobody waits for ever.
"""

import json

import pytest

from tests.proof.server import Site, new_site
from tests.proof.test_timeout_races import Racer, asked, racers

STEPS = 12
MATCHES = 6


def both_at_once(one: Racer, two: Racer, games: list[int], *, is_swapped: bool) -> list[str]:
    """What the door says to each; the other of them hears it first if ``is_swapped``."""
    orders = list(zip((one, two), games, strict=True))[:: -1 if is_swapped else 1]
    for racer, game in orders:
        racer.say(game)
    assert [racer.hear() for racer, _ in orders] == ["ready", "ready"]
    for racer, _ in orders:
        racer.say("go")
    return [racer.hear() for racer, _ in orders]


def laid_out(site: Site, count: int) -> list[list[int]]:
    matches: list[list[int]] = json.loads(site.run("-m", "tests.proof.racers", "lay-out-matches", str(count)))
    return matches


def test_two_who_end_a_step_at_once_open_the_next_one_once():
    with new_site() as site, racers(site, "mover", "mover", "watcher") as (one, two, watcher):
        (match,) = laid_out(site, 1)
        for step in range(STEPS):
            assert both_at_once(one, two, match, is_swapped=step % 2 == 1) == ["accepted", "accepted"], step
            assert asked(watcher, "faults") == []
        assert asked(watcher)["running"] == 2


@pytest.mark.parametrize("other", ["resigner", "annuller", "leaver"])
def test_a_move_here_and_something_else_there_at_once(other):
    with new_site() as site, racers(site, "mover", other, "watcher") as (mover, ender, watcher):
        for number, match in enumerate(laid_out(site, MATCHES)):
            games = match if number < MATCHES // 2 else match[::-1]
            answers = both_at_once(mover, ender, games, is_swapped=number % 2 == 1)
            assert "accepted" in answers and {*answers} <= {"accepted", "stale", "not-your-turn"}, (match, answers)
            assert asked(watcher, "faults") == []
