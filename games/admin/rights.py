"""Who sees what in the administration, and how a change is reasoned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.moderation import audit

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    from accounts.for_games import User

    Base = ModelAdmin
else:
    Base = object


class ReadOnly:
    """What is shown here is changed only through the site's own doors."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class NotOfMyGames(Base):
    """Who plays in a game sees no more of it than a player, as long as it runs: its rows are not here for them."""

    game_path = "game"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        mine = Q(**{f"{self.game_path}__in": my_running_games(request)})
        return super().get_queryset(request).exclude(Q(**{f"{self.game_path}__isnull": False}) & mine)


class NotAboutMe(Base):
    """Nobody reads who reported them, or blocked them: rows about oneself are not here."""

    person_path = "subject"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(**{self.person_path: request.user.pk})


def my_running_games(request: HttpRequest) -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.RUNNING, seats__user=request.user.pk)


def staff(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    return request.user


def reason_field() -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        max_length=audit.LONGEST_REASON,
        help_text=_("It stands in the audit, for ever."),
        widget=AdminTextareaWidget(attrs={"rows": 3}),
    )


class ReasonedModelForm(forms.ModelForm):
    """A form whose change stands in the audit, with the reason."""

    reason = reason_field()


class ReasonedActionForm(ActionForm):
    """Beside the choice of an action for the rows that are ticked."""

    reason = forms.CharField(label=_("Reason:"), max_length=audit.LONGEST_REASON, required=False)


def reason_given(request: HttpRequest) -> str:
    """The reason that was typed beside an action; none, and the person is told so."""
    reason = request.POST.get("reason", "").strip()[: audit.LONGEST_REASON]
    if not reason:
        messages.error(request, _now("Nothing was done: please give a reason, beside the action."))
    return reason
