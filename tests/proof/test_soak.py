"""A server under people who come and go keeps its memory, and answers each of them."""

import os

import pytest

from tests.proof.server import Server, new_site, wait_until_it_answers
from tests.proof.soak import Soak, memory_of, slope_of
from tests.with_services import free_port

MINUTES = float(os.environ.get("SOAK_MINUTES", "0.2"))
ENOUGH = 30  # minutes, from which on the slope says more about the server than about caches that fill
STEEPEST = 30.0  # megabytes an hour


def test_people_who_come_and_go_for_long_meet_no_error_and_the_memory_stays(capsys):
    with new_site() as plain:
        site = type(plain)({**plain.environment, "EMAIL_URL": "dummymail://", "REDIS_URL": "", "WORKER": "embedded"})
        people = site.peopled(games=1)
        server = Server(site, free_port())
        try:
            wait_until_it_answers(server.port)
            figures = Soak(server, minutes=MINUTES, sessions=people["sessions"]).run()
        finally:
            code = server.stop()
        with capsys.disabled():
            print(f"\nsoak for {MINUTES} minutes: {figures}")
        assert figures.errors == [], site.errors()
        assert code == 0 and "Traceback" not in site.errors()
        assert figures.moves > 0 < figures.sockets
        assert MINUTES < ENOUGH or figures.slope < STEEPEST
        assert site.verified()["events"] > figures.moves


def test_the_slope_is_that_of_the_best_line():
    assert slope_of([(x, 100 + 0.5 * x) for x in range(50)]) == pytest.approx(0.5)
    assert slope_of([(0, 5), (1, 6), (2, 5), (3, 6), (4, 5)]) == pytest.approx(0)
    assert memory_of(os.getpid()) > 10
