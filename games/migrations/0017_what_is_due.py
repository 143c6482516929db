"""What the worker has to look at, by indexes: reminders that are due, open challenges, mails (docs/growth.md)."""

from datetime import timedelta
from itertools import islice

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q
from django.utils import timezone

BATCH = 500


def note_reminders(apps: Apps, editor: BaseDatabaseSchemaEditor | None) -> None:
    """Store the next reminder of every turn that has one; the marks are those of games/clocks/marks.py."""
    games = apps.get_model("games", "Game")
    now = timezone.now()
    running = games.objects.filter(status="running", deadline__gt=now).only("pk", "turn_since", "deadline")
    rows = running.order_by("pk").iterator(BATCH)
    while batch := list(islice(rows, BATCH)):
        for game in batch:
            assert game.deadline is not None
            length = game.deadline - game.turn_since
            marks = [game.turn_since + 0.8 * length]
            if length > timedelta(hours=30):
                marks.append(game.deadline - timedelta(hours=24))
            game.remind_at = next((mark for mark in sorted(marks) if mark > now), None)
        games.objects.bulk_update(batch, ["remind_at"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_games_of_a_person_in_order"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="remind_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="next reminder"),
        ),
        migrations.AlterField(
            model_name="challenge",
            name="status",
            field=models.CharField(
                choices=[
                    ("open", "open"),
                    ("accepted", "accepted"),
                    ("declined", "declined"),
                    ("withdrawn", "withdrawn"),
                    ("expired", "expired"),
                ],
                default="open",
                max_length=10,
                verbose_name="status",
            ),
        ),
        migrations.AddIndex(
            model_name="moderationact",
            index=models.Index(condition=Q(event__isnull=False), fields=["at"], name="act_on_a_game"),
        ),
        migrations.AddIndex(
            model_name="challenge",
            index=models.Index(condition=Q(status="open"), fields=["created_at"], name="challenge_is_open"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(condition=Q(state="dead"), fields=["-id"], name="delivery_is_given_up"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=Q(state="sent", channel__in=("mail", "digest")),
                fields=["done_at"],
                name="delivery_was_mailed",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=Q(remind_at__isnull=False), fields=["remind_at"], name="game_reminds"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=Q(decided="timeout"), fields=["ended_at"], name="game_ended_on_time"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=Q(paused_at__isnull=False), fields=["-id"], name="game_is_paused"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=Q(is_hidden=True), fields=["-id"], name="game_is_hidden"),
        ),
        migrations.RunPython(note_reminders, migrations.RunPython.noop),
    ]
