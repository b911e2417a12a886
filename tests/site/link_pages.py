"""What the tests of links as pages ask: links of a game, and what stands in a page."""

from __future__ import annotations

import re
from html import unescape

from tarot_engine import Bid, Contract, Prepare, view_for
from tarot_site.games.links import NO_CHOICE, Link, LinkPurpose, make_link
from tarot_site.games.models import EventRecord, Game, PendingAnswer, Seat
from tarot_site.games.store import load_game

from .conftest import cards, make_game, open_decision, play, play_until


def token(game: Game, index: int = NO_CHOICE, *, seat: int | None = None, decision: int | None = None) -> str:
    """A link of the open decision, or of another one."""
    if seat is None or decision is None:
        seat, decision = open_decision(game)
    epoch = game.seats.get(number=seat).link_epoch
    return make_link(Link(LinkPurpose.ACT, game.pk, seat, decision, index, epoch))


def table_token(game: Game, seat: int, deal: int | None = None) -> str:
    """A link that shows the table, made in this deal."""
    game.refresh_from_db()
    epoch = game.seats.get(number=seat).link_epoch
    number = game.deal if deal is None else deal
    return make_link(Link(LinkPurpose.TABLE, game.pk, seat, decision=number, epoch=epoch))


def text_of(response: object) -> str:
    """The page's words without tags."""
    html = response.content.decode()  # type: ignore[attr-defined]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def button(response: object) -> str:
    """The words of the one button that acts."""
    html = response.content.decode()  # type: ignore[attr-defined]
    found = re.search(r'<button class="button bar-main"[^>]*>(.*?)</button>', html, re.DOTALL)
    assert found
    return unescape(found[1]).strip()


def checked(response: object) -> set[str]:
    """name=value of everything that is selected in the page."""
    html = response.content.decode()  # type: ignore[attr-defined]
    inputs = re.findall(r"<input[^>]*>", html)
    return {f"{field(tag, 'name')}={field(tag, 'value')}" for tag in inputs if " checked" in tag}


def field(tag: str, name: str) -> str:
    """An attribute of a tag."""
    found = re.search(rf'{name}="([^"]*)"', tag)
    assert found
    return found[1]


def rows() -> tuple[object, ...]:
    """Everything that a press could change."""
    games = tuple(Game.objects.order_by("pk").values_list())
    return (
        games,
        EventRecord.objects.count(),
        PendingAnswer.objects.count(),
        tuple(Seat.objects.values_list()),
    )


def discarding() -> Game:
    """The game in which seat 0 has taken in garde and is to discard."""
    game = make_game()
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda g: g.turns[0] == [0, 2])
    return game


def ends_soon(game: Game) -> bool:
    """Whether the trick before the last one has begun."""
    return len(view_for(load_game(game.pk).events, None).tricks) >= 16


GOOD_DISCARD = "S1 S2 S3 H1 H2 H3"


def playing() -> Game:
    """Seat 0 leads, with a handful it may show."""
    game = discarding()
    play(game, Prepare(cards(GOOD_DISCARD)))
    play_until(game, lambda g: g.turns[0][0] == 0)
    return game
