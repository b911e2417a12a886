"""Trial games: a possible deal played to its end on the fast core, by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tarot_engine.cards import TRUMPS_MASK, CardSet
from tarot_engine.fast import TURNS, Chooser, Result, Stakes, Tricks, play_out, result_of
from tarot_engine.legality import first_leader, winning_bit
from tarot_engine.robots.expert_piles import pile_chooser
from tarot_engine.robots.prudent_cards import follow, lead
from tarot_engine.robots.prudent_seen import Seen, tops_seen
from tarot_engine.robots.sampling import World
from tarot_engine.rules import Contract, Ruleset, Seat
from tarot_engine.scoring import handful_value
from tarot_engine.view import SeatView


def thumb_chooser(tricks: Tricks, taker: Seat, called: int, void: Sequence[int]) -> Chooser:
    """Plays as the prudent robot does, in every seat.

    Nobody looks into other hands, all remember who is void in what, and only who holds the ``called`` card
    knows the sides until it is played. ``void`` is per seat what its plays have shown so far that it lacks.
    """
    hands, truth = tricks.hands, tricks.attack
    turns = TURNS[len(hands)]
    may = [~lacks for lacks in void]
    alone = [seat == taker for seat in turns[0]]

    def choose(seat: Seat, legal: int, led: int, table: int) -> int:
        hand, out = hands[seat], 0
        for cards in hands:
            out |= cards
        sides = alone if out & called and not hand & called else truth
        out ^= hand
        if not led:
            opponents = [may[other] & out for other in turns[0] if sides[other] != sides[seat]]
            return lead(legal, opponents, seat == taker, hand.bit_count())
        trick, order = tricks.trick, turns[tricks.leader]
        if not hand & led:
            may[seat] &= ~led if hand & TRUMPS_MASK else ~(led | TRUMPS_MASK)
        best = winning_bit(table, led)
        friend = sides[order[trick.index(best)]] == sides[seat]
        after = [may[other] & out for other in order[len(trick) + 1 :] if sides[other] != sides[seat]]
        return follow(legal, led, best, friend, after, hand.bit_count())

    return choose


def attack_of(hands: Sequence[int], taker: Seat, called: int) -> list[bool]:
    """Each seat's side when the called card, if any, is still in one of these hands."""
    return [seat == taker or hand & called != 0 for seat, hand in enumerate(hands)]


class Trial:
    """The play from the present position of a view on, in any world."""

    def __init__(self, view: SeatView, seen: Seen) -> None:
        assert view.seat is not None
        assert view.taker is not None
        assert view.contract is not None
        self.view, self.me, self.taker = view, view.seat, view.taker
        self.rules, self.seen, self.tops = view.rules, seen, tops_seen(view)
        self.called = view.called.bit if view.called else 0
        self.pasts: dict[tuple[bool, ...], Tricks] = {}
        self.stakes = Stakes(
            partner=None,
            contract=view.contract,
            kept=0,
            handfuls=sum(handful_value(view.rules, shown.level) for shown in view.handfuls),
            miseres=tuple((declared.seat, declared.kind) for declared in view.miseres),
        )

    def score(self, world: World, card: int) -> int:
        """My points in this world if I play this card now."""
        tricks = self.position(world)
        play_out(tricks, self.chooser(tricks, card))
        return self.result(world, tricks).scores[self.me]

    def position(self, world: World) -> Tricks:
        """The present position with the world's cards."""
        attack = attack_of(world.hands, self.taker, self.called)
        for seat in self.seen.attack:
            attack[seat] = True
        sides = tuple(attack)
        if sides not in self.pasts:
            self.pasts[sides] = past_of(self.view, sides)
        past = self.pasts[sides]
        return replace(
            past,
            hands=list(world.hands),
            under=dict(world.under),
            trick=list(past.trick),
            winners=list(past.winners),
        )

    def chooser(self, tricks: Tricks, card: int) -> Chooser:
        """This card first, then rules of thumb."""
        first = [card]
        if self.rules.seats == 2:
            thumb = pile_chooser(tricks, self.tops, self.seen.void)
        else:
            thumb = thumb_chooser(tricks, self.taker, self.called, self.seen.void)

        def choose(seat: Seat, legal: int, led: int, table: int) -> int:
            return first.pop() if first else thumb(seat, legal, led, table)

        return choose

    def result(self, world: World, tricks: Tricks) -> Result:
        """The score of a trial played to its end."""
        partner = next((seat for seat, side in enumerate(tricks.attack) if side and seat != self.taker), None)
        return result_of(tricks, replace(self.stakes, partner=partner, kept=self.kept(world)))

    def kept(self, world: World) -> int:
        """The attack's cards beside its tricks (rules §5)."""
        if self.view.discard is not None:
            return self.view.discard.mask
        if self.view.contract is Contract.GARDE_CONTRE:
            return 0
        return world.aside | self.view.trumps_shown.mask


def past_of(view: SeatView, attack: Sequence[bool]) -> Tricks:
    """The complete tricks and the table of a view, with no cards in hand."""
    assert view.leader is not None
    assert view.taker is not None
    past = Tricks(view.rules, [], attack, view.taker, view.leader, slam=view.slam_announced)
    for number, trick in enumerate(view.tricks):
        table = CardSet.from_cards(trick.cards).mask
        past.before, past.last = past.last, table
        past.winners.append(trick.winner)
        if attack[trick.winner]:
            past.taken |= table
            past.attack_tricks += 1
        for seat, card in trick.plays():
            if card.is_excuse:
                past.excuse = (seat, number)
    past.trick = [card.bit for _, card in view.trick]
    if not view.tricks and not view.trick and view.called is not None:
        past.called = view.called.bit
    return past


def whole_deal(
    rules: Ruleset,
    hands: Sequence[int],
    taker: Seat,
    dealer: Seat,
    called: int,
    *,
    contract: Contract,
    kept: int,
) -> int:
    """Points per defender, signed for the attack, of a deal played from its first card on."""
    attack = attack_of(hands, taker, called)
    tricks = Tricks(rules, list(hands), attack, taker, first_leader(rules.seats, dealer), called)
    play_out(tricks, thumb_chooser(tricks, taker, called, [0] * rules.seats))
    partner = next((seat for seat in range(rules.seats) if attack[seat] and seat != taker), None)
    scores = result_of(tricks, Stakes(partner, contract, kept)).scores
    return -min(scores[seat] for seat in range(rules.seats) if not attack[seat]) if not all(attack) else 0
