from django.urls import include, path

from marabunta_site.health import healthz

urlpatterns = [
    path("", include("games.urls")),
    path("healthz", healthz, name="healthz"),
]
