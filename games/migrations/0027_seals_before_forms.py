import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0026_opponents")]

    operations = [
        migrations.AddField(
            model_name="secret",
            name="sealed_at",
            field=models.DateTimeField(null=True, default=None, verbose_name="sealed"),
        ),
        migrations.AlterField(
            model_name="secret",
            name="sealed_at",
            field=models.DateTimeField(default=django.utils.timezone.now, null=True, verbose_name="sealed"),
        ),
        migrations.AddField(
            model_name="secret",
            name="is_spare",
            field=models.BooleanField(db_default=False, default=False, verbose_name="spare"),
        ),
        migrations.AddIndex(
            model_name="secret",
            index=models.Index(condition=models.Q(("is_spare", True)), fields=["sealed_at"], name="secret_is_spare"),
        ),
    ]
