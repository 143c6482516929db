"""Refusals in sentences: the codes of the rules, the door and the lobby, in the reader's language.

Every code that exists has its sentence here or in its kind; a test collects the codes from the source and compares.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from games.clocks import vacations
from games.contract import BadOptions, IllegalMove
from games.kind_pages.page import Sentence
from games.kind_pages.registry import page_of
from games.lobby.challenges import LobbyRefused


def refusal(kind: str, refused: IllegalMove) -> str:
    """Why a move or another act on a game was refused."""
    return page_of(kind).refusals.sentence(refused) if refused.clause else str(DOOR[refused.code]) % refused.facts


def lobby_refusal(refused: LobbyRefused) -> str:
    """Why the lobby did not do it."""
    return str(LOBBY[refused.code])


def vacation_refusal(refused: vacations.VacationRefused) -> str:
    """Why somebody cannot be away then."""
    return str(VACATIONS[refused.code])


def options_refusal(kind: str, refused: BadOptions) -> str:
    """Why no game of that kind can be made with these options."""
    names = page_of(kind).words
    if conflict := names.conflicts.get((refused.option, str(refused.value))):
        return str(conflict)
    name = names.options.get(refused.option, refused.option)
    return _now("There is no such choice for the option “%(option)s”.") % {"option": str(name)[:40]}


# The platform's own refusals, whatever the kind.
DOOR: Mapping[str, Sentence] = {
    "added-time-used": _("None of the time that was added is left to be taken back: it has been used."),
    "annulled-already": _("The game is annulled already."),
    "both-have-moved": _("Both have moved, so the game can no longer be called off. You can resign instead."),
    "draw-is-offered": _("A draw is on offer already."),
    "for-moderators": _("Only moderators do that."),
    "for-players": _("Only who plays does that."),
    "game-over": _("The game is over."),
    "hints-against-bots": _("Hints are for games against a bot that are not rated."),
    "key-used-before": _("This form was sent before, for something else. Nothing was done; please choose again."),
    "no-clock": _("No clock runs in this game."),
    "no-draw-offered": _("Nobody offers you a draw at the moment."),
    "no-draws": _("There are no draws in this game."),
    "nobody-to-play-on": _("This seat has no person who could play on."),
    "no-such-act": _("There is no such act, or something is missing from it."),
    "no-such-gift": _("So much time cannot be given."),
    "no-such-step": _("The game cannot be taken back to that step."),
    "not-your-turn": _("It is not your turn."),
    "nothing-to-restore": _("No decision of a moderator is left to be reversed."),
    "nothing-to-undo": _("There is nothing to take back: only what you did since chance or the other player moved."),
    "nothing-won-yet": _("There is nothing to win before both have moved. You can call the game off."),
    "seed-is-known": _(
        "The game came to its end, and its seed was shown: whoever looked knows the luck to come. It cannot go on."
    ),
    "so-already": _("It is so already."),
    "time-enough": _("The other player has time enough: nobody has more than 30 days."),
    "time-is-left": _("The other player still has time."),
    "time-is-yours": _("It is your own time that runs."),
}

LOBBY: Mapping[str, Sentence] = {
    "bots-are-off": _("No games against bots can be begun at the moment. Those that run go on."),
    "cannot-be-challenged": _("This person cannot be challenged."),
    "challenge-accepted": _("Somebody was faster: this challenge has been accepted."),
    "challenge-declined": _("This challenge has been declined."),
    "challenge-expired": _("Nobody accepted this challenge in four weeks. It is open no longer."),
    "challenge-withdrawn": _("This challenge has been withdrawn."),
    "challenged-often": _("You have challenged this person often of late. Please give them time to answer."),
    "challenger-has-enough-games": _("The other player plays as many games at the moment as they may."),
    "game-runs": _("A rematch begins when the game is over."),
    "guests-are-off": _("At the moment one needs an account to play. Please sign up or log in."),
    "guests-play-unrated": _("Rated games are for people with an account. Sign up or log in to play this one."),
    "no-such-bot": _("There is no such bot."),
    "no-such-kind": _("There is no such game to play. Please choose again."),
    "not-for-you": _("This challenge is for somebody else."),
    "not-with-you": _("This challenge cannot be accepted by you."),
    "not-yours": _("Only who made a challenge can withdraw it."),
    "too-many-challenges": _("You have as many open challenges as one person may have. Withdraw some of them first."),
    "too-many-games": _("You play as many games at the moment as you may. Finish some of them first."),
    "too-many-games-against-bots": _(
        "You play as many games against bots as one person may. Finish some of them first."
    ),
    "you-block-them": _("You have blocked this person. Unblock them to play with them."),
    "your-own-challenge": _("This is your own challenge: somebody else has to accept it."),
}

VACATIONS: Mapping[str, Sentence] = {
    "ends-before-it-starts": _("The last day must be today or later, and not before the first."),
    "guests-have-none": _("Vacations are for people with an account."),
    "more-than-the-allowance": _("That is more than is left of your 30 days of the year."),
    "too-far-ahead": _("A vacation can be announced for the next 365 days."),
    "too-many-vacations": _("You have had as many vacations in a year as one may have."),
}
