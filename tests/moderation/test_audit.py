"""The audit: chained, readable, exportable, and closed to every attempt to change it."""

import csv
import io
import json
import subprocess
import sys
from datetime import datetime
from importlib import import_module
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import IntegrityError, connection, connections, models, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Case, Event, Game, ModerationAct, Sanction
from games.moderation import audit, cases, people, reports
from games.moderation.audit import Subject, SubjectType, What
from games.moderation.standard_reasons import SETTLED, in_reader_language
from games.view_models import act_changes
from tests.moderation.people import client_of, person
from tests.proof.server import ROOT, new_site

triggers = import_module("games.migrations.0007_acts_are_for_ever")


@pytest.fixture
def open_to_tampering(db):
    """The audit without its triggers, until the test is rolled back."""
    triggers.drop(None, connection.schema_editor())


def note(number=3, **fields):
    with transaction.atomic():
        return [audit.record(by=None, what=What.WARN, reason=f"reason {n}", **fields) for n in range(1, number + 1)]


# The chain


@pytest.mark.django_db
def test_acts_are_numbered_without_gaps_and_each_is_chained_to_the_one_before():
    one, two, three = note()
    assert [one.number, two.number, three.number] == [1, 2, 3]
    assert one.chain == audit.chain(audit.GENESIS, one)
    assert three.chain == audit.chain(two.chain, ModerationAct.objects.get(number=3))
    assert list(audit.faults()) == []


@pytest.mark.django_db
def test_an_act_needs_a_reason_and_a_transaction():
    for reason in ("", "  \n"):
        with pytest.raises(ValueError, match="reason"), transaction.atomic():
            audit.record(by=None, what=What.WARN, reason=reason)
    with pytest.raises(IntegrityError), transaction.atomic():
        ModerationAct.objects.create(number=1, at=timezone.now(), what="warn", reason="", chain="x")
    assert not ModerationAct.objects.exists()


OTHER = {
    "number": 999,
    "at": timezone.now(),
    "moderator": 77,
    "what": "suspend",
    "game": 78,
    "event": 79,
    "person": 80,
    "text": "something else",
    "subject_type": "appeal",
    "subject_id": 81,
    "subject_name": "guests",
    "before": {"until": "never"},
    "after": {"until": "soon"},
    "reason": "another reason",
    "chain": "0" * 64,
}


# A column can only be changed to something else in a row that has it.
NOTED: dict[str, dict[str, Any]] = {
    "event": {"game": 5, "event": 1},
    "text": {"game": 5, "event": 1, "text": "something"},
    "subject_type": {"subject": Subject(SubjectType.CASE, 6)},
    "subject_id": {"subject": Subject(SubjectType.CASE, 6)},
    "subject_name": {"subject": Subject(SubjectType.SWITCH, name="bots")},
}


def test_every_column_is_known():
    columns = {field.name for field in ModerationAct._meta.get_fields()}
    assert columns == {"id", *OTHER}  # the id says nothing: rows are read by their number


@pytest.mark.parametrize("column", OTHER)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_change_of_any_column_of_any_act_is_found(open_to_tampering, column, number):
    note(person=5, before={"until": "now"}, **NOTED.get(column, {}))
    faults = list(audit.faults())
    ModerationAct.objects.filter(number=number).update(**{column: OTHER[column]})
    assert set(audit.faults()) - set(faults)


def test_an_act_that_is_missing_is_found(open_to_tampering):
    note()
    ModerationAct.objects.filter(number=2).delete()
    assert len(list(audit.faults())) == 2


def test_the_last_act_that_is_missing_is_found_by_what_it_did(open_to_tampering, opponent):
    last = note()[-1]
    Sanction.objects.create(user=opponent, kind="warning", reason="Be kind.", act=last.number)
    assert list(audit.faults()) == []
    ModerationAct.objects.filter(number=3).delete()
    assert list(audit.faults()) == [f"sanction {Sanction.objects.get().pk}: act 3 is missing from the audit"]


def test_many_processes_that_act_at_once_get_one_number_each():
    with new_site() as site:
        writers = [
            subprocess.Popen([sys.executable, "-m", "tests.proof.auditors", "25"], cwd=ROOT, env=site.environment)
            for _ in range(4)
        ]
        assert [writer.wait(120) for writer in writers] == [0] * 4
        counts = json.loads(site.run("manage.py", "verify_audit", "--json").splitlines()[-1])
    assert counts == {"acts": 100, "faults": 0}


# The command


@pytest.mark.django_db
def test_verify_audit_counts(capsys):
    note()
    call_command("verify_audit")
    assert capsys.readouterr().out == "acts: 3, faults: 0\n"
    call_command("verify_audit", json=True)
    assert json.loads(capsys.readouterr().out) == {"acts": 3, "faults": 0}


def test_verify_audit_names_each_fault_and_exits_with_one(open_to_tampering, capsys):
    note()
    ModerationAct.objects.filter(number=2).update(reason="kinder")
    for is_json in (False, True):
        with pytest.raises(SystemExit) as ended:
            call_command("verify_audit", json=is_json)
        assert ended.value.code == 1
    *told, counts = capsys.readouterr().out.splitlines()
    assert told[0].startswith("act 2:")
    assert json.loads(told[-1])["fault"].startswith("act 2:")
    assert json.loads(counts) == {"acts": 3, "faults": 1}


# Attempts to change it; those on the log of a game are in tests/proof/test_triggers.py


def sql(statement):
    def execute(act):
        with connection.cursor() as cursor:
            cursor.execute(statement, {"id": act.pk, "number": act.number})

    return execute


def save_changed(act):
    act.reason = "changed"
    act.save()


def save_changed_in_bulk(act):
    act.reason = "changed"
    ModerationAct.objects.bulk_update([act], ["reason"])


def upsert(act):
    act.reason = "changed"
    ModerationAct.objects.bulk_create([act], update_conflicts=True, unique_fields=["number"], update_fields=["reason"])


NAMES = (
    "id, number, at, moderator, what, game, event, person, text, subject_type, subject_id, subject_name, "
    '"before", "after", reason, chain'
)
COPY = f"SELECT {NAMES.replace('reason', chr(39) + 'changed' + chr(39))} FROM games_moderationact WHERE id = %(id)s"  # noqa: S608 - ours
TRIES = {
    "save": save_changed,
    "bulk_update": save_changed_in_bulk,
    "queryset update": lambda act: ModerationAct.objects.filter(pk=act.pk).update(reason="changed"),
    "update by expression": lambda act: ModerationAct.objects.update(number=models.F("number") + 1000),
    "update_or_create": lambda act: ModerationAct.objects.update_or_create(pk=act.pk, defaults={"reason": "x"}),
    "upsert": upsert,
    "delete": lambda act: act.delete(),
    "queryset delete": lambda act: ModerationAct.objects.filter(number=act.number).delete(),
    "raw delete of all": lambda act: ModerationAct.objects.all()._raw_delete(using="default"),
    "SQL update": sql("UPDATE games_moderationact SET reason = 'changed' WHERE id = %(id)s"),
    "SQL update to the same": sql("UPDATE games_moderationact SET reason = reason WHERE id = %(id)s"),
    "SQL delete": sql("DELETE FROM games_moderationact WHERE id = %(id)s"),
    "SQL delete of all": sql("DELETE FROM games_moderationact"),
    "SQL upsert": sql(
        f"INSERT INTO games_moderationact ({NAMES}) {COPY} ON CONFLICT (number) DO UPDATE SET reason = excluded.reason"
    ),
    "the same number again": sql(
        f"INSERT INTO games_moderationact ({NAMES}) {COPY.replace('SELECT id', 'SELECT id + 1000')}"
    ),
}
if connection.vendor == "sqlite":
    TRIES |= {
        "SQL replace by number": sql(
            f"INSERT OR REPLACE INTO games_moderationact ({NAMES}) {COPY.replace('SELECT id', 'SELECT id + 1000')}"
        ),
        "SQL replace by row": sql(f"REPLACE INTO games_moderationact ({NAMES}) {COPY}"),
        "SQL update or replace": sql("UPDATE OR REPLACE games_moderationact SET number = number + 1 WHERE id = %(id)s"),
    }
if connection.vendor == "postgresql":
    TRIES["SQL truncate"] = sql("TRUNCATE games_moderationact")


@pytest.mark.django_db
@pytest.mark.parametrize("way", TRIES)
def test_an_act_can_be_neither_changed_nor_deleted_by(way):
    note()
    before = list(ModerationAct.objects.order_by("pk").values_list())
    with pytest.raises(IntegrityError), transaction.atomic():
        TRIES[way](ModerationAct.objects.get(number=2))
    assert list(ModerationAct.objects.order_by("pk").values_list()) == before
    assert list(audit.faults()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("model", ["moderationact", "event"])
def test_the_administration_refuses_to_change_the_audit_and_the_log_even_for_a_superuser(model, game, administrator):
    note()
    rows = ModerationAct.objects if model == "moderationact" else Event.objects
    row, client = rows.first(), client_of(administrator)
    before = list(rows.order_by("pk").values_list())
    changed = {"reason": "changed", "text": "changed", "number": 7, "seq": 7, "act": "move", "what": "warn"}
    for page, sent in [
        (reverse(f"admin:games_{model}_change", args=[row.pk]), changed),
        (reverse(f"admin:games_{model}_delete", args=[row.pk]), {"post": "yes"}),
        (reverse(f"admin:games_{model}_add"), changed),
        (reverse("admin:games_game_change", args=[game.pk]), {"head": 0, "events-0-text": "changed"}),
        (reverse("admin:games_game_delete", args=[game.pk]), {"post": "yes"}),
    ]:
        assert client.post(page, sent).status_code == 403
    many = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    client.post(reverse(f"admin:games_{model}_changelist"), many)
    assert list(rows.order_by("pk").values_list()) == before
    assert Game.objects.filter(pk=game.pk).exists()


@pytest.mark.django_db
def test_people_and_games_of_which_it_speaks_may_go(opponent, administrator):
    with transaction.atomic():
        audit.record(by=administrator, what=What.WARN, reason="test", person=opponent.pk)
    opponent.delete()
    assert list(audit.faults()) == []
    page = client_of(administrator).get(reverse("games:moderation:audit")).content.decode()
    assert "a former player" in page


# The page


@pytest.fixture
def told(db, administrator, opponent, game):
    with transaction.atomic():
        audit.record(
            by=administrator,
            what=What.PAUSE,
            reason="The train is late.",
            game=game.pk,
            before={"paused_at": None},
            after={"paused_at": "2026-11-17"},
        )
        audit.record(
            by=None, what=What.WARN, reason="<b>Rude</b>", person=opponent.pk, subject=Subject(SubjectType.CASE, 12)
        )
    return game


def audit_page(user, query="") -> str:
    text: str = client_of(user).get(f"{reverse('games:moderation:audit')}{query}").content.decode()
    return text


def test_the_page_tells_who_did_what_when_why_and_what_changed(told, moderator):
    page = audit_page(moderator)
    for words in ("stopped the clock", "The train is late.", f"game {told.pk}", "root", "Clock stopped since", "→"):
        assert words in page
    assert "2026-11-17" in page
    assert "&lt;b&gt;Rude&lt;/b&gt;" in page
    assert "the site" in page
    assert "case 12" in page
    assert "The audit is intact" in page


def test_what_acts_change_has_a_name(moderator, player, opponent, game):
    sanction = people.impose(by=moderator, user=player, kind=Sanction.Measure.CLOSURE, reason="Rude.")
    people.lift(by=moderator, sanction=sanction, reason="It was not them.")
    reports.report(by=opponent, target="game", reason="stalling", game=game)
    cases.claim(by=moderator, case_id=Case.objects.get().pk)
    changed = {key for act in ModerationAct.objects.all() for key in {**act.before, **act.after}}
    assert {"barred_until", "claimed_by", "is_rated", "decided"} <= changed <= set(act_changes.NAMES)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("deadline", "2026-11-17T04:58:09.508000+00:00", "17 November 2026, 04:58"),
        ("barred_until", "9000-01-01T00:00:00+00:00", "permanent"),
        ("barred_until", "2026-13-45T00:00:00+00:00", "2026-13-45T00:00:00+00:00"),
        ("until", "2026-11-17", "2026-11-17"),
        ("claimed_by", 7, "Ada"),
        ("claimed_by", 8, "8"),
        ("to_move", 2, "seat 2"),
        ("times", ["5 days, 3:00:00", ""], "5\xa0days, 3\xa0hours; –"),
        ("bots", ["", "worker"], "–, Worker (bot)"),
        ("status", "running", "running"),
        ("status", "open", "open"),
        ("outcome", "acted", "action was taken"),
        ("answer", "nothing", "No rule broken"),
        ("decided", "resign", "resigning"),
        ("is_rated", False, "no"),
        ("sanction", {"number": 3, "kind": "closure", "until": None}, "Account closed"),
        (
            "sanction",
            {"number": 3, "kind": "suspension", "until": "2026-11-17T04:58:09+00:00"},
            "Suspended, until 17 November 2026, 04:58",
        ),
        ("count", 3, "3"),
        ("text", "<b>We are closed</b>", "<b>We are closed</b>"),
        ("anything", {"a": 1}, '{"a": 1}'),
        ("anything", None, "–"),
    ],
)
def test_what_changed_is_told_in_words(key, value, told):
    act = ModerationAct(before={key: "something else"}, after={key: value})
    assert [change.after for change in act_changes.changes(act, {7: "Ada"})] == [told]


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        ({"subject_type": "case", "subject_id": 12}, "case 12"),
        ({"subject_type": "role", "subject_name": "Moderators"}, "role: Moderator"),
        ({"subject_type": "switch", "subject_name": "bots"}, "switch: Games against bots can be started"),
        ({"subject_type": "switch", "subject_name": "of-old"}, "switch: of-old"),
        ({"subject_type": "letters"}, "letters"),
        ({"game": 3, "event": 7, "text": "2 worker"}, "2 worker"),
        ({}, ""),
    ],
)
def test_what_an_act_is_about_is_told_in_words(subject, told):
    assert act_changes.subject(ModerationAct(**subject)) == told


def test_reasons_of_the_site_are_read_in_the_language_of_the_reader_and_no_others(monkeypatch):
    monkeypatch.setattr("games.moderation.standard_reasons.gettext", lambda words: f"translated: {words}")
    assert in_reader_language(SETTLED) == f"translated: {SETTLED}"
    assert in_reader_language("Log in") == "Log in"


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        ("?what=warn", "Rude", "train"),
        ("?by=Root", "train", "Rude"),
        ("?person=BEN", "Rude", "train"),
        ("?before=2", "train", "Rude"),
        ("?person=nobody", "No actions match", "train"),
    ],
)
def test_the_page_can_be_filtered(told, moderator, query, shown, hidden):
    page = audit_page(moderator, query)
    assert shown in page
    assert hidden not in page


def test_the_page_can_be_filtered_by_game(told, moderator):
    assert "train" in audit_page(moderator, f"?game={told.pk}")
    assert "train" not in audit_page(moderator, f"?game={told.pk + 1}")


@pytest.mark.parametrize("query", ["?game=x", "?what=nothing", "?before=-1", f"?game={10**30}", f"?by={'x' * 300}"])
def test_what_cannot_be_asked_for_is_answered(told, moderator, query):
    assert client_of(moderator).get(f"{reverse('games:moderation:audit')}{query}").status_code == 422


def test_a_long_audit_has_pages_and_costs_the_same_queries(moderator, django_assert_max_num_queries):
    note(60)
    client = client_of(moderator)
    with django_assert_max_num_queries(12):
        page = client.get(reverse("games:moderation:audit"))
    assert "?before=11" in page.content.decode()
    assert len(page.context["rows"]) == 50
    assert len(client.get(f"{reverse('games:moderation:audit')}?before=11").context["rows"]) == 10


def test_a_broken_chain_is_seen_on_the_page(open_to_tampering, told, moderator):
    ModerationAct.objects.filter(number=1).update(reason="The train was on time.")
    assert "Action 1 has been changed since it was recorded" in audit_page(moderator)
    assert "The audit is damaged" in audit_page(moderator, "?check=all")
    ModerationAct.objects.filter(number=1).update(reason="The train is late.")
    assert "Checked all 2 actions" in audit_page(moderator, "?check=all")


def test_who_plays_is_not_told_by_the_audit_of_acts_on_their_game(told, moderator):
    told.seats.filter(number=2).update(user=moderator)
    page = audit_page(moderator)
    assert "train" not in page
    assert "Rude" in page


# The export


def test_the_export_holds_every_act_and_its_chain(told, administrator):
    answer: Any = client_of(administrator).get(reverse("games:moderation:audit-json"))
    assert answer["Content-Disposition"] == 'attachment; filename="audit.jsonl"'
    lines = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]
    chained = audit.GENESIS
    for line, act in zip(lines, ModerationAct.objects.order_by("number"), strict=True):
        subject = line.pop("subject")
        alone = ModerationAct(**{**line, "at": datetime.fromisoformat(line["at"])})
        assert alone.subject == subject
        assert line["chain"] == audit.chain(chained, alone), "it can be checked without the database"
        assert (line["number"], line["reason"], line["after"]) == (act.number, act.reason, act.after)
        chained = line["chain"]


def test_the_export_as_csv_is_no_program_for_spreadsheets(told, administrator):
    with transaction.atomic():
        audit.record(by=None, what=What.NOTICE, reason="=HYPERLINK(1)")
    answer: Any = client_of(administrator).get(reverse("games:moderation:audit-csv"))
    text = b"".join(answer.streaming_content).decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["number"] for row in rows] == ["1", "2", "3"]
    assert rows[2]["reason"] == "'=HYPERLINK(1)"
    assert json.loads(rows[0]["after"]) == {"paused_at": "2026-11-17"}


def test_a_long_export_is_read_a_part_at_a_time(db, django_assert_num_queries):
    note(25)
    with django_assert_num_queries(4):
        assert [len(batch) for batch in audit.batches(10)] == [10, 10, 5]


def test_the_export_is_for_administrators(told, moderator):
    member = person("dora")
    for name in ("audit-csv", "audit-json"):
        assert client_of(moderator).get(reverse(f"games:moderation:{name}")).status_code == 404
        assert client_of(member).get(reverse(f"games:moderation:{name}")).status_code == 404


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_the_export_is_streamed_by_the_real_server_too(async_client):
    administrator = await sync_to_async(User.objects.create_superuser)("olga", "olga@example.org", "x")
    await sync_to_async(note)(3)
    await async_client.aforce_login(administrator)
    answer = await async_client.get(reverse("games:moderation:audit-json"))
    parts = [part async for part in answer.streaming_content]
    assert len(b"".join(parts).splitlines()) == 3
    await sync_to_async(connections.close_all)()  # those of the thread that served it
