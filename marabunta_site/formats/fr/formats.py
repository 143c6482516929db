"""With an "à" before the hour."""

DATETIME_FORMAT = "j F Y à H:i"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"
