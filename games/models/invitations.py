"""Invitations by e-mail. No address is stored, only keyed digests of addresses. See docs/mail.md."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.play import Challenge


class MailInvitation(models.Model):
    """An invitation that somebody sent to an address: counted for a month, so that nobody gets too many."""

    sender = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="+")
    digest = models.CharField(_("address fingerprint"), max_length=64)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("invitation by e-mail")
        verbose_name_plural = _("invitations by e-mail")
        indexes: ClassVar = [
            models.Index(fields=["sender", "at"], name="invitations_of_a_person"),
            models.Index(fields=["digest", "at"], name="invitations_to_an_address"),
            models.Index(fields=["at"], name="invitations_by_time"),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class UnwantedMail(models.Model):
    """An address whose owner wants no invitations, ever."""

    digest = models.CharField(_("address fingerprint"), max_length=64, unique=True)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("address without invitations")
        verbose_name_plural = _("addresses without invitations")

    def __str__(self) -> str:
        return f"address without invitations {self.pk}"
