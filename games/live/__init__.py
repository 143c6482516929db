"""Open pages: signals to them, their sockets, who is looking, and how many sockets one may have."""
