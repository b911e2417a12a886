"""The tricks: what may be played, who wins, and the Excuse of a slam (rules §8)."""

from __future__ import annotations

from tarot_engine.actions import PlayCard, PlayOptions, PlayReason
from tarot_engine.bonuses import decide_announcements, options_handful, options_misere
from tarot_engine.cards import EXCUSE, EXCUSE_MASK, TRUMPS_MASK, Card, CardSet, Hand, Suit
from tarot_engine.errors import IllegalPlay, Refusal
from tarot_engine.events import CardPlayed, Event
from tarot_engine.legality import (
    LED_MASKS,
    excuse_takes_slam,
    excuse_trick,
    first_lead_mask,
    is_slam_alive,
    legal_mask,
    may_excuse_win,
    winning_bit,
)
from tarot_engine.rules import Ruleset, Seat
from tarot_engine.stages import Playing

REFUSALS = {
    PlayReason.FIRST_LEAD: Refusal.CALLED_SUIT,
    PlayReason.MUST_FOLLOW: Refusal.MUST_FOLLOW,
    PlayReason.MUST_TRUMP: Refusal.MUST_TRUMP,
    PlayReason.MUST_OVERTRUMP: Refusal.MUST_OVERTRUMP,
    PlayReason.CANNOT_OVERTRUMP: Refusal.MUST_TRUMP,
    PlayReason.EXCUSE_DUE: Refusal.MUST_PLAY_EXCUSE,
}


def table_of(cards: tuple[Card, ...]) -> tuple[int, int]:
    """The mask of the suit led (0: none yet) and the mask of the cards on the table."""
    led = table = 0
    for card in cards:
        led = led or LED_MASKS[card.index]
        table |= card.bit
    return led, table


def master_place(cards: tuple[Card, ...]) -> int | None:
    """Place in the trick (from 0) of the card that holds it; None while only the Excuse is there."""
    led, table = table_of(cards)
    bit = winning_bit(table, led)
    return next((place for place, card in enumerate(cards) if card.bit == bit), None)


def reason_for(hand: int, led: int, table: int) -> PlayReason:
    """Why the legal cards are what they are (rules §8.1)."""
    if not led:
        return PlayReason.LEAD
    if led != TRUMPS_MASK and hand & led:
        return PlayReason.MUST_FOLLOW
    trumps, on_table = hand & TRUMPS_MASK, table & TRUMPS_MASK
    if not trumps:
        return PlayReason.FREE
    if not on_table:
        return PlayReason.MUST_TRUMP
    return PlayReason.MUST_OVERTRUMP if trumps > on_table else PlayReason.CANNOT_OVERTRUMP


def playable(hand: int, cards: tuple[Card, ...], called_ban: Card | None) -> tuple[int, PlayReason]:
    """The legal cards of ``hand`` after ``cards``, and why.

    ``called_ban`` is the called card when this is the first card of a deal at 5 seats.
    """
    if called_ban is not None:
        return first_lead_mask(hand, called_ban.bit), PlayReason.FIRST_LEAD
    led, table = table_of(cards)
    return legal_mask(hand, led, table), reason_for(hand, led, table)


def options_play(rules: Ruleset, stage: Playing, seat: Seat) -> PlayOptions:
    """What the seat may play and announce, from its own hand and public facts only."""
    legal, reason = _playable_now(rules, stage, seat)
    handful = options_handful(rules, stage, seat)
    return PlayOptions(
        CardSet(legal), reason, suit_led(stage.trick), handful, options_misere(rules, stage, seat)
    )


def decide_play(rules: Ruleset, stage: Playing, seat: Seat, action: PlayCard) -> tuple[Event, ...]:
    """The card, after its announcements. Raises IllegalPlay, IllegalHandful."""
    legal, reason = _playable_now(rules, stage, seat)
    if not action.card.bit & legal:
        if not action.card.bit & stage.held(seat):
            raise IllegalPlay(Refusal.CARD_NOT_HELD)
        raise IllegalPlay(REFUSALS[reason], suit=suit_led(stage.trick))
    return (*decide_announcements(rules, stage, seat, action), CardPlayed(seat, action.card))


def suit_led(cards: tuple[Card, ...]) -> Suit | None:
    """The suit that was led; None: nothing, the Excuse alone, or a trump."""
    for card in cards:
        if card is not EXCUSE:
            return card.suit
    return None


def _playable_now(rules: Ruleset, stage: Playing, seat: Seat) -> tuple[int, PlayReason]:
    held = stage.held(seat)
    if held & EXCUSE_MASK and is_excuse_due(rules, stage, seat):
        return EXCUSE_MASK, PlayReason.EXCUSE_DUE
    return playable(held, stage.trick, stage.called_to_open)


def is_excuse_due(rules: Ruleset, stage: Playing, seat: Seat) -> bool:
    """Whether the seat must play the Excuse it holds: last trick but one, no slam alive (rules §8.5)."""
    if len(stage.tricks) != excuse_trick(rules):
        return False
    opened, winners = stage.opened, [trick.winner for trick in stage.tricks]
    return not is_slam_alive(rules, opened.slam, opened.settled.taker, seat, winners)


def attack_side(stage: Playing) -> frozenset[Seat]:
    """The taker, and the holder of the called card if another hand held it (rules §4). Truth only."""
    settled = stage.opened.settled
    partner = holder_of(stage.deal.hands, settled.called)
    return frozenset({settled.taker} if partner is None else {settled.taker, partner})


def holder_of(hands: tuple[Hand, ...], card: Card | None) -> Seat | None:
    """The seat that was dealt this card; None when nobody was. Truth only."""
    for seat, hand in enumerate(hands):
        if card is not None and isinstance(hand, CardSet) and card in hand:
            return seat
    return None


def excuse_wins(rules: Ruleset, stage: Playing, attack: frozenset[Seat]) -> bool:
    """Whether the Excuse, led to the last trick by a side that won all others, wins it (rules §8.4)."""
    leads_attack = stage.leader in attack
    own = sum((trick.winner in attack) == leads_attack for trick in stage.tricks)
    wins = excuse_takes_slam(stage.trick[0].bit, own, rules.layout.tricks)
    return wins and may_excuse_win(rules, stage.opened.slam, by_attack=leads_attack)


def trick_winner(rules: Ruleset, stage: Playing) -> Seat:
    """Who takes the complete trick on the table. Truth only: a slam depends on the sides."""
    seats = rules.seats
    if excuse_wins(rules, stage, attack_side(stage)):
        return stage.leader
    place = master_place(stage.trick)
    assert place is not None, "a complete trick has a second card"
    return (stage.leader + place) % seats
