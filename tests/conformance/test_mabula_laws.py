"""What is always true of Mabula, however it is played."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from games import kinds
from games.contract import CHANCE, NOBODY, Seat
from games.mabula.rules.board import BLACK, CORNERS, is_edge, name_of
from tests.clauses import clause
from tests.conformance.played import games, is_accepted, positions, some_games

MABULA = kinds.get("mabula")
LAYER = (1 << 64) - 1
EDGE = sum(1 << space for space in range(64) if is_edge(space) and space not in CORNERS)
MISSING = sum(1 << corner for corner in CORNERS)


def laid(game):
    """Its states once the ring is laid."""
    return [state for state in game.states if state.actor is not CHANCE]


def layers(state):
    return state.marbles & LAYER, state.marbles >> BLACK


@some_games
@given(data=st.data())
@clause("B1.2", "B2.3")
def test_there_are_twelve_marbles_of_each_colour_for_ever(data):
    for state in laid(data.draw(games(MABULA))):
        white, black = layers(state)
        assert (white.bit_count(), black.bit_count()) == (12, 12)
        assert white & black == 0
        assert (white | black) & MISSING == 0


@some_games
@given(data=st.data())
def test_every_fact_of_a_state_is_in_its_text(data):
    state = data.draw(positions(MABULA))
    others = [
        *(state._replace(marbles=state.marbles ^ 1 << space) for space in range(64) if space not in CORNERS),
        *(state._replace(actor=actor) for actor in (*Seat, CHANCE, NOBODY) if actor is not state.actor),
        state._replace(scoring="another"),
        state._replace(ties="another"),
    ]
    texts = {MABULA.rules.encode(other) for other in (state, *others)}
    assert len(texts) == 1 + len(others)


@some_games
@given(data=st.data())
@clause("B2.4")
def test_no_marble_ever_comes_to_an_edge_space_that_was_empty(data):
    game = data.draw(games(MABULA))
    for before, after in zip(laid(game), laid(game)[1:], strict=False):
        for was, now in zip(layers(before), layers(after), strict=True):
            assert now & EDGE & ~was == 0


@some_games
@given(data=st.data())
@clause("B2.2")
def test_every_push_takes_one_own_marble_from_the_edge(data):
    for before, move, after in data.draw(games(MABULA)).steps():
        if before.actor is not CHANCE:
            gone = [was & EDGE & ~now for was, now in zip(layers(before), layers(after), strict=True)]
            own, other = gone if before.actor == 1 else reversed(gone)
            assert other == 0
            assert own.bit_count() == 1
            assert move.startswith(name_of(own.bit_length() - 1))


@some_games
@given(data=st.data())
@clause("B3.1")
def test_a_game_has_at_most_24_pushes(data):
    assert len(data.draw(games(MABULA)).moves) <= 25


@some_games
@given(data=st.data())
@clause("B2.6")
def test_a_turn_goes_to_the_other_player_exactly_when_that_player_can_push(data):
    for before, _, after in data.draw(games(MABULA)).steps():
        if before.actor is not CHANCE:
            other = before.actor.other
            can_push = bool(MABULA.rules.legal(after._replace(actor=other)))
            assert (after.actor is other) == can_push


@some_games
@given(data=st.data())
@clause("B4")
def test_of_all_pairs_of_spaces_exactly_the_legal_moves_are_accepted(data):
    state = data.draw(positions(MABULA, of_seat=True))
    names = [name_of(space) for space in range(64)]
    texts = (f"{start}-{stop}" for start, stop in product(names, names))
    assert {text for text in texts if is_accepted(MABULA, state, text)} == set(MABULA.rules.legal(state))
