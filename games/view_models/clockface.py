"""What a clock shows, as a value: two games whose clocks show the same have equal ones."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Clockface:
    is_on: bool  # the game runs with a clock
    since: str  # without one, how long the turn has lasted
    is_stopped: bool = False  # by a moderator
    is_late: bool = False
    is_hurried: bool = False
    time_left: str = ""
    in_short: str = ""  # the same, for whoever has little room
    deadline: datetime | None = None
    resumes: datetime | None = None  # when a clock that stands still now runs again
