"""Users: the list with counts that may point to a problem, and roles. Measures are imposed at the desk."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.for_games import Device, User
from games.admin import filters
from games.admin.games import address
from games.admin.large_lists import LargeList
from games.admin.rights import ReadOnly, reason_field, staff
from games.lobby import desertion
from games.models import UNPLAYED, EndedBy, Game, Report, Sanction, Seat
from games.moderation import roles
from games.moderation.roles import Role
from games.view_models import act_changes
from games.views.numbers import whole

WHY_NOT = {
    "not-an-administrator": _("Only administrators can give and take roles."),
    "your-own-role": _("You can’t change your own role."),
    "not-a-member": _("Only members who can log in can have a role."),
    "has-it-already": _("They already have this role."),
    "does-not-have-it": _("They don’t have this role."),
}


class RoleForm(forms.Form):
    role = forms.ChoiceField(
        label=_("Role"),
        choices=list(act_changes.ROLES.items()),
        widget=forms.RadioSelect,
    )
    change = forms.ChoiceField(
        label=_("Action"),
        choices=[("grant", _("Give the role")), ("revoke", _("Take the role away"))],
        widget=forms.RadioSelect,
    )
    reason = reason_field()


@admin.register(User)
class PeopleAdmin(ReadOnly, LargeList, admin.ModelAdmin):
    list_display = (
        *("username", "state", "role", "lost_on_time", "about_them", "had_sanctions", "on_same_device"),
        *("last_seen", "email"),
    )
    list_filter = (
        filters.SanctionedFilter,
        filters.ReportedPersonFilter,
        filters.SameDeviceFilter,
        filters.DeserterFilter,
        "is_guest",
        "is_active",
        "groups",
    )
    search_help_text = _("The start of a name, or an e-mail address")
    person_paths = ("pk",)
    list_per_page = 50
    actions = None
    fieldsets = (
        (None, {"fields": ("username", "name_key", "email", "state", "role")}),
        (_("Signals"), {"fields": ("lost_on_time", "about_them", "had_sanctions", "on_same_device")}),
        (_("Last here"), {"fields": ("is_guest", "is_active", "date_joined", "last_login", "last_seen")}),
        (_("Sanctions"), {"fields": ("barred_until", "silent_until", "phrases_until", "must_rename")}),
        (_("Permissions"), {"fields": ("is_staff", "is_superuser", "groups"), "classes": ("collapse",)}),
        (
            _("Preferences"),
            {
                "fields": (
                    *("language", "time_zone", "theme", "palette", "motion", "sounds", "confirm_moves"),
                    "notifications",
                ),
                "classes": ("collapse",),
            },
        ),
    )
    readonly_fields = (
        *("name_key", "state", "role", "lost_on_time", "about_them", "had_sanctions", "on_same_device"),
        *("barred_until", "silent_until", "phrases_until", "must_rename"),
    )

    class Media:
        css: ClassVar = {"all": ["css/administration.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        people: QuerySet[User] = super().get_queryset(request).annotate(**annotations_for(staff(request)))
        return people.prefetch_related("groups")

    def get_urls(self) -> list[Any]:
        role = path("<int:object_id>/role/", self.admin_site.admin_view(self.role_view), name="accounts_user_role")
        return [role, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        extra_context = {**(extra_context or {}), "desk": address("games:moderation:person", whole(object_id) or 0)}
        return super().change_view(request, object_id, form_url, extra_context)

    def role_view(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Give or take a role."""
        if not roles.is_administrator(request.user):
            raise PermissionDenied
        person = self.get_queryset(request).filter(pk=object_id).first()
        if person is None:
            raise Http404
        form = RoleForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid() and self._change_role(request, person, form):
            messages.success(request, gettext("Role changed, and recorded in the audit."))
            return redirect(reverse("admin:accounts_user_change", args=[person.pk]))
        context = {**self.admin_site.each_context(request), "opts": self.opts, "person": person, "form": form}
        context |= {"title": gettext("Roles of %(name)s") % {"name": person.username}, "media": self.media}
        status = 422 if form.errors else 200
        return TemplateResponse(request, "admin/accounts/user/role.html", context, status=status)

    def _change_role(self, request: HttpRequest, person: User, form: RoleForm) -> bool:
        change = roles.grant if form.cleaned_data["change"] == "grant" else roles.revoke
        try:
            change(
                by=staff(request),
                user=person,
                role=Role(form.cleaned_data["role"]),
                reason=form.cleaned_data["reason"],
            )
        except roles.RoleUnchanged as unchanged:
            form.add_error(None, str(WHY_NOT[str(unchanged)]))
            return False
        return True

    @admin.display(description=_("state"))
    def state(self, user: User) -> str:
        if not user.is_active:
            return gettext("can’t log in")
        return gettext("suspended") if user.is_barred else gettext("active")

    @admin.display(description=_("role"))
    def role(self, user: User) -> str:
        names = [group.name for group in user.groups.all()]
        return ", ".join([*names, gettext("superuser")] if user.is_superuser else names) or "–"

    @admin.display(description=_("lost on time"))
    def lost_on_time(self, user: Any) -> str:
        return gettext("%(lost)s of %(ended)s") % {"lost": user.timeouts, "ended": user.ended} if user.ended else "–"

    @admin.display(description=_("reports"))
    def about_them(self, user: Any) -> str:
        return "–" if user.reported is None else str(user.reported)

    @admin.display(description=_("sanctions"))
    def had_sanctions(self, user: Any) -> int:
        return int(user.sanctioned)

    @admin.display(description=_("same device"))
    def on_same_device(self, user: Any) -> int:
        return int(user.shared)


def annotations_for(reader: User) -> dict[str, Any]:
    """The annotations of a list of people: subqueries, because joined counts would multiply each other.

    How often they were reported themselves, the reader is not told.
    """
    over = Seat.objects.filter(user=OuterRef("pk"), game__status=Game.Status.OVER)
    over = over.exclude(game__decided__in=UNPLAYED).filter(~desertion.has_bot())
    lost = over.filter(game__decided=EndedBy.TIMEOUT).exclude(Q(game__winner=None) | Q(game__winner=F("number")))
    others = Device.objects.filter(key__in=Device.objects.filter(user=OuterRef(OuterRef("pk"))).values("key"))
    return {
        "ended": _counted(over, "user"),
        "timeouts": _counted(lost, "user"),
        "reported": Case(
            When(~Q(pk=reader.pk), _counted(Report.objects.filter(case__subject=OuterRef("pk")), "case__subject"))
        ),
        "sanctioned": _counted(Sanction.objects.filter(user=OuterRef("pk")), "user"),
        "shared": Coalesce(
            Subquery(
                others.exclude(user=OuterRef("pk"))
                .annotate(one=F("pk") * 0)
                .order_by()
                .values("one")
                .annotate(count=Count("user", distinct=True))
                .values("count"),
                output_field=IntegerField(),
            ),
            0,
        ),
    }


def _counted(rows: QuerySet[Any], by: str) -> Coalesce:
    counts = rows.order_by().values(by).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)
