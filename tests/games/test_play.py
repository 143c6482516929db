"""The door: one act, one transaction, one answer."""

import secrets

import pytest

from games import kinds
from games.contract import Seat
from games.models import Event, Game
from games.table import door, log
from games.table.door import Act, Verdict
from tests.games.playing import legal

ROLL = "roll"


def events(game):
    return [(event.seq, event.act, event.seat, event.text) for event in Event.objects.filter(game=game)]


def resolving(start, act):
    """A game of Marabunta in which the second to act has taken pool 1."""
    game = start()
    act(game, "split POY/GBVT")
    act(game, "take 1")
    game.refresh_from_db()
    return game


def test_a_game_begins_with_what_chance_plays(start):
    game = start()
    assert [(seq, seat, text.split()[0]) for seq, _, seat, text in events(game)] == [
        (1, None, "first"),
        (2, None, "roll"),
    ]
    assert game.head == 2


def test_an_accepted_move_is_an_event_and_moves_the_head(start, act):
    game = start()
    first = game.to_move
    answer = act(game, "split P/OYGBVT")
    game.refresh_from_db()
    assert (answer.verdict, answer.head, game.head) == (Verdict.ACCEPTED, 3, 3)
    assert events(game)[-1] == (3, "move", first, "split P/OYGBVT")
    assert game.to_move != first


def test_chance_plays_in_the_same_transaction(start, act):
    game = resolving(start, act)
    act(game, "end")
    answer = act(game, "end")
    assert events(game)[-1][2] is None
    assert events(game)[-1][3].startswith("roll ")
    assert answer.head == len(events(game))


def test_an_illegal_move_is_refused_with_the_clause_and_changes_nothing(start, act):
    game = start()
    answer = act(game, "take 1")
    assert (answer.verdict, answer.refusal.clause) == (Verdict.REFUSED, "M3.2")
    assert len(events(game)) == game.head == 2


def test_who_is_not_to_move_is_refused(start, act):
    game = start()
    answer = act(game, "split P/OYGBVT", seat=Seat(game.to_move).other)
    assert answer.refusal.code == "not-your-turn"


def test_an_act_on_what_has_changed_since_is_stale(start, act):
    game = start()
    assert act(game, "split P/OYGBVT", seen=1).verdict is Verdict.STALE
    assert act(game, "split P/OYGBVT", seen=99).verdict is Verdict.STALE
    assert len(events(game)) == 2


def test_the_same_act_sent_again_is_answered_as_before_and_stored_once(start, act):
    game = start()
    seat = game.to_move
    assert act(game, "split P/OYGBVT", key="k").verdict is Verdict.ACCEPTED
    again = act(game, "split P/OYGBVT", seat=seat, seen=2, key="k")
    assert (again.verdict, again.head) == (Verdict.REPEATED, 3)
    assert len(events(game)) == 3


def test_a_key_is_not_used_for_another_act(start, act):
    game = start()
    seat = game.to_move
    act(game, "split P/OYGBVT", key="k")
    answer = act(game, "split PO/YGBVT", seat=seat, key="k")
    assert answer.refusal.code == "key-used-before"


def test_both_seats_may_use_the_same_key(start, act):
    game = start()
    act(game, "split P/OYGBVT", key="k")
    assert act(game, "take 1", key="k").verdict is Verdict.ACCEPTED


def test_undo_takes_back_the_last_move_of_the_own_turn_and_is_an_event(start, act):
    game = resolving(start, act)
    before = log.position(game).state
    move = next(move for move in legal(game) if move != "end")
    act(game, move)
    assert act(game, kind=Act.UNDO).verdict is Verdict.ACCEPTED
    game.refresh_from_db()
    assert log.position(game).state == before
    assert [kind for _, kind, _, _ in events(game)][-2:] == ["move", "undo"]


def test_undo_goes_back_to_the_start_of_the_turn_and_no_further(start, act):
    game = resolving(start, act)
    assert act(game, kind=Act.UNDO).verdict is Verdict.ACCEPTED  # the pool is put back
    assert legal(game) == ("take 1", "take 2")
    assert act(game, kind=Act.UNDO).refusal.code == "nothing-to-undo"  # the split is the other's


def test_undo_of_the_turn_takes_back_everything_since_the_other_moved_in_one_event(start, act):
    game = start()
    act(game, "split P/OYGBVT")
    game.refresh_from_db()
    before, head = log.position(game).state, game.head
    act(game, "take 2")
    for _ in range(2):
        act(game, next(move for move in legal(game) if move != "end"))
    assert act(game, "turn", kind=Act.UNDO).verdict is Verdict.ACCEPTED
    game.refresh_from_db()
    assert (log.position(game).state, game.head) == (before, head + 4)
    log.forget_all()
    assert log.position(game).state == before
    assert act(game, "turn", kind=Act.UNDO).refusal.code == "nothing-to-undo"


def test_undo_never_goes_past_chance(start, act):
    game = resolving(start, act)
    act(game, "end")
    act(game, "end")
    game.refresh_from_db()
    assert {act(game, kind=Act.UNDO, seat=seat).refusal.code for seat in (1, 2)} == {"nothing-to-undo"}


def test_a_handed_over_turn_cannot_be_taken_back(start, act):
    game = resolving(start, act)
    seat = game.to_move
    act(game, "end")
    assert act(game, kind=Act.UNDO, seat=seat).refusal.code == "nothing-to-undo"


def test_a_push_in_mabula_is_a_whole_turn(start, act):
    game = start("mabula")
    act(game, legal(game)[0])
    assert act(game, kind=Act.UNDO, seat=1).refusal.code == "nothing-to-undo"


def test_resigning_ends_the_game_for_the_other_at_any_time(start, act):
    game = start()
    waiting = Seat(game.to_move).other
    act(game, kind=Act.RESIGN, seat=waiting)
    game.refresh_from_db()
    assert (game.status, game.winner, game.decided, game.to_move) == ("over", waiting.other, "resign", None)
    assert act(game, "split P/OYGBVT", seat=waiting.other).refusal.code == "game-over"


def test_a_draw_is_offered_and_accepted(start, act):
    game = start("mabula")
    act(game, kind=Act.OFFER_DRAW, seat=1)
    game.refresh_from_db()
    assert game.draw_offered_by == 1
    assert act(game, kind=Act.ACCEPT_DRAW, seat=1).refusal.code == "no-draw-offered"
    act(game, kind=Act.ACCEPT_DRAW, seat=2)
    game.refresh_from_db()
    assert (game.status, game.winner, game.decided) == ("over", None, "agreement")


def test_a_draw_is_offered_once_and_may_be_declined(start, act):
    game = start("mabula")
    act(game, kind=Act.OFFER_DRAW, seat=2)
    assert act(game, kind=Act.OFFER_DRAW, seat=1).refusal.code == "draw-is-offered"
    act(game, kind=Act.DECLINE_DRAW, seat=1)
    game.refresh_from_db()
    assert (game.draw_offered_by, game.status) == (None, "running")


def test_moving_on_withdraws_the_own_offer(start, act):
    game = start("mabula")
    act(game, kind=Act.OFFER_DRAW, seat=1)
    act(game, legal(game)[0])
    game.refresh_from_db()
    assert game.draw_offered_by is None


def test_marabunta_has_no_draw(start, act):
    game = start()
    assert act(game, kind=Act.OFFER_DRAW).refusal.code == "no-draws"


def test_a_game_can_be_called_off_until_both_have_moved(start, act):
    game = start()
    act(game, "split P/OYGBVT")
    act(game, kind=Act.ABORT, seat=1)
    game.refresh_from_db()
    assert (game.status, game.winner, game.decided) == ("over", None, "abort")
    game = resolving(start, act)
    assert act(game, kind=Act.ABORT).refusal.code == "both-have-moved"


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_game_played_to_its_end_by_the_rules_is_over_in_its_row_too(start, act, kind):
    game = start(kind)
    while moves := legal(game):
        assert act(game, secrets.choice(moves)).verdict is Verdict.ACCEPTED
    outcome = kinds.get(kind).rules.outcome(log.position(game).state)
    game.refresh_from_db()
    assert (game.status, game.winner, game.decided) == ("over", outcome.winner, outcome.decided)
    assert game.ended_at


def test_the_turn_lasts_from_getting_the_move_to_handing_it_over(start, act):
    game = resolving(start, act)
    since = game.turn_since
    act(game, next(move for move in legal(game) if move != "end"))
    game.refresh_from_db()
    if log.position(game).state.waiting:
        act(game, legal(game)[0])
    assert game.turn_since == since
    act(game, kind=Act.UNDO)
    game.refresh_from_db()
    assert game.turn_since == since
    while "end" not in legal(game):
        act(game, legal(game)[0])
    act(game, "end")
    game.refresh_from_db()
    assert game.turn_since > since


def test_possible_acts_are_those_that_would_be_accepted(start, act):
    game = start("mabula")
    position = log.position(game)
    assert door.possible_acts(game, position, Seat.ONE) == [Act.RESIGN, Act.OFFER_DRAW, Act.ABORT, Act.GIVE_TIME]
    act(game, kind=Act.RESIGN)
    game.refresh_from_db()
    assert door.possible_acts(game, log.position(game), Seat.ONE) == []


def test_a_move_costs_few_queries(start, act, django_assert_max_num_queries):
    game = resolving(start, act)
    with django_assert_max_num_queries(13):
        door.submit(game_id=game.pk, seat=Seat(game.to_move), act=Act.MOVE, text="end", seen=game.head, key="a key")
    assert Game.objects.get().head == game.head + 1
