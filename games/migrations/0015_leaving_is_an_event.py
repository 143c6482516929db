"""Terms apart from projections, and the missing events of those who left running games (docs/log.md).

Before this migration leaving wrote rows and no event. The event is appended now, with the time of the leaving: its
digest is that of the last event, because leaving changes no state, and its chain follows from the rows.
"""

import hashlib
import json
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Q
from django.utils import timezone

ENTERED_LATER = "entered-later"  # verification knows such an event by this key
ACTS = [
    ("move", "move"),
    ("undo", "undo"),
    ("resign", "resigned"),
    ("offer-draw", "offered a draw"),
    ("accept-draw", "accepted a draw"),
    ("decline-draw", "declined a draw"),
    ("abort", "called the game off"),
    ("timeout", "won on time"),
    ("give-time", "gave time"),
    ("substitute", "had a bot play on"),
    ("leave", "left"),
    ("annul", "annulled"),
    ("adjudicate", "decided"),
    ("restore", "decision reversed"),
    ("rewind", "taken back"),
    ("pause", "clock stopped"),
    ("resume", "clock started again"),
    ("add-time", "time added"),
    ("take-time", "added time taken back"),
    ("bot-in", "a bot took a seat"),
    ("bot-out", "a seat was given back"),
    ("hide", "taken off public lists"),
    ("show", "put on public lists again"),
]


def separate(apps: Apps, editor: BaseDatabaseSchemaEditor | None) -> None:
    enter_departures(apps)
    fill_in_terms(apps)


def enter_departures(apps: Apps) -> None:
    """For every seat whose player left while the game ran."""
    games, seats, log = (apps.get_model("games", name) for name in ("Game", "Seat", "Event"))
    left = seats.objects.filter(left_at__isnull=False).exclude(bot="").order_by("left_at", "pk")
    for seat in left.filter(Q(game__ended_at=None) | Q(game__ended_at__gt=F("left_at"))):
        events = log.objects.filter(game=seat.game_id)
        has_bot_since = bot_acts(events, seat.number).filter(at__gt=seat.left_at).exists()
        last = events.order_by("-seq").first()
        if last is None or has_bot_since or events.filter(act="leave", seat=seat.number).exists():
            continue
        event = log(
            game_id=seat.game_id,
            seq=last.seq + 1,
            act="leave",
            seat=seat.number,
            text=seat.bot,
            at=seat.left_at,
            key=ENTERED_LATER,
            digest=last.digest,
        )
        event.chain = chain(last.chain, event)
        event.save(force_insert=True)
        games.objects.filter(pk=seat.game_id).update(head=event.seq)


def fill_in_terms(apps: Apps) -> None:
    """Only an event brings a bot in for a person; only that makes a rated game unrated."""
    games, seats, log = (apps.get_model("games", name) for name in ("Game", "Seat", "Event"))
    for seat in seats.objects.exclude(bot="").iterator(500):
        if not bot_acts(log.objects.filter(game=seat.game_id), seat.number).exists():
            seats.objects.filter(pk=seat.pk).update(bot_at_start=seat.bot)
    games.objects.filter(is_rated=True).update(agreed_rated=True)
    with_bots = log.objects.filter(act__in=("substitute", "bot-in", "leave")).values("game")
    games.objects.filter(is_rated=False, challenge__is_rated=True, pk__in=with_bots).update(agreed_rated=True)


def bot_acts(events: Any, seat: int) -> Any:
    """The events by which a bot came to play this seat for a person."""
    substituted, left = Q(act="substitute", seat=3 - seat), Q(act="leave", seat=seat)
    return events.filter(substituted | left | Q(act="bot-in", text__startswith=f"{seat} "))


def chain(before: str, event: Any) -> str:
    row = [before, event.game_id, event.seq, event.act, event.seat, event.text]
    row += [event.at.isoformat(timespec="microseconds"), event.key, event.digest]
    return hashlib.sha256(json.dumps(row).encode()).hexdigest()


class Migration(migrations.Migration):
    dependencies = [("games", "0014_subjects_of_acts_are_references")]
    operations = [
        migrations.RenameField(model_name="event", old_name="kind", new_name="act"),
        migrations.AddField(
            model_name="game",
            name="agreed_rated",
            field=models.BooleanField(default=False, verbose_name="rated as agreed"),
        ),
        migrations.AddField(
            model_name="seat",
            name="bot_at_start",
            field=models.CharField(blank=True, default="", max_length=20, verbose_name="bot at the start"),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="challenge",
            name="created_at",
            field=models.DateTimeField(default=timezone.now, editable=False, verbose_name="created"),
        ),
        migrations.AlterField(
            model_name="game",
            name="created_at",
            field=models.DateTimeField(default=timezone.now, editable=False, verbose_name="created"),
        ),
        migrations.AlterField(
            model_name="event",
            name="act",
            field=models.CharField(choices=ACTS, max_length=12, verbose_name="act"),
        ),
        migrations.RunPython(separate, migrations.RunPython.noop),
    ]
