"""Notifications that were seen by a look at the game, the chat or the challenge say so themselves (docs/growth.md).

Until now that was worked out whenever somebody asked. In batches, each in a transaction of its own: a migration that is
interrupted is run again, and goes on where it ended.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone

BATCH = 5000


def note_what_was_seen(apps: Apps, editor: BaseDatabaseSchemaEditor | None) -> None:
    notifications, seats, challenges = (apps.get_model("games", name) for name in ("Notification", "Seat", "Challenge"))
    own = seats.objects.filter(user=OuterRef("user"), game=OuterRef("game"))
    seen = Q(Exists(own.filter(seen__gte=OuterRef("seq"))), message=0)
    heard = Q(Exists(own.filter(chat_read__gte=OuterRef("message"))), occasion="chat")
    answered = Q(Exists(challenges.objects.filter(pk=OuterRef("challenge")).exclude(status="open")))
    last = notifications.objects.aggregate(last=Max("pk"))["last"] or 0
    now = timezone.now()
    for first in range(0, last + 1, BATCH):
        batch = notifications.objects.filter(pk__gte=first, pk__lt=first + BATCH, read_at=None)
        batch.filter(seen | heard | answered).update(read_at=now)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0017_what_is_due")]
    operations = [
        migrations.RunPython(note_what_was_seen, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(condition=Q(read_at=None), fields=["user"], name="notification_is_unread"),
        ),
    ]
