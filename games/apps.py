import logging

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import register
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from allauth.account.signals import email_confirmed  # noqa: PLC0415 - no models before
        from anymail.signals import tracking  # type: ignore[import-untyped] # noqa: PLC0415

        from games.kind_pages.checks import check_kinds  # noqa: PLC0415
        from games.moderation import roles, sanction_carry_over, site_acts  # noqa: PLC0415
        from games.notify import alarm, bounces  # noqa: PLC0415
        from games.table import unreadable  # noqa: PLC0415

        register(check_kinds)
        if settings.ALARMS:
            unreadable.logger.addHandler(alarm.Alarm(logging.ERROR))
        tracking.connect(bounces.record_report, dispatch_uid="games.notify.bounces")
        email_confirmed.connect(
            sanction_carry_over.on_email_confirmed, dispatch_uid="games.moderation.sanction_carry_over"
        )
        post_migrate.connect(roles.create_groups, sender=self, dispatch_uid="games.moderation.roles")
        post_migrate.connect(site_acts.create_switches, sender=self, dispatch_uid="games.moderation.site_acts")
