from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from games import access, kinds
from games.kind_pages.registry import page_of
from games.kinds import Kind
from games.lobby import rating_terms
from games.lobby.rating_terms import RatingRange
from games.models import Challenge, Game, Rated
from games.queries import OwnChallenges
from games.site import demo
from games.view_models.rating_page import RatingView, view_of
from games.view_models.vacation_view import VacationView, vacation_to_tell
from games.words import names

if TYPE_CHECKING:
    from accounts.for_games import User

Audience, Status = Challenge.Audience, Challenge.Status
SHOWN = 12  # the demonstration game whose board stands for its kind


@dataclass(frozen=True)
class ChallengeView:
    """A challenge as a page shows it to a viewer."""

    challenge: Challenge
    viewer: User | None

    @property
    def kind(self) -> Kind:
        return kinds.get(self.challenge.kind)

    @property
    def heading(self) -> str:
        """The challenge in a sentence, as it concerns the viewer."""
        creator, invited = self.challenge.creator, self.challenge.invited
        sentence = self._sentence_of_open if self.is_open else self._sentence_of_answered
        words = {"name": creator.username, "invited": invited.username if invited else "", "title": self.kind.title}
        return sentence() % words

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
        return names.unusual_options_of(self.challenge)

    @property
    def side(self) -> str:
        """The colour of the creator; empty where the lot decides."""
        seat = self.challenge.seat
        return names.name_of_side(self.kind.seats[seat - 1]) if seat else ""

    @property
    def board(self) -> Any:
        """A position that shows what is played: the board that was chosen, or one from the middle of a game."""
        if page_of(self.kind.key).option_cards:
            return self.kind.rules.initial(self.challenge.options)
        shown = demo.play(self.kind.key, SHOWN)
        return shown.state(shown.last * 2 // 3)

    @property
    def cards(self) -> list[str]:
        """The templates that picture what was agreed on: of each option that has one, or else of the board."""
        return list(page_of(self.kind.key).option_cards.values()) or ["games/_thumb.html"]

    @property
    def away(self) -> VacationView | None:
        """The creator's vacation, which is told before the challenge is accepted."""
        vacations = self.challenge.creator.vacations.all()
        return vacation_to_tell(((one.starts, one.ends) for one in vacations), timezone.now())

    @property
    def standing(self) -> RatingView | None:
        """How the creator is rated in the game that they offer; None without a rated game."""
        row = self._rated(self.challenge.creator)
        return view_of(row, timezone.now()) if row else None

    @property
    def opponents(self) -> RatingRange:
        """The ratings of those who may accept it."""
        return rating_terms.range_of(self.challenge)

    @property
    def is_open_to_viewer(self) -> bool:
        """Whether the viewer's rating is one of those."""
        row = self._rated(self.viewer) if self.opponents and self.viewer else None
        return self.opponents.has(row.rating if row else None)

    @property
    def is_open(self) -> bool:
        return self.challenge.status == Status.OPEN

    @property
    def is_own(self) -> bool:
        return self.viewer is not None and self.challenge.creator_id == self.viewer.pk

    @property
    def may_see_game(self) -> bool:
        """Whether the viewer may see the game that the challenge became; nobody else's mirror match while it runs."""
        return self.challenge.game is not None and access.may_see_game(self.challenge.game, self.viewer)

    @property
    def is_player(self) -> bool:
        """Whether the viewer plays the game that the challenge became."""
        return self.challenge.game is not None and access.viewer_of(self.challenge.game, self.viewer).seat is not None

    @property
    def game(self) -> Game | None:
        """The game that the challenge became, if the viewer may see it."""
        game = self.challenge.game
        return game if game and access.may_see_game(game, self.viewer) else None

    @property
    def is_for_you(self) -> bool:
        return self.viewer is not None and self.challenge.invited_id == self.viewer.pk

    @property
    def needs_account(self) -> bool:
        """Whether the viewer must sign up or log in to accept it."""
        return self.challenge.is_rated and (self.viewer is None or self.viewer.is_guest)

    def _rated(self, person: User) -> Rated | None:
        """A person's row of the kind, of those that lists have fetched with them."""
        rows = (row for row in person.ratings.all() if row.kind == self.challenge.kind and row.games)
        return next((row for row in rows if row.ladder == Rated.Ladder.PEOPLE), None)

    def _sentence_of_open(self) -> str:
        match self.challenge.audience, self.is_own:
            case Audience.PUBLIC, True:
                return _("Your challenge to %(title)s")
            case Audience.PUBLIC, False:
                return _("%(name)s would like to play %(title)s")
            case Audience.PERSON, True:
                return _("You’re inviting %(invited)s to a game of %(title)s")
            case _, True:
                return _("Invite a friend to a game of %(title)s")
        return _("%(name)s invites you to a game of %(title)s")

    def _sentence_of_answered(self) -> str:
        match self.challenge.status, self.is_own:
            case Status.ACCEPTED, _:
                return (
                    _("Your game of %(title)s has started")
                    if self.is_player
                    else _("This game of %(title)s has been taken")
                )
            case Status.DECLINED, True:
                return _("%(invited)s has declined")
            case Status.DECLINED, False:
                return _("You’ve declined this game")
            case Status.EXPIRED, True:
                return _("No one accepted your challenge to %(title)s")
            case _, True:
                return _("You’ve withdrawn this challenge")
        return _("%(name)s has withdrawn this challenge")


def views(rows: Iterable[Challenge], viewer: User | None) -> list[ChallengeView]:
    """Challenges of others; the viewer's ratings are asked for once, if any of them is for people of some rating."""
    found = [ChallengeView(row, viewer) for row in rows]
    if viewer is not None and any(view.opponents for view in found):
        prefetch_related_objects([viewer], "ratings")
    return found


def views_of(own: OwnChallenges, viewer: User | None) -> dict[str, list[ChallengeView]]:
    """The challenges that concern somebody, by the names under which lists show them."""
    lists = {"received": own.received, "made": own.made, "expired": own.expired}
    return {name: [ChallengeView(row, viewer) for row in rows] for name, rows in lists.items()}
