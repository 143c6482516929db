"""What a move brings besides its effect: nobody makes a round the last, ends a game or gives up a piece unwarned."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import kinds
from games.contract import NOBODY, Seat
from games.marabunta import rules
from games.marabunta.page.foresight import alarm, caution, consequence, may_be_last
from games.marabunta.page.move_list import moves
from games.marabunta.page.move_picker import picker
from games.marabunta.rules import Phase, Trigger
from tests.clauses import clause
from tests.conformance.played import games, play_out, ways_to_play
from tests.marabunta.position import BLUE, RED, after, position, region_names
from tests.marabunta.test_move_picker import addresses, read

MARABUNTA = kinds.get("marabunta")
ENDS, LAST = "This ends the game.", "This makes it the last round."
SOME = "Moves marked with a flag make this the last round."
SEEDS = range(3)


def due(state, move):
    """The warning that a move deserves, as the rules have it."""
    made = rules.apply(state, move)
    if made.phase is Phase.OVER:
        return ENDS
    return LAST if made.trigger and not state.trigger else ""


def to_move(played):
    return [state for state in played.states if isinstance(state.actor, Seat)]


def shown_pages(state):
    """Every page on which the player can choose, each with its picker."""
    seen, ahead = set(), {""}
    while ahead:
        address = ahead.pop()
        seen.add(address)
        shown = picker(state, read(address))
        yield shown
        ahead |= addresses(shown) - seen


@clause("M9.1", "M3.4")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("options", ways_to_play(MARABUNTA), ids=str)
def test_a_move_is_warned_of_exactly_when_it_makes_the_round_the_last_or_ends_the_game(options, seed):
    warned = set()
    for state in to_move(play_out(MARABUNTA, options, seed)):
        for move in rules.legal(state):
            assert consequence(state, move) == due(state, move)
            warned.add(due(state, move))
        if not may_be_last(state):
            assert not any(due(state, move) == LAST for move in rules.legal(state))
    assert warned == {"", ENDS, LAST}


@clause("M9.1")
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_whatever_is_pressed_on_the_page_was_warned_of_before_and_never_falsely(data):
    played = data.draw(games(MARABUNTA))
    resolving = [state for state in to_move(played) if state.phase is Phase.RESOLVE]
    near = [state for state in resolving if any(due(state, move) == LAST for move in rules.legal(state))]
    assert near, "every game has a last round"
    for state in (data.draw(st.sampled_from(near)), near[-1], data.draw(st.sampled_from(resolving))):
        for shown in shown_pages(state):
            parts = (shown.spots, shown.leaf_spots, shown.group_spots)
            spots = [spot for part in parts for spot in part.values() if spot.move]
            for spot in spots:
                assert spot.brings == due(state, spot.move)
                assert spot.says.endswith(spot.brings)
            flagged = [spot for spot in spots if spot.brings]
            if spots:
                assert shown.brings == ("" if not flagged else LAST if len(flagged) == len(spots) else SOME)


@clause("M9.2", "M3.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_ends_the_game_by_ending_the_turn_is_told_so_on_the_page_or_when_asked(seed):
    told = set()
    for state in to_move(play_out(MARABUNTA, {}, seed)):
        if "end" not in rules.legal(state) or due(state, "end") != ENDS:
            continue
        if asked := caution(state, "end"):
            assert asked.startswith("You can still use") and asked.endswith(ENDS)
        else:
            assert picker(state, {}).brings == ENDS
        told.add(bool(asked))
    assert told


def test_the_list_of_moves_says_what_each_brings():
    for state in to_move(play_out(MARABUNTA, {"colony": "raider"}, 5)):
        for group in moves(state):
            for move, says in group.moves:
                assert [warning for warning in (ENDS, LAST) if warning in says] == [
                    warning for warning in (due(state, move),) if warning
                ]


@clause("M9.1")
def test_the_last_hex_of_a_region_the_last_circle_of_a_leaf_and_the_last_cupcake_are_seen_coming():
    pink = region_names("P")
    region = position(pool="P2", red=" ".join(f"{hex}=0" for hex in pink if hex != "k5"))
    leaf = position(pool="VF", circles="V3", their_circles="V2")
    cupcakes = [hex for hex in region.board.names_in(region.board.cupcakes) if hex != "i5"]
    cupcake = position(pool="P2", red="i6=0", crossed=" ".join(cupcakes))
    assert picker(region, {}).brings == picker(leaf, {}).brings == LAST
    assert picker(region, {}).spots["k5"].says == f"Write 2 on k5. {LAST}"
    assert picker(leaf, {}).leaf_spots["V"].brings == LAST
    assert picker(cupcake, {}).brings == SOME
    assert [name for name, spot in picker(cupcake, {}).spots.items() if spot.brings] == ["i5"]


@clause("M9.1")
@pytest.mark.parametrize(
    ("held", "size"),
    [({"pool": "Tcross-two"}, 2), ({"pool": "Ttwo-zeros"}, 2), ({"colony": "raider", "waiting": "triple-one"}, 3)],
)
def test_a_move_that_fills_a_region_with_several_marks_at_once_is_seen_coming_too(held, size):
    pink = set(region_names("P"))
    sets = [move.lstrip("T@x").removesuffix("^").split(",") for move in rules.legal(position(**held))]
    *first, last = next(names for names in sets if len(names) == size and pink.issuperset(names))
    state = position(**held, crossed=" ".join(pink - {*first, last}))
    assert may_be_last(state)
    shown = picker(state, {"piece": "T" if "pool" in held else "", "with": ",".join(first), "anthill": "1"})
    assert shown.spots[last].brings == LAST


@clause("M9.3")
def test_in_the_last_round_no_move_is_warned_of_again_but_the_one_that_ends_the_game():
    last = Trigger(BLUE, ("leaf",))
    state = position(pool="VF", circles="V3", their_circles="V2", trigger=last, turn=RED, first=RED)
    assert not may_be_last(state)
    assert consequence(state, "V*") == ""
    assert picker(state, {}).brings == ""
    assert consequence(state, "end") == ENDS
    assert consequence(position(pool="VF", trigger=last, turn=RED, first=BLUE), "end") == ""  # blue's turn is to come


# What both must not overlook


@clause("M9.2")
def test_the_last_round_is_an_alarm_from_its_trigger_to_the_end_of_the_game_and_nothing_else_is():
    alarms = set()
    for seed in SEEDS:
        for state in play_out(MARABUNTA, {}, seed).states:
            is_last = state.trigger is not None and state.actor is not NOBODY
            assert alarm(state) == ("Last round" if is_last else "")
            alarms.add(alarm(state))
    assert alarms == {"", "Last round"}


# What may be a slip


@clause("M4.2")
def test_who_ends_the_turn_is_told_the_pieces_that_could_still_be_used_and_only_those():
    state = position(red="d3=2", pool="O1 VC BF P2", used="V", anthills=0, circles="B6")
    assert {move[0] for move in rules.legal(state)} == {"O", "e"}  # no circle for B, no hex for P
    assert caution(state, "end") == "You can still use this piece: Path: 1."
    more = position(red="d3=2", pool="O1 VC GF", anthills=0)
    assert caution(more, "end") == "You can still use: Path: 1, Lawn: leaf, Lavender: crate."


def test_a_piece_that_only_an_anthill_makes_usable_could_be_used_too():
    assert caution(position(pool="O1", anthills=1), "end") == "You can still use this piece: Path: 1."
    assert caution(position(pool="O1", anthills=0), "end") == ""


def test_a_die_that_the_tile_repeats_is_named_as_the_tile():
    state = position(red="d3=2", pool="O1 Tdie-again", used="O", anthills=0)
    assert caution(state, "end") == "You can still use this piece: Die again."


@pytest.mark.parametrize("used", ["O", "OV"])
def test_nobody_is_asked_where_nothing_is_left_to_use(used):
    state = position(pool="O1 VC" if used == "OV" else "O1", used=used)
    assert rules.legal(state) == ["end"]
    assert caution(state, "end") == ""


@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_nobody_is_asked_about_another_move_and_about_the_end_of_a_turn_exactly_while_it_gives_something_up(data):
    played = data.draw(games(MARABUNTA))
    for state in to_move(played)[:: data.draw(st.integers(3, 9))]:
        legal = rules.legal(state)
        for move in legal:
            if move == "end":
                assert bool(caution(state, move)) == (legal != ["end"])
            else:
                assert caution(state, move) == ""


def test_a_power_comes_first_so_the_end_of_the_turn_is_no_question_yet():
    state = after(position(pool="GC P2", crates="1:1"), "G#1")
    assert state.waiting
    assert caution(state, "end") == ""
