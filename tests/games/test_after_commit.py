"""Telling pages, bots and worker: from one module, after the commit, once, and without failing anybody."""

import ast
import re
from pathlib import Path

import pytest
from django.db import transaction

from accounts.preferences import OptionalOccasion
from games.live import after_commit, signals, wakeups
from games.models import Delivery
from games.notify import outbox
from tests.games.playing import move

TELLING = "games/live/after_commit.py"
TELLS = re.compile(r"announce_\w+|recheck|wake_\w+")
MEMORY_OF_THIS_PROCESS = re.compile(r"\w+\.\w+\.forget|lambda: _recent\.put\(position\)")

pytestmark = pytest.mark.django_db


def tells():
    """Every function that tells somebody: its module and its name."""
    return [(module, name) for module in (signals, wakeups) for name in vars(module) if TELLS.fullmatch(name)]


@pytest.fixture
def told(monkeypatch):
    """What was told, in order."""
    told = []
    for module, name in tells():
        monkeypatch.setattr(module, name, lambda *args, name=name: told.append((name, *args)))
    return told


# From one module


def sources():
    for app in ("accounts", "games", "marabunta_site"):
        for file in sorted(Path(app).rglob("*.py")):
            yield str(file), ast.parse(file.read_text())


def test_nobody_else_registers_anything_but_changes_of_its_own_memory():
    found = [
        f"{file}:{node.lineno}: {ast.unparse(node)}"
        for file, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("on_commit") and file != TELLING
        if not MEMORY_OF_THIS_PROCESS.fullmatch(ast.unparse(node.args[0]))
    ]
    assert found == []


def test_nobody_else_tells_pages_bots_or_worker():
    functions = {f"{module.__name__.rpartition('.')[2]}.{name}" for module, name in tells()}
    assert {"signals.announce_game", "signals.recheck", "wakeups.wake_ratings"} <= functions
    found = {
        (file, name) for file, tree in sources() for node in ast.walk(tree) for name in named(node) if name in functions
    }
    assert found == {(TELLING, name) for name in functions}, "from there, and each of them"


def named(node):
    """The functions of other modules that are named here, or fetched from there by name."""
    match node:
        case ast.Attribute():
            return [ast.unparse(node)]
        case ast.ImportFrom(module=str(module)):
            return [f"{module.rpartition('.')[2]}.{alias.name}" for alias in node.names]
    return []


# After the commit


@pytest.mark.django_db(transaction=True)
def test_it_is_told_after_the_commit_and_once(told):
    with transaction.atomic():
        after_commit.wake_worker()
        with transaction.atomic():
            after_commit.wake_worker()
            after_commit.announce_game(7, 3)
        after_commit.announce_waiting([1, 2])
        after_commit.announce_waiting([2, 3])
        after_commit.announce_game(7, 4)
        assert told == []
    waiting = [("announce_waiting", person) for person in (1, 2, 3)]
    assert told == [("wake_worker",), ("announce_game", 7, 3), *waiting, ("announce_game", 7, 4)]
    with transaction.atomic():
        after_commit.wake_worker()
    assert told[6:] == [("wake_worker",)]


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_told_and_does_not_keep_the_rest_from_being_told(told):
    with transaction.atomic():
        with transaction.atomic():
            after_commit.wake_bots()
            transaction.set_rollback(True)
        with transaction.atomic():
            after_commit.wake_bots()
        after_commit.announce_chat(7)
    assert told == [("wake_bots",), ("announce_chat", 7)]
    with transaction.atomic():
        after_commit.recheck_sockets(1)
        transaction.set_rollback(True)
    assert len(told) == 2


@pytest.mark.django_db(transaction=True)
def test_a_failure_is_logged_and_fails_nobody(told, monkeypatch, caplog):
    def fail(*_):
        raise RuntimeError("no signal today")

    monkeypatch.setattr(signals, "announce_waiting", fail)
    with transaction.atomic():
        after_commit.announce_waiting([1])
        after_commit.wake_bots()
    after_commit.announce_waiting([1])  # outside of any transaction, at once
    assert told == [("wake_bots",)]
    assert caplog.text.count("RuntimeError: no signal today") == 2


# Mails that are due


def test_a_turn_that_is_told_by_mail_wakes_the_worker(start, told, ben, django_capture_on_commit_callbacks):
    game = start("mabula")
    with django_capture_on_commit_callbacks(execute=True):
        move(game)
    assert Delivery.objects.filter(notification__user=ben, channel="mail", state="waiting").exists()
    assert sorted(name for name, *_ in told) == ["announce_game", "announce_waiting", "announce_waiting", "wake_worker"]


def test_what_is_shown_on_the_site_alone_does_not(start, told, ben, django_capture_on_commit_callbacks):
    game = start("mabula")
    ben.notifications = {event: ["site"] for event in OptionalOccasion.values}
    ben.save()
    with django_capture_on_commit_callbacks(execute=True):
        move(game)
    assert "wake_worker" not in {name for name, *_ in told}


def test_a_changed_wish_and_a_second_life_wake_the_worker(ben, told, django_capture_on_commit_callbacks):
    for change in (lambda: outbox.reconsider(ben), lambda: outbox.send_again(Delivery.objects.all())):
        with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
            change()
    assert told == [("wake_worker",)] * 2
