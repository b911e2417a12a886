"""Cut and deal: by the server at no cost, or by hand at tables that like it (rules §2, §14)."""

from __future__ import annotations

from tarot_engine.actions import Cut, CutOptions, DealOut, DealOutOptions
from tarot_engine.cards import Card, CardSet
from tarot_engine.errors import IllegalDeal, Refusal
from tarot_engine.events import Event, HandsDealt, PackCut, PackDealt
from tarot_engine.layout import Layout
from tarot_engine.piles import Piles
from tarot_engine.rules import Ruleset, Seat
from tarot_engine.shuffle import GameSecret
from tarot_engine.state import Dealing
from tarot_engine.variants import ByWhom, DogDeal


def options_dealing(rules: Ruleset, stage: Dealing) -> CutOptions | DealOutOptions:
    """How many cards may be lifted, or where the dog's cards may go."""
    if rules.cut is ByWhom.HAND and stage.cut is None:
        return CutOptions()
    return DealOutOptions(rules.layout.gaps, rules.layout.dog)


def decide_cut(rules: Ruleset, stage: Dealing, seat: Seat, action: Cut) -> tuple[Event, ...]:
    """The cut: more than three cards taken and left. Raises IllegalDeal."""
    options = options_dealing(rules, stage)
    if not isinstance(options, CutOptions):
        raise IllegalDeal(Refusal.WRONG_STAGE)
    if not options.least <= action.position <= options.most:
        raise IllegalDeal(Refusal.CUT_OUT_OF_RANGE, least=options.least, most=options.most)
    return (PackCut(seat, action.position),)


def decide_deal_out(rules: Ruleset, stage: Dealing, seat: Seat, action: DealOut) -> tuple[Event, ...]:
    """The dog's places: as many as it has cards, one per gap, in order. Raises IllegalDeal."""
    options = options_dealing(rules, stage)
    if not isinstance(options, DealOutOptions):
        raise IllegalDeal(Refusal.WRONG_STAGE)
    gaps = action.gaps
    if len(gaps) != options.count or list(gaps) != sorted(set(gaps)):
        raise IllegalDeal(Refusal.GAPS_COUNT, count=options.count, given=len(set(gaps)))
    if not 1 <= gaps[0] <= gaps[-1] <= options.gaps:
        raise IllegalDeal(Refusal.GAPS_OUT_OF_RANGE, most=options.gaps)
    return (PackDealt(seat, gaps),)


def fixed_gaps(rules: Ruleset) -> tuple[int, ...] | None:
    """Where the dog's cards go at tables that deal it in packets of three; None elsewhere (rules §17)."""
    if rules.dog_deal is DogDeal.SINGLES:
        return None
    rounds = range(1, rules.layout.dog // 3 + 1)
    return tuple(rules.seats * number for number in rounds for _ in range(3))


def dealt(rules: Ruleset, stage: Dealing, words: tuple[str, ...], secret: GameSecret) -> HandsDealt:
    """Everybody's cards, from the pack and what persons or the server made of it."""
    k, layout = stage.seed_index, rules.layout
    cut = secret.cut(k, words) if stage.cut is None else stage.cut
    gaps = stage.gaps or fixed_gaps(rules) or secret.gaps(k, words, layout)
    return deal_out(secret.pack(k, words), cut, gaps, layout, rules.seats, stage.dealer)


def deal_out(
    pack: tuple[Card, ...], cut: int, gaps: tuple[int, ...], layout: Layout, seats: int, dealer: Seat
) -> HandsDealt:
    """The cards of the pack before the cut: packets from the dealer's right (rules §2).

    At 2 seats each seat's first 12 cards lie covered, the next 12 face up on them in the same order, the last
    12 are its hand (rules §14).
    """
    cards = pack[cut:] + pack[:cut]
    given: list[list[Card]] = [[] for _ in range(seats)]
    dog: list[Card] = []
    place = 0
    for packet in range(1, layout.gaps + 2):
        given[(dealer + packet) % seats] += cards[place : place + layout.packet]
        place += layout.packet
        count = gaps.count(packet)
        dog += cards[place : place + count]
        place += count
    n = layout.piles
    piles = tuple(Piles(tuple(own[n : 2 * n]), tuple(own[:n])) for own in given) if n else ()
    return HandsDealt(
        tuple(CardSet.from_cards(own[2 * n :]) for own in given), CardSet.from_cards(dog), piles
    )
