from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone

from games import kinds
from games.kinds import Kind
from games.models import Challenge
from games.view_models.vacation_view import VacationView, vacation_to_tell
from games.words import names

if TYPE_CHECKING:
    from accounts.for_games import User


@dataclass(frozen=True)
class ChallengeView:
    """A challenge as a page shows it to a viewer."""

    challenge: Challenge
    viewer: User | None

    @property
    def kind(self) -> Kind:
        return kinds.get(self.challenge.kind)

    @property
    def initials(self) -> str:
        """The initials of the person that a list names: the invited one of one's own challenge, or else the creator."""
        named = self.challenge.invited if self.is_own else None
        return (named or self.challenge.creator).username[:2].upper()

    @property
    def options(self) -> list[tuple[str, str]]:
        return names.options_of(self.challenge)

    @property
    def unusual(self) -> list[str]:
        """The options that differ from the defaults of the kind."""
        usual = {name: values[0] for name, values in self.kind.options.items()}
        chosen = self.challenge.options
        return [said for name, (_, said) in zip(chosen, self.options, strict=True) if chosen[name] != usual.get(name)]

    @property
    def side(self) -> str:
        """The colour of the creator; empty where the lot decides."""
        seat = self.challenge.seat
        return names.name_of_side(self.kind.seats[seat - 1]) if seat else ""

    @property
    def away(self) -> VacationView | None:
        """The creator's vacation, which is told before the challenge is accepted."""
        vacations = self.challenge.creator.vacations.all()
        return vacation_to_tell(((one.starts, one.ends) for one in vacations), timezone.now())

    @property
    def is_open(self) -> bool:
        return self.challenge.status == Challenge.Status.OPEN

    @property
    def is_own(self) -> bool:
        return self.viewer is not None and self.challenge.creator_id == self.viewer.pk

    @property
    def is_for_you(self) -> bool:
        return self.viewer is not None and self.challenge.invited_id == self.viewer.pk

    @property
    def needs_account(self) -> bool:
        """Whether the viewer must sign up or log in to accept it."""
        return self.challenge.is_rated and (self.viewer is None or self.viewer.is_guest)
