"""Sign-in mails."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter


class LedgerAccountAdapter(DefaultAccountAdapter):
    """How sign-in speaks to people."""
