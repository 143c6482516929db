"""Two real workers share the bots' moves: none is thought of twice, and what one leaves undone the other does."""

import os
import signal
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from games import claims
from games.bots import scheduler
from tests.proof.server import Site, new_site
from tests.proof.workers import LOOKING, LOOKS, NOTING, ask, moves_of_seats, start_games, wait_until, working

LIMIT = 30.0  # seconds: five when nothing else runs here, but a machine that is busy may take its time
TO_THE_END = 240.0  # seconds
QUICK = {"BOT_FIRST_PAUSE": "0", "BOT_PAUSE": "0"}


@pytest.fixture
def site():
    with new_site() as site:
        yield Site({**site.environment, **QUICK})


def test_two_workers_share_the_moves_and_none_is_thought_of_twice(site):
    looking = Path(site.environment["DATA_DIR"]) / LOOKING
    with working(site, 2, NOTING) as workers:
        wait_until(lambda: looking.exists() and len(looking.read_text().split()) == len(workers), site, LIMIT)
        start_games(site, [("mabula", "", ("larva", "worker"))] * 12)
        wait_until(lambda: not ask(site, "SELECT 1 FROM games_game WHERE status = 'running'"), site, TO_THE_END)
    thoughts = Counter((Path(site.environment["DATA_DIR"]) / "thoughts").read_text().split())
    assert set(thoughts) == {str(worker.pid) for worker in workers}, "both have thought"
    taken_over = site.complaints.read_text().count("was taken over")  # from a worker that stood still for seconds
    assert moves_of_seats(site) <= thoughts.total() <= moves_of_seats(site) + taken_over
    assert not ask(site, "SELECT * FROM games_claim"), "nothing is claimed for ever"
    assert site.verified()["faults"] == 0


def test_the_move_of_a_worker_that_is_killed_in_mid_thought_is_made_by_the_other_at_its_first_look_after_the_lease(
    site,
):
    """So it waits for a lease, a pause between two looks, and a thought: no more, however long the other would look."""
    assert claims.LEASE + timedelta(seconds=scheduler.LONGEST_SLEEP) < timedelta(seconds=5)
    site = Site({**site.environment, "BOT_SECONDS": "3"})
    folder = Path(site.environment["DATA_DIR"])
    with working(site, 2, NOTING) as workers:
        wait_until(lambda: (folder / LOOKING).exists() and len(read(folder / LOOKING)) == len(workers), site, LIMIT)
        start_games(site, [("mabula", "ada", ("queen",))])
        wait_until(lambda: ask(site, "SELECT * FROM games_claim"), site, LIMIT)
        ((name,),) = ask(site, "SELECT worker FROM games_claim")
        thinking = int(name.split(":")[1])
        time.sleep(0.5)
        assert moves_of_seats(site) == 0, "she thinks"
        (killed,) = [worker for worker in workers if worker.pid == thinking]
        (other,) = [worker for worker in workers if worker.pid != thinking]
        os.kill(killed.pid, signal.SIGKILL)
        killed_at = time.monotonic()
        before = len(looks_of(folder, other.pid))
        wait_until(lambda: moves_of_seats(site), site, LIMIT)
        print(f"made {time.monotonic() - killed_at:.1f} s after its worker was killed")
        wait_until(lambda: not ask(site, "SELECT * FROM games_claim"), site, LIMIT)
    looks = looks_of(folder, other.pid)[before:]
    assert ["over", "found"] in looks, "the lease was over, and at the next look the game was there to be taken"
    assert ["over", "-"] not in looks[: looks.index(["over", "found"])], "no look after the end of the lease passed it"
    assert site.verified()["faults"] == 0


def read(file: Path) -> list[str]:
    return file.read_text().splitlines()


def looks_of(folder: Path, pid: int) -> list[list[str]]:
    """Of each look: whether a lease was over before it, and whether a game was found that nobody is at."""
    looks = [line.split() for line in read(folder / LOOKS)]
    return [look[1:] for look in looks if look[0] == str(pid)]
