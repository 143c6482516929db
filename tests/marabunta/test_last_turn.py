"""What the other player did, in a few words, where one's own turn begins."""

from __future__ import annotations

from games.contract import Seat
from games.marabunta import rules
from games.marabunta.page.presenter import view

ROUND_1 = ["first blue", "roll one P0 O3 Y2 G3 BC VF", "split PYGT/OBV", "take 1"]
RED = ["G@g5^", "Y@f6", "P@h4", "T@e6", "#2", "end"]
BLUE = ["O@e3^", "B#5", "V*", "end"]
NEXT = ["roll free-zero P1 OC YF GF B2 V0"]


def deeds(moves, latest, *, seat=Seat.ONE, is_yours=True):
    state = rules.fold(rules.initial({"territory": "glade", "colony": "harvester"}), moves)
    return view(state, seat=seat, is_yours=is_yours, ask={}, latest=latest).deeds


def test_numbers_leaves_and_crates_of_the_other_are_named_where_ones_own_turn_begins():
    played = [*ROUND_1, *RED, *BLUE, *NEXT]
    assert deeds(played, BLUE) == "1 crate, Lavender leaf, 3 in the Path"
    assert deeds(played, [*BLUE, *NEXT]) == deeds(played, [*RED, *BLUE]) == deeds(played, BLUE)  # the last whole turn


def test_a_cupcake_is_named_and_of_many_deeds_those_that_there_is_room_for():
    played = [*ROUND_1, *RED]
    assert deeds(played, RED, seat=Seat.TWO) == "1 crate, 1 cupcake, 3 in the Lawn, …"


def test_nothing_is_said_once_ones_own_turn_has_been_started_or_while_the_other_plays():
    played = [*ROUND_1, *RED]
    assert deeds([*played, BLUE[0]], RED, seat=Seat.TWO) == ""
    assert deeds(played, RED, seat=Seat.TWO, is_yours=False) == ""


def test_nothing_is_said_of_a_split_alone():
    assert deeds([*ROUND_1[:3]], ["split PYGT/OBV"]) == ""


def test_hexes_that_were_crossed_out_are_counted():
    state = ["roll cross-two PC OC Y2 G2 B0 VF", "split PYV/OGBT", "take 1", "Y@i6^", "#4", "P#7", "V*", "end"]
    rest = ["split PBVT/OYG", "take 1", "B@i3^", "P@i4", "#5", "V@f3", "T@l3", "end", "O#2", "G*", "Y*", "end"]
    crossing = ["Txg2,g3", "G@f4", "B@e4", "O#5", "end"]
    played = [*ROUND_1, *RED, *BLUE, *NEXT, *rest, *state, *crossing, "roll die-again P2 O2 Y0 G1 B3 VF"]
    assert deeds(played, crossing) == "1 crate, 2 hexes crossed out, 2 in the Lawn, …"
