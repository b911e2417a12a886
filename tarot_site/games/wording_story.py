"""What happened, as clauses without capital and full stop: "Jo joue", or "vous avez joué" to the reader."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tarot_engine import EXCUSE, Card, CardSet, Contract, Hand, HandfulLevel, Misere

from .wording_cards import (
    card_the,
    card_thrown,
    cards_text,
    cards_the,
    suit_name,
    trump_by_means,
    trump_up_to,
)
from .wording_names import Voice
from .wording_rules import bid_name, contract_name, handful_name


def dealt(voice: Voice, number: int, dealer: int, first: int) -> str:
    """A deal begins: who deals and who speaks first (rules §2)."""
    deals = voice.say(dealer, _("vous donnez"), _("%(name)s donne"))
    speaks = voice.say(first, _("vous parlez en premier"), _("%(name)s parle en premier"))
    return _("donne %(number)s\u202f: %(deals)s, %(speaks)s") % {
        "number": number,
        "deals": deals,
        "speaks": speaks,
    }


def bid(voice: Voice, seat: int, contract: Contract | None, *, slam: bool = False) -> str:
    """A seat speaks (rules §3)."""
    if contract is None:
        return voice.say(seat, _("vous avez passé"), _("%(name)s passe"))
    name = bid_name(contract, slam=slam)
    return voice.say(seat, _("vous avez dit %(contract)s"), _("%(name)s dit %(contract)s"), contract=name)


def taken(voice: Voice, taker: int, contract: Contract) -> str:
    """Who plays what against the others (rules §3)."""
    name = contract_name(contract)
    return voice.say(
        taker, _("vous prenez\u202f: %(contract)s"), _("%(name)s prend\u202f: %(contract)s"), contract=name
    )


def called(voice: Voice, taker: int, card: Card) -> str:
    """The taker calls a card (rules §4)."""
    return voice.say(taker, _("vous avez appelé %(the)s"), _("%(name)s appelle %(the)s"), the=card_the(card))


def partner(voice: Voice, seat: int | None, taker: int) -> str:
    """The called card was seen (rules §4)."""
    if seat is None:
        return _("la carte appelée est au chien")
    if seat == taker:
        return voice.say(
            seat,
            _("vous aviez la carte appelée, vous jouez contre tous"),
            _("%(name)s a la carte appelée et joue contre tous"),
        )
    return voice.say(seat, _("vous jouez avec l'attaque"), _("%(name)s joue avec l'attaque"))


def dog(cards: CardSet) -> str:
    """The dog, turned for everybody (rules §5)."""
    return _("le chien\u202f: %(cards)s") % {"cards": cards_the(cards)}


def discarded(voice: Voice, seat: int, cards: Hand, shown: CardSet) -> str:
    """The taker is ready; the reader's own cards are named, trumps among them are named to all (rules §5)."""
    if isinstance(cards, CardSet) and seat == voice.reader:
        clause = _("vous avez écarté %(cards)s") % {"cards": cards_the(cards)}
    else:
        clause = voice.say(seat, _("vous avez fait votre écart"), _("%(name)s a fait son écart"))
    if not shown:
        return clause
    return _("%(clause)s\u202f; atout montré à tous\u202f: %(cards)s") % {
        "clause": clause,
        "cards": cards_text(shown),
    }


def ready(voice: Voice, seat: int) -> str:
    """The taker of a garde sans or garde contre lets the play begin without a slam (rules §5)."""
    return voice.say(seat, _("vous n'annoncez pas de chelem"), _("%(name)s n'annonce pas de chelem"))


def slam(voice: Voice, seat: int) -> str:
    """The slam is announced (rules §7)."""
    return voice.say(
        seat,
        _("vous annoncez le chelem et entamez"),
        _("%(name)s annonce le chelem et entame"),
    )


def handful(voice: Voice, seat: int, level: HandfulLevel, cards: CardSet) -> str:
    """A handful is shown (rules §6)."""
    return voice.say(
        seat,
        _("vous avez montré une %(handful)s\u202f: %(cards)s"),
        _("%(name)s montre une %(handful)s\u202f: %(cards)s"),
        handful=handful_name(level),
        cards=cards_text(cards),
    )


def misere(voice: Voice, seat: int, kind: Misere) -> str:
    """A misère is declared (rules §12)."""
    name = misere_name(kind)
    return voice.say(
        seat, _("vous avez annoncé une %(misere)s"), _("%(name)s annonce une %(misere)s"), misere=name
    )


def misere_name(kind: Misere) -> str:
    """The misère inside a sentence."""
    return _("misère d'atout") if kind is Misere.TRUMPS else _("misère de têtes")


def played(voice: Voice, seat: int, card: Card, before: Sequence[Card]) -> str:
    """A card falls; ``before`` are the cards already in the trick, in order (rules §8)."""
    if not before:
        return voice.say(
            seat, _("vous avez entamé %(the)s"), _("%(name)s entame %(the)s"), the=card_the(card)
        )
    if card is EXCUSE:
        return voice.say(seat, _("vous avez posé l'Excuse"), _("%(name)s pose l'Excuse"))
    led = next((other for other in before if other is not EXCUSE), None)
    if led is None:
        return _sets_suit(voice, seat, card)
    if card.is_trump:
        return _trumped(voice, seat, card, led, before)
    if card.suit is led.suit:
        return voice.say(
            seat, _("vous avez fourni %(the)s"), _("%(name)s fournit %(the)s"), the=card_the(card)
        )
    return voice.say(
        seat,
        _("vous vous défaussez %(thrown)s"),
        _("%(name)s se défausse %(thrown)s"),
        thrown=card_thrown(card),
    )


def _sets_suit(voice: Voice, seat: int, card: Card) -> str:
    clause = voice.say(seat, _("vous avez joué %(the)s"), _("%(name)s joue %(the)s"), the=card_the(card))
    if card.suit is None:
        return _("%(clause)s, atout demandé") % {"clause": clause}
    return _("%(clause)s, %(suit)s demandé") % {"clause": clause, "suit": suit_name(card.suit)}


def _trumped(voice: Voice, seat: int, card: Card, led: Card, before: Sequence[Card]) -> str:
    top = max((other.rank for other in before if other.is_trump), default=0)
    means = trump_by_means(card)
    if led.is_trump and card.rank > top:
        return voice.say(
            seat,
            _("vous avez joué %(the)s"),
            _("%(name)s monte %(means)s"),
            the=card_the(card),
            means=trump_up_to(card),
        )
    if led.is_trump:
        return voice.say(
            seat, _("vous avez fourni %(the)s"), _("%(name)s fournit %(the)s"), the=card_the(card)
        )
    if not top:
        return voice.say(seat, _("vous avez coupé %(means)s"), _("%(name)s coupe %(means)s"), means=means)
    if card.rank > top:
        return voice.say(
            seat, _("vous avez surcoupé %(means)s"), _("%(name)s surcoupe %(means)s"), means=means
        )
    return voice.say(
        seat, _("vous avez sous-coupé %(means)s"), _("%(name)s sous-coupe %(means)s"), means=means
    )


def in_trick(number: int, clause: str) -> str:
    """A clause under the number of its trick: "pli 3 : Marc entame le roi de cœur"."""
    return _("pli %(number)s\u202f: %(played)s") % {"number": number, "played": clause}


def trick_won(voice: Voice, winner: int) -> str:
    """Who gathers the trick."""
    return voice.say(winner, _("vous remportez le pli"), _("%(name)s remporte le pli"))


def last_trick_won(voice: Voice, winner: int, has_petit: bool) -> str:
    """The last trick, and the Petit in it (rules §9)."""
    if has_petit:
        return voice.say(
            winner,
            _("vous remportez le dernier pli\u202f: Petit au bout"),
            _("%(name)s remporte le dernier pli\u202f: Petit au bout"),
        )
    return voice.say(winner, _("vous remportez le dernier pli"), _("%(name)s remporte le dernier pli"))


def passed_out(*, is_end: bool = False) -> str:
    """Nobody took (rules §2); ``is_end`` where the game ends with that deal all the same."""
    return _("tout le monde passe") if is_end else _("tout le monde passe\u202f: on redonne")


def lone_petit(voice: Voice, seat: int, *, is_end: bool = False) -> str:
    """The deal is void for a lone Petit (rules §2); ``is_end`` as for ``passed_out``."""
    if is_end:
        return voice.say(seat, _("vous aviez le Petit sec"), _("%(name)s a le Petit sec"))
    return voice.say(
        seat,
        _("vous aviez le Petit sec\u202f: on redonne"),
        _("%(name)s a le Petit sec\u202f: on redonne"),
    )
