"""An audit that was written before subjects were references is converted, and its chain still holds."""

import hashlib
import json
from datetime import UTC, datetime
from importlib import import_module

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from games.models import ModerationAct
from games.moderation import game_acts, people
from games.table.door import Act

BEFORE = "0013_outstanding"
AFTER = "0014_subjects_of_acts_are_references"
conversion = import_module(f"games.migrations.{AFTER}")

# Every subject that was ever written: what it was, and the type, the number and the name that it becomes.
SUBJECTS = {
    "": ("", None, ""),
    "case 12": ("case", 12, ""),
    "appeal 3": ("appeal", 3, ""),
    "message 4000000000": ("message", 4000000000, ""),
    "sanction 7": ("sanction", 7, ""),
    "act 1": ("act", 1, ""),
    "notice 2": ("notice", 2, ""),
    "word 9": ("word", 9, ""),
    "switch sign-ups": ("switch", None, "sign-ups"),
    "role Administrators": ("role", None, "Administrators"),
    "letters": ("letters", None, ""),
}


def migrate(name=None):
    """Bring the schema of the games to a migration, or to the last one; the model of acts as it is there."""
    executor = MigrationExecutor(connection)
    last = [key for key in executor.loader.graph.leaf_nodes() if key[0] == "games"]
    return executor.migrate([("games", name)] if name else last).apps.get_model("games", "ModerationAct")


def old_chain(before, act):
    """The hash as it was computed then."""
    row = [before, act.number, act.at.isoformat(timespec="microseconds"), act.moderator, act.what]
    row += [act.game, act.event, act.person, act.subject, act.before, act.after, act.reason]
    return hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()


@pytest.fixture
def restored():
    """After the test, the schema as it is now."""
    yield
    migrate()


@pytest.mark.django_db(transaction=True)
def test_an_old_audit_is_converted_and_verified(restored, moderator, player, game, capsys):
    game_acts.act(by=moderator, game_id=game.pk, what=Act.BOT_IN, text="2 worker", reason="Away.", seen=game.head)
    people.impose(by=moderator, user=player, kind="warning", reason="Be kind.")
    roles = ModerationAct.objects.count() - 2  # the fixtures grant some

    old = migrate(BEFORE)
    assert [act.subject for act in old.objects.order_by("number")][roles:] == ["2 worker", ""]
    last = old.objects.latest("number")
    number, chain = last.number, last.chain
    for subject in SUBJECTS:
        number += 1
        at = datetime(2026, 11, 1, 12, number, tzinfo=UTC)
        act = old(number=number, at=at, what="warn", subject=subject, before={}, after={}, reason="Rude.")
        act.chain = chain = old_chain(chain, act)
        act.save(force_insert=True)

    migrate()
    call_command("verify_audit")
    assert capsys.readouterr().out == f"acts: {number}, faults: 0\n"
    on_game = ModerationAct.objects.get(event__isnull=False)
    assert (on_game.text, on_game.subject_type, on_game.subject) == ("2 worker", "", "2 worker")
    rows = ModerationAct.objects.filter(number__gt=last.number).order_by("number")
    assert {act.subject: (act.subject_type, act.subject_id, act.subject_name) for act in rows} == SUBJECTS
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.update(reason="changed")
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.delete()

    old = migrate(BEFORE)
    assert [act.subject for act in old.objects.filter(number__gt=last.number).order_by("number")] == list(SUBJECTS)


@pytest.mark.parametrize(
    "subject", ["case 07", "case 0", "case x", "case", "report 1", "2 worker", "switch ", "Letters"]
)
def test_a_subject_that_the_site_never_wrote_is_not_guessed_at(subject):
    with pytest.raises(ValueError, match=subject):
        conversion.references(subject, is_on_game=False)
