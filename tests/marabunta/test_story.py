"""Moves in words: every move has its sentence, and what differs on the board differs in words."""

import re

import pytest

from games.contract import Seat
from games.marabunta import rules
from games.marabunta.page import phrases
from games.marabunta.page.names import EFFECT_NAMES
from games.marabunta.page.story import tell
from games.marabunta.rules.effects import POWERS, TILES
from games.marabunta.rules.state import ORDINARY_TILES
from tests.golden.test_golden import RECORDS
from tests.marabunta.position import BLUE, after, position

GAMES = {name: game for name, game in RECORDS.items() if game.kind == "marabunta"}


def told(state, move):
    return tell(state, move, after(state, move))


def text(state, move):
    return told(state, move).text


@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_a_golden_game_has_its_sentence(name):
    state = rules.initial(GAMES[name].options)
    for move in GAMES[name].moves:
        before, state = state, rules.apply(state, move)
        story = tell(before, move, state)
        assert type(story.text) is str  # of one language, once it is told
        assert re.fullmatch(r"[A-Z].*\.", story.text)
        assert "%" not in story.text
        assert "  " not in story.text
        assert story.places == tuple(re.findall(r"[a-l]\d", move))
        assert all(place in story.text for place in story.places)
        if isinstance(before.actor, Seat):
            assert ("Red", "Blue")[before.actor - 1] in story.text


def test_the_golden_games_are_told_with_every_tile_and_power():
    sentences = " ".join(
        tell(before, move, now).text for game in GAMES.values() for before, move, now in _steps(game) if move != "end"
    )
    words = [str(phrases.EFFECTS[key]) for key in TILES] + [str(EFFECT_NAMES[key]) for key in POWERS]
    assert [word for word in words if word not in sentences] == []


def test_nothing_is_said_of_tiles_that_are_hidden():
    for game in GAMES.values():
        for before, move, now in _steps(game):
            hidden = before._replace(hidden=frozenset(ORDINARY_TILES)), now._replace(hidden=frozenset())
            assert tell(hidden[0], move, hidden[1]) == tell(before, move, now)


@pytest.mark.parametrize(
    ("said", "move", "sentence"),
    [
        ({"pool": "G2", "red": "g2=1"}, "G@g3", "Red writes a 2 on g3 in the Lawn."),
        ({"pool": "G2"}, "G@g3^", "Red spends an anthill and writes a 2 on g3 in the Lawn."),
        ({"pool": "P2", "red": "h4=1"}, "P@i5", "Red writes a 2 on i5 in the Blanket and eats a cupcake."),
        ({"pool": "P2", "red": "h4=1", "cupcakes": (2, 0)}, "P@i5", "and eats a cupcake for 1 point."),
        ({"pool": "P2", "red": "h4=1", "cupcakes": (3, 0)}, "P@i5", "and eats a cupcake for 2 points."),
        ({"pool": "P2", "red": "h4=1", "cupcakes": (9, 0)}, "P@i5", "Red writes a 2 on i5 in the Blanket."),
        (
            {"pool": "P2", "cupcakes": (2, 0)},
            "P@i5^",
            "Red spends an anthill, writes a 2 on i5 in the Blanket and eats",
        ),
        ({"pool": "B2", "red": "i2=1"}, "B@j3", "Red writes a 2 on j3 in the Pond and reaches a crate."),
        ({"pool": "B2"}, "B@j3^", "Red spends an anthill, writes a 2 on j3 in the Pond and reaches a crate."),
        ({"pool": "B2", "turn": BLUE}, "B@j3^", "Blue spends an anthill, writes a 2 on j3 in the Pond"),
        ({"pool": "BF"}, "B*", "Red fills a circle on the Pond’s leaf."),
        ({"pool": "Ttwo-leaves"}, "T*PB", "The tile: Red fills a circle on each of two leaves: Blanket and Pond."),
        ({"pool": "GC"}, "G#5", "Red crosses out crate 1 of 3 for the power: 3 points."),
        ({"pool": "GC", "crates": "5:2"}, "G#5", "Red crosses out a crate and unlocks: 3 points (+3)."),
        ({"pool": "GC", "crates": "6:3"}, "G#6", "Red crosses out a crate and unlocks: Free 3."),
        ({"pool": "GC", "crates": "7:3"}, "G#7", "unlocks: Two cupcakes. 2 cupcakes are eaten."),
        ({"pool": "GC", "crates": "7:3", "cupcakes": (1, 0)}, "G#7", "2 cupcakes are eaten. That scores 1 point."),
        ({"pool": "GC", "crates": "7:3", "cupcakes": (8, 0)}, "G#7", "A cupcake is eaten. That scores 7 points."),
        ({"pool": "GC", "crates": "1:1", "anthills": 0}, "G#1", "It can’t be used, so it’s lost: a 1."),
        ({"pool": "Tdie-again PF", "used": "P"}, "T=P*", "The tile, Blanket leaf again: Red fills a circle"),
        ({"pool": "Tcross-two"}, "Txg7,h7", "The tile: Red crosses out g7 and h7."),
        ({"pool": "Tcupcake", "number": 9}, "Txi5", "The tile: Red crosses out the cupcake on i5."),
        ({"pool": "Ttwo-zeros"}, "T@i7,j7^", "The tile: Red spends an anthill and writes two 0s, on i7 and j7."),
        ({"pool": "Ttwo-zeros"}, "T@i7,j7^", "That reaches a crate."),
        ({"waiting": "two"}, "@g3^", "The power: Red spends an anthill and writes a 2 on g3 in the Lawn."),
        ({"waiting": "two"}, "decline", "Red declines the power: Write a 2."),
        ({"waiting": "crate"}, "#5", "Red crosses out crate 1 of 3 for the power: 3 points."),
        ({"pool": "P3 Tone"}, "end", "Red ends the turn; unused: Blanket 3 and the tile (a 1)."),
        ({"pool": "P3", "used": "P"}, "end", "Red ends the turn."),
        ({"pool": "BF", "circles": "B5"}, "B*", "This fills the Pond’s leaf: last round."),
    ],
)
def test_a_sentence_says_what_the_move_did(said, move, sentence):
    assert sentence in text(position(**said), move)


def test_a_round_is_told_from_the_dice_to_the_pools():
    state = rules.initial({})
    sentences = []
    for move in ("first red", "roll two-leaves P3 OC Y0 GF B1 V2", "split POT/YGBV", "take 2"):
        sentences.append(text(state, move))
        state = rules.apply(state, move)
    assert sentences == [
        "Red goes first (random).",
        "The dice: Blanket 3, Path crate, Sand 0, Lawn leaf, Pond 1 and Lavender 2. The tile: two leaves.",
        "Red splits: Blanket 3, Path crate and the tile (two leaves) – Sand 0, Lawn leaf, Pond 1 and Lavender 2.",
        "Blue takes the second pool: Sand 0, Lawn leaf, Pond 1 and Lavender 2.",
    ]


def test_the_last_hex_of_a_region_makes_the_round_the_last_and_only_the_first_time():
    board = position().board
    lawn = board.names_in(board.regions[3])
    crossed = " ".join(lawn[1:])
    state = position(pool="G0", crossed=crossed)
    assert text(state, f"G@{lawn[0]}^").endswith("This fills the Lawn: last round.")
    again = position(pool="G0", crossed=crossed, trigger=rules.Trigger(BLUE, ("leaf",)))
    assert "the last" not in text(again, f"G@{lawn[0]}^")


def test_the_last_cupcake_makes_the_round_the_last():
    board = position().board
    *others, last = board.names_in(board.cupcakes)
    state = position(pool="Tcupcake", number=9, crossed=" ".join(others))
    assert text(state, f"Tx{last}").endswith("No cupcakes left: last round.")


def test_the_last_move_says_who_has_won_and_why():
    ends = {
        sentence
        for game in GAMES.values()
        for sentence in re.findall(r"The game is over.*", tell(*list(_steps(game))[-1]).text)
    }
    assert all(re.search(r"(Red|Blue) wins", end) for end in ends)
    for why in ("points.", "with more cupcakes.", "having triggered the end."):
        assert any(end.endswith(why) for end in ends)


def test_what_is_marked_beside_the_words_is_the_region_and_the_number():
    written = told(position(pool="G2", red="g2=1"), "G@g3")
    assert (written.kind, written.places, written.region, written.number) == ("write", ("g3",), "green", 2)
    filled = told(position(pool="BF"), "B*")
    assert (filled.kind, filled.places, filled.region, filled.number) == ("fill", (), "blue", None)
    straddling = told(position(pool="Tcross-two"), _straddling())
    assert (straddling.kind, len(straddling.places), straddling.region) == ("cross", 2, "")


def test_a_story_names_the_drawings_that_its_move_changes():
    assert told(position(pool="G2", red="g2=1"), "G@g3").traces == ("g3",)
    assert told(position(pool="BF"), "B*").traces == ("blue",)
    assert told(position(pool="GC"), "G#5").traces == ("5",)
    assert len(told(position(pool="Tcross-two"), _straddling()).traces) == 2
    begun = [tell(*step) for step in list(_steps(next(iter(GAMES.values()))))[:4]]
    assert [story.kind for story in begun] == ["first", "roll", "split", "take"]
    assert ["".join(story.traces) for story in begun[:3]] == ["", "POYGBVT", "POYGBVT"]
    assert {*begun[3].traces} < {*"POYGBVT"}


def _steps(game):
    state = rules.initial(game.options)
    for move in game.moves:
        before, state = state, rules.apply(state, move)
        yield before, move, state


def _straddling():
    """A pair of hexes of two regions, to be crossed out."""
    board = position().board
    pairs = (place for place in board.places[2] if sum(bool(region & place.hexes) for region in board.regions) == 2)
    return f"Tx{next(pairs).name}"
