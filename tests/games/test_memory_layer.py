"""Signals within one process: everybody in a group hears them, and a crowd elsewhere makes none dearer."""

from __future__ import annotations

import asyncio
import time
from time import monotonic

import pytest
from channels.layers import InMemoryChannelLayer

from games import metrics
from games.live import memory_layer
from games.live.memory_layer import MemoryLayer

pytestmark = pytest.mark.asyncio

SIGNAL = {"type": "signal", "signal": {"game": 1, "seq": 2}}


@pytest.fixture
def layer():
    return MemoryLayer()


async def join(layer, group, count):
    channels = [await layer.new_channel() for _ in range(count)]
    for channel in channels:
        await layer.group_add(group, channel)
    return channels


async def test_all_of_a_group_hear_and_nobody_else(layer):
    players, others = await join(layer, "game.1", 3), await join(layer, "game.2", 1)
    waiting = asyncio.ensure_future(layer.receive(others[0]))
    await layer.group_send("game.1", SIGNAL)
    assert [await layer.receive(channel) for channel in players] == [SIGNAL] * 3
    await asyncio.sleep(0)
    assert not waiting.done()
    await layer.group_send("game.2", SIGNAL)
    assert await waiting == SIGNAL


async def test_nobody_hears_what_is_sent_to_a_group_that_they_left_or_that_is_empty(layer):
    (channel,) = await join(layer, "game.1", 1)
    await layer.group_discard("game.1", channel)
    await layer.group_send("game.1", SIGNAL)
    await layer.group_send("game.7", SIGNAL)
    assert not layer.channels


async def test_signals_arrive_in_their_order_while_somebody_listens_and_while_nobody_does(layer):
    (channel,) = await join(layer, "game.1", 1)
    heard: list[int] = []

    async def listen():
        while len(heard) < 40:
            heard.append((await layer.receive(channel))["seq"])

    for seq in range(20):
        await layer.group_send("game.1", {"type": "signal", "seq": seq})
    listening = asyncio.ensure_future(listen())
    for seq in range(20, 40):
        await layer.group_send("game.1", {"type": "signal", "seq": seq})
        await asyncio.sleep(0)
    await listening
    assert heard == [*range(40)]


async def test_who_takes_nothing_in_loses_signals_and_it_is_counted(layer):
    deaf, awake = await join(layer, "game.1", 2)
    before = metrics.SIGNALS_LOST._value.get()
    for _ in range(layer.capacity + 3):
        await layer.group_send("game.1", SIGNAL)
        assert await layer.receive(awake) == SIGNAL
    assert layer.channels[deaf].qsize() == layer.capacity
    assert metrics.SIGNALS_LOST._value.get() == before + 3


async def test_a_crowd_is_not_looked_through_for_every_signal(layer, monkeypatch):
    looks: list[object] = []

    def look(self: MemoryLayer) -> None:
        looks.append(self)

    monkeypatch.setattr(InMemoryChannelLayer, "_clean_expired", look)
    (channel,) = await join(layer, "game.1", 1)
    for _ in range(100):
        await layer.group_send("game.1", SIGNAL)
        await layer.receive(channel)
    assert len(looks) == 1
    moment = monotonic() + memory_layer.SECONDS_BETWEEN_LOOKS
    monkeypatch.setattr(memory_layer, "monotonic", lambda: moment)
    await layer.group_send("game.1", SIGNAL)
    assert len(looks) == 2


async def test_who_is_deaf_for_a_minute_is_forgotten(layer, monkeypatch):
    (channel,) = await join(layer, "game.1", 1)
    await layer.group_send("game.1", SIGNAL)
    later, clock = monotonic() + 61, time.time() + 61
    monkeypatch.setattr(memory_layer, "monotonic", lambda: later)
    monkeypatch.setattr(time, "time", lambda: clock)
    await layer.group_send("game.2", SIGNAL)
    assert channel not in layer.channels and channel not in layer.groups["game.1"]
