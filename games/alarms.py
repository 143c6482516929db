"""What wakes the loops of this process. One in another process finds the same by looking: see games/hive.py."""

from threading import Event
from typing import Final

BOTS: Final = Event()  # a bot may be to move
