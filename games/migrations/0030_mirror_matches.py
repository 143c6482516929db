import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

SEATS = (1, 2)


class Migration(migrations.Migration):
    """Mirror matches: two games with the same luck and seats swapped, which go on step by step together."""

    while_old_code_runs = (
        "The old code knows no mirror match: it writes no partner, so none is there twice, and its running games have "
        "a seat to move, as the new constraint allows. A match is offered by the new code alone; an operator who lets "
        "both run has the old processes end before anybody accepts one (docs/mirror.md)."
    )

    dependencies = [("games", "0029_rated_games_in_order")]

    operations = [
        migrations.AddField(
            model_name="challenge",
            name="is_mirrored",
            field=models.BooleanField(db_default=False, default=False, verbose_name="mirror match"),
        ),
        migrations.AddField(
            model_name="game",
            name="partner",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="games.game",
                verbose_name="other game of the match",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="stream",
            field=models.BigIntegerField(blank=True, null=True, verbose_name="luck of game"),
        ),
        migrations.AddField(
            model_name="game",
            name="veiled",
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name="events not shown yet"),
        ),
        migrations.AddField(
            model_name="game",
            name="held_by",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="seat waiting for the other board"
            ),
        ),
        migrations.RemoveConstraint(model_name="game", name="game_runs_or_is_over"),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(status="running", to_move__isnull=False, held_by=None, ended_at=None)
                | Q(status="running", to_move=None, held_by__in=SEATS, ended_at=None)
                | Q(status="over", to_move=None, held_by=None, ended_at__isnull=False),
                name="game_runs_or_is_over",
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="act",
            field=models.CharField(
                choices=[
                    ("move", "move"),
                    ("undo", "undo"),
                    ("resign", "resigned"),
                    ("offer-draw", "offered a draw"),
                    ("accept-draw", "accepted a draw"),
                    ("decline-draw", "declined a draw"),
                    ("abort", "aborted the game"),
                    ("timeout", "won on time"),
                    ("give-time", "gave time"),
                    ("substitute", "let a bot play on"),
                    ("leave", "left"),
                    ("release", "went on together"),
                    ("annul", "annulled"),
                    ("adjudicate", "decided"),
                    ("restore", "decision reversed"),
                    ("rewind", "taken back"),
                    ("pause", "clock stopped"),
                    ("resume", "clock started again"),
                    ("add-time", "time added"),
                    ("take-time", "added time taken back"),
                    ("bot-in", "a bot took over a seat"),
                    ("bot-out", "a seat was given back"),
                    ("hide", "taken off public lists"),
                    ("show", "back on public lists"),
                ],
                max_length=12,
                verbose_name="act",
            ),
        ),
    ]
