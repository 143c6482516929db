from allauth.account.decorators import reauthentication_required
from allauth.account.views import signup
from allauth.usersessions.views import list_usersessions
from django.urls import path

from accounts import invitations, views
from accounts.email_confirmation import ConfirmAddress, ConfirmLogin
from accounts.limits import limited

app_name = "accounts"
urlpatterns = [
    path("", views.overview, name="overview"),
    path("signup/", limited("signup")(signup), name="signup"),  # these before those of allauth
    path("invited/<str:token>/", invitations.accept, name="invited"),
    path("confirm-email/", ConfirmAddress.as_view(), name="confirm-address"),
    path("login/code/confirm/", ConfirmLogin.as_view(), name="confirm-login"),
    path("sessions/", reauthentication_required(list_usersessions, allow_get=True), name="sessions"),
    path("preferences/", views.preferences, name="preferences"),
    path("look/", views.look, name="look"),
    path("language/", views.language, name="language"),
    path("export/", views.export, name="export"),
    path("delete/", views.deletion, name="deletion"),
]
