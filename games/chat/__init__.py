"""The chat beside a game."""
