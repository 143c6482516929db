"""Games as files."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import kinds, record
from games.chance import StreamChance
from games.contract import play
from games.record import BadRecord, Record
from tests.luck import dice

MABULA = """\
[Kind "mabula"]
[Rules "1"]
[Options "scoring=largest ties=draw"]
[Event "A \\"quoted\\" back\\\\slash"]
[Result "*"]

% a remark
ring WBWWBBWBWBWWBBWBWBWWBBWB
e8-e6
h4-e4
"""


@pytest.fixture(scope="module", params=["marabunta", "mabula"])
def game(request):
    mover, chance = dice(5), StreamChance(b"record", game="5")
    rules = kinds.get(request.param).rules
    moves = [move for move, _ in play(rules, {}, chance=chance, choose=lambda _, legal: mover.choice(legal))]
    return record.make(request.param, {}, moves, {"Event": "A test"})


def test_a_game_is_read_back_from_text_and_from_json(game):
    assert record.read(record.to_text(game)) == game
    assert record.read(record.to_json(game)) == game


def test_a_record_spells_out_every_option_and_the_result(game):
    assert set(game.options) == set(kinds.get(game.kind).options)
    assert game.tags["Result"] in ("1-0", "0-1", "1/2-1/2")


def test_the_text_holds_a_line_for_each_turn():
    text = record.to_text(record.make("marabunta", {}, ["first red", "roll one P0 O0 Y0 G0 B0 V0", "split P/OYGBVT",
                                                        "take 1", "P@a1^", "end", "end"]))  # fmt: skip
    assert text.splitlines()[-5:] == [
        "first red", "roll one P0 O0 Y0 G0 B0 V0", "split P/OYGBVT", "take 1; P@a1^; end", "end",
    ]  # fmt: skip


def test_quotes_and_backslashes_in_tags_survive():
    game = record.read(MABULA)
    assert game.tags["Event"] == 'A "quoted" back\\slash'
    assert record.read(record.to_text(game)) == game


def test_a_game_without_moves_is_a_record():
    empty = record.make("mabula", {}, [])
    assert record.read(record.to_text(empty)) == empty
    assert empty.tags["Result"] == "*"


def test_a_draw_is_noted_as_such():
    ring = "ring " + "WWBB" * 6
    start = record.make("mabula", {}, [ring])
    mover = dice(1)
    for _ in range(300):
        moves, rules = [ring], kinds.get("mabula").rules
        state = start.replayed()
        while legal := rules.legal(state):
            moves.append(mover.choice(legal))
            state = rules.apply(state, moves[-1])
        if rules.outcome(state).winner is None:
            break
    assert record.make("mabula", {}, moves).tags["Result"] == "1/2-1/2"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Kind "mabula"]\n', "", "no tag Kind"),
        ('"mabula"', '"chess"', "no kind of game called 'chess'"),
        ('[Rules "1"]', '[Rules "2"]', "rules version 2 of mabula is not known"),
        ('[Rules "1"]', '[Rules "one"]', "Rules must be a number"),
        ("ties=draw", "ties=coin", "option 'ties'='coin' is not possible; allowed: draw, next-group"),
        ("ties=draw", "ties=draw ties=draw", "each of the Options given once"),
        ("scoring=largest", "scoring", "option 'scoring'=''"),
        ("e8-e6", "e8-e9", r"at move 2: not-a-move \(B4\), text='e8-e9'"),
        ("h4-e4", "h4-e4;", r"at move 4: not-a-move \(B4\)"),
        ('[Result "*"]', '[Result "1-0"]', r"the result \*, not"),
        ('[Result "*"]', '[State "mabula"]', "another state"),
        ('[Result "*"]', "[Result *]", "line 5 is not a tag"),
        ('[Result "*"]', '[Kind "mabula"]', "line 5: a tag after the moves, or given twice"),
        ("h4-e4", '[Date "today"]', "line 10: a tag after the moves"),
    ],
)
def test_a_text_that_is_no_game_is_refused_with_the_place_and_the_reason(old, new, message):
    with pytest.raises(BadRecord, match=message):
        record.read(MABULA.replace(old, new, 1))


@pytest.mark.parametrize(
    "change",
    [
        {"kind": 1},
        {"kind": None},
        {"rules": "1"},
        {"rules": True},
        {"options": []},
        {"options": {"ties": 1}},
        {"moves": "e8-e6"},
        {"moves": [1]},
        {"tags": []},
        {"tags": {"Event": None}},
        {"more": ""},
    ],
)
def test_json_of_another_shape_is_refused(change):
    with pytest.raises(BadRecord, match="the JSON must hold"):
        record.read(json.dumps({**json.loads(record.to_json(record.read(MABULA))), **change}))


@pytest.mark.parametrize("text", ["{", "{]", '{"kind": ' + "[" * 100_000, '{"rules": 1' + "0" * 5000 + "}", "[]", ""])
def test_broken_json_is_refused(text):
    with pytest.raises(BadRecord):
        record.read(text)


@given(st.text())
def test_any_text_is_a_record_or_refused(text):
    for source in (text, "{" + text, MABULA + text, MABULA.replace("A ", text, 1)):
        with contextlib.suppress(BadRecord):
            assert isinstance(record.read(source), Record)
