"""What the sentence of every reason claims, checked against the rules in some hundred positions."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import count, product
from random import Random
from typing import Any

import pytest

from games import contract
from games.chance import StreamChance
from games.contract import Seat
from games.contract.bots import SearchBudget
from games.marabunta import KIND, rules
from games.marabunta.bots import LADDER, evaluate, explain
from games.marabunta.bots.elements import in_hand
from games.marabunta.bots.judgement import judge_of
from games.marabunta.bots.turns import resolve
from games.marabunta.bots.weights import TUNED
from games.marabunta.page.advice import SENTENCES, sentence_of
from games.marabunta.rules import Phase, Trigger
from games.marabunta.rules.board import BLANK, REGIONS
from games.marabunta.rules.effects import POWERS
from games.marabunta.rules.scoring import region_part
from games.marabunta.rules.state import ELEMENTS
from tests.marabunta.position import RED, after, position

GAMES = 3
PLAY = [("larva", "larva"), ("larva", "worker"), ("worker", "worker"), ("soldier", "worker"), ("soldier", "soldier")]
DECISIONS = 6  # splits and choices of one of these games, on each board
MANY = 12  # games on each board that are searched for what is rare
MOST = 40  # moves checked for each sentence that takes long to check
WIDE = 64  # of the search that checks what is said of pools: twice as wide as that behind the reason
ALIKE = 2.0  # points: what such a search may find between pools that are said to be alike


def sums(state, region, seat):
    pair: Any = region_part(state, REGIONS.index(region)).facts["sums"]
    one, two = pair
    return (one, two) if seat is Seat.ONE else (two, one)


def me(state, seat):
    return state.players[seat - 1]


def reached_by(state, seat):
    return state.open & me(state, seat).reach


def hexes(state, names):
    return sum(1 << state.board.names.index(name) for name in names)


def value(state, seat):
    return evaluate(state, seat).value


def helps(state, seat, letter):
    """Whether some use of this element alone makes the seat's position better."""
    hand = in_hand(state, seat, 1 << ELEMENTS.index(letter))
    return any(value(rules.apply(hand, move), seat) > value(hand, seat) for move in rules.legal(hand) if move != "end")


@cache
def made(state, seat, pool):
    """How well a seat stands once it has resolved this pool, by a wider search."""
    return resolve(in_hand(state, seat, pool), judge_of(state.board, TUNED), width=WIDE)[0].value


def more_of(state, take, seat):
    """How much more a seat can make of this pool than of the other."""
    pool, left = state.round.pools if take == "take 1" else reversed(state.round.pools)
    return made(state, seat, pool) - made(state, seat, left)


# Each is given the state before, the move, the state after, the seat and the facts.


def claim_even_split(before, move, after, seat, facts):
    assert abs(more_of(after, "take 1", seat.other)) < ALIKE


def claim_split(before, move, after, seat, facts):
    assert all(
        best in pool and helps(before, seat, best) for best, pool in zip(facts["bests"], facts["pools"], strict=True)
    )


def claim_split_one(before, move, after, seat, facts):
    for best, pool in zip(facts["bests"], facts["pools"], strict=True):
        assert any(helps(before, seat, letter) for letter in pool) == bool(best)
    assert "" in facts["bests"]


def claim_split_none(before, move, after, seat, facts):
    assert not any(helps(before, seat, letter) for letter in ELEMENTS)


def claim_better_pool(before, move, after, seat, facts):
    assert more_of(before, move, seat) > 0


def claim_keeps_away(before, move, after, seat, facts):
    assert more_of(before, move, seat) < 0 < more_of(before, move, seat.other)


def claim_lesser_pool(before, move, after, seat, facts):
    assert more_of(before, move, seat) < 0


def claim_even_choice(before, move, after, seat, facts):
    assert abs(more_of(before, move, seat)) < ALIKE


def claim_triggers_end(before, move, after, seat, facts):
    assert after.trigger
    assert not before.trigger
    assert facts["points"] == rules.tally(after).points


def claim_eats(before, move, after, seat, facts):
    own, then = me(before, seat), me(after, seat)
    assert then.cupcakes - own.cupcakes == 1
    assert facts["points"] == sum(before.board.row[own.cupcakes : then.cupcakes]) == then.points - own.points


def claim_eats_first(before, move, after, seat, facts):
    claim_eats(before, move, after, seat, facts)
    assert facts["points"] == 0
    assert facts["next"] == before.board.row[me(after, seat).cupcakes] > 0
    assert not after.trigger
    assert after.open & after.board.cupcakes


def claim_takes_lead(before, move, after, seat, facts):
    mine, theirs = sums(before, facts["region"], seat)
    now = sums(after, facts["region"], seat)
    assert mine <= theirs
    assert now == facts["after"]
    assert now[0] > now[1]


def claim_draws_level(before, move, after, seat, facts):
    mine, theirs = sums(before, facts["region"], seat)
    assert mine < theirs
    assert sums(after, facts["region"], seat) == facts["after"] == (theirs, theirs)


def claim_extends_lead(before, move, after, seat, facts):
    (mine, theirs), now = (sums(state, facts["region"], seat) for state in (before, after))
    assert now == facts["after"]
    assert now[0] > mine > theirs == now[1]


def claim_catches_up(before, move, after, seat, facts):
    (mine, theirs), now = (sums(state, facts["region"], seat) for state in (before, after))
    assert now == facts["after"]
    assert mine < now[0] < theirs == now[1]


def claim_opens_crate(before, move, after, seat, facts):
    """A crate can be crossed out now, and its power can still be had."""
    assert hexes(after, facts["hexes"]) & after.board.crates
    assert all("#" in move for move in rules.legal(after))
    assert not after.trigger


def claim_opens_crate_powers(before, move, after, seat, facts):
    assert hexes(after, facts["hexes"]) & after.board.crates
    unlocked = set()
    for crossing in rules.legal(after):
        group = int(crossing.partition("#")[2]) - 1
        if me(rules.apply(after, crossing), seat).crates[group] == after.board.groups[group].crates:
            unlocked.add(after.board.groups[group].power)
    assert unlocked == set(facts["powers"])


def claim_opens_crate_late(before, move, after, seat, facts):
    assert hexes(after, facts["hexes"]) & after.board.crates
    assert after.trigger
    assert all("#" in move for move in rules.legal(after))


def claim_reaches(before, move, after, seat, facts):
    assert reached_by(after, seat) & ~me(before, seat).reach


def claim_reaches_cupcakes(before, move, after, seat, facts):
    cupcakes = hexes(after, facts["cupcakes_reached"])
    assert cupcakes
    assert cupcakes & after.board.cupcakes & reached_by(after, seat) & ~me(before, seat).reach == cupcakes


def claim_writes(before, move, after, seat, facts):
    assert all(sums(before, region, seat) == sums(after, region, seat) for region in REGIONS)
    assert me(before, seat).anthills == me(after, seat).anthills


def claim_writes_anthill(before, move, after, seat, facts):
    assert all(sums(before, region, seat) == sums(after, region, seat) for region in REGIONS)
    assert me(before, seat).anthills == me(after, seat).anthills + 1
    assert not hexes(after, facts["hexes"]) & me(before, seat).reach


def fills(before, after, seat, facts):
    """How far ahead the seat is in the regions whose leaves gained a circle of its own."""
    for leaf in range(6):
        gained = me(after, seat).circles[leaf] - me(before, seat).circles[leaf]
        assert gained == (REGIONS[leaf] in facts["leaves"])
    return [mine - theirs for mine, theirs in (sums(before, leaf, seat) for leaf in facts["leaves"])]


def claim_fills_own_leaf(before, move, after, seat, facts):
    """If the lead is kept, the circle counts; if it goes, it does not."""
    (lead,) = fills(before, after, seat, facts)
    assert lead > 0
    leaf = REGIONS.index(facts["leaves"][0])
    counted, had = (region_part(state, leaf).points[seat - 1] for state in (after, before))
    assert counted == had + 1


def claim_fills_own_leaf_final(before, move, after, seat, facts):
    """Nobody has a turn after this one, and a player's own numbers only add to their sum."""
    claim_fills_own_leaf(before, move, after, seat, facts)
    assert before.trigger
    assert seat is before.round.first


def claim_fills_own_leaf_two(before, move, after, seat, facts):
    assert len(facts["leaves"]) == 2
    assert min(fills(before, after, seat, facts)) > 0


def claim_fills_open_leaf(before, move, after, seat, facts):
    assert fills(before, after, seat, facts) == [0]


def claim_fills_open_leaf_two(before, move, after, seat, facts):
    leads = fills(before, after, seat, facts)
    assert len(leads) == 2
    for leaf, lead in zip(facts["leaves"], leads, strict=True):
        part = region_part(after, REGIONS.index(leaf))
        assert (part.points[seat - 1] > 0) == (lead > 0)


def claim_fills_their_leaf(before, move, after, seat, facts):
    """A circle less is blank, and the other still has a turn in which to fill one."""
    (lead,) = fills(before, after, seat, facts)
    assert lead < 0
    leaf = REGIONS.index(facts["leaves"][0])
    blank, left = (BLANK - sum(player.circles[leaf] for player in state.players) for state in (before, after))
    assert (left, facts["blank"]) == (blank - 1, (blank - 1,))
    assert not (before.trigger and seat is before.round.first)


def claim_fills_their_leaf_final(before, move, after, seat, facts):
    (lead,) = fills(before, after, seat, facts)
    assert lead < 0
    assert region_part(after, REGIONS.index(facts["leaves"][0])).points[seat - 1] == 0


def claim_fills_their_leaf_two(before, move, after, seat, facts):
    claim_fills_open_leaf_two(before, move, after, seat, facts)


def claim_unlocks(before, move, after, seat, facts):
    group = facts["group"] - 1
    assert me(after, seat).crates[group] == before.board.groups[group].crates > me(before, seat).crates[group]
    own, then = me(before, seat), me(after, seat)
    waits = bool(after.waiting) and after.waiting[-1] is POWERS[facts["power"]]
    assert waits or then.points > own.points or then.cupcakes > own.cupcakes


def claim_unlocks_lost(before, move, after, seat, facts):
    group = facts["group"] - 1
    assert me(after, seat).crates[group] == before.board.groups[group].crates > me(before, seat).crates[group]
    own, then = me(before, seat), me(after, seat)
    assert (own.points, own.cupcakes, own.numbers, own.circles) == (
        then.points,
        then.cupcakes,
        then.numbers,
        then.circles,
    )
    assert not any(effect is POWERS[facts["power"]] for effect in after.waiting[len(before.waiting) - 1 :])


def claim_crosses_crate(before, move, after, seat, facts):
    group = facts["group"] - 1
    assert me(after, seat).crates[group] == facts["crossed"] == me(before, seat).crates[group] + 1
    assert facts["crossed"] < facts["crates"] == after.board.groups[group].crates
    assert facts["power"] == after.board.groups[group].power
    assert not after.trigger


def claim_crosses_crate_late(before, move, after, seat, facts):
    group = facts["group"] - 1
    assert me(after, seat).crates[group] == facts["crossed"] < facts["crates"]
    assert after.trigger


def claim_must_cross_cupcake(before, move, after, seat, facts):
    """Duty keeps the turn from ending."""
    assert "end" not in rules.legal(before)
    assert (before.open & ~after.open) & after.board.cupcakes


def claim_must_cross_cupcake_theirs(before, move, after, seat, facts):
    claim_must_cross_cupcake(before, move, after, seat, facts)
    gone = before.open & ~after.open
    assert (bool(gone & me(before, seat).reach), bool(gone & me(before, seat.other).reach)) == (False, True)


def claim_must_cross_cupcake_nobodys(before, move, after, seat, facts):
    claim_must_cross_cupcake(before, move, after, seat, facts)
    gone = before.open & ~after.open
    assert not any(gone & player.reach for player in before.players)


def claim_crosses_out(before, move, after, seat, facts):
    gone = before.open & ~after.open
    assert gone.bit_count() == 2
    assert not any(gone & player.numbers for player in after.players)


def claim_crosses_out_theirs(before, move, after, seat, facts):
    claim_crosses_out(before, move, after, seat, facts)
    gone = before.open & ~after.open
    mine, theirs = ((gone & me(before, one).reach).bit_count() for one in (seat, seat.other))
    assert (mine, theirs) == (facts["mine"], facts["theirs"])
    assert theirs > mine


def claim_declines(before, move, after, seat, facts):
    assert {one[-1] for one in rules.legal(before) if one != "decline"} == {"^"}
    assert before.waiting[-1].key == facts["power"]


def claim_ends_turn(before, move, after, seat, facts):
    assert not before.left


def claim_ends_turn_none(before, move, after, seat, facts):
    assert before.left
    assert rules.legal(before) == ["end"]


def claim_ends_turn_worse(before, move, after, seat, facts):
    others = [one for one in rules.legal(before) if one != "end"]
    assert others
    assert all(value(rules.apply(before, one), seat) <= value(before, seat) for one in others)


def claim_ends_turn_some(before, move, after, seat, facts):
    assert before.left


def claim_wins(before, move, after, seat, facts):
    assert rules.outcome(after).winner is seat


def claim_loses(before, move, after, seat, facts):
    assert rules.outcome(after).winner is seat.other


CLAIMS = {code: globals()[f"claim_{code.replace('-', '_').replace('/', '_')}"] for code in SENTENCES}


def steps(options, seed, levels):
    """The states of a game between these levels."""
    number = count(seed * 1000)

    def choose(state, legal):
        level = levels[state.actor - 1]
        return PLAYERS[level](state, SearchBudget.counting(1, seed=next(number)))

    chance = StreamChance(str(seed).encode(), game="hints")
    return [state for _, state in contract.play(rules, options, chance=chance, choose=choose)]


def hoarder(state, budget):
    """Crosses out crates and writes nothing unless it must: it unlocks powers where no number is beside a hex."""
    moves = list(rules.legal(state))
    kept = [move for move in moves if "#" in move] or [move for move in moves if "@" not in move] or moves
    return Random(budget.seed).choice(kept)


PLAYERS = {**LADDER, "hoarder": hoarder}


@cache
def explained():
    """Positions, moves in them and the reasons, by the key of the sentence."""
    found = defaultdict(list)
    for state, move in (*_resolving(), *_splits_and_choices(), *_rare_moves(), *RARE):
        reason = explain(state, move)
        found[sentence_of(reason)].append((state, move, reason.facts))
    return found


def _resolving():
    for number, (seed, options) in enumerate(product(range(GAMES), KIND.option_sets())):
        for place, state in enumerate(steps(options, seed, ("worker" if number % 2 else "larva", "larva"))):
            if state.phase is Phase.RESOLVE:
                legal = list(rules.legal(state))
                chosen = [*legal[place % 6 :: 6], *(["end"] if legal[-1] == "end" and place % 3 == 0 else [])]
                yield from ((state, move) for move in chosen)


def _splits_and_choices():
    """A few of each game, as their reasons take long."""
    for number, (levels, options) in enumerate(product(PLAY, KIND.option_sets())):
        deciding = [state for state in steps(options, number, levels) if state.phase in (Phase.SPLIT, Phase.CHOOSE)]
        luck = Random(number)
        for state in luck.sample(deciding, min(DECISIONS, len(deciding))):
            yield state, luck.choice(list(rules.legal(state)))


def _rare_moves():
    """What hardly ever comes up, out of many games: late crates, lost powers, ends of turns and games."""
    for seed, options, levels in product(
        range(100, 100 + MANY), KIND.option_sets(), [("pupa", "larva"), ("hoarder",) * 2]
    ):
        for state in steps(options, seed, levels):
            if state.phase is Phase.RESOLVE:
                moves = list(rules.legal(state))
                if state.trigger:
                    yield from ((state, move) for move in moves if "#" in move or "*" in move or move == "end")
                    yield from ((state, move) for move in moves if "@" in move and seed % 4 == 0)
                else:
                    yield from ((state, move) for move in moves if move == "decline" or _completes(state, move))
                    yield from ((state, move) for move in moves if move == "end" and state.left and len(moves) < 6)


def _completes(state, move):
    """Whether it crosses out the last crate of a group."""
    group = int(move.partition("#")[2] or 0) - 1
    return group >= 0 and me(state, state.actor).crates[group] == state.board.groups[group].crates - 1


def _splitting(**about):
    state = position(**about)
    return state._replace(phase=Phase.SPLIT, actor=state.round.first, left=0)


HEXES = "d3=0 d4=0 c4=0 d6=0 c7=0 j4=0 h2=0"
NO_ANTHILLS = {"anthills": 0, "their_anthills": 0}
NOBODY_WRITES = _splitting(pool="P3 O3 Y3 G3 B3 V3 Tone", **NO_ANTHILLS)
ONE_WRITES = [_splitting(pool=f"P3 O3 Y3 {green} B3 V3 Tone", red=HEXES, **NO_ANTHILLS) for green in ("G3", "GC")]
APART = _splitting(pool="P3 O3 Y3 GC B3 V3 Ttwo-crates", blue=HEXES, **NO_ANTHILLS)
LAST = Trigger(RED, ("leaf",))
# What hardly ever comes up in games of beginners.
RARE = (
    (NOBODY_WRITES, "split POY/GBVT"),
    (after(NOBODY_WRITES, "split POY/GBVT"), "take 1"),
    *product(ONE_WRITES, ("split POYBVT/G", "split PO/YGBVT", "split PT/OYGBV", "split P/OYGBVT")),
    (after(APART, "split POYBV/GT"), "take 1"),
    (after(APART, "split POYBV/GT"), "take 2"),
    (position(pool="GC", crates="1:1", anthills=0), "G#1"),
    (position(waiting="one"), "decline"),
    (position(pool="P0", red="e4=0", trigger=LAST), "P@e5"),
    (position(pool="OF", first=RED, blue="d2=1", trigger=LAST), "O*"),
    (position(pool="OF", first=RED, red="d2=1", trigger=LAST), "O*"),
    (position(pool="O3", anthills=0), "end"),
)


def test_every_sentence_has_a_claim_that_is_checked():
    assert set(CLAIMS) == set(SENTENCES)


@pytest.mark.parametrize("key", SENTENCES)
def test_what_a_reason_claims_is_so(key):
    moves = explained()[key]
    assert moves, "no position shows it"
    for state, move, facts in moves[:: max(1, len(moves) // MOST)]:
        CLAIMS[key](state, move, rules.apply(state, move), state.actor, facts)


def test_hundreds_of_positions_are_looked_at():
    assert len({state for moves in explained().values() for state, _, _ in moves}) > 500
