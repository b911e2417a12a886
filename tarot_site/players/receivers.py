"""What happens when somebody has signed in."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpResponseBase

from .models import Player
from .views import remember_language


@receiver(user_logged_in)
def speak_their_language(user: Player, response: HttpResponseBase, **kwargs: Any) -> None:
    """Pages follow the language of the person, not of the machine they borrowed."""
    remember_language(response, user.language)
