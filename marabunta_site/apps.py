from importlib import import_module

from django.conf import settings
from django.contrib.admin.apps import AdminConfig

from marabunta_site import catalogues


class AdministrationConfig(AdminConfig):
    """Django's admin with our own AdminSite; the first app, so that sentences are ready before anything is said."""

    default_site = "marabunta_site.administration.Administration"

    def ready(self) -> None:
        catalogues.bring_up_to_date(settings.LOCALE_PATHS)
        super().ready()
        if settings.SENTRY_DSN:  # loaded only then: it takes a tenth of a second
            import_module("marabunta_site.sentry").start(settings.SENTRY_DSN)
