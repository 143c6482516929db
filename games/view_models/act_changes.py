"""The changes that acts of moderators made, in words. The audit stores them as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import formats, timezone
from django.utils.dateparse import parse_datetime, parse_duration
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.for_games import FOR_GOOD
from games.models import Appeal, Case, Game, ModerationAct, Sanction, Switch
from games.moderation import answers
from games.moderation.roles import Role
from games.words import durations, names, results

GAME_NAMES = {  # of the facts about a game that a preview and the audit show
    "status": _("Status"),
    "winner": _("Winner"),
    "decided": _("Decided by"),
    "to_move": _("To move"),
    "deadline": _("Deadline"),
    "paused_at": _("Clock stopped since"),
    "counts": _("Counts for ratings"),
    "is_hidden": _("Hidden from public lists"),
    "moves": _("Moves still in play"),
    "times": _("Time for the turn"),
    "bots": _("Bots"),
}
NAMES = GAME_NAMES | {
    "answer": _("Answer"),
    "barred_until": _("Suspended until"),
    "claimed_by": _("Taken by"),
    "count": _("How many"),
    "from": _("From"),
    "hidden_at": _("Hidden since"),
    "is_rated": _("Rated"),
    "is_warned": _("Unread warning"),
    "letters": _("Letters"),
    "must_rename": _("Must choose another name"),
    "on": _("On"),
    "outcome": _("Outcome"),
    "phrases_until": _("Preset phrases only until"),
    "roles": _("Roles"),
    "sanction": _("Sanction"),
    "set-text": _("Set answer"),
    "silent_until": _("Chat ban until"),
    "text": _("Text"),
    "until": _("Until"),
    "word": _("Word"),
}
LANGUAGES = dict(settings.LANGUAGES)  # in which an administrator wrote a set answer
MOMENTS = {"barred_until", "deadline", "from", "hidden_at", "paused_at", "phrases_until", "silent_until", "until"}
ROLES = {Role.MODERATOR.value: _("Moderator"), Role.ADMINISTRATOR.value: _("Administrator")}
STATUS = dict([*Appeal.Status.choices, *Case.Status.choices, *Game.Status.choices])  # "open" is open, of whatever


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that an act changed."""

    name: str
    before: str
    after: str


def changes(act: ModerationAct, people: Mapping[int, str]) -> Iterator[Change]:
    """The changes of an act that people read; the export has all of them. ``people`` are names by their numbers."""
    before, after = act.before, act.after
    for key in {**before, **after}:
        if before.get(key) != after.get(key):
            was, then = (_told(key, facts.get(key), people) for facts in (before, after))
            yield Change(str(NAMES.get(key) or LANGUAGES.get(key, key)), was, then)


def subject(act: ModerationAct) -> str:
    """The subject of an act in the reader's language. ``act.subject`` is what the chain hashes, in English."""
    if act.event is not None or not act.subject_type:
        return act.subject
    kind = act.get_subject_type_display()
    if act.subject_id is not None:
        return f"{kind} {act.subject_id}"
    named = {"role": ROLES, "switch": dict(Switch.Key.choices)}.get(act.subject_type, {})
    name = str(named.get(act.subject_name, act.subject_name))
    return gettext("%(label)s: %(value)s") % {"label": kind, "value": name} if name else kind


def people_in(act: ModerationAct) -> set[int]:
    """The ids of all people in an act."""
    named = (act.moderator, act.person, act.before.get("claimed_by"), act.after.get("claimed_by"))
    return {number for number in named if isinstance(number, int)}


def _told(key: str, value: Any, people: Mapping[int, str]) -> str:
    if value in (None, "", [], {}):
        return "–"
    match value:
        case bool():
            return gettext("yes") if value else gettext("no")
        case str() if key in MOMENTS:
            return _moment(value)
        case int() if key == "claimed_by":
            return people.get(value, str(value))
        case int() if key in ("to_move", "winner"):
            return gettext("seat %(number)s") % {"number": value}
        case list() if key == "times":
            return "; ".join(_time(one) for one in value)
        case list():
            return ", ".join(_told(key, one, people) for one in value)
        case {"kind": kind, "until": until}:
            label = str(dict(Sanction.Measure.choices).get(kind, kind))
            return gettext("%(what)s, until %(time)s") % {"what": label, "time": _moment(until)} if until else label
    return _word(key, value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _word(key: str, value: str) -> str:
    """A word of the site in the reader's language; words of people as they are."""
    match key:
        case "status":
            return str(STATUS.get(value, value))
        case "outcome":
            return str(dict(Case.Finding.choices).get(value, value))
        case "answer" if value in answers.ANSWERS:
            return str(answers.ANSWERS[value].title)
        case "decided":
            return results.cause(value)
        case "bots":
            return names.name_of_bot(value)
        case "roles":
            return str(ROLES.get(value, value))
    return value


def _moment(text: str) -> str:
    try:
        moment = parse_datetime(text)
    except ValueError:  # a row that somebody has changed
        moment = None
    if moment is None or timezone.is_naive(moment):
        return text
    if moment >= FOR_GOOD:
        return gettext("permanent")
    return formats.date_format(timezone.localtime(moment), "DATETIME_FORMAT")


def _time(text: str) -> str:
    time = parse_duration(text) if text else None
    return durations.duration(time) if time is not None else text or "–"
