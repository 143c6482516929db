"""The processes in which bots think: apart from others, of low priority, and replaced when they die."""

import os
import pickle
import signal
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from threading import Thread

import pytest

from games import kinds
from games.bots import pool as bot_pool
from games.bots import turns
from games.bots.pool import BotPool, Task
from games.chance import StreamChance
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Secret
from games.table import door, log
from tests.games import brains
from tests.games.playing import own_seed


def task(level="worker", kind="mabula"):
    rules = kinds.get(kind).rules
    state, chance = rules.initial({}), StreamChance(b"seed", game="g")
    while not isinstance(rules.actor(state), Seat):
        state = rules.apply(state, rules.draw(state, chance))
    return Task(kind, state, level, 0.05, 7)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture(scope="module")
def processes():
    pool = BotPool(1)
    yield pool
    pool.close()


@pytest.fixture
def pool(processes):
    """Started once; each test may have it think with something else."""
    processes.think = bot_pool.think_at_most
    return processes


@pytest.mark.parametrize(("kind", "level"), [(kind.key, level) for kind in kinds.all() for level in kind.bots.levels])
def test_every_level_thinks_there_and_comes_to_a_legal_move(pool, kind, level):
    given = task(level, kind)
    decision = pool.submit(given).result(60)
    assert decision.move in kinds.get(kind).rules.legal(given.state)
    assert decision.move == bot_pool.think(given).move or turns.is_patient(level)  # who looks at the clock
    assert decision.seconds >= 0


def test_it_is_another_process_that_gives_way_to_this_one_and_ends_with_the_pool(pool):
    pool.think = brains.tell_where
    pid, niceness = map(int, pool.submit(task()).result(60).move.split())
    assert pid != os.getpid()
    assert niceness == min(os.nice(0) + 10, 19)
    again, _ = map(int, pool.submit(task()).result(60).move.split())
    assert again == pid, "one process for all of it"
    pool.close()
    assert not is_alive(pid)


def test_a_process_that_is_killed_loses_its_thought_and_is_replaced(pool):
    pool.think = brains.tell_where
    pid = int(pool.submit(task()).result(60).move.split()[0])
    pool.think = brains.think_for_a_minute
    thought = pool.submit(task())
    time.sleep(0.3)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(BrokenProcessPool):
        thought.result(60)
    pool.think = bot_pool.think_at_most
    assert pool.submit(task()).result(60).move


def test_closing_does_not_wait_for_a_bot_that_thinks(pool):
    pool.think = brains.tell_where
    pid = int(pool.submit(task()).result(60).move.split()[0])
    pool.think = brains.think_for_a_minute
    thought = pool.submit(task())
    time.sleep(0.3)
    start = time.monotonic()
    pool.close()
    assert time.monotonic() - start < 10
    assert thought.done()
    assert not is_alive(pid)


def test_a_bot_is_interrupted_soon_after_its_own_time(monkeypatch):
    monkeypatch.setattr(bot_pool, "think", brains.never_come_to_an_end)
    monkeypatch.setattr(bot_pool, "MARGIN", 0.2)
    start = time.monotonic()
    with pytest.raises(TimeoutError):
        bot_pool.think_at_most(task()._replace(seconds=0.1))
    assert time.monotonic() - start < 5
    assert bot_pool.longest(task()._replace(seconds=3.0)) < 15


def test_closing_does_not_wait_for_a_process_that_stands_still(pool):
    pool.think = brains.tell_where
    pid = int(pool.submit(task()).result(60).move.split()[0])
    os.kill(pid, signal.SIGSTOP)
    thought = pool.submit(task())
    ended = Thread(target=pool.close, daemon=True)
    try:
        ended.start()
        ended.join(10)
        assert not ended.is_alive()
        assert thought.done() and not is_alive(pid)
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def test_a_process_that_stands_still_is_replaced_once_its_bot_is_overdue(pool, monkeypatch):
    pool.think = brains.tell_where
    pid = int(pool.submit(task()).result(60).move.split()[0])
    os.kill(pid, signal.SIGSTOP)
    try:
        stuck, waiting = pool.submit(task()), pool.submit(task())
        assert pool.end_if_stuck() == set(), "it is not late yet"
        monkeypatch.setattr(bot_pool, "monotonic", lambda: time.monotonic() + bot_pool.longest(task()) + bot_pool.GRACE)
        assert pool.end_if_stuck() == {stuck}, "the other one has not begun"
        assert stuck.done() and waiting.done() and not is_alive(pid)
        assert int(pool.submit(task()).result(60).move.split()[0]) != pid
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [kind.key for kind in kinds.all()])
def test_what_goes_there_holds_nothing_of_what_chance_will_draw(ada, kind, monkeypatch):
    """Twins: games of the same moves with other seeds, other words for luck and other numbers are the same thought."""
    monkeypatch.setattr("games.bots.turns.secrets.randbits", lambda _: 5)
    twins = [
        challenges.play_bot(user=ada, bot="queen", agreement=Agreement(kind, {}), own_seed=own_seed(luck))
        for luck in ("a", "b")
    ]
    secret = Secret.objects.get(commitment=twins[0].commitment)
    sent = pickle.dumps(turns.task(twins[0], "queen"))
    for hidden in (bytes(secret.seed), bytes(secret.seed).hex().encode(), secret.commitment.encode()):
        assert hidden not in sent
    rules = kinds.get(kind).rules
    moves = [made.text for made in log.position(twins[0]).moves]
    state = rules.fold(rules.initial(twins[1].options), moves)
    monkeypatch.setattr(log, "position", lambda game: log.Position(game.pk, 9, "", state))
    assert turns.task(twins[1], "queen") == pickle.loads(sent)  # noqa: S301 - our own
    monkeypatch.setattr(door, "stream", None)  # nobody asks for it
    bot_pool.think(turns.task(twins[1], "larva"))
