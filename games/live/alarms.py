"""What wakes the loops of this process. Another process finds the same by looking: see games/bots/scheduler.py."""

from threading import Event
from typing import Final

BOTS: Final = Event()  # a bot may be to move
