"""However many click at once, a seat is taken by one of them, and two who want a rematch get one."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier

import pytest

from tests.proof.server import Browser, Site, new_site, serving

PEOPLE, OFFERS = 10, 8


@pytest.fixture(scope="module")
def rush() -> Iterator[tuple[Site, Sequence[int], dict[str, list[str]]]]:
    with new_site() as site:
        crowd = json.loads(site.run("-m", "tests.proof.crowd", str(PEOPLE), str(OFFERS)))
        with serving(site, processes=2) as ports:
            yield site, ports, crowd


def all_at_once(ports: Sequence[int], sessions: Sequence[str], path: str) -> Counter[int]:
    """Each of them presses the same button at the same moment, half of them at either server; the answers."""
    together = Barrier(len(sessions))

    def press(number: int) -> int:
        with closing(Browser(ports[number % len(ports)], sessions[number])) as browser:
            browser.get("/healthz")
            together.wait(30)
            status, _ = browser.post(path, {})
            return status

    with ThreadPoolExecutor(len(sessions)) as crowd:
        return Counter(crowd.map(press, range(len(sessions))))


def test_of_all_who_accept_at_once_one_gets_the_seat_and_its_maker_never(rush):
    site, ports, crowd = rush
    for token in crowd["tokens"]:
        answers = all_at_once(ports, crowd["sessions"], f"/challenges/{token}/accept/")
        others = {status: count for status, count in answers.items() if status != 303}
        assert answers[303] == 1, answers
        assert set(others) <= {403, 409}  # its maker; those who came too late
    assert site.verified()["games"] == 2 * OFFERS


def test_two_who_ask_for_a_rematch_at_once_get_one_game(rush):
    site, ports, crowd = rush
    before = site.verified()["games"]
    for game in crowd["over"]:
        assert all_at_once(ports, crowd["sessions"][:2], f"/games/{game}/rematch/") == {303: 2}
    assert site.verified()["games"] == before + OFFERS
