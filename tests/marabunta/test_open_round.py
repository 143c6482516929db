"""The pieces of a round as they lie open for both (M3.6): whose they are, and what is left of them."""

import pytest

from games import kinds
from games.contract import Seat
from games.marabunta.page.open_round import open_pools
from games.marabunta.rules import Phase
from tests.clauses import clause
from tests.conformance.played import play_out, ways_to_play
from tests.marabunta.position import BLUE, RED, after, position

MARABUNTA = kinds.get("marabunta")
SIDES = {Seat.ONE: "red", Seat.TWO: "blue"}


def told(state):
    """Each pool: its number, its owner, its pieces, and those of them that are used."""
    return [
        (
            pool.number,
            pool.owner,
            "".join(open.piece.letter for open in pool.pieces),
            "".join(open.piece.letter for open in pool.pieces if open.is_used),
        )
        for pool in open_pools(state)
    ]


@clause("M3.6", "M3.2", "M3.3")
@pytest.mark.parametrize("options", ways_to_play(MARABUNTA), ids=str)
def test_at_any_time_the_pools_are_as_they_were_split_and_taken_and_what_was_used_of_them_is_marked(options):
    played = play_out(MARABUNTA, options, 3)
    phases, pools, taker, used = set(), [], None, ""
    for state, move, now in played.steps():
        word, _, rest = move.partition(" ")
        if word == "split":
            pools = rest.split("/")
        elif word == "take":
            taker, used = state.actor, ""
        elif state.phase is Phase.RESOLVE and move == "end":
            used = ""
        elif state.phase is Phase.RESOLVE and not state.waiting:
            used += move[0]
        phases.add(now.phase)
        match now.phase:
            case Phase.SPLIT:
                assert told(now) == [(0, "", "POYGBVT", "")]
            case Phase.CHOOSE:
                assert told(now) == [(1, "", pools[0], ""), (2, "", pools[1], "")]
            case Phase.RESOLVE:
                mine, other = SIDES[now.actor], SIDES[now.actor.other]
                found = {owner: (letters, gone) for _, owner, letters, gone in told(now)}
                assert [letters for _, _, letters, _ in told(now)] == pools
                assert set(found[mine][1]) == set(used)
                assert found[other][1] == ("" if now.actor is taker else found[other][0])  # M3.3: the taker is done
            case _:
                assert told(now) == []
    assert phases == set(Phase) - {Phase.BEGIN}


@clause("M3.3")
def test_the_pool_that_was_taken_is_its_takers_and_the_other_is_the_first_players():
    state = position(pool="P2 OC", turn=RED, first=BLUE)
    assert [(number, owner) for number, owner, _, _ in told(state)] == [(1, "red"), (2, "blue")]
    state = after(position(pool="P2 OC", used="PO", turn=RED, first=BLUE), "end")
    assert told(state) == [(1, "red", "PO", "PO"), (2, "blue", "YGBVT", "")]


def test_what_was_given_up_is_gone_as_what_was_used():
    state = after(position(pool="P2 OC", used="P", turn=RED, first=BLUE), "end")
    assert told(state)[0] == (1, "red", "PO", "PO")


def test_the_pieces_have_their_names_and_faces():
    (pool, _) = open_pools(position(pool="G2 Tfree-zero"))
    assert [(open.piece.name, open.piece.label) for open in pool.pieces] == [
        ("Lawn: 2", "Green die (Lawn): 2"),
        ("Free 0", "Tile: Free 0"),
    ]
