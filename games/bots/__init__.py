"""Bots on the site: whose turn it is, when they think and in which process, and hints."""
