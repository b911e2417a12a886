"""Addresses of this application."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from .mailbox import mail_html, mail_page, mailbox_language, mailbox_page, play_again
from .stop import stop_page

app_name = "notifications"
urlpatterns: list[URLPattern | URLResolver] = [
    path("u/<str:token>/", stop_page, name="stop"),
    path("mailbox/", mailbox_page, name="mailbox"),
    path("mailbox/again/", play_again, name="again"),
    path("mailbox/language/", mailbox_language, name="mailbox_language"),
    path("mailbox/<uuid:uid>/", mail_page, name="mail"),
    path("mailbox/<uuid:uid>/html/", mail_html, name="mail_html"),
]
