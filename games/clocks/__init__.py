"""Time: what a clock shows, what happens when it runs out, vacations, reminders."""
