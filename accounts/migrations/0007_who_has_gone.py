from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_motion_and_sounds")]
    operations = [
        migrations.AddIndex(
            model_name="device",
            index=models.Index(fields=["last_seen"], name="accounts_de_last_se_b48553_idx"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(condition=models.Q(is_guest=True), fields=["last_seen"], name="guest_was_here"),
        ),
    ]
