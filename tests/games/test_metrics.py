"""What is counted, who can read it, and that dashboard and alerts name nothing that is not there."""

import json
import re
from datetime import timedelta
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest

from games import metrics, metrics_page
from games.clocks import timeouts
from games.contract import Seat
from games.models import Delivery, Notification
from games.table import door
from games.table.door import Act
from marabunta_site.handlers import Requests
from tests.asgi_client import ask
from tests.games.playing import move
from tests.with_services import free_port

pytestmark = pytest.mark.one_database


@pytest.fixture
def counted():
    """How much a counter has grown since."""
    before = {
        (each.name, *sorted(each.labels.items())): each.value
        for family in REGISTRY.collect()
        for each in family.samples
    }

    def counted(name: str, **labels: str) -> float:
        now = REGISTRY.get_sample_value(name, labels) or 0.0
        return now - before.get((name, *sorted(labels.items())), 0.0)

    return counted


def waiting() -> dict[str, float]:
    return {each.name: each.value for family in metrics_page.Waiting().collect() for each in family.samples}


@pytest.mark.django_db
def test_an_act_is_counted_with_what_the_door_said_and_timed(start, counted):
    game = start("mabula")
    move(game)
    act = {"kind": "mabula", "act": "move", "by": "person"}
    assert counted("marabunta_acts_total", **act, verdict="accepted") == 1
    door.submit(game_id=game.pk, seat=Seat.ONE, act=Act.MOVE, text="nonsense", seen=0, key="late")
    assert counted("marabunta_acts_total", **act, verdict="stale") == 1
    assert counted("marabunta_act_seconds_count", kind="mabula") == 2


def test_a_request_is_counted_by_its_route_and_answered_with_its_number(db, counted):
    answer = ask(Requests(), "/people/nobody-of-that-name/", headers={"x-request-id": "0123456789abcdef"})
    assert answer.status == 404
    assert answer.headers["x-request-id"] == "0123456789abcdef"
    assert counted("marabunta_requests_total", method="GET", route="games:profile", status="404") == 1
    assert counted("marabunta_request_seconds_count", route="games:profile") == 1


def test_a_number_that_is_none_is_replaced(db):
    answer = ask(Requests(), "/readyz", headers={"x-request-id": "<script>"})
    assert re.fullmatch(r"[0-9a-f]{16}", answer.headers["x-request-id"])


@pytest.mark.django_db
def test_it_says_how_long_things_wait(ada, start):
    start("mabula")
    Delivery.objects.all().delete()  # of its beginning
    now = timezone.now()
    told = Notification.objects.create(user=ada, occasion="your-turn", key="k", at=now)
    Delivery.objects.create(notification=told, channel="mail", due_at=now - timedelta(minutes=5))
    Delivery.objects.create(notification=told, channel="digest", due_at=now + timedelta(minutes=5))
    timeouts.awake_since(now - timedelta(minutes=2))
    found = waiting()
    assert (found["marabunta_outbox_due"], found["marabunta_games_running"], found["marabunta_database_up"]) == (
        1,
        1,
        1,
    )
    assert 300 <= found["marabunta_outbox_oldest_seconds"] < 360
    assert found["marabunta_bots_waiting"] == found["marabunta_clocks_overdue_seconds"] == 0


@pytest.mark.django_db
def test_without_a_database_it_says_so_and_goes_on(monkeypatch):
    monkeypatch.setattr(metrics_page, "_ask", lambda: 1 / 0)
    assert waiting()["marabunta_database_up"] == 0


def test_it_is_off_unless_a_port_is_named_and_then_answers_on_this_machine(settings, monkeypatch):
    assert settings.METRICS_PORT == 0
    assert metrics_page.start() is None
    monkeypatch.setattr(metrics_page, "_look", lambda: {"marabunta_database_up": 1.0})
    settings.METRICS_PORT, registry = free_port(), CollectorRegistry()
    end = metrics_page.start(registry)
    assert end
    try:
        with urlopen(f"http://127.0.0.1:{settings.METRICS_PORT}/metrics") as page:
            assert b"marabunta_database_up 1.0" in page.read()
        other = CollectorRegistry()
        assert metrics_page.start(other) is None, "the port is taken: it is logged, and the site goes on"
    finally:
        end()


def test_dashboard_and_alerts_name_what_there_is(monkeypatch):
    monkeypatch.setattr(metrics_page, "_look", lambda: dict.fromkeys(metrics_page._GAUGES, 0.0))
    registry = CollectorRegistry()
    registry.register(metrics_page.Waiting())
    metrics.BOT_WAIT_SECONDS.labels("mabula")
    text = (generate_latest(REGISTRY) + generate_latest(registry)).decode()
    there = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    there |= {f"{name}_{part}" for name in there for part in ("bucket", "count", "sum")}
    for file in ("deploy/grafana-dashboard.json", "deploy/alerts.yml"):
        named = set(re.findall(r"\b(?:marabunta|process)_\w+", Path(file).read_text())) - {"marabunta_site"}
        assert len(named) >= 8, file
        assert named - there == set(), file


def test_the_dashboard_can_be_read_and_shows_every_subject():
    dashboard = json.loads(Path("deploy/grafana-dashboard.json").read_text())
    titles = " ".join(panel["title"] for panel in dashboard["panels"])
    for subject in ("Requests", "Moves", "Sockets", "Signals", "Outbox", "Mails", "Bots", "Worker"):
        assert subject in titles
