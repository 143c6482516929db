"""An empty site filled with as much as years of play leave behind: for measuring, and for tests of queries. See docs/growth.md."""
