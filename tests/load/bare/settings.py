"""What ``startproject`` gives, and Channels; the database is configured as our site's is."""

import os
from pathlib import Path
from typing import Any

import environ

SECRET_KEY = "the key of a benchmark"
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "tests.load.bare",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "tests.load.bare.urls"
ASGI_APPLICATION = "tests.load.bare.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True


def database() -> dict[str, Any]:
    if os.environ.get("DATABASE_URL"):
        found: dict[str, Any] = environ.Env().db("DATABASE_URL")
        found["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 20, "timeout": 10}}
        return found
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": Path(os.environ["DATA_DIR"]) / "db.sqlite3",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            "timeout": 20,
        },
    }


DATABASES = {"default": database()}
if os.environ.get("REDIS_URL"):
    hosts = [{"address": os.environ["REDIS_URL"], "socket_timeout": None}]
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": hosts}}
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
