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
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, username=_("Name"), email=_("E-mail address"), password1=_("Password"))
        self.fields["username"].help_text = NAME_HELP
        self.fields["email"].help_text = _("For log-in and for your mails. Nobody else sees it.")
        self.fields["password1"].help_text = _("At least 8 characters, and none that everybody would try.")

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
    """The choices of a visitor, stored in cookies of the browser."""

    theme = forms.ChoiceField(label=_("Colours of the pages"), choices=Theme.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(settings.LANGUAGES) > 1:
            self.fields["language"] = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


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
    language = forms.ChoiceField(label=_("Language"), required=False)
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Every time and date is shown in it."))
    notifications = forms.MultipleChoiceField(label=_("Tell me when"), required=False)
    digest = forms.ChoiceField(label=_("The mail that gathers comes"), choices=Digest.choices, widget=forms.RadioSelect)
    digest_hour = forms.TypedChoiceField(label=_("My hour for it"), coerce=int)
    quiet_from = forms.TypedChoiceField(label=_("No mails from"), coerce=int, empty_value=None, required=False)
    quiet_until = forms.TypedChoiceField(
        label=_("until"), coerce=int, help_text=_("They wait until the quiet hours are over, in your time zone.")
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
        if len(settings.LANGUAGES) > 1:
            self.fields["language"].choices = [("", _("As my browser has it")), *settings.LANGUAGES]  # type: ignore[attr-defined]
        else:
            del self.fields["language"]
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
