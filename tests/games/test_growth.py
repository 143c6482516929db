"""No page of the site reads a large table from end to end, however much there is in it.

The site is filled with so much that the planner of the database has a reason to take an index where there is one. Then
every page is visited by those who may, and each of its queries is explained. A plan with a scan of a large table is
refused, with the page and the query. See docs/growth.md.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from threading import Event as Signal

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.names import key as name_key
from games import kinds, worker
from games.bots.scheduler import BotScheduler
from games.claims import Claims
from games.clocks import timeouts
from games.contract import Seat as SeatNumber
from games.filling import bulk_rows, filling
from games.filling.filling import Sizes, fill
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import (
    CareerDue,
    Case,
    Challenge,
    Claim,
    Delivery,
    Event,
    Game,
    GameEvidence,
    ModerationAct,
    Notification,
    RatingDue,
    Report,
    Seat,
)
from games.moderation import audit, evidence
from games.table import log, verification
from marabunta_site import health
from tests import growth_pages
from tests.games.test_bot_scheduler import Here
from tests.growth_pages import Query
from tests.moderation.test_evidence import InStep

SIZES = {"postgresql": Sizes(5000, 2000, 40_000, patterns=4), "sqlite": Sizes(600, 200, 4000, patterns=2)}
# PostgreSQL rightly reads a small table at once. So that it plans as for a site of 100,000 games, reading on costs it
# so many times more for each page: the same plans were found there. SQLite takes an index where it can.
AS_IF = 100_000 / SIZES["postgresql"].games
AN_HOUR = timedelta(hours=1)
LARGE = {
    *("games_game", "games_seat", "games_event", "games_notification", "games_delivery", "games_chatmessage"),
    *("games_seatfacts", "games_gamemark", "games_achievement", "games_rated", "games_ratingchange"),
    *("games_challenge", "games_secret", "accounts_user", "accounts_device", "account_emailaddress", "django_session"),
}
# What looks at many rows by its nature, and who waits for it knows: the page, the table, and why.
BY_NATURE = {
    ("admin:accounts_user (device)", "accounts_device"): "which browsers two people use follows from all of them",
}


@pytest.fixture
def full_site(db) -> None:
    fill(SIZES[connection.vendor])
    log.forget_all()
    timeouts.awake_since(timezone.now())  # a site without a worker is not ready, and says so with 503
    health.forget()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL seq_page_cost = {AS_IF}")


@pytest.mark.django_db
def test_no_page_reads_a_large_table_from_end_to_end(full_site, settings):
    settings.STAFF_MFA = False
    found: dict[str, str] = {}
    explained: set[tuple[str, str]] = set()
    visited = 0
    for page, reader, queries in _visits():
        visited += 1
        for query, table in _reading_all(queries, explained):
            if (page, table) not in BY_NATURE:
                found[f"{page}, as {reader}, reads all of {table}"] = f"{query.sql} -- {query.params}"
    assert visited > 150, "pages are missing"
    assert len(explained) > 100, "queries are missing"
    assert not found, "\n\n".join(f"{what}:\n{query}" for what, query in found.items())


@pytest.mark.django_db
def test_what_people_do_reads_no_large_table_from_end_to_end(full_site):
    """A move, a message, a challenge to anybody and one to a person, and the acceptance of each."""
    explained: set[tuple[str, str]] = set()
    found: dict[str, str] = {}
    for what, client, address, fields in _deeds():
        with growth_pages.asked() as asked:
            status = client.post(address, fields).status_code
        assert status == 303, f"{what}: {status}"
        for query, table in _reading_all(asked.queries, explained):
            found[f"{what} reads all of {table}"] = f"{query.sql} -- {query.params}"
    assert len(explained) > 30, "queries are missing"
    assert not found, "\n\n".join(f"{what}:\n{query}" for what, query in found.items())


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite reads a small table at once")
@pytest.mark.django_db
def test_the_loops_of_the_worker_look_only_at_what_is_due(full_site, monkeypatch, settings):
    monkeypatch.setattr("django.db.connections.close_all", lambda: None)
    settings.MAIL_PICTURE_WIDTH = 0
    User.objects.filter(is_guest=True).update(last_seen="2026-01-01")
    _make_due()
    bots, claims = BotScheduler(Here()), Claims(Claim.Job.EVIDENCE)
    rounds: dict[str, Callable[[], object]] = {
        "mails": lambda: worker.run_jobs(worker.MAILS),
        "clocks": lambda: worker.run_jobs(worker.CLOCKS),
        "ratings and careers": lambda: worker.run_jobs(worker.RATINGS),
        "housekeeping": lambda: worker.run_jobs(worker.HOUSEKEEPING),
        "bots": lambda: (bots.round(), bots.round()),
        "evidence": lambda: evidence.work_out_next(InStep(), claims, Signal()),  # type: ignore[arg-type]
    }
    explained: set[tuple[str, str]] = set()
    found: dict[str, str] = {}
    for what, work in rounds.items():
        known = len(explained)
        with growth_pages.asked() as asked:
            work()
        for query, table in _reading_all(asked.queries, explained):
            found[f"{what} read all of {table}"] = f"{query.sql} -- {query.params}"
        assert len(explained) > known + 4, f"{what}: queries are missing"
    assert not found, "\n\n".join(f"{what}:\n{query}" for what, query in found.items())
    assert Delivery.objects.filter(state="sent", channel="mail", done_at__gt=timezone.now() - AN_HOUR).exists()
    assert RatingDue.objects.filter(because__isnull=False).count() == 1, "a correction goes on with its next step"
    assert not CareerDue.objects.exists()
    assert GameEvidence.objects.exists()


@pytest.mark.django_db
def test_a_site_is_filled_with_games_without_a_fault_and_with_an_audit_without_one():
    fill(Sizes(300, 100, 2000, patterns=2))
    assert (Game.objects.count(), User.objects.count(), Notification.objects.count()) == (300, 100, 2000)
    assert Delivery.objects.count() == 4000
    assert Event.objects.count() > 5000
    assert ModerationAct.objects.exists()
    assert [fault for one in verification.all_games() for fault in one.faults] == []
    assert list(audit.faults()) == []
    assert {game.status for game in Game.objects.all()} == {"running", "over"}
    assert Seat.objects.exclude(bot="").exists()
    assert 0 < Notification.objects.filter(read_at=None).count() < 1000
    Game.objects.create(kind="mabula", rules=1, draws=1, to_move=1, turn_since="2026-01-01T00:00Z")  # the ids go on


def test_people_who_fill_a_site_have_names_that_do_not_look_alike():
    names = [filling.name_of(number) for number in range(1, 30_001)]
    assert len({name_key(name) for name in names}) == len(names)


@pytest.mark.django_db
def test_only_an_empty_site_is_filled_and_only_on_the_machine_of_a_developer(ada, settings):
    settings.DEBUG = True
    with pytest.raises(CommandError, match="not empty"):
        call_command("fill", games=100, people=10, notifications=0)
    settings.DEBUG = False
    with pytest.raises(CommandError, match="DEBUG"):
        call_command("fill", games=100, people=10, notifications=0)
    assert not Game.objects.exists()


def _visits() -> Iterator[tuple[str, str, list[Query]]]:
    """Every page, by everybody who may see it: its name, who sees it, and what the database was asked."""
    readers = growth_pages.readers()
    for page, address in growth_pages.addresses().items():
        for reader, client in readers.items():
            if page.startswith("admin:") and connection.vendor == "sqlite":
                continue  # a site on SQLite is small, and its planner sorts rather than follow an index far
            is_for_staff = page.startswith(("admin:", "games:moderation"))
            if is_for_staff and reader in ("visitor", "member"):
                continue
            with growth_pages.asked() as asked:
                status = client.get(address).status_code
            assert status < 500, f"{page}, as {reader}: {status}"
            yield page, reader, asked.queries


def _reading_all(queries: Sequence[Query], explained: set[tuple[str, str]]) -> Iterator[tuple[Query, str]]:
    """The queries that read all of a large table, and which; of those alike, which are added to ``explained``, one."""
    for query in queries:
        shape = re.sub(r"(\(?%s\)?, )+", "", query.sql), _tables(query)
        if shape in explained or not query.sql.startswith(("SELECT", "UPDATE", "DELETE")):
            continue
        explained.add(shape)
        for table in _scanned(query) & LARGE:
            yield query, table


def _deeds() -> Iterator[tuple[str, Client, str, dict[str, object]]]:
    """What people do: who does it, where, and what they send."""
    game = Game.objects.filter(status="running", to_move=1, seats__number=2, seats__bot="").latest("pk")
    one, two = (_client(seat.user) for seat in game.seats.select_related("user").order_by("number"))
    (move, *_) = kinds.get(game.kind).rules.legal(log.position(game).state)
    sent = {"act": "move", "move": move, "seen": game.head, "key": "grown-by-one", "sure": "1"}
    yield "a move", one, reverse("games:act", args=[game.pk]), sent
    yield "a message", two, reverse("games:chat", args=[game.pk]), {"room": "players", "text": "Hello!", "seen": 0}
    for audience, opponent in (("public", ""), ("person", game.seats.get(number=2).user.username)):
        offered = {"audience": audience, "opponent": opponent, "kind": "mabula", "rated": "1"}
        yield f"a challenge ({audience})", one, reverse("games:new"), offered
        token = Challenge.objects.latest("pk").token
        yield f"an acceptance ({audience})", two, reverse("games:accept", args=[token]), {}


def _client(user: User | None) -> Client:
    assert user
    client = Client()
    client.force_login(user, backend="accounts.backends.NameOrAddress")
    return client


def _make_due() -> None:
    """Something for every loop: results that changed, mails, a bot to move, and a case of cheating."""
    over = Game.objects.filter(status="over", is_rated=True, agreed_rated=True, seats__bot_at_start="").distinct()
    for game in [*over.order_by("ended_at")[:1], *over.order_by("-ended_at")[:3]]:
        RatingDue.objects.create(game=game)
        CareerDue.objects.create(game=game)
    Delivery.objects.filter(state="waiting").update(due_at=timezone.now() - AN_HOUR)
    player = User.objects.filter(is_guest=False).latest("pk")
    challenges.play_bot(user=player, bot="larva", agreement=Agreement("mabula", {}), seat=SeatNumber.TWO)
    report = Report.objects.filter(game__status="over").exclude(case__status="open").latest("pk")
    opened = {"status": "open", "outcome": "", "closed_at": None, "reason": "cheating"}
    Case.objects.filter(pk=report.case_id).update(**opened)


def _scanned(query: Query) -> set[str]:
    """The tables that the plan of this query reads from end to end."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"EXPLAIN (FORMAT JSON) {query.sql}", query.params)
            (plan,) = cursor.fetchone()
            return set(_sequential(plan if isinstance(plan, list) else json.loads(plan)))
        cursor.execute(f"EXPLAIN QUERY PLAN {query.sql}", query.params)
        steps = [row[3] for row in cursor.fetchall()]
        if " LIMIT " in query.sql and not any("TEMP B-TREE" in step for step in steps):
            return set()  # in the order of ids, as far as the limit
        aliases = dict(_aliases(query.sql))
        scans = [match[1] for step in steps if (match := re.match(r"SCAN (\w+)(?!.*USING)", step))]
        return {aliases.get(name, name) for name in scans}


def _sequential(plan: object) -> Iterator[str]:
    if isinstance(plan, list):
        for part in plan:
            yield from _sequential(part)
    elif isinstance(plan, dict):
        if plan.get("Node Type") == "Seq Scan":
            yield plan["Relation Name"]
        for part in plan.values():
            yield from _sequential(part)


def _aliases(sql: str) -> list[tuple[str, str]]:
    return [(alias, table) for table, alias in re.findall(r'"(\w+)" (\w+)\b', sql)]


def _tables(query: Query) -> str:
    return " ".join(sorted(set(re.findall(r'(?:FROM|JOIN|UPDATE) "(\w+)"', query.sql))))


@pytest.mark.django_db
def test_rows_are_inserted_as_they_are_and_the_next_one_is_numbered_after_them(ada):
    rows = [(number, ada.pk, "your-turn", f"key-{number}", 0, 0, ada.date_joined) for number in range(1, 4)]
    columns = ["id", "user_id", "occasion", "key", "seq", "message", "at"]
    assert bulk_rows.insert(Notification, columns, rows) == 3
    bulk_rows.number_on(Notification)
    assert Notification.objects.create(user=ada, occasion="your-turn", key="next", at=ada.date_joined).pk == 4
    assert [*Notification.objects.order_by("pk").values_list("key", flat=True)] == ["key-1", "key-2", "key-3", "next"]
