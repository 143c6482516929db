"""Months are small; Django's full names are not, so they are shortened."""

DATE_FORMAT = "j b Y"
DATETIME_FORMAT = "j b Y, H:i"
YEAR_MONTH_FORMAT = "b Y"
MONTH_DAY_FORMAT = "j b"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"
