"""Answers that nobody gave in person: a deadline, a robot in a person's place, the only possible card."""

from __future__ import annotations

from tarot_engine import BidPlaced, CardCalled, CardPlayed, DiscardMade, PackCut, PackDealt, TakerReady

from . import wording_answers as story
from . import wording_dealing as dealing
from .models import ActorKind
from .wording_names import Voice

Answer = PackCut | PackDealt | BidPlaced | CardCalled | DiscardMade | TakerReady | CardPlayed


def automatic_clause(voice: Voice, event: Answer, seat: int, actor: ActorKind, *, is_person: bool) -> str:
    """The clause that says who answered, "" when the seat itself did (or may have: see below)."""
    if actor is ActorKind.DEADLINE:
        return story.unanswered(voice, seat, _by_server(event, is_mine=seat == voice.reader))
    if actor is ActorKind.ROBOT and is_person:
        return story.stand_in(voice, seat, _by_robot(event))
    # Only the seat itself learns that it had a single possible card: to the others it would tell its hand.
    if actor is ActorKind.FORCED and seat == voice.reader and isinstance(event, CardPlayed):
        return story.only_card(event.card)
    return ""


def _by_server(event: Answer, *, is_mine: bool) -> str:
    match event:
        case PackCut(position=position):
            return dealing.server_cut(position)
        case PackDealt(gaps=gaps):
            return dealing.server_dealt_out(gaps)
        case BidPlaced(contract=contract):
            return story.server_bid(contract)
        case CardCalled(card=card):
            return story.server_called(card)
        case DiscardMade(cards=cards, trumps_shown=shown):
            return story.server_discarded(cards, shown, is_mine=is_mine)
        case TakerReady():
            return story.server_ready()
        case CardPlayed(card=card):
            return story.server_played(card)


def _by_robot(event: Answer) -> str:
    match event:
        case PackCut(position=position):
            return dealing.robot_cut(position)
        case PackDealt(gaps=gaps):
            return dealing.robot_dealt_out(gaps)
        case BidPlaced(contract=contract):
            return story.robot_bid(contract)
        case CardCalled(card=card):
            return story.robot_called(card)
        case DiscardMade(trumps_shown=shown):
            return story.robot_discarded(shown)
        case TakerReady():
            return story.robot_ready()
        case CardPlayed(card=card):
            return story.robot_played(card)
