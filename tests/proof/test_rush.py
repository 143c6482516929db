"""However many click at once: one takes the seat, two who want a rematch get one, and what is said is said once."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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


def all_at_once(
    ports: Sequence[int],
    sessions: Sequence[str],
    path: str,
    form: Callable[[int], Mapping[str, object]] = lambda number: {},
) -> Counter[int]:
    """Each of them presses the same button at the same moment, half of them at either server; the answers."""
    together = Barrier(len(sessions))

    def press(number: int) -> int:
        with closing(Browser(ports[number % len(ports)], sessions[number])) as browser:
            browser.get("/healthz")
            together.wait(30)
            status, _ = browser.post(path, form(number))
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


def test_a_message_sent_from_many_windows_at_once_is_said_once_and_no_crowd_of_messages_slips_through(rush):
    _, ports, crowd = rush
    windows, chat = [crowd["sessions"][0]] * 8, f"/games/{crowd['over'][0]}/chat/"
    same = {"room": "players", "text": "hello", "seen": 0}
    assert all_at_once(ports, windows, chat, lambda number: same) == {303: 8}
    answers = all_at_once(ports, windows, chat, lambda number: {**same, "text": f"hello {number}"})
    assert answers == {303: 4, 429: 4}, "one of five in ten seconds was the one before"
    with closing(Browser(ports[0], windows[0])) as browser:
        _, page = browser.get(chat)
    assert page.count(b'class="chat-text"') == 5
