"""A prepared query gives what its queryset gives, whatever it is asked with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import Enum

import pytest
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Count, F, IntegerChoices, Q
from django.utils.safestring import mark_safe

from games.models import Event, Game, Seat, Vacation
from games.prepared import Prepared, PreparedUpdate, keep
from tests.games.playing import move

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(start):
    return start("mabula")


def by_seats(user):
    return Seat.objects.filter(user=user).select_related("game", "user").order_by("pk")


def told_since(user, since):
    return Game.objects.filter(seats__user=user, created_at__gte=since).order_by("-created_at", "pk")


def values(model):
    return {field.attname: getattr(model, field.attname) for field in model._meta.concrete_fields}


def test_models_come_with_their_relations_annotations_and_types(game, ada, ben):
    prepared = Prepared(lambda user: by_seats(user).annotate(is_theirs=Q(number=F("game__to_move"))))
    for person in (ada, ben, ada):
        expected = list(by_seats(person.pk).annotate(is_theirs=Q(number=F("game__to_move"))))
        found = prepared(person.pk)
        assert expected and [values(row) for row in found] == [values(row) for row in expected]
        assert [row.is_theirs for row in found] == [row.is_theirs for row in expected]
        assert [values(row.game) for row in found] == [values(row.game) for row in expected]
        assert [row.user for row in found] == [person]
        assert isinstance(found[0].game.turn_since, datetime) and isinstance(found[0].pauses, list)


def test_the_query_is_written_once_and_asked_each_time(game, ada, ben, django_assert_num_queries):
    written = []

    def write(user):
        written.append(user)
        return by_seats(user)

    prepared = Prepared(write)
    with django_assert_num_queries(3):
        for person in (ada.pk, ben.pk, ada.pk):
            assert [seat.user_id for seat in prepared(person)] == [person]
    assert len(written) == 1 and written[0] not in (ada.pk, ben.pk)


def test_times_numbers_and_texts_stand_where_they_belong(game, ada):
    prepared = Prepared(told_since)
    now = datetime.now(UTC)
    for since in (now - timedelta(days=1), now + timedelta(days=1), now - timedelta(days=2)):
        assert prepared(ada.pk, since) == list(told_since(ada.pk, since))
    move(game)
    event = Event.objects.filter(game=game).exclude(key=None)[0]
    sent = Prepared(lambda key, pk: Event.objects.filter(game=pk, key=key))
    assert sent(event.key, game.pk) == [event]
    assert sent(event.key, game.pk + 1) == sent("another", game.pk) == sent("prepared-0", game.pk) == []


class Choice(str, Enum):  # noqa: UP042 - StrEnum says its value
    """str() of it is its name."""

    OURS = "running"


@pytest.mark.parametrize("running", [Game.Status.RUNNING, Choice.OURS, mark_safe("running"), "running"])
def test_texts_of_other_types_count_as_what_they_say(game, running):
    by_status = Prepared(lambda status, pk: Game.objects.filter(status=status, pk=pk))
    assert by_status(running, game.pk) == by_status("running", game.pk) == [game]
    assert by_status(Game.Status.OVER, game.pk) == by_status("over", game.pk) == []


def test_numbers_of_other_types_count_as_their_value(game, ada):
    class Numbers(IntegerChoices):
        OURS = game.pk
        OTHER = game.pk + 1

    of_game = Prepared(lambda pk, among: Seat.objects.filter(game=pk, game__in=among, user=ada))
    assert of_game(Numbers.OURS, (Numbers.OTHER, Numbers.OURS)) == [Seat.objects.get(user=ada)]
    assert of_game(Numbers.OTHER, (Numbers.OTHER, Numbers.OURS)) == of_game(Numbers.OURS, (Numbers.OTHER,)) == []
    update = PreparedUpdate(lambda pk, seen: (Seat.objects.filter(game=pk), {"seen": seen}))
    update(Numbers.OURS, Numbers.OTHER)
    assert set(Seat.objects.values_list("seen", flat=True)) == {game.pk + 1}


def test_tuples_of_any_length_and_nothing_have_queries_of_their_own(game, ada, ben):
    prepared = Prepared(
        lambda people: Seat.objects.filter(user__in=people).order_by("pk").values_list("user", "number")
    )
    both = list(Seat.objects.order_by("pk").values_list("user", "number"))
    assert prepared((ada.pk, ben.pk)) == both
    assert prepared((ben.pk,)) == [row for row in both if row[0] == ben.pk]
    left = Prepared(lambda user: Seat.objects.filter(user=user).values_list("pk", flat=True))
    assert left(None) == [] and left(ada.pk) == list(Seat.objects.filter(user=ada).values_list("pk", flat=True))


def test_what_is_fixed_is_written_into_the_query(game, ada):
    prepared = Prepared(lambda user, *, most: by_seats(user)[:most])
    assert prepared(ada.pk, most=None) == prepared(ada.pk, most=5) == list(by_seats(ada))
    assert prepared.first(ada.pk, most=1) == by_seats(ada)[0]
    assert prepared.first(0, most=1) is None


def test_rows_are_counted_up_to_their_limit(game, ada, ben):
    rows = Prepared(lambda *, most: Seat.objects.values_list("pk")[:most])
    assert rows.count(most=None) == Seat.objects.count() == 2
    assert rows.count(most=1) == 1


@pytest.mark.parametrize(
    ("write", "values"),
    [
        (lambda name: Seat.objects.filter(user__username__contains=name), ("a",)),  # %a%
        (lambda _user: Seat.objects.all(), (1,)),
        (lambda flag: Game.objects.filter(is_public=flag), (True,)),
        (lambda user: Seat.objects.filter(user=user).prefetch_related("game__seats"), (1,)),
        (lambda user: Seat.objects.filter(user=user).values("number").annotate(Count("pk")), (1,)),
    ],
)
def test_what_cannot_be_prepared_is_refused_and_never_answered_wrongly(write, values):
    with pytest.raises(Exception):  # noqa: B017, PT011 - of several kinds, all of them at the first call
        Prepared(write)(*values)


@pytest.mark.parametrize("how", ["number", "number__lte"])
def test_of_a_small_column_the_answer_is_right_or_refused(game, how):
    """PostgreSQL's take no marker: one condition would be never true and the other always."""
    prepared = Prepared(lambda number: Seat.objects.filter(**{how: number}))
    if connection.vendor == "postgresql":
        with pytest.raises((ValueError, EmptyResultSet)):
            prepared(1)
    else:
        assert [seat.number for seat in prepared(1)] == [1]


def test_what_is_kept_is_not_asked_for(ada, ben, django_assert_num_queries):
    now = datetime.now(UTC)
    away = Vacation.objects.create(user=ada, starts=now, ends=now + timedelta(days=1), announced_at=now)
    keep(ada, "vacations", [away])
    keep(ben, "vacations", [])
    with django_assert_num_queries(0):
        assert list(ada.vacations.all()) == [away] and list(ben.vacations.all()) == []


def test_a_deferred_column_is_asked_for_when_it_is_read(game, ada, django_assert_num_queries):
    found = Prepared(lambda user: Seat.objects.select_related("user").defer("user__email").filter(user=user))(ada.pk)
    with django_assert_num_queries(1):
        assert found[0].user.email == ada.email


def test_an_update_is_written_once_and_changes_what_it_names(game, ada, ben, django_assert_num_queries):
    update = PreparedUpdate(lambda user, seen, now: (Seat.objects.filter(user=user), {"seen": seen, "seen_at": now}))
    now = datetime.now(UTC)
    with django_assert_num_queries(2):
        update(ada.pk, 3, now)
        update(ben.pk, 4, now + timedelta(hours=1))
    stored = {seat.user_id: (seat.seen, seat.seen_at) for seat in Seat.objects.all()}
    assert stored == {ada.pk: (3, now), ben.pk: (4, now + timedelta(hours=1))}
    with pytest.raises(ValueError, match="stand"):
        PreparedUpdate(lambda user, _more: (Seat.objects.filter(user=user), {"seen": 1}))(ada.pk, 2)
