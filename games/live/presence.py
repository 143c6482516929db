"""Which of the two players look at a game, as one socket knows it from the messages of the others."""

from __future__ import annotations


class Presence:
    """A seat is present as long as one of its tabs is; a tab that is silent for too long counts as closed."""

    def __init__(self) -> None:
        self._heard: dict[int, dict[str, float]] = {1: {}, 2: {}}

    def hear(self, seat: int, tab: str, now: float) -> bool:
        """Note that a tab is present. Returns whether its seat was not present before."""
        tabs = self._heard[seat]
        is_new = not tabs
        tabs[tab] = now
        return is_new

    def leave(self, seat: int, tab: str) -> bool:
        """Note that a tab was closed or hidden. Returns whether its seat is not present any more."""
        tabs = self._heard[seat]
        return tabs.pop(tab, None) is not None and not tabs

    def forget(self, before: float) -> list[int]:
        """Drop the tabs that were present last before that time. Returns the seats that are not present any more."""
        silent = [(seat, tab) for seat, tabs in self._heard.items() for tab, at in tabs.items() if at < before]
        return [seat for seat, tab in silent if self.leave(seat, tab)]
