"""Very many games against the strongest bot, begun from one network, hold up nobody else who plays against a bot."""

import os
import time
from collections import Counter
from contextlib import ExitStack

from tests.proof.server import Browser, Site, new_site, serving
from tests.proof.workers import ask, wait_until

TRIES = int(os.environ.get("FLOOD_GAMES", "90"))  # to begin one, as fast as they are answered
SOME = 10  # games of the flood that must still wait for their bot, or there is nothing to show
FEW = 6  # that may be answered first: two are thought about at a time, and two more may be begun before it is seen
LIMIT = 300.0  # seconds, on a busy machine
QUEEN = {"kind": "mabula", "bot": "queen", "seat": "2"}  # she goes first
SETTINGS = {
    "LIMITS": "true",
    "REDIS_URL": "",
    "WORKER": "embedded",
    "EMAIL_URL": "dummymail://",
    "BOT_FIRST_PAUSE": "0",
    "BOT_PAUSE": "0",
    "BOT_PROCESSES": "1",
}
ANSWERED = """SELECT game_id FROM games_event WHERE act = 'move' AND seat IS NOT NULL
              AND id > (SELECT min(id) FROM games_event WHERE game_id = {game}) ORDER BY id"""


def test_a_flood_of_games_from_one_network_is_limited_and_another_guest_is_answered_before_it(capsys):
    with ExitStack() as stack:
        plain = stack.enter_context(new_site())
        site = Site({**plain.environment, **SETTINGS})
        (port,) = stack.enter_context(serving(site, processes=1))
        many = Browser(port, "")  # without a session: each game is that of another guest
        honest = Browser(port, "", source="127.0.0.2")
        stack.callback(many.close)
        stack.callback(honest.close)
        statuses = Counter(many.post("/play/", QUEEN)[0] for _ in range(TRIES))
        assert {*statuses} == {303, 429}, statuses

        assert honest.post("/play/", QUEEN)[0] == 303, "the limit of a network is nobody else's"
        began = time.monotonic()
        game = int(honest.location.split("/")[2])
        waiting = ask(site, "SELECT count(*) FROM games_game WHERE bot_to_move IS NOT NULL")[0][0]
        wait_until(lambda: (game,) in ask(site, ANSWERED.format(game=game)), site, LIMIT)
        seconds = time.monotonic() - began
        order = list(dict.fromkeys(number for (number,) in ask(site, ANSWERED.format(game=game))))
        first = order.index(game)
        with capsys.disabled():
            print(
                f"\n{dict(statuses)}: {waiting - 1} games of the flood waited; the other guest was answered "
                f"after {first} of them, in {seconds:.1f} s"
            )
        assert waiting > SOME, "the flood is over before anybody else came"
        assert first <= FEW
        assert site.verified()["faults"] == 0
