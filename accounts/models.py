from datetime import UTC, date, datetime
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.preferences import ALWAYS, BY_MAIL, Digest, Motion, Palette, Theme, usual_notifications
from accounts.validators import (
    validate_hour,
    validate_language,
    validate_name,
    validate_notifications,
    validate_time_zone,
)

FOR_GOOD = datetime(9000, 1, 1, tzinfo=UTC)  # stands for no end
NAME_HELP = _("3 to 30 characters: letters of one alphabet and digits, with . - _ in between. Everyone sees it.")
TAKEN = _("This name is taken, or looks too much like one that is.")


class People(UserManager["User"]):
    def members(self) -> models.QuerySet["User"]:
        """The people who signed up and may log in: lists show them, and they can be challenged."""
        return self.filter(is_guest=False, is_active=True).exclude(barred_until__gt=timezone.now())

    def named(self, name: str) -> "User | None":
        """The member with that name or one that looks the same."""
        return self.members().filter(name_key=names.key(name)).first()

    def called(self, text: str) -> models.QuerySet["User"]:
        """Everybody whose name begins like this, however it is written; an index has them."""
        key = names.key(text)
        return self.filter(name_key__startswith=key) if key else self.none()

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(name_key=names.key(username or ""))


class NameKey(models.CharField):  # type: ignore[type-arg]
    """The key that makes a name unique, computed on every save."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = names.key(model_instance.username)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, value)
        return value


def _is_ahead(moment: datetime | None) -> bool:
    return moment is not None and moment > timezone.now()


def today() -> date:
    return timezone.now().date()


class User(AbstractBaseUser, PermissionsMixin):
    """A player: a member, or a guest."""

    username = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        unique=True,
        validators=[validate_name],
        help_text=NAME_HELP,
    )
    name_key = NameKey(
        _("name key (unique)"),
        max_length=names.LONGEST_KEY,
        unique=True,
        editable=False,
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    is_guest = models.BooleanField(_("guest"), default=False, help_text=_("Plays without an account."))
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("Can open the administration."))
    is_active = models.BooleanField(
        _("active"), default=True, help_text=_("Can log in. Untick this instead of deleting someone.")
    )
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)
    last_seen = models.DateField(_("last seen"), default=today)

    language = models.CharField(_("language"), max_length=10, blank=True, validators=[validate_language])
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    theme = models.CharField(_("page colours"), max_length=8, choices=Theme, default=Theme.AUTO)
    palette = models.CharField(_("board colours"), max_length=12, choices=Palette, default=Palette.AUTO)
    motion = models.CharField(
        _("motion"),
        max_length=8,
        choices=Motion,
        default=Motion.AUTO,
        help_text=_("Pieces slide, and your opponent’s turn plays back. Any key or tap skips it."),
    )
    sounds = models.BooleanField(
        _("sounds"),
        default=False,
        help_text=_("A few quiet sounds during a game, and one when it’s your turn, even in another tab."),
    )
    confirm_moves = models.BooleanField(
        _("confirm every move"),
        default=False,
        help_text=_("You can undo until you end your turn. With this on, every single move asks you to confirm."),
    )
    learned = models.JSONField(  # how far in a guided game, what was explained: games.guide writes and reads it
        _("learned"), default=dict, blank=True, editable=False
    )
    notifications = models.JSONField(
        _("notifications"), default=usual_notifications, blank=True, validators=[validate_notifications]
    )
    digest = models.CharField(_("digest"), max_length=12, choices=Digest, default=Digest.DAILY)
    digest_hour = models.PositiveSmallIntegerField(_("digest hour"), default=7, validators=[validate_hour])
    quiet_from = models.PositiveSmallIntegerField(
        _("quiet hours from"), null=True, blank=True, validators=[validate_hour]
    )
    quiet_until = models.PositiveSmallIntegerField(_("quiet hours until"), default=7, validators=[validate_hour])
    told_at = models.DateTimeField(_("last notified, not back since"), null=True, blank=True, editable=False)
    mail_stopped_at = models.DateTimeField(_("e-mails stopped"), null=True, blank=True)
    mail_stopped_by = models.CharField(_("why e-mails stopped"), max_length=12, blank=True)

    # Derived from the person's sanctions (games.moderation.sanction_columns), because every request needs them.
    barred_until = models.DateTimeField(_("suspended until"), null=True, blank=True, editable=False)
    silent_until = models.DateTimeField(_("banned from chat until"), null=True, blank=True, editable=False)
    phrases_until = models.DateTimeField(_("preset phrases only until"), null=True, blank=True, editable=False)
    must_rename = models.BooleanField(_("must choose another name"), default=False, editable=False)
    is_warned = models.BooleanField(_("has an unread warning"), default=False, editable=False)

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    objects: ClassVar[People] = People()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        indexes: ClassVar = [
            models.Index(fields=["last_seen"], name="guest_was_here", condition=models.Q(is_guest=True)),
            models.Index(
                fields=["date_joined"], name="never_was_in", condition=models.Q(is_guest=False, last_login=None)
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(is_guest=False) | models.Q(email="", is_staff=False, is_superuser=False),
                name="guest_is_nobody_else",
            ),
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def is_barred(self) -> bool:
        """Suspended or closed: may read the reason, appeal, export the data and leave."""
        return _is_ahead(self.barred_until)

    @property
    def is_closed(self) -> bool:
        """Suspended for good."""
        return self.barred_until is not None and self.barred_until >= FOR_GOOD

    @property
    def is_silent(self) -> bool:
        """May not write in the chat."""
        return _is_ahead(self.silent_until)

    @property
    def is_limited(self) -> bool:
        """May say set phrases in the chat, and nothing else."""
        return _is_ahead(self.phrases_until)

    def channels(self, event: str) -> list[str]:
        """The channels that this person chose for an occasion, without mail if they have no address."""
        wanted = ALWAYS.get(event) or self.notifications.get(event, ())
        return [channel for channel in wanted if self.email or channel not in BY_MAIL]

    def clean(self) -> None:
        super().clean()
        self.username = names.normal(self.username)

    def validate_unique(self, exclude: Any = None) -> None:
        """Report a taken key at the field of the name, which forms show."""
        hidden = {*(exclude or ())}
        super().validate_unique(exclude=hidden | {"username", "name_key"})
        same = User.objects.filter(name_key=names.key(self.username)).exclude(pk=self.pk)
        if "username" not in hidden and same.exists():
            raise ValidationError({"username": ValidationError(TAKEN, code="unique")})


class Device(models.Model):
    """A browser that a person uses, known by the random token of a cookie."""

    user = models.ForeignKey(User, models.CASCADE, related_name="devices")
    key = models.CharField(_("key"), max_length=64, db_index=True)  # a keyed hash of the token
    first_seen = models.DateField(_("first seen"), default=today)
    last_seen = models.DateField(_("last seen"), default=today)

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key"], name="device_is_noted_once")]
        indexes: ClassVar = [models.Index(fields=["last_seen"])]

    def __str__(self) -> str:
        return f"device {self.pk} of {self.user_id}"
