from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_who_has_gone")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="learned",
            field=models.JSONField(blank=True, default=dict, editable=False, verbose_name="learned"),
        ),
    ]
