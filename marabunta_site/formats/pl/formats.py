"""Months are small, and in the genitive after a day."""

DATETIME_FORMAT = "j E Y, H:i"
YEAR_MONTH_FORMAT = "b Y"
SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
