from dataclasses import dataclass
from datetime import time
from itertools import groupby
from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _

from accounts.adapter import name_is_taken
from accounts.models import NAME_HELP, User
from accounts.preferences import Digest, OptionalOccasion, Theme, time_zones
from games import for_accounts

MAIL_FIELDS = ("digest", "digest_hour", "quiet_from", "quiet_until")


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)  # static/js/time_zone.js knows it

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, username=_("Name"), email=_("E-mail address"), password1=_("Password"))
        self.fields["username"].help_text = NAME_HELP
        self.fields["email"].help_text = _("Used to log in and to e-mail you. No one else sees it.")
        self.fields["password1"].help_text = _("At least 8 characters, and not an easy one to guess.")

    def clean_time_zone(self) -> str:
        """The zone of the browser, if it says one that we know. A member can choose another at any time."""
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in time_zones() else ""

    def validate_unique_email(self, value: str) -> str:
        """Any address will do: whether it has an account shows in the mail alone (see discretion.py)."""
        return value

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Answer 422 when another request took the name after it was checked."""
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return saved
        except IntegrityError:
            self.add_error("username", name_is_taken())
            return None, TemplateResponse(request, "account/signup.html", {"form": self}, status=422)


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, login=_("Name or e-mail address"), password=_("Password"))
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""


class AppearanceForm(forms.Form):
    """The choice of a visitor, stored in a cookie of the browser."""

    theme = forms.ChoiceField(label=_("Page colours"), choices=Theme.choices, widget=forms.RadioSelect)


@dataclass(frozen=True)
class FormSection:
    """Fields of a form that a page shows together."""

    visible_fields: list[forms.BoundField]


@dataclass(frozen=True)
class Cell:
    """A checkbox of the matrix of occasions and channels."""

    value: str
    label: str
    is_chosen: bool


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        help_text=_("E-mails can’t follow your browser: choose a language for them."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("All dates and times are shown in it."),
        widget=forms.Select(attrs={"translate": "no"}),  # names that are the same in every language
    )
    notifications = forms.MultipleChoiceField(label=_("Notify me when"), required=False)
    digest = forms.ChoiceField(label=_("Digest e-mails"), choices=Digest.choices, widget=forms.RadioSelect)
    digest_hour = forms.TypedChoiceField(label=_("Send the digest at"), coerce=int)
    quiet_from = forms.TypedChoiceField(label=_("Quiet hours from"), coerce=int, empty_value=None, required=False)
    quiet_until = forms.TypedChoiceField(
        label=_("Quiet hours until"),
        coerce=int,
        help_text=_("E-mails wait until quiet hours are over, in your time zone."),
    )

    class Meta:
        model = User
        fields = (
            *("language", "time_zone", "theme", "palette", "motion", "sounds", "confirm_moves"),
            *("notifications", "digest", "digest_hour", "quiet_from", "quiet_until"),
        )
        widgets = dict.fromkeys(("theme", "palette", "motion"), forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].choices = [("", _("Same as my browser")), *settings.LANGUAGES]  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = _zones_by_region()  # type: ignore[attr-defined]
        self.channels = for_accounts.channels_to(self.instance)
        chosen = self.instance.notifications
        self.initial["notifications"] = [f"{event}:{way}" for event, ways in chosen.items() for way in ways]
        self.fields["notifications"].choices = [  # type: ignore[attr-defined]
            (f"{event}:{way}", way) for event in OptionalOccasion.values for way, _title in self.channels
        ]
        hours = [(hour, time_format(time(hour))) for hour in range(24)]
        self.fields["digest_hour"].choices = self.fields["quiet_until"].choices = hours  # type: ignore[attr-defined]
        self.fields["quiet_from"].choices = [("", _("No quiet hours")), *hours]  # type: ignore[attr-defined]
        if not self.instance.email:
            for name in MAIL_FIELDS:
                del self.fields[name]

    @property
    def general(self) -> FormSection:
        return FormSection(
            [field for field in self.visible_fields() if field.name not in ("notifications", *MAIL_FIELDS)]
        )

    @property
    def mails(self) -> FormSection:
        return FormSection([field for field in self.visible_fields() if field.name in MAIL_FIELDS])

    @property
    def rows(self) -> list[tuple[Any, list[Cell]]]:
        """The matrix of occasions and channels."""
        chosen = {*(self["notifications"].value() or ())}
        return [
            (
                label,
                [
                    Cell(f"{event}:{way}", f"{label}: {title}", f"{event}:{way}" in chosen)
                    for way, title in self.channels
                ],
            )
            for event, label in OptionalOccasion.choices
        ]

    def clean_notifications(self) -> dict[str, list[str]]:
        """Keep the stored choice for channels that the form does not show because there is no address."""
        chosen, shown = {*self.cleaned_data["notifications"]}, [way for way, _title in self.channels]
        kept = self.instance.notifications
        return {
            event: [
                *(way for way in shown if f"{event}:{way}" in chosen),
                *(way for way in kept.get(event, ()) if way not in shown),
            ]
            for event in OptionalOccasion.values
        }

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        for_accounts.reconsider_mails(user)
        return user


class DeletionForm(forms.Form):
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


def _relabel(form: forms.Form, **labels: object) -> None:
    """Set labels and remove placeholders, which vanish while one types."""
    for name, label in labels.items():
        form.fields[name].label = label  # type: ignore[assignment]
        form.fields[name].widget.attrs.pop("placeholder", None)


def _zones_by_region() -> list[Any]:
    named = [(zone, zone.partition("/")[2].replace("_", " ").replace("/", ", ")) for zone in time_zones()[1:]]
    regions = groupby(named, key=lambda zone: zone[0].partition("/")[0])
    return [("UTC", "UTC"), *((region, list(zones)) for region, zones in regions)]
