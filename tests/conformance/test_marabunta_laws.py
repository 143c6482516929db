"""What is always true of Marabunta, however it is played."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games import kinds
from games.contract import CHANCE, NOBODY, Seat
from games.marabunta.rules import OPTIONS, Phase, Trigger, load_board
from games.marabunta.rules.board import BLANK
from games.marabunta.rules.effects import ONE_CRATE, POWERS
from games.marabunta.rules.state import ORDINARY_TILES, value_at
from tests.clauses import clause
from tests.conformance.played import games, is_accepted, positions, some_games, ways_to_play

MARABUNTA = kinds.get("marabunta")
rules = MARABUNTA.rules


def crossed(state):
    one, two = state.players
    return state.board.whole & ~state.open & ~one.numbers & ~two.numbers


def texts_of_notation(board):
    """Every text of an owner's turn that is of the form of M11, and some that nearly are."""
    hexes = [place.name for size in (1, 2, 3) for place in board.places[size]]
    acts = [f"@{name}{anthill}" for name in hexes for anthill in ("", "^")]
    acts += [f"x{name}" for name in hexes]
    acts += [f"#{group}" for group in range(len(board.groups) + 2)]
    acts += ["*", *(f"*{one}{two}" for one in "POYGBV" for two in ("", *"POYGBV"))]
    elements = ["", *"POYGBVT", *(f"T={die}" for die in "POYGBV"), "P=O", "T=T"]
    yield from ("end", "decline", "take 1", "take 2")
    for element in elements:
        for act in acts:
            yield element + act


@settings(max_examples=12)
@given(data=st.data())
@clause("M11")
def test_of_all_that_notation_can_write_exactly_the_legal_moves_are_accepted(data):
    state = data.draw(positions(MARABUNTA, of_seat=True))
    legal = set(rules.legal(state))
    texts = {*texts_of_notation(state.board), *legal}
    assert {text for text in texts if is_accepted(MARABUNTA, state, text)} == legal


def altered(state):
    """States that differ from this one in a single fact."""
    board, round, available = state.board, state.round, state.open & -state.open
    yield state._replace(phase=next(phase for phase in Phase if phase is not state.phase))
    yield from (state._replace(actor=actor) for actor in (*Seat, CHANCE, NOBODY) if actor is not state.actor)
    yield state._replace(round=round._replace(number=round.number + 1))
    yield state._replace(round=round._replace(first=round.first.other))
    yield state._replace(round=round._replace(tile=round.tile + "?"))
    yield state._replace(round=round._replace(faces=round.faces + "0"))
    yield state._replace(round=round._replace(pools=(round.pools[0] ^ 1, round.pools[1])))
    yield state._replace(round=round._replace(pools=(round.pools[0], round.pools[1] ^ 64)))
    yield state._replace(round=round._replace(taken=round.taken + 1))
    yield from (state._replace(hidden=state.hidden ^ {tile}) for tile in ORDINARY_TILES)
    yield from (state._replace(left=state.left ^ 1 << element) for element in range(7))
    yield from (state._replace(waiting=(*state.waiting, effect)) for effect in (ONE_CRATE, *POWERS.values()))
    territories, colonies = ([*OPTIONS[name]] for name in ("territory", "colony"))
    yield state._replace(board=load_board(territories[territories.index(board.territory) - 1], board.colony))
    yield state._replace(board=load_board(board.territory, colonies[colonies.index(board.colony) - 1]))
    yield state._replace(open=state.open ^ available)
    yield from (state._replace(trigger=trigger) for trigger in _other_triggers(state.trigger))
    for seat, player in zip(Seat, state.players, strict=True):
        others = [
            player._replace(anthills=player.anthills + 1),
            player._replace(cupcakes=player.cupcakes + 1),
            player._replace(points=player.points + 1),
            *(player._replace(crates=more) for more in _one_more(player.crates)),
            *(player._replace(circles=more) for more in _one_more(player.circles)),
        ]
        for other in others:
            players = (other, state.players[1]) if seat is Seat.ONE else (state.players[0], other)
            yield state._replace(players=players)
        if number := player.numbers & -player.numbers:
            yield state._replace(ones=state.ones ^ number)
            yield state._replace(twos=state.twos ^ number)
    one, two = state.players
    if one.numbers != two.numbers:
        swapped = (one._replace(numbers=two.numbers), two._replace(numbers=one.numbers))
        yield state._replace(players=swapped)


def _one_more(counts):
    return [(*counts[:place], count + 1, *counts[place + 1 :]) for place, count in enumerate(counts)]


def _other_triggers(trigger):
    triggers = [Trigger(seat, causes) for seat in Seat for causes in (("region",), ("leaf",), ("region", "cupcakes"))]
    return [other for other in (None, *triggers) if other != trigger]


@some_games
@given(data=st.data())
def test_every_fact_of_a_state_is_in_its_text(data):
    state = data.draw(positions(MARABUNTA))
    if state.round.number:  # before, nobody is first
        texts = [rules.encode(other) for other in altered(state)]
        assert rules.encode(state) not in texts
        assert len(set(texts)) == len(texts)


@some_games
@given(data=st.data())
@clause("M6.1")
def test_a_number_once_written_stays(data):
    for before, _, after in data.draw(games(MARABUNTA)).steps():
        for player, later in zip(before.players, after.players, strict=True):
            assert player.numbers & ~later.numbers == 0
        written = before.players[0].numbers | before.players[1].numbers
        assert before.ones == after.ones & written
        assert before.twos == after.twos & written


@some_games
@given(data=st.data())
@clause("M6.1", "M7.4")
def test_a_hex_is_available_or_crossed_out_or_holds_one_number_of_one_player(data):
    for state in data.draw(games(MARABUNTA)).states:
        one, two = (player.numbers for player in state.players)
        assert one & two == 0
        assert state.open & (one | two) == 0
        assert (state.ones | state.twos) & ~(one | two) == 0
        assert state.open | one | two | crossed(state) == state.board.whole


@some_games
@given(data=st.data())
@clause("M6.1")
def test_a_crossed_out_hex_stays_crossed_out_and_none_becomes_available_again(data):
    for before, _, after in data.draw(games(MARABUNTA)).steps():
        assert crossed(before) & ~crossed(after) == 0
        assert after.open & ~before.open == 0


@some_games
@given(data=st.data())
@clause("M1.5", "M1.6", "M7.1", "M10.1")
def test_crates_cupcakes_circles_and_points_never_go_back_nor_beyond_the_board_and_anthills_are_only_spent(data):
    for before, _, after in data.draw(games(MARABUNTA)).steps():
        board = before.board
        for player, later in zip(before.players, after.players, strict=True):
            assert all(a <= b for a, b in zip(player.crates, later.crates, strict=True))
            assert all(a <= b for a, b in zip(player.circles, later.circles, strict=True))
            assert player.cupcakes <= later.cupcakes <= len(board.row)
            assert player.points <= later.points
            assert 0 <= later.anthills <= player.anthills <= board.anthills
            assert all(n <= group.crates for n, group in zip(later.crates, board.groups, strict=True))
        assert all(a + b <= BLANK for a, b in zip(*(player.circles for player in after.players), strict=True))


@some_games
@given(data=st.data())
@clause("M4.6", "M7.1")
def test_only_the_things_of_the_seat_that_moves_change(data):
    for before, _, after in data.draw(games(MARABUNTA)).steps():
        for seat in Seat:
            if before.actor is not seat:
                assert after.players[seat - 1] == before.players[seat - 1]


@some_games
@given(data=st.data())
@clause("M3.1", "M3.6")
def test_chance_and_splits_and_takes_mark_nothing(data):
    for before, move, after in data.draw(games(MARABUNTA)).steps():
        if before.actor is CHANCE or move.startswith(("split", "take")):
            assert after.players == before.players
            assert (after.open, after.ones, after.twos) == (before.open, before.ones, before.twos)


@some_games
@given(data=st.data())
@clause("M6.2", "M6.3", "M6.4")
def test_an_anthill_is_spent_by_exactly_the_moves_marked_with_a_caret(data):
    for before, move, after in data.draw(games(MARABUNTA)).steps():
        spent = sum(p.anthills - q.anthills for p, q in zip(before.players, after.players, strict=True))
        assert spent == move.endswith("^")


@some_games
@given(data=st.data())
@clause("M9.1", "M9.3")
def test_the_end_once_triggered_stays_triggered_by_the_same_player_for_the_same_causes(data):
    for before, _, after in data.draw(games(MARABUNTA)).steps():
        if before.trigger is not None:
            assert after.trigger == before.trigger
        elif after.trigger is not None:
            assert after.trigger.seat is before.actor


@some_games
@given(data=st.data())
@clause("M9.1")
def test_the_end_is_triggered_exactly_when_a_region_a_leaf_or_the_cupcakes_are_used_up(data):
    for state in data.draw(games(MARABUNTA)).states:
        one, two = state.players
        used_up = {
            "region": any(not state.open & region for region in state.board.regions),
            "leaf": any(a + b == 6 for a, b in zip(one.circles, two.circles, strict=True)),
            "cupcakes": not state.open & state.board.cupcakes,
        }
        assert (state.trigger is not None) == any(used_up.values())
        if state.trigger is not None:
            assert all(used_up[cause] for cause in state.trigger.causes)


@some_games
@given(data=st.data())
@clause("M3.4", "M9.2")
def test_both_players_finish_the_round_in_which_the_end_is_triggered(data):
    game = data.draw(games(MARABUNTA))
    (triggered, *_) = (state for state in game.states if state.trigger is not None)
    assert triggered.round.number == game.states[-1].round.number
    last_round = [state for state in game.states if state.round.number == triggered.round.number]
    assert {state.actor for state in last_round if state.phase is triggered.phase} == set(Seat)


@some_games
@given(data=st.data())
@clause("M9.4")
def test_a_game_ends_by_round_19(data):
    assert data.draw(games(MARABUNTA)).states[-1].round.number <= 19


@settings(max_examples=4)
@given(options=st.sampled_from(ways_to_play(MARABUNTA)))
@clause("M4.2", "M9.4")
def test_players_who_do_only_what_they_must_reach_round_19_and_no_further(options):
    state = rules.apply(rules.initial(options), "first red")
    tiles = ["two-crates", "two-leaves", "one", "two-zeros", "free-zero", "cross-two", "die-again"]
    for tile in tiles:
        state = rules.fold(state, [f"roll {tile} P0 O0 Y0 G0 B0 V0", "split POYGBV/T", "take 1", "end", "end"])
    for number in range(8, 20):
        assert state.round.number == number
        state = rules.fold(state, ["roll cupcake P0 O0 Y0 G0 B0 V0", "split POYGBV/T", "take 1", "end"])
        state = rules.fold(state, [rules.legal(state)[0], "end"])
    assert rules.outcome(state) is not None
    assert state.trigger.causes == ("cupcakes",)


@some_games
@given(data=st.data())
@clause("M4.3", "M4.4", "M5", "M8")
def test_every_hex_written_by_a_move_has_the_number_of_what_wrote_it(data):
    for before, move, after in data.draw(games(MARABUNTA)).steps():
        now = sum(player.numbers for player in after.players) & ~sum(player.numbers for player in before.players)
        names = after.board.names_in(now)
        assert names == (move.partition("@")[2].removesuffix("^").split(",") if "@" in move else [])
        die = move.removeprefix("T=")[0]
        if names and die in "POYGBV":
            face = before.round.faces["POYGBV".index(die)]
            assert [value_at(after, 1 << after.board.names.index(name)) for name in names] == [int(face)]
