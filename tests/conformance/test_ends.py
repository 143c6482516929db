"""Every game ends, and its outcome agrees with itself."""

from hypothesis import given
from hypothesis import strategies as st

from games import kinds
from games.contract import NOBODY, Seat
from tests.clauses import clause
from tests.conformance.played import ALL_KINDS, games, some_games


@ALL_KINDS
@some_games
@given(data=st.data())
@clause("M3.4", "B3.1")
def test_there_is_an_outcome_exactly_when_it_is_nobody_s_move(kind, data):
    game = data.draw(games(kind))
    for state in game.states:
        assert (kind.rules.outcome(state) is None) == (kind.rules.actor(state) is not NOBODY)
    assert kind.rules.outcome(game.states[-1]) is not None


@ALL_KINDS
@some_games
@given(data=st.data())
@clause("M10.1", "M10.2", "B3.2", "B3.3")
def test_the_parts_of_the_count_add_up_to_the_points(kind, data):
    outcome = kind.rules.outcome(data.draw(games(kind)).states[-1])
    for seat in (0, 1):
        assert sum(part.points[seat] for part in outcome.parts) == outcome.points[seat]
        assert all(part.points[seat] >= 0 for part in outcome.parts)


@ALL_KINDS
@some_games
@given(data=st.data())
@clause("M10.3", "B3.2", "B3.3")
def test_more_points_win(kind, data):
    outcome = kind.rules.outcome(data.draw(games(kind)).states[-1])
    one, two = outcome.points
    if one != two:
        assert outcome.winner is (Seat.ONE if one > two else Seat.TWO)
        assert outcome.decided in {"points", "largest", "product"}
    else:
        assert outcome.decided in {"cupcakes", "trigger", "next-group", "draw"}
    assert (outcome.winner is None) == (outcome.decided == "draw")


@some_games
@given(data=st.data())
@clause("M10.3")
def test_marabunta_always_has_a_winner(data):
    kind = kinds.get("marabunta")
    outcome = kind.rules.outcome(data.draw(games(kind)).states[-1])
    assert isinstance(outcome.winner, Seat)
    assert outcome.causes


@some_games
@given(data=st.data())
@clause("B3.5")
def test_what_decides_a_game_of_mabula_is_what_the_players_agreed_on(data):
    kind = kinds.get("mabula")
    game = data.draw(games(kind))
    outcome = kind.rules.outcome(game.states[-1])
    allowed = {"draw", game.options["scoring"]}
    if game.options["ties"] == "next-group":
        allowed.add("next-group")
    assert outcome.decided in allowed
