"""The log of one game as operators see it: what every seat can see, and nothing that was ever sealed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, cast

from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils import timezone

from tarot_site.players.models import Player

from .models import ActorKind, EventRecord, Game
from .operators import is_looking, note_look

LINES_A_PAGE: Final = 100
COLUMNS: Final = ("seq", "deal", "kind", "version", "actor", "at", "data")


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: when, who, what; ``payload`` is empty when it was sealed."""

    seq: int
    deal: int
    kind: str
    version: int
    actor: str
    at: datetime
    payload: str


def log_page(site: ModelAdmin[Game], request: HttpRequest, game_id: int) -> HttpResponse:
    """A page of the log, newest first, for whoever has said so in the log within the hour (POST)."""
    if not site.has_view_permission(request):
        raise PermissionDenied
    game = get_object_or_404(Game.objects.defer("secret"), pk=game_id)
    operator, now = cast(Player, request.user), timezone.now()
    if request.method == "POST":
        note_look(game.pk, operator, now)
        return HttpResponseRedirect(request.path, status=303)
    context = {
        **site.admin_site.each_context(request),
        "title": game.name,
        "game": game,
        "opts": site.opts,
        **(_lines(game, request.GET.get("page")) if is_looking(game.pk, operator, now) else {}),
    }
    return TemplateResponse(request, "admin/games/game/log.html", context)


def _lines(game: Game, number: str | None) -> dict[str, Any]:
    # The sealed column is not even read.
    records = EventRecord.objects.filter(game=game).order_by("-seq").values_list(*COLUMNS)
    page = Paginator(records, LINES_A_PAGE).get_page(number)
    return {"page": page, "lines": [_line(*record) for record in page.object_list]}


def _line(
    seq: int, deal: int, kind: str, version: int, actor: str, at: datetime, data: dict[str, object]
) -> LogLine:
    # A forced card says that its seat had no other: told as what it looks like from outside.
    shown = ActorKind.PERSON if actor == ActorKind.FORCED else ActorKind(actor)
    payload = json.dumps(data, ensure_ascii=False) if data else ""
    return LogLine(seq, deal, kind, version, str(shown.label), at, payload)
