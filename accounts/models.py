from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.validators import ASCIIUsernameValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person who plays. Two names that differ only in case would be one name to everybody."""

    # ASCII: no look-alike letters, and every database agrees which letters are the same but for their case.
    username = models.CharField(
        _("user name"),
        max_length=30,
        unique=True,
        validators=[ASCIIUsernameValidator()],
        help_text=_("At most 30 characters: letters from A to Z, digits and @ . + - _"),
        error_messages={"unique": _("This name is taken.")},
    )

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_username_any_case",
                violation_error_message=_("This name is taken."),
            ),
        ]
