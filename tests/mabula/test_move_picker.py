from urllib.parse import parse_qsl

import pytest

from games.contract import NOBODY
from games.mabula import rules
from games.mabula.page.move_picker import MovePicker, Spot, picker
from tests.clauses import clause
from tests.mabula.position import BLACK, position
from tests.mabula.random_games import states

BOARD = """
    -WB....-
    B......W
    W..W...B
    ........
    WBWB.B..
    WBWBWBW.
    ........
    -..W...-
"""


def spot(held: MovePicker, name: str) -> Spot:
    (found,) = [spot for spot in held.spots if spot.name == name]
    return found


def follow(state, chosen: Spot) -> MovePicker:
    """The picker at the address to which a space links."""
    return picker(state, dict(parse_qsl(chosen.ask)))


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_push_can_be_reached_by_a_link_and_a_button_and_no_other(seed):
    for state in states(seed):
        first = picker(state, {}).spots
        assert not any(spot.move for spot in first)
        reached = set()
        for marble in (spot for spot in first if spot.state == "legal"):
            chosen = follow(state, marble)
            assert {stop.state for stop in chosen.stops} == {"legal"}
            assert not any(stop.ask for stop in chosen.stops)  # a button, and no link besides
            reached |= {spot.move for spot in chosen.spots if spot.move}
        assert reached == set(rules.legal(state))


def test_every_space_has_a_sentence_and_who_says_no_says_why():
    for state in states(1):
        moves = rules.legal(state)
        asks = [{}, *(dict(zip(("from", "to"), move.split("-"), strict=True)) for move in moves[:1])]
        for ask in asks:
            spots = picker(state, ask).spots
            assert len({spot.name for spot in spots}) == 60
            for shown in spots:
                assert shown.says
                assert "%(" not in shown.says
                assert bool(shown.clause) == (shown.state == "no")


def test_before_a_marble_is_chosen_every_other_space_says_why_it_cannot_be():
    held = picker(position(BOARD), {})
    assert {shown.name for shown in held.spots if shown.state == "legal"} == {"b8", "h7", "a6", "a4", "d1"}
    assert spot(held, "c8").says == "The marble on c8 isn’t yours."
    assert spot(held, "d6").says == "You can only push marbles from the rim. d6 is in the field."
    assert spot(held, "a5").says == "There’s no marble on a5."
    assert spot(held, "a3").says == "The marble on a3 has no room: all six spaces ahead of it are taken."
    assert (spot(held, "a3").clause, spot(held, "d6").clause) == ("B2.4", "B2.5")
    assert held.title == "Choose a marble on the rim"
    assert held.says == "You can push 5 marbles."


def test_a_chosen_marble_shows_where_it_may_stop_and_how_far_that_is():
    held = picker(position(BOARD), {"from": "a4"})
    assert spot(held, "a4").state == "chosen"
    assert [(stop.name, stop.number) for stop in held.stops] == [("b4", 1), ("c4", 2)]
    assert spot(held, "b4").says == "Stop 1: push to b4; 3 marbles roll ahead."
    assert spot(held, "d4").says.startswith("The marble on a4 can’t go that far")
    assert spot(held, "d6").says == "A push goes straight across. d6 isn’t in line with a4."
    assert spot(held, "h4").says == "A push must stop in the field. h4 is on the rim."
    assert spot(held, "c8").says == "The marble on c8 isn’t yours."
    assert held.move == ""


def test_the_chosen_marble_and_its_stops_come_first_and_then_the_others_as_one_reads():
    names = [shown.name for shown in picker(position(BOARD), {"from": "d1"}).spots]
    assert names[:6] == ["d1", "d2", "d3", "d4", "b8", "c8"]
    assert names[4:] == sorted(names[4:], key=lambda name: (-int(name[1]), name[0]))


def test_a_chosen_stop_is_not_played_but_told():
    held = picker(position(BOARD), {"from": "a4", "to": "c4"})
    assert held.move == "a4-c4"
    assert spot(held, "c4").state == "chosen"
    assert held.title == "Push from a4 to c4"
    assert held.says == "Stops on c4 and pushes 4 marbles ahead."
    assert held.then == "Largest groups after this: White 2, Black 3."


def test_what_is_counted_after_a_push_is_what_was_agreed():
    held = picker(position(BOARD, scoring="product"), {"from": "a4", "to": "c4"})
    assert held.then.startswith("Groups multiplied after this: ")


def test_a_push_into_the_open_pushes_no_other_marble():
    held = picker(position(BOARD), {"from": "d1", "to": "d2"})
    assert held.says == "Stops on d2 and moves no other marble."
    assert spot(held, "d2").says == "Stop 1: push to d2."


@clause("B3.1")
def test_a_push_that_ends_the_game_says_so_before_it_is_made():
    ends = set()
    for state in states(2):
        for start in {move.split("-")[0] for move in rules.legal(state)}:
            for stop in picker(state, {"from": start}).stops:
                is_end = rules.apply(state, stop.move).actor is NOBODY
                assert stop.says.endswith("This ends the game.") == is_end
                ends.add(is_end)
    assert ends == {True, False}


def test_a_stop_is_taken_where_the_picture_shows_a_marble():
    assert spot(picker(position(BOARD), {"from": "a4"}), "b4").is_taken
    tried = picker(position(BOARD), {"from": "a4", "to": "c4"})
    assert spot(tried, "c4").is_taken
    assert not spot(tried, "b4").is_taken


def test_another_marble_or_stop_can_be_chosen_at_any_time():
    state = position(BOARD)
    tried = picker(state, {"from": "a4", "to": "c4"})
    assert (spot(tried, "b4").move, spot(tried, "b4").state) == ("a4-b4", "legal")
    assert (spot(tried, "c4").move, spot(tried, "c4").state) == ("a4-c4", "chosen")
    assert (follow(state, spot(tried, "d1")).start, follow(state, spot(tried, "d1")).move) == ("d1", "")
    assert follow(state, spot(tried, "a4")).start == ""


def test_asking_why_keeps_what_was_chosen():
    state = position(BOARD)
    asked = follow(state, spot(picker(state, {"from": "a4", "to": "c4"}), "e4"))
    assert asked.move == "a4-c4"
    assert asked.why.name == "e4"
    assert asked.why.clause == "B2.4"


@pytest.mark.parametrize(
    "ask",
    [
        {"from": "a8"},
        {"from": ""},
        {"from": "c8"},
        {"from": "a"},
        {"from": "a3"},
        {"to": "c4"},
        {"from": "é9", "to": "\x00"},
        {"why": "a8"},
        {"why": "a4"},
        {"why": "z99"},
        {"piece": "G"},
    ],
)
def test_nonsense_is_passed_over(ask):
    assert picker(position(BOARD), ask) == picker(position(BOARD), {})


def test_a_stop_that_is_none_leaves_the_marble_chosen():
    assert picker(position(BOARD), {"from": "a4", "to": "f4"}) == picker(position(BOARD), {"from": "a4"})


def test_a_chosen_space_does_not_say_why_not():
    assert picker(position(BOARD), {"from": "a4", "why": "a4"}).why is None


def test_black_pushes_black_marbles():
    held = picker(position(BOARD, turn=BLACK), {})
    assert {shown.name for shown in held.spots if shown.state == "legal"} == {"c8", "a7", "h6"}


def test_when_it_is_over_nothing_is_offered():
    held = picker(position(BOARD, turn=NOBODY), {"from": "a4"})
    assert {shown.state for shown in held.spots} == {"no"}
    assert {shown.says for shown in held.spots} == {"The game is over."}
