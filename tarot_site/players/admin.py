"""Players in the admin: found by name or by the whole address, never listed with it."""

from __future__ import annotations

import allauth.account.admin  # noqa: F401  (registers what is taken out below)
from allauth.account.models import EmailAddress
from allauth.decorators import rate_limit
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .blind import AnyModelAdmin, only_filters
from .masking import mask_address
from .models import Player

admin.site.site_header = admin.site.site_title = "Pli"
admin.site.index_title = _("Tables et mails")
admin.site.login = rate_limit(action="admin_login")(admin.site.login)  # type: ignore[method-assign]
admin.site.unregister(EmailAddress)  # would show every address
admin.site.unregister(
    Group
)  # operators get their rights one by one, with `createsuperuser` as the usual case


@admin.register(Player)
class PlayerAdmin(AnyModelAdmin):
    """Names and standing; addresses masked. Accounts are closed here, never deleted."""

    list_display = (
        "name",
        "masked_address",
        "language",
        "zone",
        "mail_suspended_at",
        "is_active",
        "is_staff",
    )
    list_filter = ("is_active", "is_staff", "language", ("mail_suspended_at", admin.EmptyFieldListFilter))
    search_fields = ("pseudonym", "=email")
    search_help_text = _("Un nom, ou une adresse entière.")
    ordering = ("-date_joined",)
    fields = (
        "pseudonym",
        "masked_address",
        "language",
        "zone",
        "mail_suspended_at",
        "date_joined",
        "last_login",
        "is_active",
        "is_staff",
        "is_superuser",
        "user_permissions",
    )
    readonly_fields = ("masked_address", "language", "zone", "mail_suspended_at", "date_joined", "last_login")
    filter_horizontal = ("user_permissions",)
    view_on_site = False

    @admin.display(description=_("nom"), ordering="pseudonym")
    def name(self, player: Player) -> str:
        """Pseudonym, or a number."""
        return str(player)

    @admin.display(description=_("adresse"))
    def masked_address(self, player: Player) -> str:
        """First letter and domain."""
        return mask_address(player.email or "")

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Only superusers make operators."""
        if request.user.is_superuser:
            return self.readonly_fields
        return (*self.readonly_fields, "is_staff", "is_superuser", "user_permissions")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """No guessing of addresses or passwords, letter by letter."""
        return only_filters(self, lookup, value) and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People come by themselves; operators with `manage.py createsuperuser`."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Three other people's games would lose a name."""
        return False
