"""The event store."""

import secrets

import pytest
from django.db import IntegrityError, connection, transaction

from games import kinds
from games.chance import StreamChance, commitment
from games.contract import Seat, replay
from games.models import Event, Game, Secret
from games.table import acts, checks, door, log, verification
from games.table.door import Act
from games.table.position import after
from tests.games.playing import legal


@pytest.fixture
def game(start, act):
    """Thirty acts in, some of them taken back."""
    game = start()
    for _ in range(30):
        moves = [move for move in legal(game) if move != "end"] or legal(game)
        act(game, secrets.choice(moves))
        game.refresh_from_db()
        seat = Seat(game.to_move)
        if checks.can_undo(kinds.get("marabunta"), log.position(game), seat) and secrets.randbelow(5) == 0:
            act(game, kind=Act.UNDO)
    game.refresh_from_db()
    return game


def test_the_numbers_have_no_gaps(game):
    assert list(Event.objects.values_list("seq", flat=True)) == list(range(1, game.head + 1))


def test_a_state_is_the_moves_that_stand_replayed(game):
    position = log.position(game)
    rules = kinds.get(game.kind).rules
    assert position.state == replay(rules, game.options, [move.text for move in position.moves])


def test_a_state_folded_on_from_a_known_one_is_the_same_as_from_the_beginning(game):
    folded_on = log.position(game)
    log.forget_all()
    assert log.position(game) == folded_on


def test_every_position_can_be_seen_again_and_has_the_digest_that_was_stored(game):
    for event in Event.objects.all():
        at = log.position(game, at=event.seq)
        assert (at.seq, at.chain, log.digest(game, at)) == (event.seq, event.chain, event.digest)


def test_a_known_position_costs_no_query(game, django_assert_num_queries):
    log.position(game)
    with django_assert_num_queries(0):
        log.position(game)


def test_many_games_catch_up_with_one_query_from_wherever_they_are_known(game, start, act, django_assert_num_queries):
    unknown, behind, current = (start("mabula") for _ in range(3))
    earlier = log.position(behind)
    for each in (behind, current):
        act(each, legal(each)[0])
        each.refresh_from_db()
    now = log.position(current)
    log.forget_all()
    log.remember(earlier)
    log.remember(now)
    games = [game, unknown, behind, current]
    with django_assert_num_queries(1):
        log.load_positions(games)
    with django_assert_num_queries(0):
        found = [log.position(each) for each in games]
        log.load_positions(games)
    log.forget_all()
    assert found == [log.position(each) for each in games]


def test_every_row_is_chained_to_the_one_before(game):
    before = log.GENESIS
    for event in Event.objects.all():
        assert event.chain == log.chain(before, event)
        before = event.chain


def test_chance_can_be_recomputed_from_the_seed_and_both_nonces(game):
    seed = bytes(Secret.objects.get(commitment=game.commitment).seed)
    assert commitment(seed) == game.commitment
    one, two = game.seats.values_list("nonce", flat=True)
    rules = kinds.get(game.kind).rules
    state, number = rules.initial(game.options), 0
    for move in log.position(game).moves:
        if move.seat is None:
            chance = StreamChance(seed, game=f"{game.pk}/{number}", nonces=(one, two))
            assert rules.draw(state, chance) == move.text
            number += 1
        state = rules.apply(state, move.text)
    assert number > 1


def test_the_seed_is_in_no_other_table(game):
    seed = bytes(Secret.objects.get(commitment=game.commitment).seed).hex()
    rows = [game.__dict__, *Event.objects.values(), *game.seats.values()]
    assert seed not in str(rows)


@pytest.mark.parametrize(
    "change",
    [
        lambda: Event.objects.update(text="first blue"),
        lambda: Event.objects.all().delete(),
        lambda: Event.objects.first().delete(),
        lambda: Event.objects.first().save(),
        lambda: connection.cursor().execute("UPDATE games_event SET seat = 1"),
        lambda: connection.cursor().execute("DELETE FROM games_event WHERE seq = 1"),
    ],
)
def test_the_database_refuses_to_change_or_delete_an_event(start, change):
    start()
    before = list(Event.objects.values())
    with pytest.raises(IntegrityError, match="never changed and never deleted"), transaction.atomic():
        change()
    assert list(Event.objects.values()) == before


@pytest.mark.parametrize("fields", [{"seq": 2}, {"seq": 4, "seat": 1, "key": "k"}])
def test_the_database_refuses_a_number_or_a_key_given_twice(start, fields):
    game = start()
    at = Event.objects.last().at
    Event(game=game, seq=3, act="move", seat=1, key="k", at=at).save(force_insert=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event(game=game, act="move", at=at, **fields).save(force_insert=True)


def from_the_beginning(game, at):
    position = log.beginning(game)
    for event in Event.objects.filter(game=game, seq__lte=at).order_by("seq"):
        seat = Seat(event.seat) if event.seat else None
        position = after(game, position, acts.read(Act(event.act), event.text), seat, event.chain)
    return position


def ways(game):
    """Every position both ways: event by event, and looked up, from what is remembered and from nothing."""
    game.refresh_from_db()
    for at in range(game.head + 1):
        log.forget_all()
        yield from_the_beginning(game, at), log.position(game, at=at)
        log.position(game)
        yield from_the_beginning(game, at), log.position(game, at=at)


def test_an_earlier_position_is_the_same_whether_the_present_one_is_remembered_or_not(game, act):
    assert Event.objects.filter(act=Act.UNDO).exists()
    act(game, kind=Act.RESIGN)
    for folded, looked_up in ways(game):
        assert looked_up == folded


@pytest.mark.parametrize("ending", [Act.RESIGN, Act.ACCEPT_DRAW])
def test_an_earlier_position_knows_whether_a_draw_was_on_offer(start, act, ending):
    game = start("mabula")
    for _ in range(3):
        act(game, legal(game)[0])
        game.refresh_from_db()
        mover = game.to_move
        act(game, kind=Act.OFFER_DRAW, seat=3 - mover)
        act(game, kind=Act.DECLINE_DRAW, seat=mover)
        act(game, kind=Act.OFFER_DRAW, seat=mover)
        act(game, legal(game)[-1])
        act(game, kind=Act.OFFER_DRAW, seat=mover)
        act(game, legal(game)[0])
    act(game, kind=ending, seat=3 - mover)
    both = list(ways(game))
    assert {folded.draw_offer for folded, _ in both} == {None, Seat.ONE, Seat.TWO}
    assert both[-1][0].ending
    for folded, looked_up in both:
        assert looked_up == folded


def test_an_offer_that_ended_by_a_move_taken_back_stays_ended(start, act):
    """No kind has both draws and undo; the log does not rely on it."""
    game = start()
    for move in ("split P/OYGBVT", "take 2"):
        act(game, move)
    game.refresh_from_db()
    seat, move = Seat(game.to_move), next(move for move in legal(game) if move != "end")
    position = log.position(game)
    done = [(Act.OFFER_DRAW, seat, ""), (Act.MOVE, seat, move), (Act.UNDO, seat, ""), (Act.MOVE, seat.other, move)]
    for kind, who, text in (*done, (Act.OFFER_DRAW, seat.other, "")):
        position = log.append(game, position, acts.read(kind, text), seat=who, key=None, at=game.turn_since)
    game.head = position.seq
    game.save()
    for folded, looked_up in ways(game):
        assert looked_up == folded


def test_an_earlier_position_costs_one_small_query(game, django_assert_num_queries):
    moves = log.position(game).moves
    for made in (moves[3], moves[-2]):
        with django_assert_num_queries(1):
            log.position(game, at=made.seq)
    with django_assert_num_queries(0):
        log.position(game, at=0)


@pytest.mark.parametrize("reader", [log.position, lambda game: log.load_positions([game])])
def test_a_position_that_is_rolled_back_is_not_remembered(start, act, reader):
    game = start("mabula")
    act(game, legal(game)[0])
    game.refresh_from_db()
    before = log.position(game)
    with transaction.atomic():
        door.submit(game_id=game.pk, seat=None, act=Act.ANNUL, seen=game.head, key="a-key-of-mo")
        annulled = Game.objects.get(pk=game.pk)
        assert log.position(annulled).ending
        reader(annulled)
        transaction.set_rollback(True)
    assert log.position(game) == before
    act(game, legal(game)[0])
    game.refresh_from_db()
    assert (game.head, log.position(game).ending) == (before.seq + 1, None)
    assert len(log.position(game).moves) == len(before.moves) + 1
    assert verification.one_game(game.pk).faults == ()


@pytest.mark.django_db(transaction=True)
def test_a_position_is_remembered_when_its_transaction_commits(start, act, django_assert_num_queries):
    game = start("mabula")
    with transaction.atomic():
        act(game, legal(game)[0])
        game.refresh_from_db()
    with django_assert_num_queries(0):
        log.position(game)
