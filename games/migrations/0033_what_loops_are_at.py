import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0032_slim_notifications"),
    ]

    operations = [
        migrations.AlterField(
            model_name="claim",
            name="job",
            field=models.CharField(
                choices=[("bots", "the bots of a game"), ("evidence", "the evidence about a player of a game")],
                max_length=20,
                verbose_name="job",
            ),
        ),
        migrations.AddField(
            model_name="ratingdue",
            name="because",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="games.game",
            ),
        ),
    ]
