from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from marabunta_site.health import healthz

urlpatterns = [
    path("", include("games.urls")),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]

if settings.MAIL_WEBHOOK_SECRET:  # without it, anybody could report that mails come back
    urlpatterns.append(path("anymail/", include("anymail.urls")))
