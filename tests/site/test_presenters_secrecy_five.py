"""At five seats nothing tells who the partner is before the called card is seen (rules §4)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tarot_engine import (
    PACK,
    Action,
    Bid,
    CallCard,
    CallOptions,
    Card,
    CardSet,
    Contract,
    Event,
    IllegalAction,
    Options,
    PartnerRevealed,
    PlayOptions,
    Prepare,
    PrepareOptions,
    Ruleset,
    StackedDeal,
    decide,
    default_for,
    evolve,
    parse_card,
    view_for,
)
from tarot_site.games.presenters import present
from tests.site.table_builder import opened, table_for

RULES = Ruleset.fft(5, deals=1)
KING = parse_card("HK")


def twins(seed: int) -> tuple[StackedDeal, StackedDeal]:
    """Two deals, the same to seats 0, 3 and 4: the king is with seat 2 in one, with seat 1 in the other."""
    dice = random.Random(seed)
    pack = [card for card in PACK if card is not KING]
    dice.shuffle(pack)
    hands = [pack[15 * n : 15 * n + 15] for n in range(5)]
    spare = hands[2].pop()
    other = [list(hand) for hand in hands]
    first, second = [*hands[1]], [*hands[2], KING]
    swapped = first.pop()
    other[1], other[2] = [*first, KING], [*hands[2], swapped]
    hands[2] = second
    dog = [*pack[75:], spare]
    return stacked(hands, dog), stacked(other, dog)


def stacked(hands: list[list[Card]], dog: list[Card]) -> StackedDeal:
    cards = tuple(CardSet.from_cards(hand) for hand in hands)
    return StackedDeal(cards, CardSet.from_cards(dog), 4, RULES.layout)


def answer(options: Options | None, view_default: Action) -> Action:
    """Seat 0 takes and calls the king of hearts; everything else is the safe default."""
    match options:
        case CallOptions():
            return CallCard(KING)
        case _:
            return view_default


class Pair:
    """The same answers in both games, for as long as seat 0 may see no difference."""

    def __init__(self, seed: int) -> None:
        self.secrets = twins(seed)
        self.games: list[list[Event]] = [opened(RULES, secret) for secret in self.secrets]

    def step(self) -> bool:
        """One answer to both; False once the partner is known, or they differ for all to see."""
        states = []
        for events in self.games:
            state = None
            for event in events:
                state = evolve(state, event)
            states.append(state)
        seat = states[0].to_act if states[0] else None
        if seat is None or states[1] is None or states[1].to_act != seat:
            return False
        options = [view_for(events, seat) for events in self.games]
        action = self.common(options[0].options, options[1].options, default_for(options[0]))
        if action is None:
            return False
        try:
            batches = [
                decide(state, seat, action, secret)
                for state, secret in zip(states, self.secrets, strict=True)
                if state is not None
            ]
        except IllegalAction:
            return False
        for events, batch in zip(self.games, batches, strict=True):
            events.extend(batch)
        return not any(isinstance(event, PartnerRevealed) for events in self.games for event in events)

    @staticmethod
    def common(one: Options | None, other: Options | None, usual: Action) -> Action | None:
        """An answer that both games allow, never the called card."""
        if isinstance(one, PlayOptions) and isinstance(other, PlayOptions):
            both = [card for card in one.cards if card in other.cards and card is not KING]
            plays = {getattr(choice, "card", None): choice for choice in one.choices}
            return plays[both[0]] if both else None
        if isinstance(one, PrepareOptions) and isinstance(usual, Prepare):
            return replace(usual, slam=False)
        return answer(one, usual)


@pytest.mark.parametrize("seed", range(6))
def test_the_partner_shows_in_no_page_before_the_called_card_falls(seed: int) -> None:
    pair = Pair(seed)
    for events, secret in zip(pair.games, pair.secrets, strict=True):
        state = None
        for event in events:
            state = evolve(state, event)
        assert state is not None
        assert state.to_act == 0
        events.extend(decide(state, 0, Bid(Contract.GARDE), secret))
    seen = 0
    while pair.step():
        for reader in (0, 3, 4, None):
            one, other = (
                present(table_for(events, reader), language="fr", zone="UTC") for events in pair.games
            )
            assert one == other
            assert not any("avec l'attaque" in seat.badges for seat in one.seats)
        seen += 1
    assert seen >= 8, "the bids, the call, the discard and some cards"
    holders = [present(table_for(events, 1), language="fr", zone="UTC").hand for events in pair.games]
    assert holders[0] != holders[1]
