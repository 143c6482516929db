"""Careers: what the finished games of a person come to – results, who beat whom, achievements. See docs/records.md."""
