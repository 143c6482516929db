"""The moderation desk. For everybody else it does not exist."""
