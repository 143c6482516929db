from django.db import migrations, models


class Migration(migrations.Migration):
    """Rated games in the order in which they ended, in which they are worked out again."""

    while_old_code_runs = (
        "The table has one row a game: while 100,000 of them are indexed, a move waits for less than a second."
    )

    dependencies = [("games", "0028_records")]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("is_rated", True), ("status", "over")),
                fields=["kind", "ended_at", "id"],
                name="game_is_rated",
            ),
        ),
    ]
