"""All addresses of the site."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from notifications.webhooks import tracking_urls
from tarot_site.config.health import health_page

handler400 = "tarot_site.config.errors.bad_request"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tarot_site.games.urls")),
    path("", include("tarot_site.players.urls")),
    path("", include("notifications.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("health/", health_page, name="health"),
    path("i18n/", include("django.conf.urls.i18n")),
]
if settings.WEBHOOK_SECRET:
    urlpatterns += tracking_urls(settings.EMAIL_BACKEND)
