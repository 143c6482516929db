from itertools import groupby
from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from accounts.adapter import name_is_taken
from accounts.models import NAME_HELP, User
from accounts.preferences import Notification, Theme, time_zones


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, username=_("Name"), email=_("E-mail address"), password1=_("Password"))
        self.fields["username"].help_text = NAME_HELP
        self.fields["email"].help_text = _("For log-in and for your mails. Nobody else sees it.")
        self.fields["password1"].help_text = _("At least 8 characters, and none that everybody would try.")

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The name was free a moment ago; the database has the last word on that."""
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
    """What a visitor may choose, for this browser."""

    theme = forms.ChoiceField(label=_("Colours of the pages"), choices=Theme.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(settings.LANGUAGES) > 1:
            self.fields["language"] = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    language = forms.ChoiceField(label=_("Language"), required=False)
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Every time and date is shown in it."))
    notifications = forms.MultipleChoiceField(
        label=_("Write me a mail when"),
        choices=Notification.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    class Meta:
        model = User
        fields = ("language", "time_zone", "theme", "palette", "confirm_moves", "notifications")
        widgets = {"theme": forms.RadioSelect, "palette": forms.RadioSelect}  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(settings.LANGUAGES) > 1:
            self.fields["language"].choices = [("", _("As my browser has it")), *settings.LANGUAGES]  # type: ignore[attr-defined]
        else:
            del self.fields["language"]
        self.fields["time_zone"].choices = _zones_by_region()  # type: ignore[attr-defined]
        self.initial["notifications"] = [event for event, wanted in self.instance.notifications.items() if wanted]
        if not self.instance.email:
            del self.fields["notifications"]

    def clean_notifications(self) -> dict[str, bool]:
        return {event: event in self.cleaned_data["notifications"] for event in Notification.values}


class DeletionForm(forms.Form):
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


def _relabel(form: forms.Form, **labels: object) -> None:
    """Labels say what a field is; placeholders, which vanish when one types, need not."""
    for name, label in labels.items():
        form.fields[name].label = label  # type: ignore[assignment]
        form.fields[name].widget.attrs.pop("placeholder", None)


def _zones_by_region() -> list[Any]:
    named = [(zone, zone.partition("/")[2].replace("_", " ").replace("/", ", ")) for zone in time_zones()[1:]]
    regions = groupby(named, key=lambda zone: zone[0].partition("/")[0])
    return [("UTC", "UTC"), *((region, list(zones)) for region, zones in regions)]
