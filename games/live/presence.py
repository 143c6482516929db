"""Who of the two players looks at a game, as one socket knows it from what the others tell."""

from __future__ import annotations


class Presence:
    """A seat is here as long as one of its tabs is; a tab that is silent for too long has gone without saying so."""

    def __init__(self) -> None:
        self._heard: dict[int, dict[str, float]] = {1: {}, 2: {}}

    def hear(self, seat: int, tab: str, now: float) -> bool:
        """A sign of life of a tab. Whether its seat was not here before."""
        tabs = self._heard[seat]
        is_new = not tabs
        tabs[tab] = now
        return is_new

    def leave(self, seat: int, tab: str) -> bool:
        """A tab was closed or hidden. Whether its seat is not here any more."""
        tabs = self._heard[seat]
        return tabs.pop(tab, None) is not None and not tabs

    def forget(self, before: float) -> list[int]:
        """Drop the tabs that were heard of last before that time. The seats that are not here any more."""
        silent = [(seat, tab) for seat, tabs in self._heard.items() for tab, at in tabs.items() if at < before]
        return [seat for seat, tab in silent if self.leave(seat, tab)]
