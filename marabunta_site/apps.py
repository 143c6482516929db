from django.contrib.admin.apps import AdminConfig


class AdministrationConfig(AdminConfig):
    """Django's admin with our own AdminSite."""

    default_site = "marabunta_site.administration.Administration"
