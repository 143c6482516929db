"""The columns of a person's row that follow from their sanctions, so that a request need not read the sanctions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import datetime

from accounts.for_games import FOR_GOOD, User
from games.models import Sanction
from games.moderation import sanctions
from games.moderation.sanctions import BARS

Measure = Sanction.Measure


@dataclass(frozen=True, slots=True)
class SanctionColumns:
    barred_until: datetime | None = None
    silent_until: datetime | None = None
    phrases_until: datetime | None = None
    must_rename: bool = False
    is_warned: bool = False


NAMES = [field.name for field in fields(SanctionColumns)]


def stored(user: User) -> SanctionColumns:
    """As they stand in the row."""
    return SanctionColumns(**{name: getattr(user, name) for name in NAMES})


def refresh(*, user: User) -> SanctionColumns:
    """Compute and store the columns of a person, whose row must be locked."""
    columns = _columns_of(sanctions.in_force(user))
    for name, value in asdict(columns).items():
        setattr(user, name, value)
    user.save(update_fields=NAMES)
    return columns


def _columns_of(in_force: Iterable[Sanction]) -> SanctionColumns:
    rows = list(in_force)

    def until(*kinds: str) -> datetime | None:
        return max((row.until or FOR_GOOD for row in rows if row.kind in kinds), default=None)

    def is_unacknowledged(kind: str) -> bool:
        return any(row.kind == kind and row.acknowledged_at is None for row in rows)

    return SanctionColumns(
        barred_until=until(*BARS),
        silent_until=until(Measure.CHAT_TIMEOUT),
        phrases_until=until(Measure.PHRASES_ONLY),
        must_rename=is_unacknowledged(Measure.RENAME),
        is_warned=is_unacknowledged(Measure.WARNING),
    )
