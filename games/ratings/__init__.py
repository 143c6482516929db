"""Ratings: how strong people have shown themselves in rated games; see docs/ratings.md."""
