"""The words of set answers and set reasons, for administrators: a list, and a page for each with all languages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from games.chat import plaintext
from games.moderation import audit, roles, set_texts, site_acts
from games.moderation.set_texts import LONGEST
from games.views.moderation.guard import for_moderators
from games.views.redirects import see_other

LONGEST_LOOKED_AT = 10 * LONGEST


class SetTextForm(forms.Form):
    """The words in every language; an empty field means the built-in ones."""

    def __init__(self, *args: Any, key: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for language, label in settings.LANGUAGES:
            with translation.override(language):
                default = set_texts.built_in(key)
            self.fields[language] = forms.CharField(
                label=label,
                required=False,
                max_length=LONGEST,
                initial=set_texts.written(key, language),
                help_text=default,
                widget=forms.Textarea(attrs={"rows": 3, "lang": language, "placeholder": default}),
            )
        self.fields["reason"] = forms.CharField(
            label=_("Reason"),
            max_length=audit.LONGEST_REASON,
            help_text=_("It’s recorded in the audit permanently."),
            widget=forms.Textarea(attrs={"rows": 2}),
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        found = {name: plaintext.cleaned(text) for name, text in cleaned.items()}
        if "reason" in found and not found["reason"]:
            self.add_error("reason", _("Give a reason."))
        return found

    @property
    def languages(self) -> list[forms.BoundField]:
        return [self[language] for language, _label in settings.LANGUAGES]


@for_moderators
@require_safe
def set_texts_list(request: HttpRequest) -> HttpResponse:
    _check(request)
    rows = [
        (
            key,
            set_texts.title_of(key),
            set_texts.text_of(key),
            [label for language, label in settings.LANGUAGES if set_texts.written(key, language)],
        )
        for key in set_texts.all_keys()
    ]
    return render(request, "moderation/set_texts.html", {"rows": rows})


@for_moderators
@require_http_methods(["GET", "HEAD", "POST"])
def set_text(request: HttpRequest, key: str) -> HttpResponse:
    _check(request)
    if key not in set_texts.all_keys():
        raise Http404
    form = SetTextForm(request.POST if request.method == "POST" else None, key=key)
    if request.method == "POST" and form.is_valid():
        assert request.user.is_authenticated
        given = {language: form.cleaned_data[language] for language, _label in settings.LANGUAGES}
        reason = form.cleaned_data["reason"]
        changed = site_acts.write_set_text(by=request.user, key=key, texts=given, reason=reason)
        messages.success(request, gettext("Saved. It’s in the audit.") if changed else gettext("Nothing has changed."))
        return see_other(reverse("games:moderation:set-texts"))
    title = set_texts.title_of(key) or set_texts.text_of(key)
    context = {"form": form, "key": key, "title": title}
    return render(request, "moderation/set_text.html", context, status=422 if form.is_bound else 200)


def _check(request: HttpRequest) -> None:
    """Only administrators change what all moderators say; to others there is no such page."""
    if not roles.is_administrator(request.user):
        raise Http404
