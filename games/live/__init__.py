"""Live pages: signals after the commit, sockets and their limits, presence, and wake-ups of the loops."""
