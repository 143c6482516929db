from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0009_set_answers")]
    operations = [
        migrations.AlterModelOptions(
            name="moderationact",
            options={
                "default_permissions": ("view",),
                "ordering": ["-number"],
                "permissions": [
                    ("moderate", "Can moderate games and people"),
                    ("administer", "Can see to the site itself"),
                ],
                "verbose_name": "act of moderation",
                "verbose_name_plural": "acts of moderation",
            },
        ),
    ]
