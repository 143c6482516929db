"""The guided first game: walking through a kind's lesson, and how far somebody has come in it."""
