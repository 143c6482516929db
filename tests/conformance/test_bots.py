"""Laws for the bots of every kind: they play by the rules, and know no more than a player."""

import random
import re
from collections.abc import Iterator, Sequence

import pytest

from games import kinds
from games.chance import StreamChance
from games.contract import CHANCE, NOBODY, Actor, IllegalMove, Seat
from games.contract.bots import Reason, SearchBudget
from games.lab.tournament import levels_of
from games.words import names
from tests.conformance.played import play_out, ways_to_play

EVERY_KIND = pytest.mark.parametrize("kind", kinds.all(), ids=lambda kind: kind.key)
EVERY_BOT = pytest.mark.parametrize(
    ("kind", "level"),
    [pytest.param(kind, level, id=f"{kind.key}-{level}") for kind in kinds.all() for level in levels_of(kind)],
)
MOVES = 40  # of a game: more show no more
LOOKS = 2  # at the clock that a bot may take for a move


class PartingChance:
    """Draws as one stream does and, from so many draws on, as another."""

    def __init__(self, then: str, *, after: int) -> None:
        self.before, self.then = (StreamChance(seed.encode(), game="g") for seed in ("before", then))
        self.after = after
        self.drawn = 0

    def draw(self, n: int) -> int:
        self.drawn += 1
        return (self.before if self.drawn <= self.after else self.then).draw(n)


def played(kind, level, chance, options, *, most=MOVES, looks=LOOKS) -> Iterator[tuple[Actor, str, Sequence[str]]]:
    """The moves of a game in which one level has both seats, while it is played: who made each, and what was legal."""
    choose = levels_of(kind)[level]
    rules, state = kind.rules, kind.rules.initial(options)
    for number in range(most):
        actor = rules.actor(state)
        if actor is NOBODY:
            return
        legal = rules.legal(state)
        budget = SearchBudget.counting(looks, seed=number)
        move = rules.draw(state, chance) if actor is CHANCE else choose(state, budget)
        yield actor, move, legal
        state = rules.apply(state, move)


def some_states(kind):
    """Positions of games with all options, in which a seat is to move."""
    for seed, options in enumerate(ways_to_play(kind)):
        states = [state for state in play_out(kind, options, seed).states if isinstance(kind.rules.actor(state), Seat)]
        yield from states[:: max(1, len(states) // 6)]


@EVERY_KIND
def test_the_levels_come_in_the_order_of_their_strength_and_the_four_old_names_among_them(kind):
    ladder = list(levels_of(kind))
    assert ladder == [level for level in names.BOTS if level in ladder]
    assert {"larva", "worker", "soldier", "queen"} <= set(ladder)
    assert len(ladder) == {"marabunta": 10, "mabula": 8}[kind.key]
    assert kind.bots.patient <= set(ladder)


@EVERY_BOT
def test_a_bot_makes_legal_moves_only(kind, level):
    for options in ways_to_play(kind):
        for actor, move, legal in played(kind, level, StreamChance(b"seed", game="g"), options):
            assert actor is CHANCE or move in legal


@EVERY_BOT
def test_a_bot_makes_the_same_move_for_the_same_search_budget_and_leaves_the_randomness_of_others_alone(kind, level):
    choose = levels_of(kind)[level]
    for state in some_states(kind):
        before = random.getstate()
        moves = {choose(state, SearchBudget.counting(LOOKS, seed=5)) for _ in range(2)}
        assert len(moves) == 1
        assert random.getstate() == before


@EVERY_BOT
def test_a_bot_that_has_no_time_still_moves(kind, level):
    for state in some_states(kind):
        assert levels_of(kind)[level](state, SearchBudget.counting(0, seed=1)) in kind.rules.legal(state)


@pytest.mark.parametrize("looks", [LOOKS, pytest.param(60, id="so many that rolls to come are sampled")])
@EVERY_BOT
def test_twin_games_with_other_rolls_to_come_see_the_same_moves_until_they_part(kind, level, looks):
    options = ways_to_play(kind)[0]
    parting = 20 if kind.has_rounds else 0  # draws: in the third round, where chance comes again
    twins = [played(kind, level, PartingChance(then, after=parting), options, looks=looks) for then in ("one", "two")]
    by_seats = 0
    for one, two in zip(*twins, strict=False):
        if one != two:
            assert one[0] is CHANCE
            break
        by_seats += isinstance(one[0], Seat)
    else:
        pytest.fail("the games never part: then this shows nothing")
    assert not kind.has_rounds or by_seats > 4


@EVERY_KIND
def test_a_position_is_as_good_for_one_seat_as_it_is_bad_for_the_other(kind):
    for state in some_states(kind):
        one, two = (kind.bots.evaluate(state, seat).value for seat in Seat)
        assert one == pytest.approx(-two)


@EVERY_KIND
def test_the_parts_of_a_judgement_add_up_to_it(kind):
    for state in some_states(kind):
        judged = kind.bots.evaluate(state, Seat.ONE)
        assert sum(value for _, _, value in judged.parts) == pytest.approx(judged.value)


@EVERY_KIND
def test_every_legal_move_has_a_reason_in_one_code_and_a_move_that_is_none_has_not(kind):
    for state in some_states(kind):
        for move in kind.rules.legal(state)[::5]:
            reason = kind.bots.explain(state, move)
            assert isinstance(reason, Reason)
            assert re.fullmatch(r"[a-z]+(-[a-z]+)*", reason.code)
        with pytest.raises(IllegalMove):
            kind.bots.explain(state, "nonsense")
