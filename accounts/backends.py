from functools import cache
from secrets import token_urlsafe
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.hashers import check_password, make_password
from django.http import HttpRequest

from accounts import discretion, names
from accounts.models import User
from games.prepared import Prepared

_person = Prepared(lambda pk: User.objects.filter(pk=pk))


class NameOrAddress(AuthenticationBackend):  # type: ignore[misc]
    """Logs in by e-mail address, as allauth does, or by name."""

    def get_user(self, user_id: Any) -> User | None:
        """Who a session belongs to, as Django finds it: asked with every request, by a query that is written once."""
        user = _person.first(int(user_id))
        return user if user is not None and self.user_can_authenticate(user) else None

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """By the one or the other: allauth would try what looks like an address as a name too, for twice the work."""
        password = credentials.get("password") or ""
        if email := credentials.get("email"):
            return self._authenticate_by_email(email, password)
        return self._authenticate_by_username(credentials.get("username") or "", password)

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        """Ignore case, but not look-alikes: each of them would be one more account to try a password on."""
        user = User.objects.filter(name_key=names.key(username), is_guest=False).first()
        if user is None or user.username.casefold() != names.normal(username).casefold():
            return None
        checked: User | None = self._check_password(user, password)
        return checked

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        """Always compare with as many passwords, whoever there is and whichever fits (see discretion.py)."""
        people = discretion.claimants(email)
        checked = [self._check_password(user, password) for user in people]
        for _nobody in range(discretion.CLAIMANTS - len(people)):
            self._mitigate_timing_attack(password)
        self._did_check_password = True
        return next((user for user in checked if user is not None), None)

    def _mitigate_timing_attack(self, password: str) -> None:
        """Compare with the password of nobody: making a hash, as allauth does here, takes less time than comparing."""
        check_password(password, _password_of_nobody())


@cache
def _password_of_nobody() -> str:
    return make_password(token_urlsafe())
