"""Page handlers of players: profile and language. Sign-in is allauth's, with our forms and templates."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from .forms import ProfileForm
from .models import Player


@never_cache
@login_required
def profile_page(request: HttpRequest) -> HttpResponse:
    """Name, language and zone of the person signed in."""
    player = cast(Player, request.user)
    now = {"pseudonym": player.pseudonym, "language": player.language, "zone": player.zone}
    form = ProfileForm(request.POST or None, initial=now)
    if request.method != "POST" or not form.is_valid():
        status = 400 if request.method == "POST" else 200
        return render(request, "players/profile.html", {"form": form, "player": player}, status=status)
    form.save(player)
    with translation.override(player.language):
        messages.success(request, _("C'est noté."))
    response = redirect("players:profile")
    remember_language(response, player.language)
    return response


@require_POST
@login_required
def retry_mail(request: HttpRequest) -> HttpResponse:
    """Mail to this person was suspended after refusals; they say that their mailbox works again."""
    player = cast(Player, request.user)
    if player.mail_suspended_at is not None:
        player.mail_suspended_at = None
        player.save(update_fields=["mail_suspended_at"])
    messages.success(request, _("Nous vous écrirons de nouveau."))
    return redirect("players:profile")


def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Django's language switch, which also tells the mails of the person signed in."""
    response = set_language(request)
    language = request.POST.get("language", "")
    if request.method == "POST" and request.user.is_authenticated and language in dict(settings.LANGUAGES):
        Player.objects.filter(pk=request.user.pk).update(language=language)
    return response


@csrf_exempt
@require_POST
def choose_link_language(request: HttpRequest) -> HttpResponseBase:
    """The same for a page behind a mail's link, which has neither a session nor a token for its forms.

    It changes nothing but what this browser reads from now on.
    """
    return set_language(request)


choose_link_language.is_link_page = True  # type: ignore[attr-defined]  # it asks for no session


def remember_language(response: HttpResponseBase, language: str) -> None:
    """Let the browser ask for this language from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.SESSION_COOKIE_AGE,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
