"""The subject of an act, until now a text such as "case 12", becomes a reference.

The hash chain covers the text form, which the model derives from the reference: the chain of old rows stays valid.
The migration stops at a subject that the site never wrote.
"""

import re
from importlib import import_module
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

triggers = import_module("games.migrations.0007_acts_are_for_ever")
NUMBERED = ("case", "appeal", "message", "sanction", "act", "notice", "word")
NAMED = ("switch", "role")
NUMBERED_TEXT = re.compile(f"({'|'.join(NUMBERED)}) ([1-9][0-9]*)")
NAMED_TEXT = re.compile(f"({'|'.join(NAMED)}) (.+)")
BATCH = 500


def references(text: str, *, is_on_game: bool) -> dict[str, Any]:
    """The columns for a subject as it was written."""
    if is_on_game:
        return {"text": text}
    if numbered := NUMBERED_TEXT.fullmatch(text):
        return {"subject_type": numbered[1], "subject_id": int(numbered[2])}
    if named := NAMED_TEXT.fullmatch(text):
        return {"subject_type": named[1], "subject_name": named[2]}
    if text in ("", "letters"):
        return {"subject_type": text}
    raise ValueError(f"no act has the subject {text!r}")


def to_references(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    for act in _acts(apps, editor):
        for name, value in references(act.subject, is_on_game=act.event is not None).items():
            setattr(act, name, value)
        act.save(update_fields=["text", "subject_type", "subject_id", "subject_name"])


def to_texts(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    for act in _acts(apps, editor):
        name = act.subject_name if act.subject_id is None else str(act.subject_id)
        act.subject = act.text if act.event is not None else f"{act.subject_type} {name}".strip()
        act.save(update_fields=["subject"])


def _acts(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> Any:
    model = apps.get_model("games", "ModerationAct")
    return model.objects.using(editor.connection.alias).order_by("number").iterator(BATCH)


class Migration(migrations.Migration):
    dependencies = [("games", "0013_outstanding")]
    operations = [
        migrations.RunPython(triggers.drop, triggers.create),
        migrations.AddField(
            model_name="moderationact",
            name="text",
            field=models.CharField(blank=True, default="", max_length=80, verbose_name="text of the event"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="moderationact",
            name="subject_type",
            field=models.CharField(
                blank=True,
                choices=[
                    ("case", "case"),
                    ("appeal", "appeal"),
                    ("message", "chat message"),
                    ("sanction", "sanction"),
                    ("act", "earlier act"),
                    ("notice", "notice"),
                    ("word", "flagged word"),
                    ("switch", "switch"),
                    ("role", "role"),
                    ("letters", "letters"),
                ],
                default="",
                max_length=8,
                verbose_name="subject",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="moderationact",
            name="subject_id",
            field=models.PositiveBigIntegerField(blank=True, null=True, verbose_name="number of the subject"),
        ),
        migrations.AddField(
            model_name="moderationact",
            name="subject_name",
            field=models.CharField(blank=True, default="", max_length=20, verbose_name="name of the subject"),
            preserve_default=False,
        ),
        migrations.RunPython(to_references, to_texts),
        migrations.RemoveField(model_name="moderationact", name="subject"),
        migrations.AddConstraint(
            model_name="moderationact",
            constraint=models.CheckConstraint(
                condition=models.Q(subject_type="", subject_id=None, subject_name="")
                | models.Q(subject_type__in=NUMBERED, subject_id__isnull=False, subject_name="")
                | models.Q(models.Q(subject_type__in=NAMED, subject_id=None), ~models.Q(subject_name=""))
                | models.Q(subject_type="letters", subject_id=None, subject_name=""),
                name="act_names_its_subject_in_one_way",
            ),
        ),
        migrations.AddConstraint(
            model_name="moderationact",
            constraint=models.CheckConstraint(
                condition=models.Q(event__isnull=False, subject_type="") | models.Q(event=None, text=""),
                name="act_on_a_game_has_the_text_of_its_event",
            ),
        ),
        migrations.RunPython(triggers.create, triggers.drop),
    ]
