from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_acts_are_for_ever")]
    operations = [
        migrations.AddField(
            model_name="sanction",
            name="name",
            field=models.CharField(blank=True, max_length=30, verbose_name="name that was taken away"),
        ),
    ]
