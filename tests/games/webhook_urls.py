"""The addresses of a site whose mail service may report to it."""

from django.urls import include, path

from marabunta_site.urls import urlpatterns as pages

urlpatterns = [*pages, path("anymail/", include("anymail.urls"))]
