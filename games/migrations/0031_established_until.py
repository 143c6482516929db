from datetime import timedelta
from typing import Any

from django.db import migrations, models
from django.db.models import Q

PROVISIONAL, SCALE, PERIODS_A_DAY = 110.0, 173.7178, 0.21436  # as in games/ratings/glicko.py


def look_ahead(apps: Any, _schema: Any) -> None:
    """Until when those who are established are, if they do not play."""
    established = apps.get_model("games", "Rated").objects.filter(deviation__lte=PROVISIONAL, at__isnull=False)
    for row in established.iterator():
        periods = (PROVISIONAL**2 - row.deviation**2) / (SCALE * row.volatility) ** 2
        row.sure_until = row.at + periods / PERIODS_A_DAY * timedelta(days=1)
        row.save(update_fields=["sure_until"])


class Migration(migrations.Migration):
    """The leaderboard leaves out whoever has not played for so long that nobody knows any more."""

    while_old_code_runs = "No released version has ratings, so none writes rows without the new column."

    dependencies = [("games", "0030_mirror_matches")]

    operations = [
        migrations.AddField(
            model_name="rated",
            name="sure_until",
            field=models.DateTimeField(blank=True, null=True, verbose_name="established until"),
        ),
        migrations.RemoveIndex(model_name="rated", name="rating_leads"),
        migrations.AddIndex(
            model_name="rated",
            index=models.Index(
                fields=["kind", "ladder", "-rating", "id", "sure_until"],
                name="rating_leaders",
                condition=Q(user__isnull=False, sure_until__isnull=False),
            ),
        ),
        migrations.RunPython(look_ahead, migrations.RunPython.noop),
    ]
