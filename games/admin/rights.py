"""Which rows the administration shows, and how it asks for the reason of a change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game, Report
from games.moderation import audit

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    from accounts.for_games import User

    Base = ModelAdmin
else:
    Base = object


class ReadOnly:
    """Rows that only the site's own functions change."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class NotOfMyGames(Base):
    """Hides rows of running games in which the reader plays, so that they see no more than a player."""

    game_path = "game"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        mine = Q(**{f"{self.game_path}__in": _ids(my_running_games(request))})
        return super().get_queryset(request).exclude(Q(**{f"{self.game_path}__isnull": False}) & mine)


class NotAboutMe(Base):
    """Hides rows about the reader, so that nobody learns who reported or blocked them."""

    person_path = "subject"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(**{self.person_path: request.user.pk})


class NotOfReportsAboutMe(Base):
    """The same for what is told of reports."""

    report_path = "report"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        mine = Report.objects.filter(case__subject=request.user.pk)
        return super().get_queryset(request).exclude(**{f"{self.report_path}__in": _ids(mine)})


def my_running_games(request: HttpRequest) -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.RUNNING, seats__user=request.user.pk)


def _ids(rows: QuerySet[Any]) -> list[int]:
    """Few, and asked for once: PostgreSQL would plan to ask again for every row of a long list."""
    return list(rows.values_list("pk", flat=True))


def staff(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    return request.user


def reason_field() -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        max_length=audit.LONGEST_REASON,
        help_text=_("It’s recorded in the audit permanently."),
        widget=AdminTextareaWidget(attrs={"rows": 3}),
    )


class ReasonedModelForm(forms.ModelForm):
    """A form whose change is recorded in the audit with a reason."""

    reason = reason_field()


class ReasonedActionForm(ActionForm):
    """The form of an action on selected rows, with a reason."""

    reason = forms.CharField(label=_("Reason:"), max_length=audit.LONGEST_REASON, required=False)


def reason_given(request: HttpRequest) -> str:
    """The reason of an action; empty, with a message to the person, if they gave none."""
    reason = request.POST.get("reason", "").strip()[: audit.LONGEST_REASON]
    if not reason:
        messages.error(request, gettext("Nothing was done: give a reason next to the action."))
    return reason
