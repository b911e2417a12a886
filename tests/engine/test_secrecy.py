"""Two deals that differ only in cards hidden from a seat look the same to it, at every prefix."""

from __future__ import annotations

import re
from random import Random

import pytest

from tarot_engine import (
    FULL_PACK,
    PACK,
    Action,
    CallCard,
    Card,
    CardSet,
    Contract,
    CoveredCardTurned,
    DealAnnulled,
    DealPassedOut,
    DealScored,
    DiscardMade,
    DogShown,
    Event,
    HandsDealt,
    Hidden,
    IllegalAction,
    Piles,
    PlayCard,
    Prepare,
    PrepareOptions,
    Ruleset,
    StackedDeal,
    default_for,
    encode_event,
    replay,
    seen_by,
)
from tarot_engine.dealing import fixed_gaps
from tarot_engine.robots.dice import choose_random
from tarot_engine.view import view_of
from tests.engine.playing import Game, stacked, variant


def dealt(dice: Random, rules: Ruleset) -> list[list[Card]]:
    """Random hands, the dog, and at 2 seats each seat's covered cards: every place unknown to somebody."""
    pack, layout = list(PACK), rules.layout
    dice.shuffle(pack)
    sizes = [layout.hand] * rules.seats + [layout.dog] + ([layout.piles] * 2 if layout.piles else [])
    return [[pack.pop() for _ in range(size)] for size in sizes]


def secret_of(places: list[list[Card]], rules: Ruleset, dealer: int) -> StackedDeal:
    """The deal with these cards in these places; face up lies what is left, in the pack's order."""
    seats = rules.seats
    sets = [CardSet.from_cards(cards) for cards in places]
    left = list(FULL_PACK - CardSet.from_cards(card for cards in places for card in cards))
    piles = [
        Piles(tuple(left[12 * i : 12 * i + 12]), tuple(cards)) for i, cards in enumerate(places[seats + 1 :])
    ]
    return StackedDeal(sets[:seats], sets[seats], dealer, rules.layout, piles, fixed_gaps(rules))


class Twins:
    """Two games with the same public facts, in which two hidden cards are exchanged."""

    def __init__(self, seats: int, number: int) -> None:
        self.dice = Random(f"twins/{seats}/{number}")
        rules = variant(seats, number, by_hand=False)
        places = dealt(self.dice, rules)
        one, two = self.dice.sample(range(len(places)), 2)
        i, j = (self.dice.randrange(len(places[place])) for place in (one, two))
        other = [list(cards) for cards in places]
        other[one][i], other[two][j] = places[two][j], places[one][i]
        self.exchanged = CardSet.of(places[one][i], places[two][j])
        self.insiders = {one, two}
        self.outsiders = [None, *(seat for seat in range(seats) if seat not in self.insiders)]
        dealer = self.dice.randrange(seats)
        self.left, self.right = (Game(secret_of(cards, rules, dealer), rules) for cards in (places, other))

    def step(self) -> bool:
        """One answer, the same to every outsider in both games; False when none is left."""
        seat = self.left.state.to_act
        assert seat == self.right.state.to_act
        if seat is None:
            return False
        for _ in range(40):
            options = self.left.options(seat)
            assert options is not None
            action = choose_random(options, self.dice)
            if not self._touches(action) and self._both(seat, action):
                return True
        return False

    def _touches(self, action: Action) -> bool:
        """Whether the answer shows one of the exchanged cards."""
        return isinstance(action, PlayCard) and (
            action.card in self.exchanged or bool(action.show and action.show & self.exchanged)
        )

    def _both(self, seat: int, action: Action) -> bool:
        try:
            self.right.act(seat, self._twin(seat, action))
        except IllegalAction:
            return False
        self.left.act(seat, action)
        return True

    def _twin(self, seat: int, action: Action) -> Action:
        """An insider's discard is its own affair: another one in the other game looks the same."""
        options = self.right.options(seat)
        if not isinstance(action, Prepare) or not action.discard or seat not in self.insiders:
            return action
        assert isinstance(options, PrepareOptions)
        twin = choose_random(options, self.dice)
        assert isinstance(twin, Prepare)
        shown = action.discard.trumps
        same = twin.discard is not None and twin.discard.trumps == shown
        return Prepare(twin.discard if same else action.discard, action.slam)

    def public(self) -> bool:
        """Whether the rules themselves have shown the exchanged cards to all."""
        rules = self.left.state.rules
        shows: tuple[type[Event], ...] = (DealScored, DealAnnulled)
        shows += (DogShown,) if rules.seats in self.insiders else ()
        shows += (DealPassedOut,) if rules.show_dog_on_all_pass else ()
        events = self.left.events + self.right.events
        turned = [event.card for event in events if isinstance(event, CoveredCardTurned)]
        return any(isinstance(event, shows) for event in events) or any(
            card in self.exchanged for card in turned
        )


def looks(game: Game, seat: int | None) -> list[Event]:
    return [seen_by(event, seat) for event in game.events]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("games", [10, pytest.param(300, marks=pytest.mark.long)])
def test_what_a_seat_cannot_see_changes_nothing_for_it(seats: int, games: int) -> None:
    depths = []
    for number in range(games):
        twins = Twins(seats, number)
        steps = 0
        while not twins.public():
            for seat in twins.outsiders:
                left, right = looks(twins.left, seat), looks(twins.right, seat)
                assert left == right
                one, two = view_of(replay(left), seat), view_of(replay(right), seat)
                assert one == two
                if one.options is not None:
                    assert twins.left.options(seat or 0) == twins.right.options(seat or 0) == one.options
                    assert default_for(one) == default_for(two)
            if not twins.step():
                break
            steps += 1
        depths.append(steps)
    assert max(depths) > 25, "the law must look deep into the play"


def test_the_law_sees_a_leak() -> None:
    """The two games do differ for those inside, and would for a reader of the truth."""
    twins = Twins(4, 1)
    assert twins.left.events != twins.right.events


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_hands_dog_and_discard_are_for_their_owner_only(seat: int | None) -> None:
    hands = tuple(CardSet.of(card) for card in PACK[:4])
    event = seen_by(HandsDealt(hands, CardSet.of(PACK[70])), seat)
    assert isinstance(event, HandsDealt)
    assert event.dog == Hidden(1)
    for other in range(4):
        assert event.hands[other] == (hands[other] if other == seat else Hidden(1))
    made = DiscardMade(2, CardSet.parse("S1 S2 T5"), CardSet.parse("T5"))
    assert seen_by(made, seat) == (made if seat == 2 else DiscardMade(2, Hidden(3), CardSet.parse("T5")))


def test_no_hidden_card_in_any_repr() -> None:
    game = stacked({0: "SK HK T1 T2"}, "DK S1 S2 S3 H1 H2")
    game.bid(Contract.GARDE, None, None, None)
    options, events = game.options(0), list(game.events)
    game.prepare(0, "S1 S2 S3 H1 H2 S4")
    game.play(0, "T2")
    shown = [game.view(0), game.state, game.events, events, options, map(encode_event, game.events)]
    shown += [Prepare(CardSet.parse("S1 S2")), PlayCard(PACK[0]), CallCard(PACK[13])]
    codes = set(re.findall(r"\b(?:[SHDC](?:\d+|[JNQK])|T\d+|EX)\b", " ".join(map(_text, shown))))
    assert codes == {"T2"}, "only the card on the table"


def _text(value: object) -> str:
    return repr(list(value) if isinstance(value, map) else value)
