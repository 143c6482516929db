"""The position as text."""

from games.marabunta import rules
from games.marabunta.drawing import draw
from games.marabunta.rules import Trigger
from tests.marabunta.position import RED, after, position


def test_every_hex_shows_its_name_and_what_is_on_it():
    drawn = draw(position(red="d4=2", blue="d5=0", crossed="j1"))
    lines = drawn.splitlines()
    assert lines[:8] == [
        "                    e1",
        "               d1   Ou   f1                  j1",
        "          c1   O.   e2   O#   g1        i1   Bx   k1",
        "     b1   O.   d2   O.   f2   O.   h1   B.   j2   B.",
        "     Ou   c2   O#   e3   O.   g2   B#   i2   B.   k2",
        "     b2   O.   d3   O.   f3   O.   h2   B.   j3   B.   l1",
        "a1   V.   c3   O.   e4   Gu   g3   B.   i3   B#   k3   Bu",
        "Vu   b3   O#   d4   G.   f4   G.   h3   B.   j4   B.   l2",
    ]
    assert "Gr2" in drawn
    assert "Gb0" in drawn


def test_the_leaves_the_colonies_and_the_turn_are_told():
    drawn = draw(position(pool="P2 VF", red="i4=3", circles="P1", crates="1:2", waiting="one crate"))
    assert "P pink         3:0        3:2       5" in drawn
    assert "red   3 points if it ended now; anthills 2, cupcakes 0/9" in drawn
    assert "1 one 2/2, 2 free-zero 0/2" in drawn
    assert "pools: 1 PV, 2 OYGBT" in drawn
    assert drawn.endswith("red to use: crate, then 1 more")


def test_every_phase_says_who_is_to_do_what():
    state = rules.initial({})
    assert draw(state).endswith("chance is to move")
    state = after(state, "first red", "roll one P0 O1 Y2 G3 BF VC")
    assert draw(state).endswith("round 1, first player red\ntile one, dice P0 O1 Y2 G3 BF VC\nred to split")
    state = after(state, "split P/OYGBVT")
    assert draw(state).endswith("blue to choose")
    state = after(state, "take 1")
    assert draw(state).endswith("blue to resolve: P")
    assert draw(after(position(pool="VF"), "V*")).endswith("red to resolve: nothing left")


def test_a_finished_game_says_who_triggered_the_end():
    over = after(position(trigger=Trigger(RED, ("region", "leaf"))), "end", "end")
    assert draw(over).endswith("red triggered the end: region and leaf\nthe game is over")
