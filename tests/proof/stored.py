"""What the seats did, as the log has it: ``python -m tests.proof.stored``, in a site's environment."""

import json

import django

django.setup()

from games.models import Event  # noqa: E402

if __name__ == "__main__":
    acts = Event.objects.filter(seat__isnull=False).order_by("game_id", "seq")
    print(json.dumps([(act.game_id, act.seat, act.key, act.text, act.at.timestamp()) for act in acts]))
