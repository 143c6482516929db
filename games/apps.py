from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from anymail.signals import tracking  # type: ignore[import-untyped] # noqa: PLC0415 - no models before

        from games.notify import bounces  # noqa: PLC0415

        tracking.connect(bounces.note, dispatch_uid="games.notify.bounces")
