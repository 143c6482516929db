from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_delete, post_save
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("people")

    def ready(self) -> None:
        from allauth.account.signals import email_changed  # noqa: PLC0415 - models are not there before
        from allauth.mfa.signals import authenticator_added  # noqa: PLC0415

        from accounts import housekeeping  # noqa: PLC0415
        from accounts.addresses import note_new_address  # noqa: PLC0415
        from accounts.presence import note_login  # noqa: PLC0415 - models are not there before
        from accounts.second_factor import note_new_authenticator  # noqa: PLC0415
        from accounts.sockets import note_change, note_session_end  # noqa: PLC0415
        from games import for_accounts  # noqa: PLC0415

        email_changed.connect(note_new_address, dispatch_uid="accounts.addresses")
        authenticator_added.connect(note_new_authenticator, dispatch_uid="accounts.second_factor")
        user_logged_in.connect(note_login, dispatch_uid="accounts.presence")
        post_delete.connect(note_session_end, "sessions.Session", dispatch_uid="accounts.sockets")
        for chore in (
            housekeeping.end_expired_sessions,
            housekeeping.forget_devices,
            housekeeping.delete_stale_guests,
            housekeeping.delete_unproved,
        ):
            for_accounts.add_chore(chore)
        for change in (post_save, post_delete):
            change.connect(note_change, "accounts.User", dispatch_uid="accounts.sockets")
