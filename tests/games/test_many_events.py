"""Many events at once make the same position as one after the other, whatever they are."""

import random
from collections.abc import Iterator
from itertools import count, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import kinds
from games.contract import CHANCE, IllegalMove, Seat
from games.models import Game
from games.table import acts
from games.table.acts import Act, AnyAct
from games.table.position import PlayedEvent, Position, after, after_all, beginning
from tests.third_kind.registering import PACKAGE

EVENTS = 120
OF_MODERATORS = [Act.ANNUL, Act.RESTORE, Act.PAUSE, Act.RESUME, Act.HIDE, Act.SHOW]


@pytest.fixture(autouse=True)
def with_the_third_kind(monkeypatch):
    monkeypatch.setattr(kinds, "PACKAGES", (*kinds.PACKAGES, PACKAGE))


def log_of(game: Game, luck: random.Random) -> Iterator[tuple[PlayedEvent, Position]]:
    """Acts of every sort without end, and the position after each, one by one. Not even an ending stops them."""
    position = beginning(game)
    for number in count(1):
        value, seat = some_act(game, position, luck)
        event = (value, seat, f"hash {number}")
        position = after(game, position, *event)
        yield event, position


def some_act(game: Game, position: Position, luck: random.Random) -> tuple[AnyAct, Seat | None]:
    """Mostly moves and undos, as in a real log."""
    rules, seat = kinds.get(game.kind).rules, luck.choice(list(Seat))
    actor = rules.actor(position.state)
    if actor is CHANCE:
        return acts.Move(rules.draw(position.state, Dice(luck))), None
    legal = rules.legal(position.state)
    last = position.moves[-1] if position.moves else None
    what = luck.random()
    if isinstance(actor, Seat) and what < 0.5:
        return acts.Move(luck.choice(legal)), actor
    if last and last.seat and what < 0.8:
        return acts.Undo(is_whole_turn=luck.random() < 0.2), last.seat
    if what < 0.92:
        return some_act_of_a_player(luck), seat
    if what < 0.95 and position.is_mirrored:
        return acts.Release(is_alone=luck.random() < 0.1), None
    return some_act_of_a_moderator(position, luck), None


def some_act_of_a_player(luck: random.Random) -> AnyAct:
    values: list[AnyAct] = [acts.Plain(Act.OFFER_DRAW), acts.Plain(Act.DECLINE_DRAW)]
    values *= 4  # the others are rare
    values += [acts.Plain(Act.ACCEPT_DRAW), acts.Plain(Act.RESIGN), acts.Abort(), acts.Timeout()]
    return luck.choice([*values, acts.GiveTime(24), acts.Substitute("larva"), acts.Leave("worker")])


def some_act_of_a_moderator(position: Position, luck: random.Random) -> AnyAct:
    seat = luck.choice(list(Seat))
    values: list[AnyAct] = [acts.Plain(act) for act in OF_MODERATORS if act is not Act.RESTORE or position.back]
    values += [acts.Adjudicate(luck.choice([None, seat])), acts.AddTime(seat, 24), acts.TakeTime(seat, 24)]
    values += [acts.BotIn(seat, "queen"), acts.BotOut(seat)]
    values += [acts.Rewind(move.seq) for move in luck.sample(position.moves, min(2, len(position.moves)))]
    return luck.choice(values)


class Dice:
    def __init__(self, luck: random.Random) -> None:
        self.draw = luck.randrange


@pytest.mark.parametrize("kind", ["marabunta", "mabula", "heap"])
@settings(max_examples=40)
@given(luck=st.integers(0, 2**32).map(random.Random), data=st.data(), partner=st.sampled_from([None, 8]))
def test_many_events_at_once_are_as_one_after_the_other(kind, luck, data, partner):
    game = Game(pk=7, kind=kind, options={}, agreed_rated=True, partner_id=partner)
    events, positions = zip(*islice(log_of(game, luck), EVENTS), strict=True)
    positions = (beginning(game), *positions)
    begin, end = sorted(data.draw(st.tuples(st.integers(0, EVENTS), st.integers(0, EVENTS))))
    assert after_all(game, positions[0], events) == positions[-1]
    assert after_all(game, positions[0], iter(events[:end])) == positions[end]
    assert after_all(game, positions[begin], events[begin:end]) == positions[end]


@pytest.mark.parametrize("kind", ["marabunta", "mabula", "heap"])
def test_all_acts_are_among_those_events(kind):
    """What the law above is tested with."""
    game = Game(pk=7, kind=kind, options={}, agreed_rated=True, partner_id=8)
    done = {value.act for luck in range(40) for (value, _, _), _ in islice(log_of(game, random.Random(luck)), EVENTS)}
    assert done == set(Act)


def test_a_move_that_stands_and_is_none_is_refused():
    game = Game(pk=7, kind="mabula", options={})
    events = [event for event, _ in islice(log_of(game, random.Random(1)), 1)]
    with pytest.raises(IllegalMove):
        after_all(game, beginning(game), [*events, (acts.Move("a1-a2"), Seat.ONE, "")])


def test_an_act_of_a_player_without_a_seat_is_refused():
    game = Game(pk=7, kind="mabula", options={})
    with pytest.raises(ValueError, match="offer-draw needs a seat"):
        after_all(game, beginning(game), [(acts.Plain(Act.OFFER_DRAW), None, "")])


def test_moves_that_were_taken_back_are_never_made():
    """Verification makes each of them; for a position they do not matter."""
    game = Game(pk=7, kind="mabula", options={})
    ring = (acts.Move("ring WWBBWWBBWWBBWWBBWWBBWWBB"), None, "hash 1")
    tried: list[PlayedEvent] = [(acts.Move("no move"), Seat.ONE, "hash 2"), (acts.Undo(), Seat.ONE, "hash 3")]
    position = after_all(game, beginning(game), [ring, *tried])
    laid = after(game, beginning(game), *ring)
    assert (position.seq, position.state, position.moves) == (3, laid.state, laid.moves)
