"""Games in the admin, blind (design §4): where a game stands, who sits there, its public lines."""

from __future__ import annotations

from typing import Any, cast
from unicodedata import category

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tarot_engine import CorruptHistory
from tarot_site.players.blind import BlindAdmin, BlindInline
from tarot_site.players.masking import mask_address
from tarot_site.players.models import Player

from .admin_log import log_page
from .errors import EndIsFixed, WrongStatus
from .models import Game, Seat
from .operators import plays_in
from .services import cancel_game, end_after_deal

LONGEST_REASON = 200
UNREADABLE = gettext_lazy(
    "%(game)s\u202f: son journal ne se lit pas, rien n'a été fait. La partie reste gelée."
)


def one_line(text: str) -> str:
    """The text without controls and with single spaces: a line of the log, which no database refuses."""
    kept = "".join(" " if one.isspace() else one for one in text if one.isspace() or category(one)[0] != "C")
    return " ".join(kept.split())


class SeatInline(BlindInline):
    """The places of one table."""

    model = Seat
    fields = readonly_fields = (
        "number",
        "name",
        "kind",
        "player",
        "invited",
        "taken_at",
        "held_by_robot",
        "missed",
        "wants_mail",
    )

    @admin.display(description=gettext_lazy("adresse invitée"))
    def invited(self, seat: Seat) -> str:
        """First letter and domain."""
        return mask_address(seat.invited_address)


@admin.register(Game)
class GameAdmin(BlindAdmin):
    """No card, no seed, no link, no address of a page: nothing with which one could play or peek."""

    list_display = ("name", "status", "deal", "turn", "due_at", "created_at")
    list_filter = ("status", "created_at", "due_at")
    search_fields = ("name", "seats__name")
    ordering = ("-created_at",)
    fields = readonly_fields = (
        "name",
        "status",
        "created_at",
        "created_by",
        "move_seconds",
        "robot",
        "deal",
        "turn",
        "asked_at",
        "due_at",
        "remind_at",
        "paused_at",
        "log_link",
    )
    inlines = (SeatInline,)
    actions = ("cancel_games", "end_games")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """With the seats, whose names the list shows; without the sealed seed."""
        return super().get_queryset(request).defer("secret").prefetch_related("seats")

    def get_urls(self) -> list[URLPattern]:
        """The log has a page of its own."""
        log = path("<int:game_id>/log/", self.admin_site.admin_view(self.log_view), name="games_game_log")
        return [log, *super().get_urls()]

    @admin.display(description=gettext_lazy("à qui de jouer"))
    def turn(self, game: Game) -> str:
        """Names of the seats asked now."""
        asked = {number for number, _decision in game.turns}
        return ", ".join(str(seat) for seat in game.seats.all() if seat.number in asked) or "–"

    @admin.display(description=gettext_lazy("journal"))
    def log_link(self, game: Game) -> str:
        """To the log, which notes that it was looked at."""
        url = reverse("admin:games_game_log", args=[game.pk])
        return format_html('<a href="{}">{}</a>', url, _("Ouvrir le journal (la table le saura)"))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Not for a running game in which the operator plays."""
        return self._refused(request, object_id) or super().change_view(
            request, object_id, form_url, extra_context
        )

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """As the page itself."""
        return self._refused(request, object_id) or super().history_view(request, object_id, extra_context)

    def log_view(self, request: HttpRequest, game_id: int) -> HttpResponse:
        """The public lines of the log, for operators who may see games."""
        return self._refused(request, str(game_id)) or log_page(self, request, game_id)

    def _refused(self, request: HttpRequest, object_id: str) -> HttpResponse | None:
        # As Django will read it: " 7", "+7" and "_37" are all the game 7.
        game = self.get_object(request, unquote(object_id))
        if game is None or not plays_in(cast(Player, request.user), game.pk):
            return None
        messages.warning(request, _("Vous jouez à cette table : elle vous reste fermée jusqu'à sa fin."))
        return HttpResponseRedirect(reverse("admin:games_game_changelist"))

    @admin.action(description=gettext_lazy("Annuler ces parties"), permissions=["operate"])
    def cancel_games(self, request: HttpRequest, queryset: QuerySet[Game]) -> HttpResponse | None:
        """Ask once, with a reason, then call them off; each leaves an event with the operator's id."""
        if "confirmed" not in request.POST:
            context = {**self.admin_site.each_context(request), "games": list(queryset), "opts": self.opts}
            return TemplateResponse(request, "admin/games/game/cancel.html", context)
        done = 0
        for game in queryset:
            done += self._cancel(request, game, one_line(request.POST.get("reason", ""))[:LONGEST_REASON])
        if done:
            text = ngettext("%(count)d partie annulée.", "%(count)d parties annulées.", done)
            self.message_user(request, text % {"count": done})
        return None

    def _cancel(self, request: HttpRequest, game: Game, reason: str) -> bool:
        operator = cast(Player, request.user)
        if plays_in(operator, game.pk):
            self.message_user(request, _("%(game)s : vous y jouez.") % {"game": game}, messages.WARNING)
            return False
        try:
            cancel_game(game.pk, operator, timezone.now(), reason=reason)
        except WrongStatus:
            self.message_user(request, _("%(game)s est déjà finie.") % {"game": game}, messages.WARNING)
            return False
        except CorruptHistory:
            self.message_user(request, UNREADABLE % {"game": game}, messages.ERROR)
            return False
        self.log_change(request, game, _("Partie annulée."))
        return True

    @admin.action(description=gettext_lazy("Finir ces parties après leur donne"), permissions=["operate"])
    def end_games(self, request: HttpRequest, queryset: QuerySet[Game]) -> HttpResponse | None:
        """Ask once, then make the deal being played the last one; each leaves a line in its log."""
        if "confirmed" not in request.POST:
            context = {**self.admin_site.each_context(request), "games": list(queryset), "opts": self.opts}
            return TemplateResponse(request, "admin/games/game/end.html", context)
        done = sum(self._end(request, game) for game in queryset)
        if done:
            text = ngettext(
                "%(count)d partie finira avec sa donne.", "%(count)d parties finiront avec leur donne.", done
            )
            self.message_user(request, text % {"count": done})
        return None

    def _end(self, request: HttpRequest, game: Game) -> bool:
        refusal = self._not_ended(cast(Player, request.user), game)
        if refusal:
            self.message_user(request, refusal % {"game": game}, messages.WARNING)
            return False
        self.log_change(request, game, _("Dernière donne annoncée."))
        return True

    def _not_ended(self, operator: Player, game: Game) -> str:
        """Why the game does not end with its deal by this press, "" if it does."""
        if plays_in(operator, game.pk):
            return _("%(game)s : vous y jouez.")
        try:
            is_new = end_after_deal(game.pk, operator, timezone.now())
        except EndIsFixed:
            return _("%(game)s a un nombre de donnes fixé.")
        except WrongStatus:
            return _("%(game)s n'est pas en cours.")
        except CorruptHistory:
            return str(UNREADABLE)
        return "" if is_new else _("%(game)s : la donne en cours est déjà la dernière.")
