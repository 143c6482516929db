"""What the terminal says in one of the site's languages: the sentences of the pages, from the same catalogues.

The drawing of the board, moves and records stay as they are: they are notation, read by people and programs alike.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import django
from django.apps import apps
from django.utils import translation
from django.utils.translation import gettext as _

from games.contract import BadOptions, IllegalMove, Outcome, Seat
from games.contract.terminal import Words
from games.kind_pages.registry import page_of


@dataclass(frozen=True)
class SpokenWords(Words):
    language: str

    def __post_init__(self) -> None:
        _speak(self.language)

    def greeting(self, level: str, seed: str) -> str:
        about = str(page_of(self.kind.key).words.bots[level]) if level else ""
        told = _("%(title)s, seed %(seed)s. Type ? for the legal moves, quit to leave.")
        return "\n".join(filter(None, (about, told % {"title": self.kind.title, "seed": seed})))

    def name(self, actor: object) -> str:
        if not isinstance(actor, Seat):
            return _("Chance")
        return str(page_of(self.kind.key).words.sides[self.kind.seats[actor - 1]])

    def position(self, state: Any) -> str:
        page = page_of(self.kind.key)
        task = page.presenter.task(state)
        return "\n".join(filter(None, (self.kind.draw(state), page.picture(state, latest=()).label, task)))

    def told(self, before: Any, move: str, after: Any) -> str:
        return page_of(self.kind.key).story.tell(before, move, after).text

    def hint(self, state: Any, move: str) -> str:
        says = page_of(self.kind.key).presenter.say(state, move)
        return f"{move}\n{_('Hint: %(move)s.') % {'move': says}}"

    def refused(self, why: IllegalMove) -> str:
        return page_of(self.kind.key).refusals.sentence(why)

    def saved(self, file: str) -> str:
        return _("The game is saved in %(file)s.") % {"file": file}

    def not_saved(self, why: OSError) -> str:
        return _("The game could not be saved: %(why)s") % {"why": why}

    def result(self, outcome: Outcome) -> str:
        if outcome.winner is None:
            return f"{self.parts(outcome)}\n{_('The game is over: it’s a draw.')}"
        winner = {"winner": self.name(outcome.winner)}
        return f"{self.parts(outcome)}\n{_('The game is over: %(winner)s won.') % winner}"

    def no_such_bot(self, level: str) -> str:
        facts = {"title": self.kind.title, "name": level, "bots": ", ".join(self.kind.bots.levels)}
        return _("%(title)s has no bot “%(name)s”. Choose one of these: %(bots)s.") % facts

    def bad_option(self, why: BadOptions) -> str:
        if not why.allowed:
            return _("“%(option)s=%(value)s” doesn’t go with the other options.") % _shown(why)
        facts = {**_shown(why), "allowed": ", ".join(why.allowed)}
        return _("“%(option)s=%(value)s” isn’t possible. Choose one of these: %(allowed)s.") % facts

    def unreadable(self, file: str, why: Exception) -> str:
        return _("%(file)s can’t be read as a saved game.") % {"file": file}

    def next_bot(self, level: str) -> str:
        return f"--level {level}: {page_of(self.kind.key).words.bots[level]}"


def unfit(language: str) -> str:
    """Of arguments that the program does not have."""
    _speak(language)
    return _("These arguments don’t fit. Add --help to see them all.")


def _speak(language: str) -> None:
    """Django knows the language, and the site's settings where its catalogues are."""
    if not apps.ready:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marabunta_site.settings")
        django.setup()
    translation.activate(language)


def _shown(why: BadOptions) -> dict[str, str]:
    return {"option": why.option[:40], "value": str(why.value)[:40]}
