"""Why a delivery waits or is not sent. The sentences are in ledger.py."""

from enum import StrEnum


class DeliveryReason(StrEnum):
    ANSWERED = "answered"
    BACK = "back"
    BARRED = "barred"
    BOUNCED = "bounced"
    CAPPED = "capped"
    DIGEST = "digest"
    FAILED = "failed"
    GATHERS = "gathers"
    GONE = "gone"
    HIDDEN = "hidden"
    LIFTED = "lifted"
    LOOKING = "looking"
    MUTED = "muted"
    NO_ADDRESS = "no-address"
    ONE_MAIL = "one-mail"
    OVER = "over"
    PLAYED = "played"
    QUIET = "quiet"
    READ = "read"
    TIME_GIVEN = "time-given"
    TOO_LATE = "too-late"
    UNPROVED = "unproved"
    UNWANTED = "unwanted"
