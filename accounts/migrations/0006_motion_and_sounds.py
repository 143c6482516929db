from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_palette_of_the_device")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="motion",
            field=models.CharField(
                choices=[("auto", "As my device says"), ("off", "Off")],
                default="auto",
                help_text="Pieces travel, and the other’s turn is played back. Any key or press skips it.",
                max_length=8,
                verbose_name="motion",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="sounds",
            field=models.BooleanField(
                default=False,
                help_text="A few quiet ones on the page of a game, and one when it is your turn, even in another tab.",
                verbose_name="sounds",
            ),
        ),
    ]
