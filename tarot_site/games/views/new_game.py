"""A new game: how many play, who, and by which rules (design §4, guest seats)."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tarot_engine import PRESETS
from tarot_site.games.errors import AlreadySeated, TooManyInvitations
from tarot_site.games.forms import OTHER_SEATS, NewGameForm, SeatForm, check_table, too_many_text
from tarot_site.games.forms_rules import USUAL_PLAYERS, OptionsForm, read_rules
from tarot_site.games.models import Game, GameStatus, SeatKind
from tarot_site.games.opening import SEAT_NUMBERS
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.games.store import new_chain
from tarot_site.players.models import Player
from tarot_site.players.zones import known_zone

DEFAULT_RULES = "fft"


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of the page. ``seats`` are as many as the largest table has besides the maker's."""

    table: NewGameForm
    options: OptionsForm
    seats: tuple[SeatForm, ...]
    players: int

    @property
    def asked(self) -> tuple[SeatForm, ...]:
        """The seats of a table of so many; what was typed for others stays on the page, unjudged."""
        return self.seats[: self.players - 1]

    @property
    def have_errors(self) -> bool:
        """Whether something must be corrected."""
        return any(form.is_bound and form.errors for form in (self.table, self.options, *self.seats))


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of the page that asks for a table, and what it asks.

    The table's id is drawn from both, so that two presses at once make one table and not two: nine bytes of
    it say which page it was, seven what the page said.
    """

    player: int
    once: str
    content: str = field(repr=False)

    @property
    def prefix(self) -> str:
        """How the id begins of any table that this page makes."""
        return "g" + _digest(f"{self.player}/{self.once}", 9)

    @property
    def public_id(self) -> str:
        """The id of the table that this page makes when it says this."""
        return self.prefix + _digest(f"{self.player}/{self.once}/{self.content}", 7)


def _digest(text: str, size: int) -> str:
    raw = salted_hmac("pli/new-game", text, algorithm="sha256").digest()
    return urlsafe_b64encode(raw[:size]).rstrip(b"=").decode()


@never_cache
@login_required
def new_game_page(request: HttpRequest) -> HttpResponse:
    """GET shows the form; POST makes the game and owes the invitations, or shows other rules."""
    player = cast(Player, request.user)
    is_answer = request.method == "POST" and "look" not in request.POST
    mark = Mark(player.pk, request.POST.get("once") or _new_once(), _content(request.POST))
    made = _made(player, mark) if is_answer else None
    if made is not None and made.public_id == mark.public_id:
        return redirect(_place(made))
    forms = _forms(request.POST, player, is_answer=is_answer)
    if is_answer and made is None and (game := _make(player, forms, mark)):
        messages.success(request, _done(game, forms.asked))
        return redirect(_place(game))
    context = {
        "form": forms.table,
        "options": forms.options,
        "seats": forms.seats,
        "have_errors": forms.have_errors,
        # Another table from a page that has made one: only by a second press, which the new mark lets pass.
        "once": mark.once if made is None else _new_once(),
        "first": made and {"name": made.name, "url": _place(made)},
        "looked": "look" in request.POST,
    }
    status = 200 if not is_answer else 400 if made is None else 409
    return render(request, "games/new_game.html", context, status=status)


def _forms(data: QueryDict, player: Player, *, is_answer: bool) -> Forms:
    """The forms with what was typed; only an answer is judged."""
    typed = data.dict()
    players, preset = _players(typed), _preset(typed)
    bound = data if is_answer else None
    table = NewGameForm(bound, initial={**_initial(player, timezone.now()), **typed})
    given = _without(typed, "option-")
    options = OptionsForm(bound, preset=preset, players=players, are_shown=bool(typed), initial=given)
    seats = tuple(
        SeatForm(
            bound if number < players else None,
            prefix=f"seat{number}",
            initial={"kind": SeatKind.PERSON.value, **_without(typed, f"seat{number}-")},
        )
        for number in range(1, OTHER_SEATS + 1)
    )
    return Forms(table, options, seats, players)


def _without(typed: Mapping[str, object], prefix: str) -> dict[str, object]:
    return {name.removeprefix(prefix): value for name, value in typed.items() if name.startswith(prefix)}


def _players(typed: Mapping[str, object]) -> int:
    """How many the form says, the usual number for nonsense: then the form itself says what is wrong."""
    text = str(typed.get("players", ""))
    return next((number for number in SEAT_NUMBERS if str(number) == text), USUAL_PLAYERS)


def _preset(typed: Mapping[str, object]) -> str:
    text = str(typed.get("rules", ""))
    return text if text in PRESETS else DEFAULT_RULES


def _initial(player: Player, now: datetime) -> dict[str, str]:
    weekday = format_date(now.astimezone(ZoneInfo(known_zone(player.zone))), "l")
    return {"my_name": player.pseudonym, "name": _("Les copains du %(weekday)s") % {"weekday": weekday}}


def _new_once() -> str:
    return secrets.token_urlsafe(9)


def _content(data: QueryDict) -> str:
    """What the form says, for comparing: a reload or a double click says the same again."""
    said = {name: data.getlist(name) for name in data if name not in ("csrfmiddlewaretoken", "once")}
    return json.dumps(said, sort_keys=True)


def _made(player: Player, mark: Mark) -> Game | None:
    """The table that was made from this page already, whatever the page said then."""
    return Game.objects.filter(public_id__startswith=mark.prefix, created_by=player).first()


def _place(game: Game) -> str:
    """Where the maker of a table goes: to it, or to its waiting room."""
    if game.status != GameStatus.WAITING:
        return game.get_absolute_url()
    return reverse("games:waiting", args=[game.public_id])


def _make(player: Player, forms: Forms, mark: Mark) -> Game | None:
    """The new game, or None with the reasons in the forms."""
    form, seats = forms.table, forms.asked
    are_valid = [part.is_valid() for part in (form, forms.options, *seats)]
    if not check_table(player, form.cleaned_data.get("my_name", ""), seats) or not all(are_valid):
        return None
    words = form.cleaned_data
    rules, reason = read_rules(words, forms.options)
    if rules is None:
        form.add_error(None, reason)
        return None
    mine = SeatRequest(SeatKind.PERSON, player, "", words["my_name"], words["word"])
    try:
        game = create_game(
            name=words["name"],
            creator=player,
            seats=[mine, *(_asked(seat) for seat in seats)],
            rules=rules,
            robot=words["robot"],
            move_seconds=words["move_seconds"],
            now=timezone.now(),
            chain=new_chain(mark.public_id),
        )
    except (TooManyInvitations, IntegrityError) as refusal:
        # Of two presses at the same moment the second finds the table made, and its invitations counted.
        made = Game.objects.filter(public_id=mark.public_id, created_by=player).first()
        if made is None and isinstance(refusal, TooManyInvitations):
            form.add_error(None, too_many_text(refusal))
        return made
    except AlreadySeated:
        form.add_error(None, _("Une même personne ne peut pas tenir deux places."))
        return None
    if not player.pseudonym:
        player.pseudonym = words["my_name"]
        player.save(update_fields=["pseudonym"])
    return game


def _asked(seat: SeatForm) -> SeatRequest:
    said = seat.cleaned_data
    return SeatRequest(SeatKind(said["kind"]), None, said["address"], said["name"])


def _done(game: Game, seats: Sequence[SeatForm]) -> str:
    invited = sum(not seat.is_robot for seat in seats)
    if not invited:
        return _("La partie commence.")
    return ngettext(
        "Une invitation part par mail. Nous vous écrirons quand la partie commencera.",
        "%(count)d invitations partent par mail. Nous vous écrirons quand la partie commencera.",
        invited,
    ) % {"count": invited}
