"""Fills an empty site with as much as years of play leave behind, to measure it by. See docs/growth.md."""
