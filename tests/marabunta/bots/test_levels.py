"""What each level sees. How strong that makes it is measured by ``manage.py tournament``."""

from collections import Counter
from itertools import count, product
from pathlib import Path

import pytest

from games.contract import Seat
from games.contract.bots import SearchBudget
from games.lab.balance import Trial, play_trial
from games.marabunta import KIND, rules
from games.marabunta.bots import LADDER
from games.marabunta.bots.judgement import judge_of
from games.marabunta.bots.turns import resolve, thinned
from games.marabunta.bots.weights import TUNED
from games.marabunta.rules import Phase, load_board
from tests.golden.test_golden import RECORDS
from tests.marabunta.position import BLUE, RED, after, me, position


def choose(level, state, seed=1, looks=100):
    return LADDER[level](state, SearchBudget.counting(looks, seed=seed))


def turn(level, state):
    """The whole turn of whoever is to resolve."""
    moves: list[str] = []
    while not moves or moves[-1] != "end":
        moves.append(choose(level, state))
        state = after(state, moves[-1])
    return moves


def splitting(**about):
    state = position(**about)
    return state._replace(phase=Phase.SPLIT, actor=state.round.first, left=0)


def test_a_larva_makes_any_legal_move_but_uses_what_it_can_before_it_ends_its_turn():
    state = position(pool="OF PC")
    assert {choose("larva", state, seed) for seed in range(500)} == set(rules.legal(state)) - {"end"}
    assert choose("larva", position(pool="O3", anthills=0)) == "end"


@pytest.mark.parametrize(("level", "looks"), [("pupa", 2), ("nurse", 5)])
def test_who_looks_at_a_few_moves_makes_the_best_of_these(level, looks):
    """The crate hexes and cupcakes beside it look best to a worker, and most of all moves are neither."""
    state = position(pool="G1", red="d4=0", cupcakes=(4, 0))
    found = sum(choose(level, state, seed) == "G@d5" for seed in range(400)) / 400
    share = 1 / (len(rules.legal(state)) - 1)
    assert found == pytest.approx(1 - (1 - share) ** looks, abs=0.08)


def test_a_worker_eats_what_lies_before_it():
    assert choose("worker", position(pool="G1", red="d4=0", cupcakes=(4, 0))) == "G@d5"


def test_a_worker_shares_evenly_and_takes_what_is_worth_more_to_it():
    state = splitting(pool="PC OC YC GC BC VC Ttwo-crates", first=Seat.TWO)
    split = choose("worker", state)
    assert sorted(map(len, split.removeprefix("split ").split("/"))) in ([3, 4], [2, 5])
    assert choose("worker", after(state, "split PO/YGBVT")) == "take 2"


# Two 0s beside two crate hexes: both crates in one group unlock its power, each in another group nothing.
CRATES = position(pool="P0 Y0", red="d3=0", anthills=0, cupcakes=(6, 0))


def has_unlocked(level):
    then = me(after(CRATES, *turn(level, CRATES)))
    return any(crossed == size for crossed, size in zip(then.crates, CRATES.board.sizes, strict=True))


@pytest.mark.parametrize("level", ["soldier", "queen"])
def test_who_plans_a_turn_takes_the_step_that_the_next_element_needs(level):
    assert has_unlocked(level)


def test_a_worker_does_not_see_it():
    assert not has_unlocked("worker")


@pytest.mark.parametrize("level", ["soldier", "queen"])
def test_who_splits_does_not_leave_the_best_together(level):
    """Everybody wants the cupcakes beside them; who gets both has the round."""
    state = splitting(
        pool="P2 O2 YF GF B2 V2 Tcross-two",
        first=Seat.TWO,
        anthills=0,
        their_anthills=0,
        red="b2=0 k1=0",
        blue="c1=0 k2=0",
        cupcakes=(7, 7),
    )
    one, two = choose(level, state).removeprefix("split ").split("/")
    assert 1 < len(one) < 6 or 1 < len(two) < 6


@pytest.mark.parametrize("level", ["soldier", "queen"])
def test_a_pool_is_taken_by_what_both_pools_come_to(level):
    state = splitting(pool="PC OC YC GC BC VC Ttwo-crates", first=Seat.TWO)
    assert choose(level, after(state, "split PO/YGBVT")) == "take 2"


def test_a_queen_wins_by_ending_the_game_when_she_is_ahead():
    """The last circle of a leaf brings the end, in the first player's turn the end at once."""
    state = position(pool="OF", first=Seat.ONE, red="d2=3", circles="O5", points=(30, 0))
    assert turn("queen", state) == ["O*", "end"]
    assert rules.outcome(after(state, "O*", "end")).winner is Seat.ONE


@pytest.mark.parametrize("first", [RED, BLUE])
@pytest.mark.parametrize(("points", "does"), [((3, 0), ["O*", "end"]), ((0, 30), ["end"])])
def test_a_queen_who_is_behind_does_not_end_the_game_if_she_need_not(first, points, does):
    """The last circle of the leaf is a point, and brings the end at once or after the other's turn."""
    about = {"red": "d2=3", "circles": "O5", "points": points, "territory": "glade", "colony": "harvester"}
    state = position(pool="OF", first=first, **about)
    assert turn("queen", state) == does
    assert turn("soldier", state) == ["O*", "end"]


def test_a_queen_who_is_behind_ends_the_game_if_she_must():
    board = load_board("glade", "harvester")
    crossed = " ".join(board.names_in(board.cupcakes)[1:])
    state = position(pool="Tcupcake", number=9, crossed=crossed, points=(0, 30), territory="glade", colony="harvester")
    assert after(state, *turn("queen", state)).trigger


@pytest.mark.parametrize(("territory", "colony"), [tuple(options.values()) for options in KIND.option_sets()])
def test_queens_hardly_ever_end_a_game_from_behind_without_need(territory, colony):
    """By the count of ``make balance``; the figures of many games are in docs/balance.md."""
    budget = 0.3  # seconds for a move, by a clock that goes on when it is looked at: she samples the next round, too

    def play(seed):
        ticks = count()
        trial = Trial("marabunta", {"territory": territory, "colony": colony}, "queen", seed, budget)
        return play_trial(trial, clock=lambda: next(ticks) * budget / 15)

    assert sum(play(seed).from_behind for seed in range(3)) <= 1


def test_on_the_first_boards_the_queen_makes_the_moves_that_she_has_always_made():
    """Each line: a golden game, so many of its moves, and what she did then before there were other boards."""
    lines = (Path(__file__).parent / "queen_on_first_boards.txt").read_text().splitlines()
    boards: Counter[tuple[str, ...]] = Counter()
    for line in lines:
        name, at, move = line.split(maxsplit=2)
        game = RECORDS[name]
        state = rules.fold(rules.initial(game.options), game.moves[: int(at)])
        assert choose("queen", state, looks=40) == move, line
        boards[tuple(game.options.values())] += 1
    assert set(boards) == set(product(("meadow", "delta"), ("forager", "raider")))
    assert min(boards.values()) > 5


def test_no_level_stops_short_of_a_duty():
    state = position(pool="Tcupcake", number=9)
    for level in LADDER:
        assert choose(level, state).startswith("Tx")


@pytest.mark.parametrize("looks", [0, 1, 5, 40])
def test_a_queen_without_time_asks_the_clock_no_more(looks):
    state = splitting(pool="P3 O2 YC GF B0 V1 Tone", red="d3=2 d4=0", blue="i6=1 j5=0")
    asked = count()
    budget = SearchBudget(1, 1.0, lambda: next(asked) >= looks)
    assert LADDER["queen"](state, budget) in rules.legal(state)
    assert next(asked) <= looks + 1


def test_a_wider_search_finds_what_a_narrow_one_misses():
    pools = ["P0 G1 O2 BC Ttwo-zeros", "P2 GC O0 Y1 Ttwo-crates", "P0 O0 G3 Y3", "P1 GC BC Y0 Tdie-again"]
    states = [position(pool=pool, red="d3=0 h4=1", blue="e4=2", crates="1:1 4:2") for pool in pools]
    judge = judge_of(states[0].board, TUNED)
    narrow, wide = (sum(resolve(state, judge, width=width)[0].value for state in states) for width in (1, 16))
    assert narrow < wide


def test_a_line_is_a_way_through_the_rules_to_the_state_it_names():
    state = position(pool="P0 GC O2 Ttwo-crates", red="d3=0 h4=1", crates="1:1 2:1")
    for line in resolve(state, judge_of(state.board, TUNED), width=3):
        assert after(state, *line.moves) == line.state
        assert "end" in rules.legal(line.state)


def test_anthills_are_thought_of_for_treasures_and_where_there_is_no_other_way():
    state = position(pool="O1 B1", red="d3=0")
    moves = thinned(state, rules.legal(state))
    spending = {move for move in moves if move.endswith("^")}
    assert {move[0] for move in spending} == {"O", "B"}
    assert {move for move in spending if move[0] == "B"} == {
        move for move in rules.legal(state) if move.startswith("B@")
    }
    assert "O@b1^" in spending  # a cupcake
    assert "O@c1^" not in spending
    assert me(state).anthills == 2
