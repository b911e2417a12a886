"""/i/<token>/: a guest takes or declines a seat. The token is the only authority and signs nobody in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tarot_site.games.errors import AlreadySeated, LinkMalformed, LinkRevoked, SeatUnavailable, WrongStatus
from tarot_site.games.forms import DAY, InvitationForm
from tarot_site.games.links import LinkPurpose, check_epoch, parse_link, stop_url, table_url
from tarot_site.games.models import Game, GameStatus, Seat, SeatKind
from tarot_site.games.queries import load_opening
from tarot_site.games.services import decline_seat, take_seat
from tarot_site.games.views.headers import link_page
from tarot_site.games.wording_options import length_text, rules_lines
from tarot_site.players.models import Player, clean_address
from tarot_site.players.zones import DEFAULT_ZONE


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation that still holds, or one that its own guest has accepted."""

    token: str
    seat: Seat
    seats: tuple[Seat, ...]  # all of the table
    game: Game
    guest: Player | None  # whoever owns the invited address, if anybody does

    @property
    def is_taken(self) -> bool:
        """Whether this guest sits at the table."""
        return self.seat.taken_at is not None


@link_page
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    """GET and HEAD show the invitation; POST answers it, with ``answer`` yes or no."""
    try:
        invitation = _load(token)
    except LinkMalformed:
        return _calm(request, "malformed", 404)
    except LinkRevoked:
        return _calm(request, "revoked", 410)
    with translation.override(_language(request, invitation)):
        if invitation.is_taken:
            return _seated(request, invitation)
        if invitation.game.status != GameStatus.WAITING:
            return _calm(request, "closed", 410)
        if request.method != "POST":
            return _ask(request, invitation, _form(invitation, None), 200)
        return _answer(request, invitation)


def _load(token: str) -> Invitation:
    """Raises LinkMalformed (never ours) or LinkRevoked (the seat is no longer kept for this guest)."""
    link = parse_link(token, LinkPurpose.INVITE)
    seats = Seat.objects.select_related("game__created_by", "player").filter(game_id=link.game_id)
    seat = next((seat for seat in seats if seat.number == link.seat), None)
    if seat is None:
        raise LinkMalformed
    if seat.taken_at is not None and seat.player is not None and link.epoch == seat.link_epoch % 256:
        return Invitation(token, seat, tuple(seats), seat.game, seat.player)
    check_epoch(link, seat)
    guest = Player.objects.filter(email=clean_address(seat.invited_address)).first()
    if guest is not None and not guest.is_active:
        raise LinkRevoked
    return Invitation(token, seat, tuple(seats), seat.game, guest)


def _language(request: HttpRequest, invitation: Invitation) -> str:
    """What this browser chose here, else the guest's, else the host's: the mail was written in that one."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    spoken = [player.language for player in (invitation.guest, invitation.game.created_by) if player]
    known = dict(settings.LANGUAGES)
    return next((language for language in (chosen, *spoken) if language in known), settings.LANGUAGE_CODE)


def _form(invitation: Invitation, request: HttpRequest | None) -> InvitationForm:
    guest = invitation.guest
    others = [seat.name for seat in invitation.seats if seat.pk != invitation.seat.pk]
    return InvitationForm(
        request.POST if request else None,
        is_known=guest is not None and bool(guest.pseudonym),
        names_taken=others,
        initial={
            "name": (guest.pseudonym if guest else "") or invitation.seat.name,
            "language": translation.get_language(),
            "zone": guest.zone if guest else DEFAULT_ZONE,
        },
    )


def _answer(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Take the seat, or decline it."""
    try:
        if request.POST.get("answer") == "no":
            decline_seat(invitation.seat.pk, timezone.now(), epoch=invitation.seat.link_epoch)
            return _calm(request, "declined", 200, invitation)
        form = _form(invitation, request)
        if not form.is_valid():
            return _ask(request, invitation, form, 400)
        _sit_down(invitation, form)
    except (SeatUnavailable, WrongStatus):
        return _too_late(request, invitation)
    except (AlreadySeated, IntegrityError):
        return _calm(request, "already", 409)
    seated = _load(invitation.token)
    with translation.override(form.cleaned_data.get("language") or translation.get_language()):
        return _seated(request, seated)


def _too_late(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Two presses at once: the second one finds its guest seated. Otherwise the place is really gone."""
    try:
        now = _load(invitation.token)
    except LinkRevoked:
        return _calm(request, "closed", 410)
    return _seated(request, now) if now.is_taken else _calm(request, "closed", 410)


def _sit_down(invitation: Invitation, form: InvitationForm) -> None:
    said = form.cleaned_data
    player = _guest(clean_address(invitation.seat.invited_address), said)
    take_seat(
        invitation.seat.pk,
        player=player,
        name=said["name"],
        word=said["word"],
        now=timezone.now(),
        epoch=invitation.seat.link_epoch,
    )


@transaction.atomic
def _guest(address: str, said: Mapping[str, str]) -> Player:
    """The player behind the address, made if need be, as their answers say."""
    player, is_new = Player.objects.get_or_create(email=address)
    if is_new:
        player.set_unusable_password()
    if "language" in said:
        player.language, player.zone = said["language"], said["zone"]
    player.pseudonym = player.pseudonym or said["name"]
    player.save()
    # Whoever holds this link reads that mailbox: the address is verified, and opens the site later.
    EmailAddress.objects.update_or_create(
        user=player, email=address, defaults={"verified": True, "primary": True}
    )
    return player


def _ask(request: HttpRequest, invitation: Invitation, form: InvitationForm, status: int) -> HttpResponse:
    game, seat = invitation.game, invitation.seat
    opened = load_opening(game)
    context = {
        "form": form,
        "table": game.name,
        "host": _host(invitation),
        "length": length_text(opened.rules),
        "rules": rules_lines(opened.rules),
        "days": max(game.move_seconds // DAY, 1),
        "seats": [_place(one, seat) for one in invitation.seats],
        "commitment": opened.commitment.digest,
        "stop_url": stop_url(game.pk, seat.number, seat.link_epoch),
    }
    return render(request, "games/invitation.html", context, status=status)


def _host(invitation: Invitation) -> str:
    """Who invites, by the name at this table if they sit there; "" where nobody opened the table."""
    creator = invitation.game.created_by
    if creator is None:
        return ""
    names = (one.name for one in invitation.seats if one.player_id == creator.pk)
    return next(names, creator.pseudonym)


def _place(one: Seat, mine: Seat) -> str:
    """Who sits there, in words; never an address."""
    if one.pk == mine.pk:
        return _("votre place")
    if one.kind == SeatKind.ROBOT:
        return _("%(name)s, robot") % {"name": one.name}
    if one.taken_at is not None:
        return one.name
    if not one.name:
        return _("une autre personne invitée")
    return _("%(name)s, pas encore à table") % {"name": one.name}


def _seated(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    game, seat = invitation.game, invitation.seat
    has_begun = game.status != GameStatus.WAITING
    context = {
        "table": game.name,
        "name": seat.name,
        "has_begun": has_begun,
        "missing": sum(one.taken_at is None for one in invitation.seats),
        # An invitation opens the first deal, as the mail that follows it; an old link shows no later hand.
        "table_url": table_url(game.pk, seat.number, seat.link_epoch, 1) if has_begun else "",
    }
    return render(request, "games/invitation_seated.html", context)


def _calm(request: HttpRequest, why: str, status: int, invitation: Invitation | None = None) -> HttpResponse:
    """A page that says one thing and frightens nobody."""
    seat = invitation.seat if invitation else None
    context = {"why": why, "stop_url": stop_url(seat.game_id, seat.number, seat.link_epoch) if seat else ""}
    return render(request, "games/invitation_closed.html", context, status=status)
