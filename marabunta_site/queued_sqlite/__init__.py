"""SQLite, whose writers wait for each other in a queue."""
