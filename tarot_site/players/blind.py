"""What every page of the admin here has in common: it shows, and changes nothing by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware

if TYPE_CHECKING:
    AnyModelAdmin = admin.ModelAdmin[Any]
    AnyInline = admin.TabularInline[Any, Any]
else:  # Django's own classes take no parameters when the program runs
    AnyModelAdmin = admin.ModelAdmin
    AnyInline = admin.TabularInline


# What Django's filters write into the address; `regex` or `year` only come from a hand, and may be errors.
FILTER_LOOKUPS = {"", "exact", "gte", "lt", "isnull", "isempty"}


def only_filters(page: AnyModelAdmin, lookup: str, value: str) -> bool:
    """Whether a lookup in the address is one that the filters of the page could have written."""
    offered = {name if isinstance(name, str) else name[0] for name in page.list_filter}  # type: ignore[index]
    name, _, how = lookup.partition("__")
    if how in ("gte", "lt") and not is_some_day(value):
        return False
    return name in offered and how in FILTER_LOOKUPS


def is_some_day(text: str) -> bool:
    """Whether this is a time as the filters by date write it: with its zone, in years with neighbours."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        return False
    return moment is not None and is_aware(moment) and 1900 < moment.year < 3000


class BlindAdmin(AnyModelAdmin):
    """Read only; actions ask for the permission ``operate``, which is the model's change permission."""

    view_on_site = False
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows come from the game itself."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """An edited row would contradict the log."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing of a game is ever deleted."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only the filters of the page: `?address__startswith=a` would spell out what is masked."""
        return only_filters(self, lookup, value) and super().lookup_allowed(lookup, value, request)

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Whether the operator may use the actions."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")


class BlindInline(AnyInline):
    """Rows of another table, to look at."""

    extra = 0
    can_delete = False
    view_on_site = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never by hand."""
        return False
