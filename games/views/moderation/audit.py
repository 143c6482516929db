"""The page of the audit for moderators, and its export for administrators."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.for_games import User, name_key
from games.models import ModerationAct, Seat
from games.moderation import audit, conflict_of_interest, roles
from games.view_models import act_changes
from games.views.moderation.guard import for_moderators
from games.views.streamed import streamed

MOST = 50  # acts on a page
MOST_FAULTS = 50
COLUMNS = ["number", "at", "moderator", "what", "game", "event", "person"]
COLUMNS += ["subject", "text", "subject_type", "subject_id", "subject_name", "before", "after", "reason", "chain"]


class AuditFilter(forms.Form):
    what = forms.ChoiceField(label=_("Act"), required=False)
    by = forms.CharField(label=_("By"), max_length=40, required=False)
    person = forms.CharField(label=_("Concerns"), max_length=40, required=False)
    game = forms.IntegerField(label=pgettext_lazy("played", "Game"), min_value=1, max_value=2**62, required=False)
    before = forms.IntegerField(min_value=1, max_value=2**62, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["what"].choices = [("", gettext("All")), *ModerationAct.What.choices]  # type: ignore[attr-defined]

    def rows(self, acts: QuerySet[ModerationAct]) -> QuerySet[ModerationAct]:
        wanted = self.cleaned_data
        if wanted["what"]:
            acts = acts.filter(what=wanted["what"])
        for field, column in (("by", "moderator"), ("person", "person")):
            if wanted[field]:
                acts = acts.filter(**{f"{column}__in": User.objects.filter(name_key=name_key(wanted[field]))})
        if wanted["game"]:
            acts = acts.filter(game=wanted["game"])
        return acts.filter(number__lt=wanted["before"]) if wanted["before"] else acts


@dataclass(frozen=True)
class AuditRow:
    """An act as the page shows it."""

    act: ModerationAct
    people: Mapping[int, str]
    own: Collection[int | None]  # games of the reader, which have no page at the desk for them

    @property
    def who(self) -> str:
        return self._name(self.act.moderator) if self.act.moderator else gettext("the site")

    @property
    def is_by_name(self) -> bool:
        """Whether ``who`` is a name; or else it is words of the site, which can be translated."""
        return self.act.moderator in self.people

    @property
    def person(self) -> str:
        return self._name(self.act.person) if self.act.person else ""

    @property
    def person_page(self) -> str:
        return address("games:moderation:person", self.act.person) if self.act.person in self.people else ""

    @property
    def game_page(self) -> str:
        pk = self.act.game
        desk = "" if pk in self.own else address("games:moderation:game", pk)
        return (desk or reverse("games:game", args=[pk])) if pk else ""

    @property
    def changes(self) -> list[act_changes.Change]:
        return list(act_changes.changes(self.act, self.people))

    def _name(self, pk: int) -> str:
        return self.people.get(pk) or gettext("a former player (%(number)s)") % {"number": pk}


@for_moderators
@require_safe
def acts(request: HttpRequest) -> HttpResponse:
    """All acts, the latest first, without those that involve the reader."""
    assert request.user.is_authenticated
    form = AuditFilter(request.GET)
    is_right = form.is_valid()
    found = form.rows(conflict_of_interest.acts_for(request.user)) if is_right else ModerationAct.objects.none()
    some = list(found[: MOST + 1])
    shown = some[:MOST]
    numbers = {number for act in shown for number in act_changes.people_in(act)}
    people = dict(User.objects.filter(pk__in=numbers).values_list("pk", "username"))
    seats = Seat.objects.filter(user=request.user, game__in={act.game for act in shown if act.game})
    own = set(seats.values_list("game", flat=True))
    is_whole = "check" in request.GET
    context = {
        "form": form,
        "rows": [AuditRow(act, people, own) for act in shown],
        "more": _further(request, shown[-1].number) if len(some) > MOST else "",
        "is_filtered": bool(request.GET),
        "count": ModerationAct.objects.count(),
        "is_whole": is_whole,
        "faults": _faults(shown, is_whole=is_whole),
        "may_export": roles.is_administrator(request.user),
    }
    return render(request, "moderation/audit.html", context, status=200 if is_right else 422)


@for_moderators
@require_safe
def export(request: HttpRequest, form: str) -> HttpResponse:
    """The whole audit as a file with its chain, so that it can be verified elsewhere; for administrators."""
    if not roles.is_administrator(request.user):
        raise Http404
    write, kind = {"csv": (_as_csv, "text/csv"), "jsonl": (_as_json, "application/jsonl")}[form]
    parts = write(audit.batches())
    return streamed(request, parts, content_type=kind, name=f"audit.{form}")  # type: ignore[return-value] # it is streamed


def address(name: str, pk: int | None) -> str:
    """The address of a page of the desk; empty if there is none."""
    try:
        return reverse(name, kwargs={"pk": pk})
    except NoReverseMatch:
        return ""


def _faults(shown: list[ModerationAct], *, is_whole: bool) -> list[str]:
    if is_whole:
        return [fault for fault, _number in zip(audit.faults(), range(MOST_FAULTS), strict=False)]
    broken = gettext("Action %(number)s has been changed since it was recorded.")
    return [broken % {"number": number} for number in audit.unchained(shown)]


def _further(request: HttpRequest, number: int) -> str:
    query = request.GET.copy()
    query["before"] = str(number)
    return query.urlencode()


class _Echo:
    """The file of csv.writer, which returns each line."""

    def write(self, line: str) -> str:
        return line


def _as_csv(batches: Iterable[list[ModerationAct]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield writer.writerow(COLUMNS)
    for batch in batches:
        yield "".join(writer.writerow([_cell(value) for value in _values(act).values()]) for act in batch)


def _as_json(batches: Iterable[list[ModerationAct]]) -> Iterator[str]:
    for batch in batches:
        yield "".join(f"{json.dumps(_values(act), ensure_ascii=False)}\n" for act in batch)


def _values(act: ModerationAct) -> dict[str, Any]:
    return {name: getattr(act, name) for name in COLUMNS} | {"at": act.at.isoformat(timespec="microseconds")}


def _cell(value: Any) -> Any:
    """A value for a spreadsheet: an apostrophe keeps a text from being taken for a formula."""
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
