"""The site as a whole: switches, notices, what every page shows, demonstration games."""
