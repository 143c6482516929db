from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class NewUserForm(AdminUserCreationForm):  # type: ignore[type-arg]
    class Meta:
        model = User
        fields = ("username", "email")


@admin.register(User)
class PeopleAdmin(UserAdmin):  # type: ignore[type-arg]
    add_form = NewUserForm
    list_display = ("username", "email", "is_active", "is_staff", "is_guest", "last_seen")
    list_filter = ("is_guest", "is_active", "is_staff", "is_superuser", "groups")
    search_fields = ("username", "name_key", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("name_key", "is_guest", "date_joined", "last_login", "last_seen")
    fieldsets = (
        (None, {"fields": ("username", "name_key", "email", "password")}),
        (_("State"), {"fields": ("is_active", "is_guest", "date_joined", "last_login", "last_seen")}),
        (_("Permissions"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        (
            _("Preferences"),
            {"fields": ("language", "time_zone", "theme", "palette", "confirm_moves", "notifications")},
        ),
    )
    add_fieldsets = (
        (None, {"classes": ("wide",), "fields": ("username", "email", "usable_password", "password1", "password2")}),
    )

    def has_delete_permission(self, request: object, obj: User | None = None) -> bool:
        """Games go on when somebody leaves; only they themselves can start that, by deleting their account."""
        return False
