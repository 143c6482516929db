"""The settings, all of them. Environment variables alone turn the embedded site into a production one.

DEBUG          true for work on one's own machine (``make run`` sets it); default false
HTTPS          whether the site is reached by HTTPS, through a proxy; default true, false with DEBUG
ALLOWED_HOSTS  the names the site is reached by, with commas between them; default: this machine only
SECRET_KEY     required together with DATABASE_URL; default: made at the first start, in DATA_DIR
DATABASE_URL   postgres://user:password@host:port/name; default: SQLite in DATA_DIR
REDIS_URL      redis://host:port/number, needed by more than one process; default: in memory
WORKER         embedded: this process also runs bots, deadlines and mails; off: ``manage.py worker`` does;
               default: embedded, off with REDIS_URL
WEB_THREADS    the number of requests that are answered at a time, each with a connection to the database; default 20
BOT_PROCESSES  the number of processes in which bots think; default 1
BOT_SECONDS    processor time that a bot may take for a turn; default 3
BOT_FIRST_PAUSE, BOT_PAUSE  seconds before a bot's first move of a turn, and before each further one; default 1 and 0.7
DATA_DIR       local data and the collected static files; default: var/
PICTURE_MEGABYTES  that the boards drawn for mails and link previews may take in DATA_DIR; default 200
SITE_URL       the address of the site in mails, such as https://games.example; default: from ALLOWED_HOSTS and HTTPS
EMAIL_URL      smtp+tls://user:password@host:587 (or smtp+ssl, smtp), or a mail service that anymail knows, such as
               anymail+postmark://?server_token=… (see docs/mail.md); default: mails are printed on the console
MAIL_WEBHOOK_SECRET  user:password with which a mail service reports bounces to /anymail/…; default: no such address
MAIL_PICTURE_WIDTH   of the boards in mails, in pixels; 0: mails without pictures; default 744
DEFAULT_FROM_EMAIL   the sender of mails, such as "Marabunta <games@example.org>"
STAFF_MFA      whether moderators and administrators need a passkey or an authenticator app; default true,
               false with DEBUG
SOCKET_SECONDS the age at which a live socket is closed and opened anew, by chance up to twice that; default 7200:
               Daphne and the channel layer forget a socket after a day
LIMITS         whether forms and sockets have rate limits; default true (false is for load tests)
MOST_GAMES     the number of games against people that one person may play at a time; default 50
"""

import os
import secrets
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from games import kinds
from marabunta_site.mail_url import mail_settings

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("DATA_DIR", default="") or BASE_DIR / "var")
DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")


def local_secret_key() -> str:
    """The key of a site on one machine, in a file that only the owner of the process may read."""
    path = DATA_DIR / "secret-key"
    if not path.exists():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        with open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(secrets.token_urlsafe(64))
    return path.read_text()


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY") if DATABASE_URL else env.str("SECRET_KEY", default="") or local_secret_key()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

INSTALLED_APPS = [
    "marabunta_site.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "anymail",
    "csp",
    "django_htmx",
    "servestatic",
    "template_partials",
    "accounts",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.login_in_full",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.preferences",
    "accounts.middleware.Barred",
    "accounts.middleware.Limits",
    "accounts.middleware.Entrance",
]

ROOT_URLCONF = "marabunta_site.urls"
ASGI_APPLICATION = "marabunta_site.asgi.application"

TEMPLATE_FILES = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *(kind.folder / "templates" for kind in kinds.all())],
        "OPTIONS": {
            "loaders": [
                ("template_partials.loader.Loader", [("marabunta_site.compiled_templates.Loader", TEMPLATE_FILES)])
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.appearance",
                "games.site.context_processors.waiting",
                "games.site.context_processors.unread",
                "games.site.context_processors.desk",
                "games.site.context_processors.notices",
            ],
            "builtins": ["django.templatetags.i18n", "django.templatetags.static", "marabunta_site.bundle_tags"],
        },
    },
]

# Data

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

WEB_THREADS = max(1, env.int("WEB_THREADS", default=20))

SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "db.sqlite3",
    "CONN_MAX_AGE": None,  # opening one costs as much as a page's queries; the threads that answer requests keep theirs
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",  # with SQLite's default, concurrent writers find the database locked
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        "timeout": 20,
    },
}


def postgresql() -> dict[str, Any]:
    """A pool with a connection for every request that is answered at a time, and a few for sockets and the worker.

    PostgreSQL takes a page that it looks up for four times as dear as the next one, as on a turning disk, and rather
    reads whole tables. Here both cost nearly the same (docs/decisions/0019); ``?options=`` in DATABASE_URL may differ.
    """
    database: dict[str, Any] = env.db("DATABASE_URL")
    usual = {"options": "-c random_page_cost=1.1"}
    pool = {"pool": {"min_size": 1, "max_size": WEB_THREADS + 4, "timeout": 10}}
    database["OPTIONS"] = {**usual, **database.get("OPTIONS", {}), **pool}
    return database


DATABASES = {"default": postgresql() if DATABASE_URL else SQLITE}

if REDIS_URL:
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "marabunta",
            "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
        }
    }
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            # A subscription is idle most of the time: a time limit on reading would end it.
            "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": None}], "prefix": "marabunta"},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 10_000},  # limits are counted there: with the usual 300 a crowd would reset them
        }
    }
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

WORKER = env.str("WORKER", default="off" if REDIS_URL else "embedded")

# Bots

BOT_PROCESSES = max(1, env.int("BOT_PROCESSES", default=1))
BOT_SECONDS = env.float("BOT_SECONDS", default=3.0)
SOCKET_SECONDS = env.float("SOCKET_SECONDS", default=7200.0)
BOT_FIRST_PAUSE = env.float("BOT_FIRST_PAUSE", default=1.0)
BOT_PAUSE = env.float("BOT_PAUSE", default=0.7)

# Pictures of boards, as files

PICTURES = DATA_DIR / "pictures"
PICTURE_MEGABYTES = env.int("PICTURE_MEGABYTES", default=200)

# People

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

AUTHENTICATION_BACKENDS = ["accounts.backends.NameOrAddress"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:home"

# In the database: logging out elsewhere takes effect at once in every process, and a failing cache locks nobody out.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 60 * 24 * 3600  # since the last visit: see accounts/presence.py

ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {"login": "accounts.forms.LoginForm", "signup": "accounts.forms.SignupForm"}
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True  # one address for each person; a new one replaces it once it is verified
ACCOUNT_REAUTHENTICATION_REQUIRED = True

# Codes, not links: codes work when the mail is read on another device, and mail scanners cannot follow them.
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
HALF_AN_HOUR = 30 * 60  # some mail servers delay mails from unknown senders
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = HALF_AN_HOUR
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = HALF_AN_HOUR
ACCOUNT_LOGIN_TIMEOUT = HALF_AN_HOUR
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = HALF_AN_HOUR

MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_FORMS = {
    "add_webauthn": "accounts.passkeys.AddPasskeyForm",
    "authenticate_webauthn": "accounts.passkeys.AuthenticatePasskeyForm",
    "login_webauthn": "accounts.passkeys.LoginPasskeyForm",
    "reauthenticate_webauthn": "accounts.passkeys.ReauthenticatePasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Marabunta"
MFA_TOTP_TOLERANCE = 1  # accept a clock that is half a minute wrong

STAFF_MFA = env.bool("STAFF_MFA", default=not DEBUG)

# Limits against abuse, such as "20/10s, 5/h": so many in so many seconds, minutes, hours or days, for each person, or
# for each address of visitors. A form without a limit of its own has that of "form". See docs/moderation.md.

LIMITS: dict[str, str] = {
    "form": "120/m",
    "act": "300/m",  # a turn takes many small moves
    "chat": "60/m",
    "challenge": "30/m, 300/h",
    "play": "60/m, 600/h",
    "export": "12/h",
    "less-mail": "600/m",  # pressed by the machines of mail services
    "connect": "240/m",  # sockets: every page opens one
    "visitor-connect": "600/m",  # a whole school may have one address
    "socket-message": "20/10s",  # of one socket
    "guest": "100/h",  # guests from one address
    "hint": "20/m",
    "picture": "60/m, 600/h",  # that are not drawn yet
    "mail": "5/h, 12/d",  # to one mail address, whoever has it sent
}
if not env.bool("LIMITS", default=True):
    LIMITS = {}
MOST_GAMES = env.int("MOST_GAMES", default=50)

# Mail

globals().update(mail_settings(env.str("EMAIL_URL", default="")))
MAIL_WEBHOOK_SECRET = env.str("MAIL_WEBHOOK_SECRET", default="")
ANYMAIL = {**globals().get("ANYMAIL", {}), "WEBHOOK_SECRET": MAIL_WEBHOOK_SECRET or None}
EMAIL_TIMEOUT = env.float("EMAIL_TIMEOUT", default=10)
MAIL_PICTURE_WIDTH = env.int("MAIL_PICTURE_WIDTH", default=744)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Marabunta <marabunta@localhost>")

# Language and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"

# Static files

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static", *(kind.folder / "static" for kind in kinds.all())]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "marabunta_site.storage.MinifiedStaticFilesStorage"
    },
}

# Security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"

HTTPS = env.bool("HTTPS", default=not DEBUG)
SITE_URL = env.str("SITE_URL", default="").rstrip("/") or (
    f"https://{ALLOWED_HOSTS[0]}" if HTTPS else f"http://{ALLOWED_HOSTS[0]}:{env.int('PORT', default=8000)}"
)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # asked by the machine itself, not through the proxy
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SECURE = HTTPS
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if HTTPS else 0  # rate limits use the address that the proxy adds
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers allow this for localhost only
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # whether HSTS covers subdomains, and
    "security.W021",  # whether browsers preload it, is a decision of the owner of the domain
]

# Log: to the standard error, where the process manager collects it

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {"django": {"handlers": [], "propagate": True}, "daphne": {"level": "WARNING"}},
}
