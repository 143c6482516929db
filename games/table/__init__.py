"""The table: the log of a game, the one door to it, its checks, and what is read from and written to files."""
