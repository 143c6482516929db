from django.contrib.admin.apps import AdminConfig


class AdministrationConfig(AdminConfig):
    """Django's admin with our site for it."""

    default_site = "marabunta_site.administration.Administration"
