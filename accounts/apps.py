from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("accounts")

    def ready(self) -> None:
        from accounts.presence import note_login  # noqa: PLC0415 - models are not there before

        user_logged_in.connect(note_login, dispatch_uid="accounts.presence")
