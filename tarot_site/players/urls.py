"""Addresses of this application."""

from __future__ import annotations

from allauth.account.views import request_login_code
from django.urls import URLPattern, URLResolver, path, re_path
from django.views.generic import RedirectView

from .views import choose_language, choose_link_language, profile_page, retry_mail

app_name = "players"
urlpatterns: list[URLPattern | URLResolver] = [
    path("me/", profile_page, name="profile"),
    path("me/mail/", retry_mail, name="retry_mail"),
    # These stand before the addresses of allauth and Django, and in their place.
    path("i18n/setlang/", choose_language),
    path("i18n/link/", choose_link_language, name="link_language"),
    path("accounts/login/", request_login_code, name="sign_in"),
    # One door for everybody: no sign-up page that would say who is known, no passwords, one address a person.
    re_path(
        r"^accounts/(?:signup|password|email|confirm-email|reauthenticate)\b",
        RedirectView.as_view(pattern_name="account_login", query_string=False),
    ),
]
