"""The latest mails as files, for /dev/outbox/."""

from __future__ import annotations

import secrets
import time
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings

MOST = 200


def save(mail: bytes) -> None:
    place = _folder()
    place.mkdir(parents=True, exist_ok=True)
    name = f"{time.time_ns():020d}-{secrets.token_hex(4)}"
    unfinished = place / f".{name}"
    unfinished.write_bytes(mail)
    unfinished.replace(place / f"{name}.eml")  # a list of the folder shows complete files only
    for old in sorted(place.glob("*.eml"))[:-MOST]:
        old.unlink(missing_ok=True)


def names() -> list[str]:
    """The latest first."""
    return [path.stem for path in sorted(_folder().glob("*.eml"), reverse=True)]


def read(name: str) -> EmailMessage | None:
    if name not in names():
        return None
    mail = message_from_bytes((_folder() / f"{name}.eml").read_bytes(), policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "outbox"
