from allauth.account.auth_backends import AuthenticationBackend

from accounts import names
from accounts.models import User


class NameOrAddress(AuthenticationBackend):  # type: ignore[misc]
    """Logs in by e-mail address, as allauth does it, or by name."""

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        """Case does not matter. Look-alikes do: each would be another go at guessing the password."""
        user = User.objects.filter(name_key=names.key(username), is_guest=False).first()
        if user is None or user.username.casefold() != names.normal(username).casefold():
            return None
        checked: User | None = self._check_password(user, password)
        return checked
