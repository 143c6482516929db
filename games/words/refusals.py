"""Refusals in sentences: the codes of the rules, the door and the lobby, in the reader's language.

Every code that exists has its sentence here or in its kind; a test collects the codes from the source and compares.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
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
    return str(LOBBY[refused.code]) % refused.facts


def vacation_refusal(refused: vacations.VacationRefused) -> str:
    """Why somebody cannot be away then."""
    return str(VACATIONS[refused.code])


def options_refusal(kind: str, refused: BadOptions) -> str:
    """Why no game of that kind can be made with these options."""
    names = page_of(kind).words
    if conflict := names.conflicts.get((refused.option, str(refused.value))):
        return str(conflict)
    name = names.options.get(refused.option, refused.option)
    return gettext("That isn’t a choice for the option “%(option)s”.") % {"option": str(name)[:40]}


# The platform's own refusals, whatever the kind.
DOOR: Mapping[str, Sentence] = {
    "added-time-used": _("All the added time has been used, so none can be taken back."),
    "annulled-already": _("The game has already been annulled."),
    "both-have-moved": _("Both players have moved, so you can’t abort any more. You can resign instead."),
    "draw-is-offered": _("A draw has already been offered."),
    "for-moderators": _("Only moderators can do that."),
    "for-players": _("Only the players can do that."),
    "game-over": _("The game is over."),
    "hints-against-bots": _("Hints are only for casual games against a bot."),
    "key-used-before": _("This form was already used for something else. Nothing was done. Choose again."),
    "no-clock": _("This game has no clock."),
    "no-draw-offered": _("There’s no draw offer to answer."),
    "no-draws": _("This game can’t end in an agreed draw."),
    "no-draws-in-mirror": _("A mirror match can’t end in an agreed draw: the sum of both boards decides."),
    "no-way-back-in-mirror": _(
        "A game of a mirror match can’t go on again: the other board may show the luck to come."
    ),
    "nobody-to-play-on": _("There’s no player to give this seat back to."),
    "no-such-act": _("The site doesn’t know that action, or part of it is missing."),
    "no-such-gift": _("You can’t give that much time."),
    "no-such-step": _("The game can’t be taken back to that step."),
    "not-your-turn": _("It’s not your turn."),
    "nothing-to-restore": _("There’s no moderator decision left to reverse."),
    "nothing-to-undo": _("Nothing to undo: you can only undo what you’ve done this turn."),
    "nothing-won-yet": _("You can’t win before both players have moved. You can abort the game instead."),
    "seed-is-known": _(
        "The game is over and its seed is public, so anyone could know the luck to come. It can’t go on."
    ),
    "so-already": _("That’s already done."),
    "time-enough": _("Your opponent has enough time: the limit is 30 days."),
    "time-is-left": _("Your opponent still has time."),
    "time-is-yours": _("It’s your own clock that’s running."),
}

LOBBY: Mapping[str, Sentence] = {
    "bots-are-off": _("You can’t start new games against bots right now. Running ones go on."),
    "cannot-be-challenged": _("You can’t challenge this person."),
    "challenge-accepted": _("Someone was faster: this challenge has been accepted."),
    "challenge-declined": _("This challenge has been declined."),
    "challenge-expired": _("No one accepted this challenge in four weeks, so it has expired."),
    "challenge-withdrawn": _("This challenge has been withdrawn."),
    "challenged-often": _("You’ve challenged this person several times lately. Give them time to answer."),
    "challenger-has-enough-games": _("Your opponent has reached their limit of running games."),
    "enough-rated-games": _(
        "You two have reached the limit of rated games at once: %(most)s. Finish one first, or play a casual one."
    ),
    "enough-rated-games-with-bot": _(
        "You’ve reached the limit of rated games at once against this bot: %(most)s. "
        "Finish one first, or play a casual one."
    ),
    "game-runs": _("You can offer a rematch when the game is over."),
    "guests-are-off": _("You need an account to play right now. Sign up or log in."),
    "guests-play-unrated": _("Rated games are for people with an account. Sign up or log in to play this one."),
    "has-another-rating": _("This challenge is for players rated %(wanted)s. You are rated %(rating)s."),
    "has-no-rating": _(
        "This challenge is for players rated %(wanted)s, and you have no rating in this game yet. "
        "Play a rated game first."
    ),
    "no-such-bot": _("There’s no such bot."),
    "invited-by-name": _("This challenge is for one person, who already knows about it."),
    "mail-invites-need-account": _("You need an account to invite by e-mail. Sign up, or send the link yourself."),
    "no-more-mail-invites": _("No more invitations can be e-mailed today. Send the link yourself."),
    "no-such-kind": _("There’s no such game. Choose again."),
    "not-for-you": _("This challenge is for someone else."),
    "not-with-you": _("You can’t accept this challenge."),
    "not-yours": _("Only the person who made a challenge can withdraw it."),
    "seal-used": _("The seal on this page was used or is too old. Here’s a new one: look at it, then try again."),
    "too-many-mail-invites": _("You’ve reached today’s limit of e-mail invitations. Send the link yourself."),
    "too-many-challenges": _("You’ve reached the limit of open challenges. Withdraw some first."),
    "too-many-games": _("You’ve reached the limit of running games. Finish some first."),
    "too-many-games-against-bots": _("You’ve reached the limit of games against bots. Finish some first."),
    "words-before-seal": _(
        "Your own random seed only counts if you’ve seen the seal first. Here it is: enter your seed, then try again."
    ),
    "you-block-them": _("You’ve blocked this person. Unblock them to play."),
    "your-own-challenge": _("This is your own challenge: someone else has to accept it."),
}

VACATIONS: Mapping[str, Sentence] = {
    "ends-before-it-starts": _("The last day must be today or later, and not before the first."),
    "guests-have-none": _("You need an account to go on vacation."),
    "more-than-the-allowance": _("That’s more than you have left of your 30 days a year."),
    "too-far-ahead": _("You can only plan a vacation up to 365 days ahead."),
    "too-many-vacations": _("You’ve reached the limit of vacations for this year."),
}
