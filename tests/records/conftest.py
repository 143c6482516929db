"""Three who play each other, and games that end as a test says."""

from tests.ratings.conftest import nothing_is_remembered, people, play, resign, time

__all__ = ["nothing_is_remembered", "people", "play", "resign", "time"]
