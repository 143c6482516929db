from typing import Any

from django.db import migrations, models


def leave_it_to_the_device(apps: Any, schema_editor: Any) -> None:
    """Until now nobody could say that they want the usual colours even where their device asks for contrast."""
    apps.get_model("accounts", "User").objects.filter(palette="picnic").update(palette="auto")


def back_to_picnic(apps: Any, schema_editor: Any) -> None:
    apps.get_model("accounts", "User").objects.filter(palette="auto").update(palette="picnic")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_is_warned")]
    operations = [
        migrations.AlterField(
            model_name="user",
            name="palette",
            field=models.CharField(
                choices=[("auto", "As my device has it"), ("picnic", "Picnic"), ("contrast", "High contrast")],
                default="auto",
                max_length=12,
                verbose_name="colours of the boards",
            ),
        ),
        migrations.RunPython(leave_it_to_the_device, back_to_picnic),
    ]
