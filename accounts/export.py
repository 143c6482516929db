"""The export of all data of a person."""

import io
import json
import zipfile
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import User
from games import for_accounts

PREFERENCES = (
    *("language", "time_zone", "theme", "palette", "motion", "sounds", "confirm_moves"),
    *("learned", "notifications", "digest", "digest_hour", "quiet_from", "quiet_until"),
)
FIELDS = ("id", "username", "email", "is_guest", "is_staff", "is_active", "date_joined", "last_login", "last_seen")
SANCTIONS = ("barred_until", "silent_until", "phrases_until", "must_rename", "is_warned")
MAIL = ("told_at", "mail_stopped_at", "mail_stopped_by")


def archive(user: User) -> bytes:
    """A zip of account.json and games.json."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, data in (("account.json", account_data(user)), ("games.json", for_accounts.data_of(user))):
            folder.writestr(name, json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2))
    return file.getvalue()


def account_data(user: User) -> dict[str, Any]:
    """All data of the account but secrets: the hash of the password, the keys of authenticators and sessions."""
    return {
        **{name: getattr(user, name) for name in (*FIELDS, *MAIL, *SANCTIONS)},
        "groups": sorted(user.groups.values_list("name", flat=True)),
        "preferences": {name: getattr(user, name) for name in PREFERENCES},
        "email_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "sessions": list(
            UserSession.objects.filter(user=user).values("created_at", "last_seen_at", "ip", "user_agent")
        ),
        "browsers": list(user.devices.order_by("pk").values("first_seen", "last_seen")),
        "authenticators": [_authenticator(one) for one in Authenticator.objects.filter(user=user)],
    }


def _authenticator(authenticator: Authenticator) -> dict[str, Any]:
    return {
        "type": authenticator.type,
        "name": str(authenticator),
        "created_at": authenticator.created_at,
        "last_used_at": authenticator.last_used_at,
    }
