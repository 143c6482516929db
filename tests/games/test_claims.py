"""Claims: one worker at a time, for as long as it renews its lease."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from games import claims
from games.claims import Claims, Taken
from games.models import Claim

pytestmark = pytest.mark.django_db


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def one_worker(time=None):
    return Claims(Claim.Job.BOTS, *([time] if time else []))


def expire(**more):
    """The time of all leases, and more, has passed."""
    Claim.objects.update(until=Now() - timedelta(milliseconds=1, **more))


def test_what_one_has_another_cannot_take():
    one, two = one_worker(), one_worker()
    assert (one.take(1), two.take(1), two.take(2)) == (Taken.FREE, None, Taken.FREE)
    assert (1 in one, 1 in two, 2 in two) == (True, False, True)


def test_what_is_released_is_free_and_nobody_releases_what_is_anothers():
    one, two = one_worker(), one_worker()
    one.take(1)
    two.release([1])
    assert two.take(1) is None
    one.release([1, 7])
    assert two.take(1) is Taken.FREE


def test_a_lease_that_is_not_renewed_can_be_taken_over_once():
    one, two, three = one_worker(), one_worker(), one_worker()
    one.take(1)
    expire()
    assert (two.take(1), three.take(1)) == (Taken.OVER, None)


def test_a_lease_is_renewed_when_that_is_due():
    clock = Clock()
    one, two = one_worker(clock), one_worker()
    one.take(1)
    clock.now += claims.RENEWAL
    expire()
    one.renew()
    assert two.take(1) is None


def test_who_comes_too_late_does_not_get_a_lease_back():
    clock = Clock()
    one, two = one_worker(clock), one_worker()
    one.take(1)
    expire()
    two.take(1)
    clock.now += claims.RENEWAL
    one.renew()
    one.release_all()
    assert Claim.objects.get().worker == two.worker


def test_what_dead_workers_left_is_deleted_in_the_end():
    clock = Clock()
    one, two = one_worker(), one_worker(clock)
    one.take(1)
    expire(minutes=2)
    two.take(2)
    clock.now += claims.FORGETTING
    two.renew()
    assert [row.subject for row in Claim.objects.all()] == [2]


def test_a_lease_outlives_renewals_that_come_late():
    assert claims.LEASE.total_seconds() >= 4 * claims.RENEWAL
