from django.urls import path

from accounts import views
from accounts.email_confirmation import ConfirmAddress

app_name = "accounts"
urlpatterns = [
    path("", views.overview, name="overview"),
    path("confirm-email/", ConfirmAddress.as_view(), name="confirm-address"),  # before the one of allauth
    path("preferences/", views.preferences, name="preferences"),
    path("look/", views.look, name="look"),
    path("export/", views.export, name="export"),
    path("delete/", views.deletion, name="deletion"),
]
