"""The move picker: links and buttons reach every legal move, and no other; whatever is not possible says why."""

from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import kinds
from games.marabunta import rules
from games.marabunta.page.move_picker import picker
from games.marabunta.rules import Phase
from tests.clauses import clause
from tests.conformance.played import games
from tests.marabunta.position import position
from tests.rules_coverage import RULES, read_clauses

MARABUNTA = kinds.get("marabunta")
CLAUSES = read_clauses(RULES.read_text("utf-8"))


def read(address):
    return dict(parse_qsl(address, keep_blank_values=True))


def addresses(shown):
    """Where the links of a picker lead, besides the reasons."""
    spots = (*shown.spots.values(), *shown.leaf_spots.values(), *shown.group_spots.values())
    links = [spot.ask for spot in spots] + [held.ask for held in (*shown.pieces, *shown.again)]
    if shown.anthill:
        links.append(shown.anthill.ask)
    return {link for link in links if link and "why=" not in link}


def buttons(shown):
    """The moves that the buttons of a picker make."""
    spots = (*shown.spots.values(), *shown.leaf_spots.values(), *shown.group_spots.values())
    moves = {spot.move for spot in spots} | {shown.move}
    moves |= {"decline"} if shown.can_decline else set()
    moves |= {"end"} if shown.end is None else set()
    return moves - {""}


def reachable(state):
    """Every move that can be reached from the bare page."""
    seen, ahead, moves = set(), {""}, set()
    while ahead:
        address = ahead.pop()
        seen.add(address)
        shown = picker(state, read(address))
        moves |= buttons(shown)
        ahead |= addresses(shown) - seen
    return moves


POSITIONS = {
    "a die of every face": position(red="d3=2 d4=0", pool="P0 O1 Y2 G3 BF VC"),
    "at the start all costs an anthill": position(pool="P0 O1 Y2 G3"),
    "no anthills left": position(red="d3=2", pool="P0 O1 Y2 Ttwo-zeros", anthills=0),
    "two zeros": position(red="d3=2 d4=0", pool="Ttwo-zeros", anthills=1),
    "two zeros without a number": position(pool="Ttwo-zeros"),
    "cross two": position(red="d3=2", pool="Tcross-two", crossed="e1"),
    "two leaves": position(pool="Ttwo-leaves", circles="P3", their_circles="P3"),
    "two leaves, one open": position(pool="Ttwo-leaves", circles="P6 O6 Y6 G6 B6"),
    "two crates": position(pool="Ttwo-crates"),
    "free zero": position(pool="Tfree-zero"),
    "a die again": position(red="d3=2 d4=0", pool="P0 BF VC Tdie-again", used="PB"),
    "a die again, of one": position(red="d3=2", pool="P0 Tdie-again", used="P"),
    "a die again, of none": position(red="d3=2", pool="Tdie-again"),
    "the cupcake tile": position(pool="PC Tcupcake", number=9),
    "three ones": position(colony="raider", red="d3=2", waiting="triple-one", anthills=0),
    "three ones for an anthill": position(
        colony="raider",
        waiting="triple-one crate triple-one",
        anthills=1,
        crossed=" ".join(f"{column}{row}" for column in "abcd" for row in range(1, 6)),
    ),
    "a power for an anthill": position(waiting="one", pool="P2"),
    "a power": position(red="d3=2", waiting="two"),
    "a free 3": position(waiting="free-three", pool="P0", used="P"),
    "a crate, and a power below": position(waiting="two crate", crates="1:1 3:2"),
    "crossing out two": position(colony="raider", waiting="cross-two"),
    "leaves set off": position(colony="raider", waiting="two-leaves"),
    "nothing left": position(pool="P0", used="P"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_exactly_the_legal_moves_are_reached_by_links_and_buttons(name):
    state = POSITIONS[name]
    assert reachable(state) == set(rules.legal(state))


@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_however_a_game_is_played_exactly_the_legal_moves_are_reached(data):
    states = [state for state in data.draw(games(MARABUNTA)).states if state.phase is Phase.RESOLVE]
    for state in data.draw(st.lists(st.sampled_from(states), min_size=4, max_size=4)):
        assert reachable(state) == set(rules.legal(state))


@pytest.mark.parametrize("name", POSITIONS)
def test_every_hex_leaf_and_group_says_what_it_does_or_why_not_with_the_clause(name):
    state = POSITIONS[name]
    shown = picker(state, {})
    assert set(shown.spots) == set(state.board.names)
    assert set(shown.leaf_spots) == set("POYGBV")
    assert set(shown.group_spots) == set(range(1, len(state.board.groups) + 1))
    for spot in (*shown.spots.values(), *shown.leaf_spots.values(), *shown.group_spots.values()):
        assert spot.says.endswith(".") and "%" not in spot.says
        assert bool(spot.move) != bool(spot.ask)
        assert (spot.state == "no") == bool(spot.clause)
        assert not spot.clause or spot.clause in CLAUSES


@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_whoever_asks_why_is_told_what_the_hex_says(data):
    states = [state for state in data.draw(games(MARABUNTA)).states if state.phase is Phase.RESOLVE]
    state = data.draw(st.sampled_from(states))
    shown = picker(state, {})
    targets = (*shown.spots.values(), *shown.leaf_spots.values(), *shown.group_spots.values())
    for spot in data.draw(st.lists(st.sampled_from(targets), max_size=8)):
        if spot.state == "no":
            assert picker(state, read(spot.ask)).why == (spot.says, spot.clause)


@clause("M6.1", "M4.3", "M6.2", "M6.3")
def test_a_hex_that_cannot_be_used_says_why():
    state = position(red="d3=2", blue="d5=1", crossed="e4", pool="O1", anthills=0)
    spots = picker(state, {}).spots
    assert (spots["d5"].says, spots["d5"].clause) == ("d5 already has a number.", "M6.1")
    assert spots["e4"].says == "e4 is crossed out."
    assert spots["a1"].clause == "M4.3"
    far = spots["c1"]
    assert far.says == "None of your numbers touches c1, and you have no anthills left."


def test_the_first_of_two_hexes_leads_on_and_the_last_makes_the_move_in_the_order_of_the_board():
    state = position(red="d3=2", pool="Ttwo-zeros", anthills=0)
    first = picker(state, {}).spots["d5"]
    assert (first.move, first.ask, first.says) == ("", "piece=T&with=d5", "Pick d5: 1 of 2.")
    shown = picker(state, read(first.ask))
    assert shown.progress == "1 of 2 picked."
    assert shown.spots["d5"].state == "chosen"
    assert read(shown.spots["d5"].ask) == {"piece": "T"}
    assert shown.spots["d4"].move == "T@d4,d5"
    assert shown.spots["a1"].says == "These hexes don’t all touch each other: a1,d5."
    assert {name for name, spot in shown.spots.items() if spot.state == "legal"} == {"d4"}


def test_what_costs_an_anthill_is_shown_when_it_is_asked_for():
    state = position(red="d3=2", pool="O1")
    shown = picker(state, {})
    assert {spot.state for spot in shown.spots.values()} == {"legal", "no"}
    assert shown.anthill.says == "This costs one of your 2 anthills."
    assert not shown.anthill.is_on
    more = picker(state, read(shown.anthill.ask))
    assert {spot.state for spot in more.spots.values()} == {"legal", "anthill", "no"}
    assert all(spot.move.endswith("^") == (spot.state == "anthill") for spot in more.spots.values() if spot.move)
    assert read(more.anthill.ask) == {"piece": "O"}


def test_without_any_other_way_the_anthill_is_no_question():
    shown = picker(position(pool="O1", anthills=1), {})
    assert shown.anthill.is_on and not shown.anthill.ask
    assert shown.anthill.says == "This costs your last anthill."
    assert shown.says.endswith("touches a free hex for it.")
    assert {spot.state for spot in shown.spots.values()} == {"anthill", "no"}


def test_the_first_piece_that_needs_no_anthill_is_in_use_by_itself():
    shown = picker(position(pool="P1 OC"), {})
    assert [(held.piece.letter, held.state) for held in shown.pieces] == [("P", "usable"), ("O", "selected")]


@clause("M4.2")
def test_the_cupcake_tile_is_due_and_until_then_the_turn_cannot_end():
    shown = picker(position(pool="PC Tcupcake", number=9), {})
    assert [held.is_due for held in shown.pieces] == [False, True]
    assert shown.end == ("You must use the cupcake tile before you end your turn.", "M4.2")
    assert picker(position(pool="PC Tcupcake", number=9), {"why": "end"}).why == shown.end


@clause("M8.3")
def test_what_was_set_off_is_a_stack_and_comes_before_the_pieces():
    shown = picker(position(pool="P2", waiting="two crate"), {"piece": "P"})
    assert [(step.name, step.is_due) for step in shown.steps] == [("A crate", True), ("Write a 2", False)]
    assert shown.about == "crate"
    assert [held.state for held in shown.pieces] == ["later"]
    assert shown.end == ("Use your bonus first: a crate.", "M8.3")
    assert picker(position(pool="P2", waiting="two crate"), {"why": "P"}).why == shown.end


@pytest.mark.parametrize(
    ("state", "asked", "why"),
    [
        (position(pool="GF", circles="G6"), "G", "This region’s leaf has no blank circle left: Lawn."),
        (
            position(pool="O1", anthills=0),
            "O",
            "None of your numbers touches a free hex for it, and you have no anthills left.",
        ),
        (position(pool="OC", crates="1:2 2:2 3:2 4:3 5:3 6:4 7:4"), "O", "All your crates are already crossed out."),
        (position(pool="Tdie-again"), "T", "There’s no die in your pool to reuse."),
        (position(pool="O1 Tdie-again", anthills=0), "T", "No die in your pool can be used right now."),
        (position(pool="O1", used="O"), "O", "You’ve already used this piece this turn."),
        (
            position(pool="O1 PC Tdie-again", anthills=0),
            "T=O",
            "None of your numbers touches a free hex for it, and you have no anthills left.",
        ),
        (position(pool="Ttwo-leaves", circles="P6 O6 Y6 G6 B6 V6"), "T", "No leaf has a blank circle left."),
    ],
)
def test_a_piece_that_can_do_nothing_says_why(state, asked, why):
    assert picker(state, {"why": asked}).why[0] == why


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(sorted(POSITIONS)),
    ask=st.dictionaries(
        st.sampled_from(["piece", "with", "anthill", "why"]),
        st.one_of(
            st.text(), st.sampled_from(["T", "T=", "T=T", "=", "d4,d4", "a1,,b1", "leaf-", "leaf-P", "0", "99", "end"])
        ),
    ),
)
def test_nonsense_in_the_address_is_nothing(name, ask):
    state = POSITIONS[name]
    assert buttons(picker(state, ask)) <= set(rules.legal(state))
