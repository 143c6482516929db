from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0029_rated_games_in_order"),
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
    ]
