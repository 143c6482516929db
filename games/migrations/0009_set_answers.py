from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_names_taken_away"),
    ]

    operations = [
        migrations.AddField(
            model_name="report",
            name="answer_key",
            field=models.CharField(blank=True, max_length=20, verbose_name="set answer"),
        ),
        migrations.AlterField(
            model_name="moderationact",
            name="what",
            field=models.CharField(
                choices=[
                    ("annul", "annulled the game"),
                    ("adjudicate", "decided the game"),
                    ("restore", "reversed a decision"),
                    ("rewind", "took the game back"),
                    ("pause", "stopped the clock"),
                    ("resume", "started the clock again"),
                    ("add-time", "added time"),
                    ("bot-in", "had a bot play a seat"),
                    ("bot-out", "gave a seat back to its player"),
                    ("hide", "took the game off public lists"),
                    ("show", "put the game on public lists again"),
                    ("warn", "warned"),
                    ("chat-timeout", "took the chat away for a while"),
                    ("phrases-only", "limited the chat to set phrases"),
                    ("suspend", "suspended"),
                    ("close", "closed the account"),
                    ("lift", "lifted a sanction"),
                    ("rename", "took a name away"),
                    ("hide-message", "hid a message"),
                    ("show-message", "showed a message again"),
                    ("claim", "took on a case"),
                    ("release", "handed a case back"),
                    ("settle", "settled a case"),
                    ("reopen", "opened a case again"),
                    ("answer", "answered an appeal"),
                    ("switch", "turned a switch of the site"),
                    ("notice", "changed a notice"),
                    ("role", "gave or took a role"),
                    ("resend", "had letters sent again"),
                    ("word", "changed the words that are flagged"),
                ],
                max_length=16,
                verbose_name="act",
            ),
        ),
    ]
