"""The settings, all of them. Environment variables alone turn the embedded site into a production one.

They may stand in a file instead: ``.env`` beside ``manage.py``, as ``.env.example`` shows; what the environment says
goes before. Values that are not safe together are refused, one clear sentence for each: see unsafe_settings.py.

ENV_FILE       the file with these variables; default: .env, if there is one, and with DEBUG none; empty: none
HOST, PORT     where ``make serve`` answers; default 127.0.0.1 and 8000
DEBUG          true for work on one's own machine (``make run`` sets it); default false
HTTPS          whether the site is reached by HTTPS, through a proxy; default true, false with DEBUG
ALLOWED_HOSTS  the names the site is reached by, with commas between them; default: this machine only
SECRET_KEY     required together with DATABASE_URL; default: made at the first start, in DATA_DIR
DATABASE_URL   postgres://user:password@host:port/name; default: SQLite in DATA_DIR
PGBOUNCER      whether DATABASE_URL is a PgBouncer that pools transactions; default false
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
SITE_NAME      how the site calls itself, on pages and in mails; default Marabunta
SITE_CONTACT   how to reach whoever runs the site, and
SITE_IMPRINT   who that is, for the pages about the site; ``\\n`` begins a line
SITE_FOLDER    a folder with files of the site's own: logo.svg, colours.css; see docs/operations.md
SIGN_UPS       who may sign up: open, everybody; invited, who has a link of ``manage.py invite``; closed, nobody;
               default open. An administrator may close it for a while with a switch.
EMAIL_URL      smtp+tls://user:password@host:587 (or smtp+ssl, smtp), or a mail service that anymail knows, such as
               anymail+postmark://?server_token=… (see docs/mail.md); default: mails are printed on the console
MAIL_WEBHOOK_SECRET  user:password with which a mail service reports bounces to /anymail/…; default: no such address
MAIL_PICTURE_WIDTH   of the boards in mails, in pixels; 0: mails without pictures; default 744
EMAIL_TIMEOUT        seconds that a mail server may take to answer; default 10
DEFAULT_FROM_EMAIL   the sender of mails, such as "Marabunta <games@example.org>"
STAFF_MFA      whether moderators and administrators need a passkey or an authenticator app; default true,
               false with DEBUG
SOCKET_SECONDS the age at which a live socket is closed and opened anew, by chance up to twice that; default 7200:
               Daphne and the channel layer forget a socket after a day
LIMITS         whether anything is limited: forms, log-ins, mails, sockets; default true (false is for load tests)
TRUSTED_PROXIES  how many proxies stand before the site, each of which adds the address it was asked from to
               X-Forwarded-For; limits use the one that the outermost adds; default 1, without HTTPS 0
MOST_GAMES     the number of games against people that one person may play at a time; default 50
MOST_RATED_BETWEEN_TWO  the number of rated games that the same two, also a person and a bot, play at a time; default 3
METRICS_PORT   where Prometheus reads what this process counts, each process at a port of its own; default: nowhere
METRICS_HOST   the address at which METRICS_PORT answers; default 127.0.0.1, this machine alone
LOG_FORMAT     line, or json: an object a line, with request, game and event, and nothing of anybody; default line
SENTRY_DSN     where errors are told, to Sentry or what speaks its language; default: nowhere
RESTART        how ``make upgrade`` restarts the processes, one after the other, and where each says that it is ready:
               "sudo systemctl restart marabunta-web@8001 -> http://127.0.0.1:8001/readyz; sudo …"; see
               docs/operations.md; default: nothing is restarted
"""

import secrets
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

from games import kinds
from marabunta_site import environment_file, unsafe_settings
from marabunta_site.headers import restrict_file
from marabunta_site.mail_url import mail_settings
from marabunta_site.private_files import private_file

BASE_DIR = Path(__file__).resolve().parent.parent
FROM_FILE = environment_file.read(BASE_DIR)
env = environment_file.Asking()

DATA_DIR = Path(env.str("DATA_DIR", default="") or BASE_DIR / "var")
DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")


def local_secret_key() -> str:
    """The key of a site on one machine."""
    return private_file(DATA_DIR / "secret-key", secrets.token_urlsafe(64)).read_text()


DEBUG = env.bool("DEBUG", default=False)
HOST, PORT = env.str("HOST", default="127.0.0.1"), env.int("PORT", default=8000)
SECRET_KEY = env.str("SECRET_KEY") if DATABASE_URL else env.str("SECRET_KEY", default="") or local_secret_key()
ALLOWED_HOSTS = [*filter(None, env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"]))]

INSTALLED_APPS = [
    "marabunta_site.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
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
    "marabunta_site.headers.restrict",
    "marabunta_site.bodies.usual_only",
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
    "marabunta_site.unavailable.Unavailable",
    "games.views.cannot_be_shown.CannotBeShown",
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # the templates of fields are compiled, too
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
                "accounts.context_processors.languages",
                "games.site.context_processors.waiting",
                "games.site.context_processors.unread",
                "games.site.context_processors.desk",
                "games.site.context_processors.notices",
            ],
            "builtins": [
                *("django.templatetags.i18n", "django.templatetags.static"),
                *("marabunta_site.bundle_tags", "marabunta_site.identity_tags"),
            ],
        },
    },
]

# Whose site it is

SITE_NAME = env.str("SITE_NAME", default="") or "Marabunta"
SITE_CONTACT = env.str("SITE_CONTACT", default="").replace("\\n", "\n")
SITE_IMPRINT = env.str("SITE_IMPRINT", default="").replace("\\n", "\n")
SITE_FOLDER = env.str("SITE_FOLDER", default="")
SIGN_UPS = env.str("SIGN_UPS", default="open")

# Data

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

PGBOUNCER = env.bool("PGBOUNCER", default=False)
WEB_THREADS = max(1, env.int("WEB_THREADS", default=20))

SQLITE: dict[str, Any] = {
    "ENGINE": "marabunta_site.queued_sqlite",  # Django's, with a queue for writers
    "NAME": DATA_DIR / "db.sqlite3",  # the files beside it have its permissions
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
    if PGBOUNCER:  # each transaction may have another connection: nothing may last longer, not even a cursor
        database["DISABLE_SERVER_SIDE_CURSORS"] = True
        if database["OPTIONS"]["options"] == usual["options"]:
            del database["OPTIONS"]["options"]  # which PgBouncer refuses
    return database


DATABASES = {"default": postgresql() if DATABASE_URL else SQLITE}
if not DATABASE_URL:
    private_file(SQLITE["NAME"])

if REDIS_URL:
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "marabunta_site.cache.PatientCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "marabunta",
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": Retry(NoBackoff(), 0)},
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
    CHANNEL_LAYERS = {"default": {"BACKEND": "games.live.memory_layer.MemoryLayer"}}

WORKER = env.str("WORKER", default="off" if REDIS_URL else "embedded")

RESTART = env.str("RESTART", default="")

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
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
PASSWORD_WORDS = [  # that everybody here knows: a password is more than them
    *("marabunta", "mabula", "anthill", "cupcake", "colony", "marble", "queen", "princess", "soldier", "larva"),
    *("picnic", "boardgame", "game", "player", "password", SITE_NAME),
]
AUTH_PASSWORD_VALIDATORS.append({"NAME": "accounts.validators.NoWordOfTheSite", "OPTIONS": {"words": PASSWORD_WORDS}})

AUTHENTICATION_BACKENDS = ["accounts.backends.NameOrAddress"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:home"

# In the database: logging out elsewhere takes effect at once in every process, and a failing cache locks nobody out.
SESSION_ENGINE = "accounts.session_store"
SESSION_COOKIE_AGE = 60 * 24 * 3600  # since the last visit: see accounts/presence.py

ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "change_email": "accounts.discretion.ChangeAddressForm",
    "confirm_email_verification_code": "accounts.discretion.ConfirmAddressForm",
    "request_login_code": "accounts.discretion.LoginCodeForm",
    "reset_password": "accounts.discretion.NewPasswordForm",  # nosec B105 # a form
}
ACCOUNT_PREVENT_ENUMERATION = "strict"  # several accounts may wait for the proof of one address
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_MAILS_LATER = True  # by a thread, when the page is answered: see accounts/post.py
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
    "authenticate": "accounts.authenticator_app.AuthenticateForm",
    "reauthenticate": "accounts.authenticator_app.ReauthenticateForm",
    "add_webauthn": "accounts.passkeys.AddPasskeyForm",
    "authenticate_webauthn": "accounts.passkeys.AuthenticatePasskeyForm",
    "login_webauthn": "accounts.passkeys.LoginPasskeyForm",
    "reauthenticate_webauthn": "accounts.passkeys.ReauthenticatePasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
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
    "guests-play": "60/m, 300/h",  # all guests and visitors at one address
    "export": "12/h",
    "ladder": "6/h",  # the file with all games of one
    "ladders": "60/h",  # of the whole site: they take seconds each
    "less-mail": "600/m",  # pressed by the machines of mail services
    "connect": "240/m",  # sockets: every page opens one
    "visitor-connect": "600/m",  # a whole school may have one address
    "socket-message": "20/10s",  # of one socket
    "guest": "100/h",  # guests from one address
    "signup": "40/h, 100/d",  # from one address: a class of a school may sign up in a lesson
    "signup-mails": "2000/d",  # of the whole site
    "replay": "30/m",  # of the random games, that are not worked out yet
    "hint": "20/m",
    "seal": "30/m, 300/h",
    "picture": "10/m, 100/h",  # of a step, if it is not drawn yet: that takes most of a second of a processor
    "preview": "30/m, 300/h",  # the same of games as they stand, which a service that shows links asks for
    "mail": "5/h, 12/d",  # to one mail address, whoever has it sent
}
HAS_LIMITS = env.bool("LIMITS", default=True)
if not HAS_LIMITS:
    LIMITS = {}
    ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False
MOST_GAMES = env.int("MOST_GAMES", default=50)
MOST_RATED_BETWEEN_TWO = env.int("MOST_RATED_BETWEEN_TWO", default=3)

# Mail

globals().update(mail_settings(env.str("EMAIL_URL", default="")))
MAIL_WEBHOOK_SECRET = env.str("MAIL_WEBHOOK_SECRET", default="")
ANYMAIL = {**globals().get("ANYMAIL", {}), "WEBHOOK_SECRET": MAIL_WEBHOOK_SECRET or None}
EMAIL_TIMEOUT = env.float("EMAIL_TIMEOUT", default=10)
MAIL_PICTURE_WIDTH = env.int("MAIL_PICTURE_WIDTH", default=744)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="") or f"{SITE_NAME} <marabunta@localhost>"

# Language and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("it", "Italiano"), ("pl", "Polski")]  # as each calls itself
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "marabunta_site.formats"
TIME_ZONE = "UTC"

# Static files

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS: list[Any] = [BASE_DIR / "static", *(kind.folder / "static" for kind in kinds.all())]
if SITE_FOLDER:
    STATICFILES_DIRS.append(("own", Path(SITE_FOLDER)))
SERVESTATIC_ADD_HEADERS_FUNCTION = restrict_file
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
_first_host = ALLOWED_HOSTS[0] if ALLOWED_HOSTS else "localhost"
SITE_URL = env.str("SITE_URL", default="").rstrip("/") or (
    f"https://{_first_host}" if HTTPS else f"http://{_first_host}:{PORT}"
)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # asked by the machine itself, not through the proxy
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SECURE = HTTPS
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=1 if HTTPS else 0)
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers allow this for localhost only
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # whether HSTS covers subdomains, and
    "security.W021",  # whether browsers preload it, is a decision of the owner of the domain
]

# Log: to the standard error, where the process manager collects it

LOG_FORMAT = env.str("LOG_FORMAT", default="line")
if LOG_FORMAT not in ("line", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT is {LOG_FORMAT!r}. Set it to line or json.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "marabunta_site.line_log.Lines"},
        "json": {"()": "marabunta_site.json_log.JsonLines"},
    },
    "filters": {
        "known": {"()": "marabunta_site.database_faults.NotOfDatabase"},
        "discreet": {"()": "marabunta_site.discreet_log.Discreet"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["known", "discreet"]},
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "daphne": {"level": "WARNING"},
        "marabunta_site.requests": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},
    },
}
ALARMS = True  # what an administrator has to know at once is mailed, too

# Seeing what happens: see docs/operations.md

METRICS_PORT = env.int("METRICS_PORT", default=0)
METRICS_HOST = env.str("METRICS_HOST", default="127.0.0.1")
SENTRY_DSN = env.str("SENTRY_DSN", default="")

if problems := unsafe_settings.problems(globals(), unknown=env.unknown(FROM_FILE)):
    raise ImproperlyConfigured("\n".join(problems))
