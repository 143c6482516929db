"""Whoever keeps a site is the user whose site it is: files that root leaves in its folder, the site cannot write to."""

from __future__ import annotations

import os
import pwd

from django.conf import settings

from games.keeping.faults import CannotKeep


def refuse_others() -> None:
    """Raises CannotKeep for any user but the owner of DATA_DIR, before anything is opened."""
    if not settings.DATA_DIR.exists():
        return
    owner, user = settings.DATA_DIR.stat().st_uid, os.geteuid()
    if user != owner:
        raise CannotKeep(
            f"{settings.DATA_DIR} belongs to {_name(owner)}, and you are {_name(user)}: the site could not write to"
            f" what you would leave in it. Run this as its owner, with: sudo -u {_name(owner)} …"
        )


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:  # of a container, say
        return f"#{user}"
