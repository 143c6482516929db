"""Which version of chance's draws a game began with (docs/decisions/0021): all that there are began with the first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0018_what_was_seen")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="draws",
            field=models.PositiveSmallIntegerField(default=1, verbose_name="version of chance's draws"),
            preserve_default=False,
        ),
    ]
