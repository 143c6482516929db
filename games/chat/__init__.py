"""What people say beside a game."""
