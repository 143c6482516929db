from allauth.account.auth_backends import AuthenticationBackend

from accounts import names
from accounts.models import User


class NameOrAddress(AuthenticationBackend):  # type: ignore[misc]
    """Logs in by e-mail address, as allauth does, or by name."""

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        """Ignore case, but not look-alikes: each of them would be one more account to try a password on."""
        user = User.objects.filter(name_key=names.key(username), is_guest=False).first()
        if user is None or user.username.casefold() != names.normal(username).casefold():
            return None
        checked: User | None = self._check_password(user, password)
        return checked
