"""What every template may know about the installation."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """`site_url`, and whether this installation shows its mails at /mailbox/."""
    return {"site_url": settings.SITE_URL, "mailbox_is_open": settings.MAILBOX}
