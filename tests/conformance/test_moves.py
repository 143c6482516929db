"""Legal is what is accepted: no more, no less, and whatever the text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import kinds
from games.contract import CHANCE, NOBODY, Seat
from tests.clauses import clause
from tests.conformance.played import ALL_KINDS, games, is_accepted, moves_seen, play_out, positions, some_games

MEGABYTE = 10**6
NOTATION = "POYGBVT@x#*=^,/- abcdefghijkl0123456789WBringsplttakedecline"
OTHER_DIGITS = ["٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "⁰¹²³⁴⁵⁶⁷⁸⁹"]
LONG_TEXTS = {
    "letters": "a" * MEGABYTE,
    "digits": "1" * MEGABYTE,
    "NULs": "\0" * MEGABYTE,
    "surrogates": "\ud800" * MEGABYTE,
    "digits of another script": "٤" * MEGABYTE,
    "line feeds": "\n" * MEGABYTE,
    "a ring": "ring " + "WB" * MEGABYTE,
    "pushes": "a4-b4" * MEGABYTE,
    "a push with a long way": "a4-" + "b4" * MEGABYTE,
    "a split": "split " + "P" * MEGABYTE + "/" + "T" * MEGABYTE,
    "a roll": "roll one " + "P0 " * MEGABYTE,
    "hexes": "T@" + ",".join(["d4"] * MEGABYTE),
    "anthills": "P@d4" + "^" * MEGABYTE,
    "a group": "#" + "9" * MEGABYTE,
    "leaves": "T*" + "PO" * MEGABYTE,
    "dice again": "T=" * MEGABYTE,
    "ends": "end" * MEGABYTE,
}


def other_spellings(move: str) -> set[str]:
    """Texts that a kind reader would take for this move: another case, other blanks, dashes and digits."""
    return {
        *(move.upper(), move.lower(), move.swapcase(), move.title()),
        *(f" {move}", f"{move} ", f"{move}\n", f"\n{move}", f"{move}\r\n", f"{move}\0", f"{move}\t", f"\ufeff{move}"),
        *(move.replace(" ", sign) for sign in ("", "  ", "\t", "\u00a0", "_")),
        *(move.replace("-", sign) for sign in ("", "–", "−", ":", " - ")),
        *(move.translate(str.maketrans("0123456789", digits)) for digits in OTHER_DIGITS),
        "".join(chr(ord(letter) + 0xFEE0) if letter != " " else letter for letter in move),
    } - {move}


def misspellings(move: str) -> set[str]:
    """Texts that look much like a move; a few of them may be moves themselves."""
    head, at, rest = move.partition("@")
    hexes = rest.removesuffix("^").split(",")
    return other_spellings(move) | {
        *(move[::-1], move * 2, move[1:], move[:-1]),
        *(f"{move}^", f"^{move}", f"{move},", f"{move},d4", f"{move}0"),
        *(move.replace("^", sign) for sign in ("", "^^", "ˆ")),
        *(move.replace(",", sign) for sign in ("", ", ", ";", ",,")),
        *(move.replace("/", sign) for sign in ("", "//", "|", "/P")),
        *(move[:place] + move[place + 1 :] for place in range(len(move))),
        *(move[:place] + move[place : place + 2][::-1] + move[place + 2 :] for place in range(len(move))),
        head + at + ",".join(reversed(hexes)),
        head + at + ",".join(reversed(hexes)) + "^",
        head + at + ",".join([*hexes, hexes[-1]]),
        "/".join(reversed(move.split("/"))),
        "-".join(reversed(move.split("-"))),
    }


@ALL_KINDS
@some_games
@given(data=st.data())
@clause("M11", "B4")
def test_of_all_moves_ever_seen_exactly_the_legal_ones_are_accepted(kind, data):
    state = data.draw(positions(kind, of_seat=True))
    legal = set(kind.rules.legal(state))
    elsewhere = (text for other in kinds.all() for moves in moves_seen(other.key) for text in moves)
    assert {text for text in {*elsewhere, *legal} if is_accepted(kind, state, text)} == legal


@ALL_KINDS
@some_games
@given(data=st.data())
@clause("M11", "B4")
def test_a_misspelt_move_is_refused_and_not_corrected(kind, data):
    state = data.draw(positions(kind, of_seat=True))
    legal = set(kind.rules.legal(state))
    texts = {text for move in legal for text in misspellings(move)}
    assert not {text for text in texts - legal if is_accepted(kind, state, text)}


@ALL_KINDS
@some_games
@given(data=st.data())
@clause("M11", "B4")
def test_what_chance_plays_is_refused_in_any_other_spelling(kind, data):
    game = data.draw(games(kind))
    for state, move, _ in game.steps():
        if kind.rules.actor(state) is CHANCE:
            assert is_accepted(kind, state, move)
            assert not {text for text in other_spellings(move) if is_accepted(kind, state, text)}


@ALL_KINDS
@settings(max_examples=200)
@given(data=st.data())
def test_any_text_at_all_is_accepted_only_if_it_is_legal(kind, data):
    state = data.draw(positions(kind))
    text = data.draw(st.text(st.characters(), max_size=200) | st.text(NOTATION, max_size=70))
    before = kind.rules.encode(state)
    assert is_accepted(kind, state, text) == (text in kind.rules.legal(state))
    assert kind.rules.encode(state) == before


@ALL_KINDS
@pytest.mark.parametrize("text", LONG_TEXTS.values(), ids=LONG_TEXTS)
def test_a_text_of_a_million_letters_is_refused_at_any_time(kind, text):
    game = play_out(kind, {}, 1)
    for state in (game.states[0], game.states[1], game.states[len(game.states) // 2], game.states[-1]):
        assert not is_accepted(kind, state, text)


@ALL_KINDS
@some_games
@given(data=st.data())
def test_a_refused_move_leaves_the_state_as_it_was(kind, data):
    state = data.draw(positions(kind))
    before = repr(state)
    for text in moves_seen(kind.key)[0]:
        is_accepted(kind, state, text)
    assert repr(state) == before


@ALL_KINDS
@some_games
@given(data=st.data())
def test_while_chance_is_to_move_no_seat_may(kind, data):
    game = data.draw(games(kind))
    waiting = [state for state in game.states if kind.rules.actor(state) is CHANCE]
    assert waiting
    for state in {waiting[0], waiting[-1], data.draw(st.sampled_from(waiting))}:
        assert len(kind.rules.legal(state)) == 0
        assert not {text for text in moves_seen(kind.key)[0] if is_accepted(kind, state, text)}


@ALL_KINDS
@some_games
@given(data=st.data())
@clause("M3.4", "B3.1")
def test_when_the_game_is_over_nobody_may_move(kind, data):
    over = data.draw(games(kind)).states[-1]
    assert kind.rules.actor(over) is NOBODY
    assert len(kind.rules.legal(over)) == 0
    of_seats, of_chance = moves_seen(kind.key)
    assert not {text for text in (*of_seats, *of_chance) if is_accepted(kind, over, text)}


@ALL_KINDS
@some_games
@given(data=st.data())
def test_a_seat_always_has_a_move(kind, data):
    for state in data.draw(games(kind)).states:
        assert bool(kind.rules.legal(state)) == isinstance(kind.rules.actor(state), Seat)


@ALL_KINDS
@some_games
@given(data=st.data())
@clause("M11", "B4")
def test_legal_moves_are_short_plain_lines_each_of_them_once(kind, data):
    state = data.draw(positions(kind))
    legal = list(kind.rules.legal(state))
    assert len(set(legal)) == len(legal)
    for move in legal:
        assert move.isascii()
        assert move.isprintable()
        assert 0 < len(move.strip()) == len(move) <= 60


@ALL_KINDS
@some_games
@given(data=st.data())
def test_legal_moves_come_in_the_same_order_every_time(kind, data):
    game = data.draw(games(kind))
    at = data.draw(st.integers(0, len(game.moves)))
    legal = kind.rules.legal(game.states[at])
    expected = list(legal)
    if isinstance(legal, list):
        legal.clear()  # whoever asked may do with the list as they like
    assert list(kind.rules.legal(game.states[at])) == expected
    assert list(kind.rules.legal(kind.rules.fold(game.states[0], game.moves[:at]))) == expected
