"""Tells open pages that there is something new beside a game."""


def announce_chat(game_id: int) -> None:
    """Somebody has said something; pages that are open ask for it."""
