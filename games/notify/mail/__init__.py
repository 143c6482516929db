"""What a mail says, and how it is addressed."""
