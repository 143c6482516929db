"""A game is read with its seats and the people on them, and asks for none of them again."""

import pytest
from django.db import transaction
from django.db.models import BigIntegerField

from games.table import seating

pytestmark = pytest.mark.django_db


def names(game):
    return [(row.number, row.user.username, row.game is game) for row in game.seats.all()]


def test_one_query_reads_all(start, ada, ben, django_assert_num_queries):
    pk = start().pk
    with django_assert_num_queries(1):
        game = seating.game_with_seats(pk)
        assert names(game) == [(1, ada.username, True), (2, ben.username, True)]


def test_with_the_lock_it_is_two(start, ada, ben, django_assert_num_queries):
    pk = start().pk
    with transaction.atomic(), django_assert_num_queries(2):
        game = seating.locked_game_with_seats(pk)
        assert names(game) == [(1, ada.username, True), (2, ben.username, True)]


@pytest.mark.parametrize("number", [0, 999_999, BigIntegerField.MAX_BIGINT, BigIntegerField.MAX_BIGINT + 1, 10**40])
def test_a_game_that_does_not_exist_is_none(number):
    assert seating.game_with_seats(number) is None
