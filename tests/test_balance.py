"""Whether a board is fair is for ``make balance`` to say; here, that it counts right."""

import json
import re
from itertools import pairwise
from math import log10
from pathlib import Path

import pytest

from games import kinds
from games.contract import Seat
from games.lab import balance
from games.lab.balance import Trial, TrialResult, play_all, play_trial, summarize, trials
from games.marabunta.rules import load_board
from tests.marabunta.position import after, position

BALANCE = Path(__file__).parents[1] / "docs" / "balance.md"
MARABUNTA = kinds.get("marabunta")
RAIDER = {"territory": "delta", "colony": "raider"}


def some(games, level="larva"):
    return list(trials(MARABUNTA, RAIDER, level, games=games, seconds=0.0))


def result(winner, *, first=Seat.ONE, points=(10, 4), rounds=9, powers=None, tiles=None):
    return TrialResult(first, winner, points, rounds, ("leaf",), powers or {}, tiles or {}, {"one": 1})


def test_a_game_is_the_same_whenever_it_is_played_and_others_have_other_rolls():
    once, again = (list(play_all(some(3))) for _ in range(2))
    assert once == again
    assert all(one != two for one, two in pairwise(once))
    assert list(trials(MARABUNTA, RAIDER, "larva", games=2, seconds=0.0, seed=1)) == some(3)[1:]


def test_the_course_of_a_game_says_who_began_how_it_ended_and_what_was_seen():
    for played in play_all(some(6)):
        assert played.winner in list(Seat)
        assert set(played.causes) <= {"region", "leaf", "cupcakes"}
        assert sum(played.seen.values()) == played.rounds
        assert all(played.tiles[tile] <= played.seen[tile] for tile in played.tiles)
    assert len({played.first for played in play_all(some(8))}) == 2


def test_a_power_is_used_when_it_asks_and_is_answered_or_when_it_never_asks():
    def used(state, move):
        return balance._powers_used(state, move, after(state, move))

    assert used(position(pool="GC", crates="3:1"), "G#3") == ["points-2"]
    assert used(position(pool="GC", crates="4:2", red="d3=0"), "G#4") == []
    assert used(position(waiting="two", red="d3=0"), "@d2") == ["two"]
    assert used(position(waiting="two"), "decline") == []
    assert used(position(waiting="crate"), "#1") == []


def test_the_figures_count_wins_for_who_began_and_draws_as_halves():
    results = [
        result(Seat.ONE),
        result(Seat.TWO, first=Seat.TWO, powers={"two": 2}, tiles={"one": 1}),
        result(Seat.ONE, first=Seat.TWO, rounds=12),
        result(None, points=(5, 5)),
    ]
    found = summarize(RAIDER, results)
    assert found["first player"] == 2.5 / 4
    assert found["rounds"] == {"p50": 9, "p95": 12}
    assert found["ends"] == {"leaf": 1.0}
    assert (found["winner"], found["loser"], found["margin"]) == (35 / 4, 17 / 4, 18 / 4)
    assert found["powers"]["two"] == 0.5
    assert found["powers"]["triple-one"] == 0  # shown although nobody used it
    assert found["tiles"] == {"one": 0.25}


def test_an_end_from_behind_counts_where_there_was_another_move():
    board = load_board("meadow", "forager")
    crossed = " ".join(board.names_in(board.cupcakes)[1:])  # the tile must cross out the last one
    assert not balance._has_another(position(pool="Tcupcake", crossed=crossed))
    assert balance._has_another(position(pool="P0 Tcupcake", crossed=crossed))
    assert not any(played.from_behind and not played.causes for played in play_all(some(6)))
    counted = [result(Seat.ONE)._replace(from_behind=True), result(Seat.TWO), result(Seat.ONE), result(Seat.ONE)]
    assert summarize(RAIDER, counted)["from behind"] == 0.25


def test_a_head_start_is_counted_on_finished_games_and_a_tie_is_half_a_win():
    results = [
        result(Seat.TWO, points=(10, 11)),
        result(Seat.ONE, first=Seat.TWO, points=(12, 10)),
        result(Seat.TWO, points=(4, 20)),
        result(Seat.ONE, points=(9, 9)),  # by what breaks ties
    ]
    assert summarize(RAIDER, results)["head starts"] == {1: 1.5 / 4, 2: 2.5 / 4, 3: 3 / 4}


def test_mabula_is_counted_in_pushes_and_white_begins():
    played = play_trial(Trial("mabula", {}, "larva", 1, 0.0))
    assert played.first is Seat.ONE
    assert 20 <= played.rounds <= 24
    assert not played.powers


def test_the_program_prints_every_board_and_json(capsys):
    balance.main(["--level", "larva", "--games", "2"])
    told = capsys.readouterr().out
    for territory in MARABUNTA.offered["territory"]:
        for colony in MARABUNTA.offered["colony"]:
            assert f"{territory} {colony}: 2 games" in told
    assert told.count("with a head start of so many points 1: ") == 4
    balance.main(["--level", "larva", "--games", "2", "--json", "--kind", "mabula"])
    found = json.loads(capsys.readouterr().out)
    assert [(board["games"], board["head starts"]) for board in found["boards"]] == [(2, {})] * 3


@pytest.mark.parametrize("wrong", [["--games", "0"], ["--jobs", "0"], ["--level", "wasp"], ["--kind", "chess"]])
def test_the_program_refuses_nonsense(wrong):
    with pytest.raises(SystemExit):
        balance.main(wrong)


def test_what_going_first_is_worth_in_ratings_is_as_docs_balance_says_and_follows_from_its_shares():
    said: dict[str, int] = {}
    shares: dict[str, float] = {}
    for table in re.findall(r"(?:^\|.*\n)+", BALANCE.read_text(), re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
        found = {cells[0].split(",")[0]: cells[1:] for cells in rows}
        if worth := found.get("in rating (used by [ratings](ratings.md))"):
            said |= dict(zip(rows[0][1:], (int(cell.replace("−", "-")) for cell in worth), strict=True))
            wins = found["first player wins"]
            shares |= dict(zip(rows[0][1:], (float(cell.split()[0]) / 100 for cell in wins), strict=True))
    assert len(said) >= 8
    assert said == {board: worth for kind in kinds.all() for board, worth in kind.first_player.items()}
    for board, share in shares.items():
        assert said[board] == pytest.approx(400 * log10(share / (1 - share)), abs=1), board
