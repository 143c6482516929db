"""Mails as they are sent, as files that a browser can show: for the pictures that ``make screenshots`` takes.

    python -m tests.sample_mails FOLDER

They are about games that always go the same way, so that a picture changes only when the mails do.
"""

from __future__ import annotations

import os
import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game, Notification
    from games.notify.mail.letter import Letter


OTHER_LANGUAGES = ("fr", "it", "pl")


def write(folder: Path) -> dict[str, Path]:
    """In a database that is there and empty of such people: a file for each kind of mail, by name."""
    folder.mkdir(parents=True, exist_ok=True)
    return {name: _write(folder / f"{name}.html", letter) for name, letter in letters().items()}


def letters() -> dict[str, Letter]:
    from accounts.models import User  # noqa: PLC0415 - once Django is set up
    from games.models import Notification  # noqa: PLC0415
    from games.notify.mail import letters  # noqa: PLC0415

    ines, benedikt = (
        User.objects.create_user(name, f"{name.lower()}@example.org", time_zone="Europe/Berlin")
        for name in ("Ines", "Benedikt")
    )
    marabunta, mabula = _game("marabunta", 12, ines, benedikt), _game("mabula", 12, ines, benedikt)
    told = [_told(game, ines, Notification.Occasion.YOUR_TURN) for game in (marabunta, mabula)]
    found = {
        "mail-turn-marabunta": letters.about_one(ines, told[0]),
        "mail-turn-mabula": letters.about_one(ines, told[1]),
        "mail-digest": letters.about_many(ines, told, is_digest=True),
    }
    for ines.language in OTHER_LANGUAGES:
        found[f"mail-turn-marabunta-{ines.language}"] = letters.about_one(ines, told[0])
    return found


def _game(kind: str, number: int, one: User, two: User) -> Game:
    """Somewhere in its middle, with the first of the two to move after the second."""
    from django.utils import timezone  # noqa: PLC0415

    from games import record  # noqa: PLC0415
    from games.contract import Seat  # noqa: PLC0415
    from games.models import Game  # noqa: PLC0415
    from games.site import demo  # noqa: PLC0415
    from games.table import exchange  # noqa: PLC0415

    played = demo.play(kind, number)
    steps = played.steps
    at = next(
        place
        for place in range(len(steps) // 2, len(steps))
        if steps[place].actor is Seat.ONE and steps[place - 1].actor is Seat.TWO
    )
    moves = [step.move for step in steps[:at]]
    game = exchange.import_record(record.make(kind, played.options, moves), players=(one, two))
    deadline = timezone.now() + timedelta(days=2, hours=14, minutes=5)
    Game.objects.filter(pk=game.pk).update(deadline=deadline, clock="3d")
    game.refresh_from_db()
    return game


def _told(game: Game, user: User, occasion: str) -> Notification:
    from django.utils import timezone  # noqa: PLC0415

    from games.models import Notification  # noqa: PLC0415

    key = f"sample:{occasion}:{game.pk}"
    return Notification.objects.create(
        user=user, occasion=occasion, key=key, game=game, seq=game.head, at=timezone.now()
    )


def _write(path: Path, letter: Letter) -> Path:
    html = letter.html
    for number, (cid, picture) in enumerate(letter.pictures.items()):
        file = path.with_name(f"{path.stem}-{number}.png")
        file.write_bytes(picture)
        html = html.replace(f"cid:{cid}", file.name)
    path.write_text(html)
    path.with_suffix(".txt").write_text(letter.text)
    return path


def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DATA_DIR": data, "DEBUG": "true", "DJANGO_SETTINGS_MODULE": "marabunta_site.settings"}
        django.setup()
        from django.core.management import call_command  # noqa: PLC0415

        call_command("migrate", verbosity=0)
        for path in write(Path(sys.argv[1])).values():
            print(path)


if __name__ == "__main__":
    main()
