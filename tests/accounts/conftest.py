"""Ines and Benedikt have accounts; whoever else turns up in a test makes their own."""

import secrets
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.members import logged_in, member


@pytest.fixture(autouse=True)
def time_passes(settings) -> Callable[[], None]:
    """As if it had, for what is counted in the cache: attempts, and codes that are good once.

    The cache outlives a test, and may be shared with another that runs at the same time.
    """

    def passes() -> None:
        settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": secrets.token_hex(8)}}

    passes()
    return passes


@pytest.fixture
def ines(db) -> User:
    return member("Ines", "ines@example.org")


@pytest.fixture
def benedikt(db) -> User:
    return member("Benedikt", "benedikt@example.org")


@pytest.fixture
def as_ines(ines) -> Client:
    return logged_in("Ines")
