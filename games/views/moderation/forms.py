"""The forms of acts on people."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.for_games import User
from games.models import Sanction
from games.moderation import appeals, people

Measure = Sanction.Measure
CANNED: dict[str, str | Promise] = {
    "tone": _("What you wrote in the chat was insulting. Please speak to others as you would at a table."),
    "spam": _("What you wrote in the chat had nothing to do with the game, and was sent again and again."),
    "stalling": _("You leave games when they go badly, or let their time run out. Please resign instead."),
    "help": _("You played with the help of others or of a program. Games here are played by people alone."),
    "accounts": _("You played with more than one account. One person has one account here."),
    "name": _("Your name is offensive to others. Please choose another one."),
}
HOURS = {
    Measure.CHAT_TIMEOUT: {1: _("1 hour"), 24: _("1 day"), 72: _("3 days"), 168: _("7 days"), 720: _("30 days")},
    Measure.PHRASES_ONLY: {168: _("7 days"), 720: _("30 days"), 2160: _("90 days"), 0: _("For good")},
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

    canned = forms.ChoiceField(label=_("Begin with"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=people.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The person reads it. It is added to the sentence chosen above."),
    )

    def __init__(self, *args: Any, person: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        if person is None:
            del self.fields["canned"]
            self.fields["reason"].help_text = _("The person reads it.")
        else:
            field = self.fields["canned"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", _("nothing: I write it myself")), *CANNED.items()]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        said = [self._prepared(cleaned.get("canned", "")), cleaned.get("reason", "")]
        cleaned["why"] = " ".join(part for part in said if part)
        if not cleaned["why"] and "reason" in cleaned:
            self.add_error("reason", _("Give a reason: the person reads it."))
        return cleaned

    def _prepared(self, key: str) -> str:
        """A prepared sentence in the language of the person who reads it."""
        with translation.override((self.person and self.person.language) or translation.get_language()):
            return str(CANNED[key]) if key in CANNED else ""


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


class AnswerForm(forms.Form):
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("Answer"),
        max_length=appeals.LONGEST,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("The person reads it, and may write again as long as the appeal is not closed."),
    )
    what = forms.ChoiceField(
        label=_("And then"),
        widget=forms.RadioSelect,
        initial="answer",
        choices=[
            ("answer", _("Leave the appeal open")),
            ("close", _("Close it: the measure stays")),
            ("lift", _("Lift the measure, and close it")),
        ],
    )
