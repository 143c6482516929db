"""What the sentence of every reason claims, checked against the rules in some hundred positions."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import prod

import pytest

from games.contract import Seat
from games.mabula import rules
from games.mabula.bots import explain
from games.mabula.page.advice import SENTENCES, advise
from games.mabula.rules.board import BLACK, WHITE
from games.mabula.rules.scoring import groups
from tests.mabula.bots import brute
from tests.mabula.random_games import states

FEW = 4  # marbles left on the edge: from here on every game that can follow is played
WHOLE = 4  # games of each kind that are looked at from their beginning


def marbles_on_the_edge(state):
    return sum(state.marbles >> space & 1 for layer in (0, 64) for space in range(layer, layer + 64) if is_rim(space))


def is_rim(space):
    return not {0, 7}.isdisjoint(divmod(space % 64, 8))


def field_groups(state, seat):
    """The sizes of the groups of marbles in the field, by the groups of the rules."""
    field = sum(1 << space for space in range(128) if not is_rim(space))
    return [len(group) for group in groups(state.marbles & field, WHITE if seat is Seat.ONE else BLACK)]


def count(state, seat):
    sizes = field_groups(state, seat)
    return prod(sizes) if state.scoring == "product" else max(sizes, default=1)


def nearness(state, seat):
    """How many rows and columns lie between the marbles in the field and the rim."""
    layer = WHITE if seat is Seat.ONE else BLACK
    found = 0
    for space in range(64):
        if state.marbles >> space + layer & 1 and not is_rim(space):
            found += sum(min(place - 1, 6 - place) for place in divmod(space, 8))
    return found


def value(state, seat):
    return brute.value(state) * (1 if seat is Seat.ONE else -1)


def claim_grows(before, after, seat, facts):
    assert (facts["before"], facts["after"]) == (count(before, seat), count(after, seat))
    assert facts["before"] < facts["after"]


def claim_breaks(before, after, seat, facts):
    assert (facts["before"], facts["after"]) == (count(before, seat.other), count(after, seat.other))
    assert facts["before"] > facts["after"]


def claim_quiet(before, after, seat, facts):
    assert all(count(before, one) == count(after, one) for one in Seat)


def claim_waits(before, after, seat, facts):
    assert count(after, seat) <= count(before, seat)
    assert count(after, seat.other) >= count(before, seat.other)


def claim_middle(before, after, seat, facts):
    assert nearness(after, seat) > nearness(before, seat)


def claim_apart(before, after, seat, facts):
    assert before.scoring == "product"
    assert len(field_groups(after, seat)) > len(field_groups(before, seat))


def claim_only_push(before, after, seat, facts):
    assert len(rules.legal(before)) == 1


def claim_ends_won(before, after, seat, facts):
    assert rules.outcome(after).winner is seat


def claim_ends_drawn(before, after, seat, facts):
    assert rules.outcome(after).winner is None


def claim_ends_lost(before, after, seat, facts):
    assert rules.outcome(after).winner is seat.other
    others = [rules.apply(before, move) for move in rules.legal(before)]
    assert facts["forced"] == (len(others) > 1 and all(value(other, seat) < 0 for other in others))


def claim_wins_by_force(before, after, seat, facts):
    if facts["pushes"] <= FEW:
        assert value(after, seat) == 1


CLAIMS = {name[6:].replace("_", "-"): claim for name, claim in globals().items() if name.startswith("claim_")}


@cache
def explained():
    """Positions of games with all options, every third push in them or every one of the last, and why."""
    found = []
    for seed, options in product(range(30), [{}, {"scoring": "product"}, {"ties": "next-group"}]):
        for number, state in enumerate(states(seed, **options)[:-1]):
            last = marbles_on_the_edge(state) <= FEW
            if last or seed < WHOLE:
                moves = rules.legal(state)[0 if last else number % 3 :: 1 if last else 3]
                found += [(state, move, explain(state, move)) for move in moves]
    return found


def test_every_sentence_belongs_to_a_claim_that_is_checked():
    assert {code.partition("/")[0] for code in SENTENCES} == set(CLAIMS)


@pytest.mark.parametrize("code", CLAIMS)
def test_what_a_reason_claims_is_so(code):
    checked = 0
    for state, move, reason in explained():
        if reason.code == code:
            CLAIMS[code](state, rules.apply(state, move), state.actor, reason.facts)
            checked += 1
    assert checked > 5


def test_a_win_is_claimed_wherever_there_is_one():
    """Else what is claimed might be nothing at all."""
    seen: Counter[bool] = Counter()
    for state, move, reason in explained():
        after = rules.apply(state, move)
        if len(rules.legal(state)) == 1 or rules.outcome(after) or marbles_on_the_edge(after) > FEW:
            continue
        is_won = value(after, state.actor) == 1
        assert (reason.code == "wins-by-force") == is_won
        seen[is_won] += 1
    assert min(seen[True], seen[False]) > 100


def test_a_win_that_still_takes_the_right_pushes_is_not_called_a_win_whatever_is_pushed():
    """In many such positions a game that follows is lost or drawn, by one's own pushes."""
    careless = [
        advise(state, reason)
        for state, move, reason in explained()
        if reason.code == "wins-by-force"
        and reason.facts["pushes"] <= FEW
        and not always_won(rules.apply(state, move), state.actor)
    ]
    assert len(careless) > 50
    assert set(careless) == {"From here you can win, whatever the other player does."}


@cache
def always_won(state, seat):
    if ended := rules.outcome(state):
        return ended.winner is seat
    return all(always_won(rules.apply(state, move), seat) for move in rules.legal(state))


def test_hundreds_of_positions_are_looked_at():
    assert len({state for state, _, _ in explained()}) > 300
