"""The mail ledger in the admin: what is owed, tried, sent and refused; no body, no link, no whole address."""

from __future__ import annotations

from typing import cast

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tarot_site.games.models import UNFINISHED, Seat
from tarot_site.players.blind import BlindAdmin, BlindInline
from tarot_site.players.masking import mask_address, mask_addresses
from tarot_site.players.models import Player

from .models import Mail, MailEvent
from .resend import resend

SECRET_COLUMNS = ("sealed", "secret", "params")  # not even read


class MailEventInline(BlindInline):
    """What the provider said later."""

    model = MailEvent
    fields = readonly_fields = ("at", "esp", "event_type", "masked_detail")

    @admin.display(description=gettext_lazy("détail"))
    def masked_detail(self, event: MailEvent) -> str:
        """Without addresses."""
        return mask_addresses(event.detail)


@admin.register(Mail)
class MailAdmin(BlindAdmin):
    """Metadata only. Of a running game that the operator plays in, only their own mails are listed."""

    list_display = (
        "created_at",
        "what",
        "game",
        "seat",
        "player",
        "masked_address",
        "state",
        "attempts",
        "lost_leases",
        "sent_at",
        "masked_answer",
    )
    list_display_links = ("created_at",)
    list_filter = ("state", "created_at", "language", ("player", admin.EmptyFieldListFilter))
    list_select_related = ("game", "player")
    search_fields = ("game__name", "player__pseudonym", "=address")
    search_help_text = gettext_lazy("Une table, un nom, ou une adresse entière.")
    ordering = ("-created_at",)
    fields = readonly_fields = (
        "what",
        "game",
        "seat",
        "player",
        "masked_address",
        "language",
        "state",
        "created_at",
        "next_attempt_at",
        "lease_until",
        "attempts",
        "lost_leases",
        "sent_at",
        "provider_id",
        "masked_answer",
    )
    inlines = (MailEventInline,)
    actions = ("send_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Mail]:
        """Without secrets, and without what would tell an operator how their own table thinks."""
        operator = cast(Player, request.user)
        playing = Seat.objects.filter(player=operator, game__status__in=UNFINISHED).values("game")
        rows = super().get_queryset(request).defer(*SECRET_COLUMNS)
        return rows.filter(~Q(game__in=playing) | Q(game=None) | Q(player=operator))

    @admin.display(description=gettext_lazy("contenu"))
    def what(self, mail: Mail) -> str:
        """Kinds of news in it."""
        return ", ".join(mail.kinds)

    @admin.display(description=gettext_lazy("adresse"))
    def masked_address(self, mail: Mail) -> str:
        """First letter and domain."""
        return mask_address(mail.address)

    @admin.display(description=gettext_lazy("réponse du serveur"))
    def masked_answer(self, mail: Mail) -> str:
        """The mail server's words, without addresses."""
        return mask_addresses(mail.answer)

    @admin.action(description=gettext_lazy("Envoyer de nouveau"), permissions=["operate"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Mail]) -> None:
        """Try the chosen mails now; each leaves a line in the log of its game."""
        operator, now = cast(Player, request.user), timezone.now()
        chosen = list(queryset.defer(None))
        done = [mail for mail in chosen if resend(mail, operator, now)]
        for mail in done:
            self.log_change(request, mail, _("Envoyé de nouveau."))
        if done:
            text = ngettext("%(count)d mail repart.", "%(count)d mails repartent.", len(done))
            self.message_user(request, text % {"count": len(done)})
        if len(done) < len(chosen):
            text = _("Un code de connexion, ou un mail en cours d'envoi, ne repart pas d'ici.")
            self.message_user(request, text, messages.WARNING)
