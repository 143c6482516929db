"""The least that a move could cost: Django and Channels as they come, with log-in, one insert and one signal."""
