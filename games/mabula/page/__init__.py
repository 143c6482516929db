"""What a page shows and says of a game of Mabula."""
