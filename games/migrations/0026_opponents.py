from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Challenges for people of certain ratings, and another reason for which the site reports somebody."""

    while_old_code_runs = "It leaves both new columns empty, which the constraint allows; it reads neither of them."

    dependencies = [
        ("games", "0025_ratings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="challenge",
            name="rating_from",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="opponent rated from"),
        ),
        migrations.AddField(
            model_name="challenge",
            name="rating_to",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="opponent rated up to"),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("rating_from", None),
                    ("rating_to", None),
                    ("rating_from__lte", models.F("rating_to")),
                    _connector="OR",
                ),
                name="challenge_has_a_rating_range",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="reason",
            field=models.CharField(
                choices=[
                    ("abuse", "Insults or harassment"),
                    ("spam", "Spam or advertising"),
                    ("stalling", "Stalls or abandons games"),
                    ("cheating", "Got help from a person or program"),
                    ("two-accounts", "Plays with more than one account"),
                    ("name", "An offensive name"),
                    ("other", "Something else"),
                    ("words", "Flagged words"),
                    ("rating", "Arranged rated games"),
                ],
                max_length=16,
                verbose_name="reason",
            ),
        ),
    ]
