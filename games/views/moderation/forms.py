"""The forms of acts on people."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.for_games import User
from games.models import Case, Sanction
from games.moderation import appeals, handling, people, set_texts
from games.moderation.handling import Plan

Measure = Sanction.Measure
HOURS = {
    Measure.CHAT_TIMEOUT: {1: _("1 hour"), 24: _("1 day"), 72: _("3 days"), 168: _("7 days"), 720: _("30 days")},
    Measure.PHRASES_ONLY: {168: _("7 days"), 720: _("30 days"), 2160: _("90 days"), 0: _("Permanently")},
    Measure.SUSPENSION: {
        24: _("1 day"),
        72: _("3 days"),
        168: _("7 days"),
        720: _("30 days: running games are settled"),
        2160: _("90 days: running games are settled"),
        8760: _("1 year: running games are settled"),
    },
}


class ReasonForm(forms.Form):
    """A required reason: a prepared sentence, the moderator's own words, or both."""

    canned = forms.ChoiceField(label=_("Start with"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=people.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The person will read this, after the text chosen above."),
    )

    def __init__(self, *args: Any, person: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        if person is None:
            del self.fields["canned"]
            self.fields["reason"].help_text = _("The person will read this.")
        else:
            field = self.fields["canned"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", _("nothing: I’ll write it myself")), *set_texts.reasons()]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        said = [set_texts.reason_for(self.person, cleaned.get("canned", "")), cleaned.get("reason", "")]
        cleaned["why"] = " ".join(part for part in said if part)
        if not cleaned["why"] and "reason" in cleaned:
            self.add_error("reason", _("Give a reason. The person will read it."))
        return cleaned


class SanctionForm(ReasonForm):
    """A sanction. Each measure has its own form on the page, with its own field ids."""

    kind = forms.ChoiceField(choices=Measure.choices, widget=forms.HiddenInput)
    hours = forms.TypedChoiceField(label=_("How long"), coerce=int, required=False, empty_value=None)
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    field_order = ("kind", "seen", "hours", "canned", "reason")

    def __init__(self, *args: Any, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"{kind}-%s", **kwargs)
        self.initial["kind"] = kind
        lasting = HOURS.get(Measure(kind))
        if lasting is None:
            del self.fields["hours"]
        else:
            field = self.fields["hours"]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = list(lasting.items())
            field.required = True

    @property
    def until(self) -> datetime | None:
        hours = self.cleaned_data.get("hours")
        return timezone.now() + timedelta(hours=hours) if hours else None


class CaseForm(forms.Form):
    """What is done about a case, and what its reporters are answered: all on the page of the case.

    Reason, answer and words are taken as they are sent: what is done with them checks and cleans them.
    """

    hide = forms.TypedMultipleChoiceField(coerce=int, required=False)
    measure = forms.ChoiceField(required=False)
    canned = forms.ChoiceField(label=_("Reason"), required=False)
    seen = forms.IntegerField(min_value=0, required=False)

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.case = case
        self.messages = {message.pk: message for message in handling.messages_of(case)}
        self.measures = {measure.key: measure for measure in handling.measures_for(case)}
        self._choose_from("hide", [(pk, message.text) for pk, message in self.messages.items()])
        self._choose_from("measure", [("", ""), *((key, key) for key in self.measures)])
        self._choose_from("canned", [("", _("my own words")), *set_texts.reasons()])
        self.first_reason = handling.REASONS.get(case.reason, "")

    @property
    def plan(self) -> Plan:
        sent = self.cleaned_data
        return Plan(
            messages=[self.messages[pk] for pk in sent["hide"]],
            measure=self.measures.get(sent["measure"]),
            reason=self._reason(),
            answer=self.data.get("answer", ""),
            words=self.data.get("words", ""),
            seen=sent["seen"],
        )

    def _reason(self) -> str:
        prepared = set_texts.reason_for(self.case.subject, self.cleaned_data["canned"])
        return " ".join(part for part in (prepared, self.data.get("reason", "")) if part)

    def _choose_from(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class AnswerForm(forms.Form):
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("Answer"),
        max_length=appeals.LONGEST,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("The person will read this, and can reply until the appeal is closed."),
    )
    what = forms.ChoiceField(
        label=_("And then"),
        widget=forms.RadioSelect,
        initial="answer",
        choices=[
            ("answer", _("Leave the appeal open")),
            ("close", _("Close it: the sanction stays")),
            ("lift", _("Lift the sanction and close it")),
        ],
    )
