from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from marabunta_site.about import PAGES, about, verify
from marabunta_site.health import healthz, readyz

urlpatterns = [
    path("", include("games.urls")),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    *(path(f"{page}/", about, {"page": page}, name=f"about-{page}") for page in PAGES),
    path("luck/verify.py", verify, name="about-verify"),
    path("luck/ratings.py", verify, {"name": "ratings.py"}, name="about-verify-ratings"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]

if settings.MAIL_WEBHOOK_SECRET:  # without it, anybody could report that mails come back
    urlpatterns.append(path("anymail/", include("anymail.urls")))
