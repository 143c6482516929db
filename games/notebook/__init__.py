"""What people keep for themselves: favourite games, tags, notes on games and on people. See docs/records.md."""
