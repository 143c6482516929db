"""Switches, notices and flagged words. Each change needs a reason and is recorded in the audit."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.admin.rights import ReasonedActionForm, ReasonedModelForm, reason_given, staff
from games.models import FlaggedWord, SiteNotice, Switch
from games.moderation import flags, site_acts


@admin.register(Switch)
class SwitchAdmin(admin.ModelAdmin):
    form = ReasonedModelForm
    fields = ("key", "is_on", "reason")
    readonly_fields = ("key",)
    list_display = ("key", "is_on")
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Switch, form: Any, change: bool) -> None:
        site_acts.turn_switch(by=staff(request), key=obj.key, is_on=obj.is_on, reason=form.cleaned_data["reason"])


class NoticeForm(ReasonedModelForm):
    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        starts, ends = cleaned.get("starts"), cleaned.get("ends")
        if starts and ends and ends <= starts:
            raise ValidationError({"ends": gettext("A notice must end after it starts.")})
        return cleaned


@admin.register(SiteNotice)
class SiteNoticeAdmin(admin.ModelAdmin):
    """Notices at the head of every page. They end by themselves and are never deleted."""

    form = NoticeForm
    fields = ("text", "starts", "ends", "reason")
    list_display = ("text", "starts", "ends")
    ordering = ("-starts",)
    actions = None

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: SiteNotice, form: Any, change: bool) -> None:
        saved = site_acts.post_notice(
            by=staff(request),
            text=obj.text,
            starts=obj.starts,
            ends=obj.ends,
            reason=form.cleaned_data["reason"],
            notice_id=obj.pk,
        )
        obj.pk = saved.pk


class WordForm(ReasonedModelForm):
    def clean_word(self) -> str:
        """Refuse a word without letters, and one that another flagged word finds already."""
        word: str = self.cleaned_data["word"]
        folded = flags.fold(word)
        if not folded:
            raise ValidationError(_("This has no letters to search for."))
        for known in FlaggedWord.objects.values_list("word", flat=True):
            if flags.fold(known) == folded:
                raise ValidationError(_("This is already covered by “%(word)s”."), params={"word": known})
        return word


@admin.register(FlaggedWord)
class FlaggedWordAdmin(admin.ModelAdmin):
    form = WordForm
    fields = ("word", "reason")
    list_display = ("word",)
    search_fields = ("word",)
    action_form = ReasonedActionForm
    actions = ("unflag",)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_unflag_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.delete_flaggedword")

    def save_model(self, request: HttpRequest, obj: FlaggedWord, form: Any, change: bool) -> None:
        obj.pk = site_acts.flag_word(by=staff(request), word=obj.word, reason=form.cleaned_data["reason"]).pk

    @admin.action(description=_("Stop flagging these words"), permissions=["unflag"])
    def unflag(self, request: HttpRequest, rows: QuerySet[FlaggedWord]) -> None:
        reason = reason_given(request)
        if not reason:
            return
        count = site_acts.unflag_words(by=staff(request), words=rows, reason=reason)
        said = ngettext("%(count)s word is no longer flagged.", "%(count)s words are no longer flagged.", count)
        self.message_user(request, said % {"count": count})
