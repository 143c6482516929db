import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import kinds
from games.chance import ScriptedChance, StreamChance
from games.contract import CHANCE, NOBODY, BadOptions, IllegalMove, Outcome, Part, Seat, choose_options, play, replay
from games.mabula import rules as mabula
from tests.clauses import clause

RING = "ring " + "WB" * 12
OPENING = [RING, "b8-b5", "c8-c3", "d8-d7"]
OFFERED = {"size": ("small", "large"), "colour": ("red", "blue", "green")}
ODD_VALUES = {
    "nothing": None,
    "number": 7,
    "number of 5000 digits": 10**5000,
    "bytes": b"red",
    "list": ["red"],
    "empty": "",
    "control characters": "red\0\n\r\x1b",
    "other scripts": "röd ☃",
    "lone surrogate": "\ud800",
    "a million characters": "x" * 10**6,
}
ALL_KINDS = pytest.mark.parametrize("kind", kinds.all(), ids=lambda kind: kind.key)


def test_each_seat_is_the_other_of_the_other():
    assert Seat.ONE.other is Seat.TWO
    assert Seat.TWO.other is Seat.ONE


def test_the_registry_finds_a_kind_by_its_key():
    assert [kinds.get(kind.key) for kind in kinds.all()] == list(kinds.all())
    with pytest.raises(KeyError):
        kinds.get("chess")


@ALL_KINDS
def test_a_kind_offers_the_options_of_its_rules_with_the_default_first(kind):
    defaults = {name: values[0] for name, values in kind.options.items()}
    assert kind.rules.initial(defaults) == kind.rules.initial({})


# Options


def test_the_first_value_offered_is_the_default():
    assert choose_options(OFFERED, {}) == {"size": "small", "colour": "red"}


def test_what_is_given_replaces_the_default():
    assert choose_options(OFFERED, {"colour": "green"}) == {"size": "small", "colour": "green"}


@clause("B3.6")
def test_an_option_that_is_not_offered_is_named_with_those_that_are():
    with pytest.raises(BadOptions) as refused:
        choose_options(OFFERED, {"size": "large", "weight": "heavy"})
    assert (refused.value.option, refused.value.value) == ("weight", "heavy")
    assert refused.value.allowed == ("size", "colour")
    assert str(refused.value) == "'weight'='heavy' is not possible; allowed: size, colour"


@clause("B3.6")
def test_a_value_that_is_not_offered_is_named_with_those_that_are():
    with pytest.raises(BadOptions) as refused:
        choose_options(OFFERED, {"colour": "pink"})
    assert (refused.value.option, refused.value.value) == ("colour", "pink")
    assert refused.value.allowed == ("red", "blue", "green")


@pytest.mark.parametrize("value", ODD_VALUES.values(), ids=ODD_VALUES)
@clause("B3.6")
def test_a_value_of_any_sort_and_size_is_refused_and_shown_in_one_short_line(value):
    with pytest.raises(BadOptions) as refused:
        choose_options(OFFERED, {"colour": value})
    assert refused.value.value is value
    shown = str(refused.value)
    assert shown.isascii()
    assert shown.isprintable()
    assert len(shown) < 120


@ALL_KINDS
@given(options=st.dictionaries(st.text(), st.text(), min_size=1))
@clause("B3.6")
def test_every_kind_refuses_options_it_does_not_have(kind, options):
    with pytest.raises(BadOptions) as refused:
        kind.rules.initial(options)
    assert refused.value.option in options
    assert refused.value.value == options[refused.value.option]


@ALL_KINDS
@clause("B3.6", "M2.1")
def test_every_kind_refuses_another_value_of_each_of_its_options(kind):
    for name, values in kind.options.items():
        for value in ("", values[0].upper(), values[0] + " ", "\0"):
            with pytest.raises(BadOptions) as refused:
                kind.rules.initial({name: value})
            assert (refused.value.option, refused.value.allowed) == (name, values)


def test_bad_options_are_a_value_error_and_may_have_nothing_to_propose():
    refused = BadOptions("ties", "next-group")
    assert isinstance(refused, ValueError)
    assert str(refused) == "'ties'='next-group' is not possible"


# Refusals


def test_a_refusal_carries_a_code_a_clause_and_facts():
    refused = IllegalMove("too-far", "B2.4", space="a4", most=2)
    assert (refused.code, refused.clause, refused.facts) == ("too-far", "B2.4", {"space": "a4", "most": 2})
    assert str(refused) == "too-far (B2.4), space='a4', most=2"


def test_a_refusal_may_have_no_facts():
    assert str(IllegalMove("game-over", "B3.1")) == "game-over (B3.1)"


@pytest.mark.parametrize("fact", ODD_VALUES.values(), ids=ODD_VALUES)
def test_a_refusal_is_one_short_printable_line_whatever_its_facts(fact):
    shown = str(IllegalMove("not-a-move", "B4", text=fact))
    assert shown.isascii()
    assert shown.isprintable()
    assert len(shown) < 100


def test_a_fact_is_shown_whole_up_to_sixty_letters_and_cut_beyond():
    assert str(IllegalMove("not-a-move", "B4", text="x" * 58)) == f"not-a-move (B4), text='{'x' * 58}'"
    assert str(IllegalMove("not-a-move", "B4", text="x" * 59)) == f"not-a-move (B4), text='{'x' * 56}..."


# Replay


def test_a_replay_gives_the_state_after_the_last_move():
    state = mabula.initial({})
    for move in OPENING:
        state = mabula.apply(state, move)
    assert replay(mabula, {}, OPENING) == state


def test_a_replay_without_moves_is_the_start_with_its_options():
    assert replay(mabula, {"scoring": "product"}, []) == mabula.initial({"scoring": "product"})


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_replay_that_meets_an_illegal_move_says_which(number):
    moves = [*OPENING]
    moves[number - 1] = "h1-h2"
    with pytest.raises(IllegalMove) as refused:
        replay(mabula, {}, moves)
    assert refused.value.__notes__ == [f"at move {number}"]
    assert refused.value.code == ("no-ring-yet" if number == 1 else "no-such-space")


def test_a_replay_with_bad_options_is_refused_before_its_moves():
    with pytest.raises(BadOptions):
        replay(mabula, {"scoring": "none"}, ["no move at all"])


# Chance


@ALL_KINDS
def test_the_versions_of_the_draws_are_counted_from_one_and_the_last_is_in_use(kind):
    assert list(kind.rules.draws) == list(range(1, len(kind.rules.draws) + 1))
    assert kind.rules.draws[max(kind.rules.draws)] is kind.rules.draw


# Play


@ALL_KINDS
def test_a_game_is_played_to_its_end_and_can_be_replayed(kind):
    dice = random.Random("players")
    game = play(kind.rules, {}, chance=StreamChance(b"seed", game="g"), choose=lambda _, legal: dice.choice(legal))
    moves, states = zip(*game, strict=True)
    assert kind.rules.actor(states[-1]) is NOBODY
    assert all(kind.rules.actor(state) is not NOBODY for state in states[:-1])
    assert replay(kind.rules, {}, moves) == states[-1]


def test_the_players_choose_among_the_legal_moves_and_chance_draws_its_own():
    asked = []

    def choose(state, legal):
        asked.append((mabula.actor(state), tuple(legal) == tuple(mabula.legal(state))))
        return legal[-1]

    game = play(mabula, {"scoring": "product"}, chance=StreamChance(b"seed", game="g"), choose=choose)
    first, state = next(game)
    assert first.startswith("ring ")
    assert state.scoring == "product"
    assert asked == []
    next(game)
    next(game)
    assert asked == [(Seat.ONE, True), (Seat.TWO, True)]


def test_a_player_who_chooses_an_illegal_move_is_refused():
    game = play(mabula, {}, chance=StreamChance(b"seed", game="g"), choose=lambda state, legal: "a1-a2")
    next(game)
    with pytest.raises(IllegalMove):
        next(game)


def test_a_game_without_enough_chance_stops():
    with pytest.raises(ValueError, match="at its end"):
        next(play(mabula, {}, chance=ScriptedChance([]), choose=lambda state, legal: legal[0]))


# Values


def test_outcomes_and_their_parts_are_immutable_values():
    part = Part("largest", (8, 6), {"groups": ((8,), (6,))})
    outcome = Outcome(Seat.ONE, "largest", (8, 6), (part,))
    assert outcome == Outcome(Seat.ONE, "largest", (8, 6), (Part("largest", (8, 6), {"groups": ((8,), (6,))}),))
    assert Part("powers", (0, 3)).facts == {}
    for value, name in ((part, "points"), (outcome, "winner")):
        with pytest.raises(AttributeError):
            setattr(value, name, None)


def test_nobody_and_chance_are_no_seats():
    assert len({CHANCE, NOBODY, *Seat}) == 4
    assert not isinstance(CHANCE, Seat)


def test_a_refusal_can_be_copied_and_sent_to_another_process():
    refused = IllegalMove("not-adjacent", "M6.2", hexes="d4", anthills=0)
    for again in (copy.copy(refused), pickle.loads(pickle.dumps(refused))):  # noqa: S301 - our own
        assert (again.code, again.clause, again.facts, str(again)) == (
            refused.code,
            refused.clause,
            refused.facts,
            str(refused),
        )


@pytest.mark.parametrize("kind", kinds.all(), ids=lambda kind: kind.key)
def test_a_state_can_be_stored_and_is_small(kind):
    state = kind.rules.initial({})
    stored = pickle.dumps(state)
    assert pickle.loads(stored) == state  # noqa: S301 - our own
    assert len(stored) < 2000
