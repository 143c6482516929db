from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_sanctions")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="is_warned",
            field=models.BooleanField(default=False, editable=False, verbose_name="has a warning to acknowledge"),
        ),
    ]
