"""All settings of Pli, read from the environment (design §7).

Nothing set: the *embedded* default, one process with SQLite, tasks in memory, keys made once and kept in
DATA_DIR, and mail shown at /mailbox/. With REDIS_URL set it is the *real* stack, and the system checks of
`tarot_site.config.checks` refuse to start it unsafely.
"""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from tarot_site.config.keys import load_or_make_keys, parse_key_ring
from tarot_site.config.variables import (
    database_of,
    flag_of,
    is_loopback,
    list_of,
    mail_of,
    moments_of,
    number_of,
    one_of,
    port_of,
    redis_of,
    seconds_of,
    site_of,
    text_of,
    webhook_secrets_of,
)

BASE_DIR = Path(__file__).resolve().parent.parent.parent

# Where things are

DATA_DIR = Path(text_of("DATA_DIR", str(BASE_DIR / "var"))).absolute()
PORT = port_of("PORT", 8000)
SITE_URL_IS_SET = bool(text_of("SITE_URL"))
SITE_URL = site_of("SITE_URL", f"http://127.0.0.1:{PORT}")
REDIS_URL = redis_of("REDIS_URL")
DATABASE_URL = text_of("DATABASE_URL")
EMBEDDED = not REDIS_URL
DEBUG = flag_of("DEBUG", False)

# Secrets: the embedded default makes its own, the real stack must be given them

SECRET_KEY = text_of("SECRET_KEY")
_game_keys = text_of("GAME_KEYS")
KEYS_ARE_MADE_HERE = not (SECRET_KEY and _game_keys)
if KEYS_ARE_MADE_HERE:
    _stored = load_or_make_keys(DATA_DIR)
    SECRET_KEY = SECRET_KEY or _stored.secret_key
    _game_keys = _game_keys or _stored.game_keys
# Key id (1..255) -> secret; the first entry is the current key, the others only verify and open.
GAME_KEYS: dict[int, bytes] = parse_key_ring(_game_keys)

# The game

TAKE_BACK_SECONDS = moments_of("TAKE_BACK_SECONDS", 0)
# For one answer of a robot that thinks. More than half a minute would come near the time limits of tasks.
ROBOT_SECONDS = min(30.0, max(0.0, seconds_of("ROBOT_SECONDS", 1.0)))

# What is kept how long (notifications.retention). At least a month of the ledger: the bounces of a week are
# counted in it, and operators look for mails there. At least a day for a code that lives for minutes.

MAIL_LEDGER_DAYS = min(36_500, max(30, number_of("MAIL_LEDGER_DAYS", 180)))
UNUSED_PLAYER_DAYS = min(36_500, max(1, number_of("UNUSED_PLAYER_DAYS", 7)))

# Django

_site_host = urlsplit(SITE_URL).hostname or "127.0.0.1"
_https = SITE_URL.startswith("https://")
ALLOWED_HOSTS = [_site_host, "127.0.0.1", "localhost", "[::1]", *list_of("ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = [SITE_URL] if _https else []
ROOT_URLCONF = "tarot_site.config.urls"
WSGI_APPLICATION = "tarot_site.config.wsgi.application"
AUTH_USER_MODEL = "players.Player"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "anymail",
    "tarot_site.players",
    "tarot_site.games",
    "notifications",
    "tarot_site.config",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tarot_site.config.headers.SecurityHeadersMiddleware",
    "tarot_site.config.middleware.SessionCookieMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tarot_site.config.middleware.PlayerSettingsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tarot_site.config.context.site",
            ],
        },
    },
]

# Data. No ATOMIC_REQUESTS: with IMMEDIATE every read would wait for the one write lock.

if DATABASE_URL:
    DATABASES = {"default": {**database_of("DATABASE_URL"), "CONN_HEALTH_CHECKS": True, "CONN_MAX_AGE": 60}}
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "pli.sqlite3",
            # A file: tests with threads need one, an in-memory database is private to its connection.
            "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
            "OPTIONS": {
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    }

# The counters that limit sign-in. Where several web processes count together they stand in the database and
# not in Redis, which only carries hints: without it people still sign in, and the limits still hold.

SHARED_COUNTERS = {
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "players_ratecounter",  # tarot_site.players.models.RateCounter
    # Beyond so many a third would be thrown away, counters that still count among them.
    "OPTIONS": {"MAX_ENTRIES": 100_000},
}
if not EMBEDDED:
    CACHES = {"default": SHARED_COUNTERS}

# Mail. A console, a file or nothing is no real transport: there the mailbox page shows what was written.

if text_of("EMAIL_BACKEND"):
    EMAIL_BACKEND = text_of("EMAIL_BACKEND")
elif text_of("EMAIL_URL"):
    _mail = mail_of("EMAIL_URL")
    EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
    EMAIL_HOST = _mail["EMAIL_HOST"] or ""
    EMAIL_PORT = _mail["EMAIL_PORT"] or 25
    EMAIL_HOST_USER = _mail["EMAIL_HOST_USER"] or ""
    EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_PASSWORD"] or ""
    EMAIL_FILE_PATH = _mail["EMAIL_FILE_PATH"] or str(DATA_DIR / "mails")
    EMAIL_USE_TLS = _mail.get("EMAIL_USE_TLS", False)
    EMAIL_USE_SSL = _mail.get("EMAIL_USE_SSL", False)
else:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
EMAIL_TIMEOUT = 30
REAL_MAIL_TRANSPORT = EMAIL_BACKEND not in {
    f"django.core.mail.backends.{name}.EmailBackend" for name in ("dummy", "console", "filebased", "locmem")
}
# Whoever reads the mailbox plays for everybody: a site with another name has other visitors than its owner.
MAILBOX = flag_of("MAILBOX", EMBEDDED and not REAL_MAIL_TRANSPORT and is_loopback(_site_host))
DEFAULT_FROM_EMAIL = text_of("DEFAULT_FROM_EMAIL", f"Pli <pli@{_site_host}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
_webhook_secrets = webhook_secrets_of("WEBHOOK_SECRET")
WEBHOOK_SECRET = ",".join(_webhook_secrets)
# ANYMAIL_POSTMARK_SERVER_TOKEN and the like: whatever Anymail's page on that provider names.
ANYMAIL = {
    **{
        name.removeprefix("ANYMAIL_"): value
        for name, value in os.environ.items()
        if name.startswith("ANYMAIL_")
    },
    **({"WEBHOOK_SECRET": _webhook_secrets} if _webhook_secrets else {}),
}

# Language and time

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", "Français"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale" / area for area in ("games", "mail", "players", "pages")]
USE_I18N = True
TIME_ZONE = "Europe/Paris"
USE_TZ = True

# Static files, served by the web process itself; nothing to collect

STATIC_URL = "/static/"
STATICFILES_DIRS = [folder for folder in (BASE_DIR / "static",) if folder.is_dir()]
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MAX_AGE = 300

# Sign-in by a code sent by mail: no passwords for players, and no way to ask whether an address is known

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",  # the admin
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "notifications.accounts.LedgerAccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_REQUIRED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # a closed account gets no mail
ACCOUNT_FORMS = {
    "request_login_code": "tarot_site.players.forms.SignInForm",
    "confirm_login_code": "tarot_site.players.forms.CodeForm",
}
ACCOUNT_RATE_LIMITS = {
    "request_login_code": "60/h/ip,3/m/key,10/d/key",
    "admin_login": "10/m/ip,60/h/ip",  # passwords of operators
}
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if _https else "http"
ACCOUNT_SESSION_REMEMBER = True

# Security. "same-origin", not "no-referrer": that one makes browsers send "Origin: null" with our own forms.

SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "SAMEORIGIN"  # the mailbox shows mails in frames of its own page
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 90 * 24 * 3600
SECURE_HSTS_SECONDS = 180 * 24 * 3600 if _https else 0
if flag_of("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1  # whose X-Forwarded-For the limits on sign-in believe
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

# Logs: to standard error, with the tokens of links taken out

LOG_LEVEL = one_of(
    "LOG_LEVEL", "WARNING" if EMBEDDED else "INFO", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
)
_handler = {"level": "DEBUG", "handlers": ["stderr"], "propagate": False}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"hide_tokens": {"()": "tarot_site.config.logs.HideTokens"}},
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "filters": ["hide_tokens"], "formatter": "line"},
    },
    "root": {"level": LOG_LEVEL, "handlers": ["stderr"]},
    "loggers": {
        "django": {**_handler, "level": LOG_LEVEL},
        # On one's own machine every mistyped address is not worth a line.
        "django.request": {**_handler, "level": "ERROR" if EMBEDDED else LOG_LEVEL},
        "django.server": {**_handler, "level": LOG_LEVEL},
        "waitress": {**_handler, "level": LOG_LEVEL},
    },
}
