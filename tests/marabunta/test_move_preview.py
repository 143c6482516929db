import pytest

from games.marabunta.page.presenter import say
from games.marabunta.rules import Phase
from games.marabunta.rules.moves import read
from tests.marabunta.position import position

TILE = "the tile (two leaves)"
ROLLED = position(pool="P3 O0 Ttwo-leaves")


def test_pools_are_told_by_their_pieces_and_not_by_letters_or_colours():
    split = ROLLED._replace(phase=Phase.SPLIT)
    ours, others = f"Blanket 3, Path 0 and {TILE}", "Sand 0, Lawn 0, Pond 0 and Lavender 0"
    assert say(split, "split POT/YGBV") == f"one pool with {ours}, the other with {others}"
    pools = read(ROLLED.board, "split POT/YGBV").pools
    choice = ROLLED._replace(phase=Phase.CHOOSE, round=ROLLED.round._replace(pools=pools))
    assert say(choice, "take 1") == f"take the first pool: {ours}"
    assert say(choice, "take 2") == f"take the second pool: {others}"


@pytest.mark.parametrize(
    ("pool", "waiting", "move", "words"),
    [
        ("P3", "", "P@i6", "with Blanket 3, write on i6 in the Blanket"),
        ("P3", "", "P@i6^", "with Blanket 3, write on i6 in the Blanket, using an anthill"),
        ("GF", "", "G*", "with Lawn leaf, fill a circle on the Lawn’s leaf"),
        ("GC", "", "G#1", "with Lawn crate, cross out a crate for: Write a 1"),
        (
            "Ttwo-leaves",
            "",
            "T*PB",
            "with the tile (two leaves), fill a circle on each of these leaves: Blanket and Pond",
        ),
        ("Tdie-again P3", "", "T=P@i6", "with Blanket 3 again, write on i6 in the Blanket"),
        ("Tcupcake", "", "Txe1", "with the tile (cross out a cupcake hex), cross out e1 in the Path"),
        ("P3", "free-zero", "@d4", "with the power (Free 0), write on d4 in the Lawn"),
        ("P3", "crate", "#1", "cross out a crate for: Write a 1"),
        ("P3", "one", "decline", "decline"),
        ("P3", "", "end", "end the turn"),
    ],
)
def test_a_move_is_told_by_the_piece_that_does_it_and_by_what_it_does(pool, waiting, move, words):
    assert say(position(pool=pool, waiting=waiting), move) == words
