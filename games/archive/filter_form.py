"""The form by which games are looked for. Whatever is wrong in it is said, and the rest of it is done."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import kinds
from games.archive.search import LARGEST_NUMBER, Opponents, Result, Wanted
from games.kind_pages.registry import page_of
from games.notebook import marks

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LONGEST_TEXT = 60
ALL = ("", _("All"))
KEPT = [(marks.FAVOURITES, _("Favourites")), (marks.NOTED, _("With a note"))]
MAIN, MORE, PLACES = (
    ("q", "kind", "result"),
    ("opponents", "rated", "since", "until", "kept", "tag"),
    ("before", "after"),
)


class DayField(forms.DateField):
    def __init__(self, label: StrPromise) -> None:
        outside = _("Choose a date in this century.")
        super().__init__(
            label=label,
            required=False,
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            validators=[MinValueValidator(date(2000, 1, 1), outside), MaxValueValidator(date(2099, 12, 31), outside)],
        )


class PlaceField(forms.IntegerField):
    """The number of a game, at which a page begins. It is part of an address, and nobody types it."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Page"), required=False, min_value=0, max_value=LARGEST_NUMBER, widget=forms.HiddenInput
        )


class TagSelect(forms.Select):
    """A choice of tags, in whatever language their owner wrote them."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if value:
            option["attrs"] |= {"lang": "", "dir": "auto"}
        return option


class ArchiveFilter(forms.Form):
    q = forms.CharField(
        label=_("Opponent or game number"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    kind = forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=lambda: [ALL, *((kind.key, kind.title) for kind in kinds.all())],
    )
    result = forms.ChoiceField(label=_("Result"), required=False, choices=[ALL, *Result.choices])
    opponents = forms.ChoiceField(label=_("Against"), required=False, choices=[ALL, *Opponents.choices])
    rated = forms.ChoiceField(label=_("Rated"), required=False, choices=[ALL, ("yes", _("Rated")), ("no", _("Casual"))])
    since = DayField(_("Started from"))
    until = DayField(_("Started until"))
    kept = forms.ChoiceField(label=_("Kept by me"), required=False, choices=[ALL, *KEPT])
    before = PlaceField()
    after = PlaceField()

    def __init__(self, *args: Any, tags: Sequence[str] | None = None, **kwargs: Any) -> None:
        """``tags``: those of the reader, who may look for what they have marked; None for a visitor."""
        super().__init__(*args, **kwargs)
        if tags is None:
            del self.fields["kept"]
        if tags:
            choices = [ALL, *((tag, tag) for tag in tags)]
            self.fields["tag"] = forms.ChoiceField(label=_("My tag"), required=False, choices=choices, widget=TagSelect)
        for kind in kinds.all():
            words = page_of(kind.key).words
            for name, values in kind.options.items():
                self.fields[_field_of(kind, name)] = forms.ChoiceField(
                    label=words.options.get(name, name),
                    required=False,
                    choices=[ALL, *((value, words.values.get((name, value), value)) for value in values)],
                )

    def main_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in MAIN]

    def more_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in MORE if name in self.fields]

    def option_fields(self) -> list[tuple[kinds.Kind, list[forms.BoundField]]]:
        """The fields of each kind's own options, which matter if that kind is chosen."""
        return [(kind, [self[_field_of(kind, name)] for name in kind.options]) for kind in kinds.all()]

    def mistakes(self) -> list[tuple[forms.BoundField, str]]:
        return [(self[name], str(error)) for name, errors in self.errors.items() for error in errors]

    def clean(self) -> None:
        super().clean()
        sent = self.cleaned_data
        for kind, fields in self.option_fields():
            if kind.key != sent.get("kind"):
                for field in fields:
                    sent.pop(field.name, None)
        if sent.get("since") and sent.get("until") and sent["since"] > sent["until"]:
            self.add_error("until", ValidationError(_("This date is before the first one.")))

    # The values below are those that make sense: is_valid() comes before them, whatever it finds.

    @property
    def wanted(self) -> Wanted:
        sent = self.cleaned_data
        kind = kinds.get(sent["kind"]) if sent.get("kind") else None
        chosen = {name: sent.get(_field_of(kind, name), "") for name in kind.options} if kind else {}
        return Wanted(
            text=sent.get("q", ""),
            kind=kind.key if kind else "",
            options={name: value for name, value in chosen.items() if value},
            result=sent.get("result", ""),
            opponents=sent.get("opponents", ""),
            is_rated={"yes": True, "no": False}.get(sent.get("rated", "")),
            kept=sent.get("kept", ""),
            tag=sent.get("tag", ""),
            since=_midnight(sent.get("since")),
            until=_midnight(sent.get("until"), days=1),
        )

    @property
    def place(self) -> dict[str, int | None]:
        return {name: self.cleaned_data.get(name) for name in PLACES}

    @property
    def query(self) -> str:
        """The part of an address that looks for the same."""
        return urlencode({name: value for name, value in self.cleaned_data.items() if value and name not in PLACES})

    @property
    def is_filtered(self) -> bool:
        return bool(self.query)

    @property
    def has_more(self) -> bool:
        """Whether a field besides the main ones was filled in."""
        return any(self.data.get(name) for name in self.fields if name not in (*MAIN, *PLACES))


def _field_of(kind: kinds.Kind, option: str) -> str:
    return f"{kind.key}-{option}"


def _midnight(day: date | None, days: int = 0) -> datetime | None:
    """The first moment of a day in the reader's time zone, or of one after it."""
    return timezone.make_aware(datetime.combine(day + timedelta(days=days), time.min)) if day else None
