"""The event store."""

import secrets

import pytest
from django.db import IntegrityError, connection, transaction

from games import kinds, log, play
from games.chance import StreamChance, commitment
from games.contract import Seat, replay
from games.models import Event, Secret
from games.play import Act
from tests.games.conftest import legal


@pytest.fixture
def game(start, act):
    """Thirty acts in, some of them taken back."""
    game = start()
    for _ in range(30):
        moves = [move for move in legal(game) if move != "end"] or legal(game)
        act(game, secrets.choice(moves))
        game.refresh_from_db()
        seat = Seat(game.to_move)
        if play.can_undo(kinds.get("marabunta"), log.position(game), seat) and secrets.randbelow(5) == 0:
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
    Event(game=game, seq=3, kind="move", seat=1, key="k", at=at).save(force_insert=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event(game=game, kind="move", at=at, **fields).save(force_insert=True)
