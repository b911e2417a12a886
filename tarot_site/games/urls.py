"""Addresses of this application. A token or a game's id that cannot be one of ours is not found at once."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path, re_path

from .views.home import home_page
from .views.invitation import invitation_page
from .views.links import act_page, shown_page
from .views.new_game import new_game_page
from .views.shuffle import shown_shuffle, table_shuffle
from .views.table import no_page, table_page
from .views.waiting import waiting_page

app_name = "games"
urlpatterns: list[URLPattern | URLResolver] = [
    re_path(r"^g/(?P<public_id>[A-Za-z0-9_-]{1,32})/$", table_page, name="table"),
    re_path(r"^a/(?P<token>[^/]{1,200})/$", act_page, name="act"),
    re_path(r"^t/(?P<token>[^/]{1,200})/$", shown_page, name="shown"),
    re_path(r"^g/(?P<public_id>[A-Za-z0-9_-]{1,32})/deals\.json$", table_shuffle, name="shuffle"),
    re_path(r"^t/(?P<token>[^/]{1,200})/deals\.json$", shown_shuffle, name="shown_shuffle"),
    # My games, new game and invitations.
    path("", home_page, name="home"),
    path("new/", new_game_page, name="new"),
    re_path(r"^new/(?P<public_id>[A-Za-z0-9_-]{1,32})/$", waiting_page, name="waiting"),
    re_path(r"^i/(?P<token>[^/]{1,200})/$", invitation_page, name="invitation"),
    # Stands before the admin's own, and in its place: that one hands any operator the address of a table.
    path("admin/r/<path:rest>", no_page),
]
