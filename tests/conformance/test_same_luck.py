"""Two games that draw from one stream have the same luck, whatever is played: hence mirror matches (docs/mirror.md)."""

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.chance import stream_of
from games.contract import CHANCE, NOBODY, Seat
from games.kinds import Kind
from tests.conformance.played import ALL_KINDS, some_games, ways_to_play


def played(kind: Kind, options: dict[str, str], luck: int, choices: int) -> tuple[list[str], list[Any]]:
    """The moves of chance, and who was to move, one turn after the other, with chance's moves between."""
    rules, blind = kind.rules, random.Random(choices)
    state = rules.initial(options)
    drawn: list[str] = []
    turns: list[Any] = []
    while (actor := rules.actor(state)) is not NOBODY:
        if not turns or turns[-1] is not actor:
            turns.append(actor)
        if actor is CHANCE:
            chance = stream_of(str(luck).encode(), game=1, number=len(drawn), nonces=("one", "two"))
            move = rules.draw(state, chance)
            drawn.append(move)
        else:
            assert isinstance(actor, Seat)
            move = blind.choice(rules.legal(state))
        state = rules.apply(state, move)
    return drawn, turns


@ALL_KINDS
@some_games
@given(data=st.data(), luck=st.integers(0, 2**32), choices=st.integers(0, 2**32))
def test_the_same_stream_gives_the_same_moves_of_chance_whatever_is_played(kind, data, luck, choices):
    options = data.draw(st.sampled_from(ways_to_play(kind)))
    one, other = played(kind, options, luck, choices), played(kind, options, luck, choices + 1)
    shorter = min(len(one[0]), len(other[0]))
    assert one[0][:shorter] == other[0][:shorter]
    if kind.has_rounds:  # where chance comes between turns, it comes at the same place on both boards
        shorter = min(len(one[1]), len(other[1]))
        assert one[1][:shorter] == other[1][:shorter]
