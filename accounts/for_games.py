"""Everything that games may import of accounts; import-linter refuses any other way from there to here.

Nothing behind these names imports games. What accounts ask of games goes through ``games.for_accounts``.
"""

from accounts.addresses import digest_of as digest_of_address
from accounts.addresses import is_proved as is_address_proved
from accounts.addresses import resume_mails, stop_mails
from accounts.guests import current_player
from accounts.guests import networks_of as networks_of_guests
from accounts.limits import aconsume as aconsume_limit
from accounts.limits import consume as consume_limit
from accounts.limits import limited, network_of, parse_rates, source_of
from accounts.limits import refuse as refuse_beyond_limit
from accounts.models import FOR_GOOD, Device, User, today
from accounts.models import TAKEN as NAME_IS_TAKEN
from accounts.names import PLAYER, random_name
from accounts.names import key as name_key
from accounts.names import normal as normal_name
from accounts.post import OUTCOMES as mails_of_accounts  # noqa: N811 - it changes
from accounts.preferences import ALWAYS as ALWAYS_TOLD
from accounts.preferences import DIGEST, MAIL, Digest, OptionalOccasion
from accounts.second_factor import demanded as second_factor_demanded
from accounts.second_factor import is_missing as is_second_factor_missing
from accounts.second_factor import note_session as note_second_factor
from accounts.sessions import end_all as end_all_sessions
from accounts.validators import validate_name

__all__ = [
    "ALWAYS_TOLD",
    "DIGEST",
    "FOR_GOOD",
    "MAIL",
    "NAME_IS_TAKEN",
    "PLAYER",
    "Device",
    "Digest",
    "OptionalOccasion",
    "User",
    "aconsume_limit",
    "consume_limit",
    "current_player",
    "digest_of_address",
    "end_all_sessions",
    "is_address_proved",
    "is_second_factor_missing",
    "limited",
    "mails_of_accounts",
    "name_key",
    "network_of",
    "networks_of_guests",
    "normal_name",
    "note_second_factor",
    "parse_rates",
    "random_name",
    "refuse_beyond_limit",
    "resume_mails",
    "second_factor_demanded",
    "source_of",
    "stop_mails",
    "today",
    "validate_name",
]
