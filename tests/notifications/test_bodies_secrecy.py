"""What no mail and no row of the ledger tells: a card that its reader, or an operator, may not see."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from notifications.models import Mail
from tarot_engine import Bid, Contract, PlayCard, Ruleset, StackedDeal, parse_card
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.services.smtp import ReceivedMail
from tests.site.conftest import (
    DOG,
    HANDS,
    NOW,
    StackedChain,
    cards,
    default_action,
    make_game,
    make_players,
    open_decision,
    play,
)

from .test_bodies import CARD_WORDS, play_deal

pytestmark = pytest.mark.django_db


def test_nothing_but_sealed_columns_holds_a_card(post: Post, settings: object) -> None:
    settings.MAILBOX = True  # type: ignore[attr-defined]
    game = make_game()
    play_deal(game, post)
    for mail in Mail.objects.all():
        columns = {k: v for k, v in mail.__dict__.items() if k not in {"sealed", "_state"}}
        assert not CARD_WORDS.search(repr(columns))
        assert set(mail.params) <= {"deal_seq", "epoch", "ended"}
        assert b"pique" not in bytes(mail.sealed or b"")


def test_twin_games_give_twin_mails(post: Post) -> None:
    """Two games that differ only in cards the reader cannot see: the reader's mails are the same."""
    bodies = []
    for swapped in (("SJ", "SJ"), ("SJ", "SN"), ("D8", "DQ")):
        Player.objects.all().delete()
        post.mails.clear()
        chain = type("Twin", (Twin,), {"swapped": swapped})(f"twin-{len(bodies)}", b"pli!" * 8)
        game = make_game(chain=chain, players=make_players(4))
        play(game, Bid(Contract.GARDE_SANS))
        for _ in range(3):
            play(game)
        for code in ("SK", "S4", "S8"):
            while not isinstance(default_action(game, open_decision(game)[0]), PlayCard):
                play(game)
            play(game, PlayCard(parse_card(code)))
        for step in range(1, 4):
            post.sweep(NOW + timedelta(minutes=step))
        bodies.append([_without_tokens(mail) for reader in (0, 1) for mail in post.to(reader)])
    assert bodies[0]
    assert bodies[0] == bodies[1] == bodies[2]


class Twin(StackedChain):
    """The stacked deal with two cards in each other's hands."""

    swapped = ("", "")

    def _first(self) -> StackedDeal:
        one, other = self.swapped
        swap = {one: other, other: one}
        hands = tuple(cards(" ".join(swap.get(code, code) for code in hand.split())) for hand in HANDS)
        return StackedDeal(hands, cards(DOG), self.dealer, Ruleset.fft().layout)


def _without_tokens(mail: ReceivedMail) -> tuple[str, str, str]:
    bare = re.compile(r"/([atu])/[\w-]{35}/")
    return mail.subject, bare.sub(r"/\1/", mail.text), bare.sub(r"/\1/", mail.html)
