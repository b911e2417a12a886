"""Takes the tokens of links out of every log line (mail-and-tasks §1.3).

A token in a log is a move anybody with that log could play. What stands instead is a short digest: enough to
see that two lines speak of the same link.
"""

from __future__ import annotations

import hashlib
import logging
import re
import traceback

_TOKEN = re.compile(r"(?P<door>/[atiu]/)(?P<token>[A-Za-z0-9_\-%.=]{6,})")


def hide_tokens(text: str) -> str:
    """The text with each token of an /a/, /t/, /i/ or /u/ address replaced by its digest."""
    return _TOKEN.sub(_digest, text)


def _digest(match: re.Match[str]) -> str:
    return f"{match['door']}<{hashlib.sha256(match['token'].encode()).hexdigest()[:8]}>"


class HideTokens(logging.Filter):
    """Rewrites message, arguments and traceback of a record; never drops one."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True."""
        try:
            message = record.getMessage()
        except (TypeError, ValueError):
            message = str(record.msg)
        record.msg, record.args = hide_tokens(message), None
        if record.exc_info and record.exc_info[0] is not None and not record.exc_text:
            record.exc_text = "".join(traceback.format_exception(*record.exc_info)).rstrip()
        if record.exc_text:
            record.exc_text = hide_tokens(record.exc_text)
        return True


def guard_server_logs() -> None:
    """Add the filter to the loggers that a WSGI server made for itself, outside settings.LOGGING."""
    for name in ("gunicorn.access", "gunicorn.error"):
        for handler in logging.getLogger(name).handlers:
            handler.addFilter(HideTokens())
