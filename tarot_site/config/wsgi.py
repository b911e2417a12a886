"""The web application: `gunicorn tarot_site.config.wsgi`."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_site.config.settings")

application = get_wsgi_application()

from tarot_site.config.checks import refuse_unsafe_settings  # noqa: E402  (needs the loaded applications)
from tarot_site.config.logs import guard_server_logs  # noqa: E402

refuse_unsafe_settings()
guard_server_logs()
