"""kill -9 at random moments: what was acknowledged is stored, once; what was lost can be sent again."""

import json
import os
from collections import Counter

from games.contract import Seat
from tests.proof.chaos import Chaos
from tests.proof.server import new_site

KILLS = int(os.environ.get("CHAOS_KILLS", "25"))
DATABASE = "PostgreSQL" if os.environ.get("TEST_SERVICES") else "SQLite"


def test_of_a_site_that_is_killed_again_and_again_every_acknowledged_move_is_stored_once(capsys):
    with new_site() as site:
        figures = Chaos(site, kills=KILLS, **site.peopled(games=10 + KILLS)).run()
        stored = json.loads(site.run("-m", "tests.proof.stored"))
        keys = Counter((game, Seat(seat), key) for game, seat, key, _, _ in stored)
        moves = {(game, Seat(seat), key): move for game, seat, key, move, _ in stored}
        times = {(game, Seat(seat), key): at for game, seat, key, _, at in stored}
        saved = sum(times[key] < sent for key, sent in figures.sent_again.items() if key in times)
        with capsys.disabled():
            print(f"\nchaos on {DATABASE}: {figures}, of those sent again stored the first time: {saved}")
        assert figures.unexpected == [], site.errors()
        assert figures.kills == KILLS
        assert set(keys.values()) == {1}
        assert moves == figures.acknowledged
        assert figures.cut >= KILLS
        assert figures.sent_again
        assert site.verified()["faults"] == 0
