"""What the server's own logs never hold: the token of a link."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from io import StringIO

import pytest

from tarot_site.config.logs import HideTokens, guard_server_logs, hide_tokens

TOKEN = "AbC-_0123456789abcdefghijklmnopqrst"


@pytest.fixture
def log() -> Iterator[tuple[logging.Logger, StringIO]]:
    """A logger with the filter, and what it wrote."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(HideTokens())
    logger = logging.getLogger("pli.test")
    logger.addHandler(handler)
    logger.propagate = False
    yield logger, stream
    logger.removeHandler(handler)


@pytest.mark.parametrize("door", ["a", "t", "i", "u"])
def test_tokens_do_not_reach_the_log(log: tuple[logging.Logger, StringIO], door: str) -> None:
    logger, stream = log
    logger.warning('"GET %s HTTP/1.1" %d', f"/{door}/{TOKEN}/", 200)
    logger.warning(f"seen https://pli.example.org/{door}/{TOKEN}/?x=1")  # noqa: G004  (a careless line must be safe too)
    logger.warning("%(U)s", {"U": f"/{door}/{TOKEN}"})
    try:
        raise ValueError(f"/{door}/{TOKEN}/")
    except ValueError:
        logger.exception("it broke")
    assert TOKEN not in stream.getvalue()
    assert stream.getvalue().count(f"/{door}/<") == 4


def test_the_same_link_has_the_same_digest_and_other_paths_stay() -> None:
    assert (
        hide_tokens(f"/a/{TOKEN}/ /a/{TOKEN}/ /g/{TOKEN}/")
        == f"{hide_tokens(f'/a/{TOKEN}/')} " * 2 + f"/g/{TOKEN}/"
    )
    assert hide_tokens(f"/a/{TOKEN}/") != hide_tokens(f"/a/{TOKEN}x/")
    assert hide_tokens("/static/a/b.css") == "/static/a/b.css"


def test_a_malformed_record_is_still_logged(log: tuple[logging.Logger, StringIO]) -> None:
    logger, stream = log
    logger.warning("%d cards", "many")
    assert "%d cards" in stream.getvalue()


def test_the_log_of_gunicorn_is_guarded_too() -> None:
    stream = StringIO()
    logger = logging.getLogger("gunicorn.access")
    handler = logging.StreamHandler(stream)
    logger.addHandler(handler)
    try:
        guard_server_logs()
        logger.error('"GET /a/%s/"', TOKEN)
    finally:
        logger.removeHandler(handler)
    assert "/a/<" in stream.getvalue()
